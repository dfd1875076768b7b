// Reads a file of Continue by its own schema, and prints its servers.
import { readFileSync } from "node:fs";
import { configYamlSchema } from "@continuedev/config-yaml";
import { parse } from "yaml";

console.log(JSON.stringify(configYamlSchema.parse(parse(readFileSync(process.argv[2], "utf8"))).mcpServers));
