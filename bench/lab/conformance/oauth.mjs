// A server of the SDK that demands OAuth with strict audiences. The SDK's clients use it behind
// both kinds of the proxy. Arguments: the program shape, a folder with a browser and for logins.
import { spawn, execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryOAuthClientProvider } from '@modelcontextprotocol/sdk/examples/client/simpleOAuthClientProvider.js';

const [, , shape, folder] = process.argv;
const upstream = 'http://localhost:3000/mcp', front = 'http://127.0.0.1:8090/mcp', callback = 'http://127.0.0.1:8097/callback';
const started = [];
const start = (program, ...args) => started.push(spawn(program, args, { stdio: 'ignore' }));
const check = (name, is) => { if (!is) throw new Error(name); console.log(name); };
const answers = async url => { for (let i = 0; i < 200; i++) { try { return await fetch(url); } catch { await new Promise(r => setTimeout(r, 50)); } } throw new Error(`${url} does not answer`); };
const use = async (name, transport) => {
  const client = new Client({ name: 'oauth', version: '1' }, { capabilities: {} });
  await client.connect(transport);
  check(`${name}: lists the tools`, (await client.listTools()).tools.length > 0);
  check(`${name}: calls a tool`, (await client.callTool({ name: 'greet', arguments: { name: 'x' } })).content[0].text === 'Hello, x!');
  await client.close();
};

try {
  const example = createRequire(import.meta.url).resolve('@modelcontextprotocol/sdk/examples/server/simpleStreamableHttp.js').replace('/cjs/', '/esm/');
  start(process.execPath, example, '--oauth', '--oauth-strict');
  await answers(upstream);

  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, DISPLAY: ':0', HOME: folder, XDG_STATE_HOME: folder };
  const bridge = ['proxy', '--no-config', '--stdio', '--token-store', 'file', '--upstream', upstream];
  await use('--stdio, with a login', new StdioClientTransport({ command: shape, args: bridge, env, stderr: 'ignore' }));
  await use('--stdio, with the kept login', new StdioClientTransport({ command: shape, args: bridge, env: { ...env, DISPLAY: '' }, stderr: 'ignore' }));

  start(shape, 'proxy', '--no-config', '--listen', '127.0.0.1:8090', '--upstream', upstream, '--pass-authorization', '--auth-host', 'localhost:3001');
  await answers(front);
  let found;
  const code = new Promise(resolve => { found = resolve; });
  const page = createServer((req, res) => { res.end(); found(new URL(req.url, callback).searchParams.get('code')); }).listen(8097, '127.0.0.1');
  const metadata = { client_name: 'oauth', redirect_uris: [callback], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], token_endpoint_auth_method: 'client_secret_post' };
  const authProvider = new InMemoryOAuthClientProvider(callback, metadata, to => execFile('curl', ['-sL', '-o', '/dev/null', to.href]));
  const first = new StreamableHTTPClientTransport(new URL(front), { authProvider });
  await new Client({ name: 'oauth', version: '1' }, { capabilities: {} }).connect(first).then(() => check('--pass-authorization: asks for a login', false), async () => first.finishAuth(await code));
  await use('--pass-authorization', new StreamableHTTPClientTransport(new URL(front), { authProvider }));
  page.close();

  // A token for another audience, from the same authorization server.
  const own = await (await fetch('http://localhost:3001/register', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...metadata, token_endpoint_auth_method: 'none' }) })).json();
  const verifier = 'v'.repeat(43);
  const query = { response_type: 'code', client_id: own.client_id, redirect_uri: callback, code_challenge_method: 'S256', code_challenge: Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url'), resource: 'http://other.example/mcp' };
  const end = await fetch(`http://localhost:3001/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' });
  const to = new URL(end.headers.get('location'));
  const token = await (await fetch('http://localhost:3001/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'authorization_code', client_id: own.client_id, code: to.searchParams.get('code') ?? '', code_verifier: verifier, redirect_uri: callback, resource: query.resource }) })).json();
  const res = await fetch(front, { method: 'POST', headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' });
  check(`a token for another audience: ${token.access_token ? `status ${res.status}` : `none is given (${token.error ?? to.searchParams.get('error')})`}`, !token.access_token || res.status === 401);
} finally {
  for (const child of started) child.kill();
}
process.exit(0);
