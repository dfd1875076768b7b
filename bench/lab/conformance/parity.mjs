// What a client of the TypeScript SDK sees of a server, as a line of JSON for each thing
// that it asks: node parity.mjs v1|v2 SERVER FOLDER COMMAND ARGS…
const [, , edition, server, folder, command, ...args] = process.argv;

const { Client } = await import(edition === "v1" ? "@modelcontextprotocol/sdk/client/index.js" : "@modelcontextprotocol/client");
const { StdioClientTransport, getDefaultEnvironment } = await import(
  edition === "v1" ? "@modelcontextprotocol/sdk/client/stdio.js" : "@modelcontextprotocol/client/stdio");

const calls = {
  everything: [
    ["echo", { message: "hello" }], ["echo", {}], ["get-annotated-message", { messageType: "error", includeImage: true }],
    ["get-resource-links", { count: 3 }], ["get-resource-reference", { resourceType: "Blob", resourceId: 2 }],
    ["get-structured-content", { location: "Chicago" }], ["get-structured-content", { location: "nowhere" }],
    ["get-sum", { a: 9007199254740993, b: 0.1 }], ["get-tiny-image", {}], ["no-such-tool", {}],
    ["gzip-file-as-resource", { name: "a.gz", data: "data:text/plain;base64,aGVsbG8=", outputType: "resource" }],
    ["trigger-long-running-operation", { duration: 0.2, steps: 2 }],
  ],
  memory: [
    ["create_entities", { entities: [{ name: "a", entityType: "t", observations: ["x", "caf\u00e9 \ud83d\ude00"] }, { name: "b", entityType: "t", observations: [] }] }],
    ["create_relations", { relations: [{ from: "a", to: "b", relationType: "knows" }] }],
    ["add_observations", { observations: [{ entityName: "b", contents: ["y"] }] }],
    ["add_observations", { observations: [{ entityName: "none", contents: ["y"] }] }],
    ["read_graph", {}], ["search_nodes", { query: "a" }], ["open_nodes", { names: ["a"] }], ["search_nodes", {}],
    ["delete_observations", { deletions: [{ entityName: "a", observations: ["x"] }] }],
    ["delete_relations", { relations: [{ from: "a", to: "b", relationType: "knows" }] }],
    ["delete_entities", { entityNames: ["a", "b"] }], ["read_graph", {}],
  ],
  filesystem: [
    ["list_allowed_directories", {}], ["write_file", { path: folder + "/a.txt", content: "one\ntwo\n" }],
    ["read_text_file", { path: folder + "/a.txt", head: 1 }], ["read_file", { path: folder + "/none" }],
    ["read_multiple_files", { paths: [folder + "/a.txt", folder + "/none"] }],
    ["edit_file", { path: folder + "/a.txt", edits: [{ oldText: "two", newText: "three" }] }],
    ["create_directory", { path: folder + "/d" }], ["move_file", { source: folder + "/a.txt", destination: folder + "/d/b.txt" }],
    ["list_directory", { path: folder }], ["list_directory_with_sizes", { path: folder + "/d" }], ["directory_tree", { path: folder }],
    ["search_files", { path: folder, pattern: "**/*.txt" }], ["get_file_info", { path: folder + "/d/b.txt" }],
    ["read_media_file", { path: folder + "/d/b.txt" }], ["read_text_file", { path: "/etc/passwd" }],
  ],
  "sequential-thinking": [
    ["sequentialthinking", { thought: "t", nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 2 }],
    ["sequentialthinking", { thought: "t", nextThoughtNeeded: false, thoughtNumber: 2, totalThoughts: 2, isRevision: true, revisesThought: 1 }],
    ["sequentialthinking", {}],
  ],
}[server];

const client = new Client({ name: "parity", version: "1" }, { capabilities: { roots: {} } });
const env = { ...getDefaultEnvironment(), MEMORY_FILE_PATH: folder + "/memory.jsonl" };
await client.connect(new StdioClientTransport({ command, args, env, stderr: "ignore" }));

// Moments differ from run to run, and so does base64 of "Resource N: … created at".
const times = /UmVzb3VyY2Ug[^"]*|\d{1,2}:\d\d:\d\d [AP]M|\d{4}-\d\d-\d\dT[\d:.]+Z|(created|modified|accessed): .*|"(created|modified|accessed)":"[^"]*"/g;
const say = (what, of, got) => console.log(JSON.stringify({ what, of, ...got }).replaceAll(times, "TIME"));
async function ask(what, of, run) {
  try {
    say(what, of, { result: await run() });
  } catch (e) {
    say(what, of, { error: [e.code, e.message] });
  }
}

say("server", "", { result: [client.getServerVersion(), client.getServerCapabilities(), client.getInstructions()] });
await ask("tools/list", "", () => client.listTools());
for (const [name, given] of calls) {
  const progress = [];
  await ask("tools/call", name, async () => {
    const result = await client.callTool({ name, arguments: given }, edition === "v1" ? undefined : { onprogress: p => progress.push(p) }, edition === "v1" ? { onprogress: p => progress.push(p) } : undefined);
    return { result, progress: progress.slice(0, 1) }; // one that comes with the result is lost on some clients
  });
}
if (server === "everything") {
  let resources = [], prompts = [];
  await ask("resources/list", "", async () => { const all = await client.listResources(); resources = all.resources; return all; });
  await ask("resources/templates/list", "", () => client.listResourceTemplates());
  for (const r of resources.slice(0, 5)) await ask("resources/read", r.uri, () => client.readResource({ uri: r.uri }));
  await ask("resources/read", "none", () => client.readResource({ uri: "none://" }));
  await ask("prompts/list", "", async () => { const all = await client.listPrompts(); prompts = all.prompts; return all; });
  for (const p of prompts) {
    const given = Object.fromEntries((p.arguments ?? []).map(a => [a.name, "1"]));
    await ask("prompts/get", p.name, () => client.getPrompt({ name: p.name, arguments: given }));
    for (const a of p.arguments ?? []) {
      await ask("completion/complete", p.name, () => client.complete({ ref: { type: "ref/prompt", name: p.name }, argument: { name: a.name, value: "" } }));
    }
  }
  const texts = Array.from({ length: 200 }, (_, i) => `message ${i} ${"x".repeat(i * 7)}`);
  const got = await Promise.all(texts.map(message => client.callTool({ name: "echo", arguments: { message } })));
  say("200 calls at once", "", { result: got.filter((r, i) => r.content[0].text === "Echo: " + texts[i]).length });
  const long = "caf\u00e9 ".repeat(5 << 20 >> 2).slice(0, 5 << 20);
  const echoed = await client.callTool({ name: "echo", arguments: { message: long } });
  say("5 MB", "", { result: echoed.content[0].text === "Echo: " + long });
}
await client.close();
