// A client of a conformance scenario that reaches the scenario's server through the bridge.
// Arguments: the program shape, a folder with a browser, the address of the server.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [, , shape, folder, url] = process.argv;
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const home = mkdtempSync(join(folder, 'home-'));
const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, DISPLAY: ':0', HOME: home, XDG_STATE_HOME: home, CLIENT_SECRET: context.client_secret };
const known = context.client_id ? ['--client-id', context.client_id, '--client-secret', '$CLIENT_SECRET'] : [];
const client = new Client({ name: 'conformance', version: '1' }, { capabilities: {}, versionNegotiation: { mode: 'auto' } });
await client.connect(new StdioClientTransport({ command: shape, args: ['proxy', '--no-config', '--stdio', '--token-store', 'file', ...known, '--upstream', url], env }));
const { tools } = await client.listTools();
for (const call of context.toolCalls ?? tools.flatMap(t => [{ name: t.name, arguments: { a: 1, b: 2 } }, { name: t.name, arguments: { a: 1, b: 2 } }])) {
  await client.callTool(call).catch(e => console.error(call.name, e.message));
}
await client.close();
