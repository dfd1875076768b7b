// Copies of a try for others: a command line, a hook, a report.

import { h } from './dom.js'
import { request } from './server.js'

// quoted writes a word for a shell of Unix.
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'")

const flags = ['tool', 'server', 'profile', 'mode', 'tier', 'dialect']

// words returns shape with the flags of a try.
function words(asked, config) {
	const list = ['shape']
	if (config) list.push('--config', config)
	for (const name of flags) if (asked[name]) list.push('--' + name, asked[name])
	if (asked.isError) list.push('--is-error')
	return list
}

export function commandLine({ asked, config, name }) {
	return [...words(asked, config), name || 'response.json'].map(quoted).join(' ')
}

export function hook({ asked, config }) {
	const command = ['shape', 'hook', 'claude-code', ...(config ? ['--config', config] : [])].map(quoted).join(' ')
	const matcher = asked.server && asked.tool ? `mcp__${asked.server}__${asked.tool}` : asked.tool || 'Bash|Grep|LS|WebFetch|mcp__.*'
	return JSON.stringify({ hooks: { PostToolUse: [{ matcher, hooks: [{ type: 'command', command }] }] } }, null, 2)
}

// report holds the types of the values, never the values.
export async function report({ id, asked, configText, answer, version }) {
	const { text } = await request('share/report', { id })
	const { result } = answer
	const fence = (kind, body) => '```' + kind + '\n' + body.trimEnd() + '\n```\n'
	return [
		`shape ${version}: ${result.tokensIn} → ${result.tokensOut} tokens (${result.counter}), ${result.bytesIn} → ${result.bytesOut} bytes\n`,
		'Request: ' + words(asked, '').slice(1).join(' ') + '\n',
		'Response, with types in place of values:\n', fence('json', text),
		'Configuration:\n', fence('jsonc', configText),
		'Decisions:\n', fence('', answer.fields.slice(0, 40).map((f) => `${f.isKept ? 'kept   ' : 'dropped'} ${f.pattern}  ${f.reason}  ${f.tokens} tokens`).join('\n')),
	].join('\n')
}

// reported returns the text of the response in a report, and the choices; nothing for another text.
export function reported(text) {
	const line = /^shape \S{1,64}: [^\n]{1,256}\n+Request: ([^\n]{0,4096})\n/.exec(text)?.[1]
	if (line === undefined) return
	const from = text.indexOf('\n```json\n') + 9
	const to = text.indexOf('\n```\n', from)
	if (from < 9 || to < 0) return
	return { text: text.slice(from, to), asked: Object.fromEntries(flags.map((name) => [name, new RegExp(`--${name} (\\S+)`).exec(line)?.[1] ?? ''])) }
}

// copy puts a text on the clipboard. A box shows it if the browser refuses that.
export async function copy(text, say) {
	try {
		await navigator.clipboard.writeText(text)
		say('Copied.')
	} catch {
		const box = h('dialog', { 'aria-label': 'Text to copy' },
			h('textarea', { class: 'code', readonly: true, rows: 12, 'aria-label': 'Text to copy' }),
			h('form', { method: 'dialog' }, h('button', {}, 'Close')))
		box.querySelector('textarea').value = text
		box.addEventListener('close', () => box.remove())
		document.body.append(box)
		box.showModal()
		box.querySelector('textarea').select()
	}
}
