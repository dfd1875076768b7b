// Whether clients take tools with their results: a line of JSON {tool, result, rule} each
// on standard input. It prints how many cases there were, and each that ajv or a client of
// the TypeScript SDK, which has listed the tool before, refuses.
import { createInterface } from "node:readline";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { Client as V1 } from "@modelcontextprotocol/sdk/client/index.js";
import { Client as V2 } from "@modelcontextprotocol/client";

// end is a transport to a server that has one tool and knows one answer.
function end({ tool, result }) {
  const answers = {
    initialize: p => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }),
    "tools/list": () => ({ tools: [tool] }),
    "tools/call": () => result,
  };
  return {
    async start() {}, async close() {},
    async send(m) {
      if (m.id !== undefined) queueMicrotask(() => this.onmessage(answers[m.method]
        ? { jsonrpc: "2.0", id: m.id, result: answers[m.method](m.params) }
        : { jsonrpc: "2.0", id: m.id, error: { code: -32601, message: "no such method" } }));
    },
  };
}

async function taken(Client, one) {
  const client = new Client({ name: "v", version: "1" }, { capabilities: {} });
  await client.connect(end(one));
  await client.listTools();
  await client.callTool({ name: one.tool.name, arguments: {} });
}

function valid(schema, data) {
  const Draft = schema.$schema?.includes("draft-07") ? Ajv : Ajv2020;
  const ajv = new Draft({ strict: false, allErrors: true });
  addFormats.default(ajv);
  if (!ajv.validate(schema, data)) throw new Error(ajv.errorsText());
}

let cases = 0, schemas = 0, refused = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const one = JSON.parse(line);
  cases++;
  const checks = { v1: () => taken(V1, one), v2: () => taken(V2, one) };
  if (one.tool.outputSchema && one.result.structuredContent !== undefined) {
    schemas++;
    checks.ajv = () => valid(one.tool.outputSchema, one.result.structuredContent);
  }
  for (const [who, check] of Object.entries(checks)) {
    try {
      await check();
    } catch (e) {
      if (refused++ < 10) console.log(`${who} refuses ${one.tool.name} under ${one.rule}: ${e.message}`);
    }
  }
}
console.log(`${cases} cases, ${schemas} with a schema and data, ${refused} refused`);
process.exit(refused || !schemas ? 1 : 0);
