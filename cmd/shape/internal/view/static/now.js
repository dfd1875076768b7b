// The view of the proxies that run.

import { h, count, percent, visible } from './dom.js'
import { events } from './server.js'
import { bars } from './charts.js'
import { table, figures, clock, counted, empty } from './runs.js'

let section, state, rules, problem, parts, listening

export async function build(element) {
	section = element
	state = h('p', { class: 'quiet', role: 'status' }, 'Asking …')
	rules = h('p')
	problem = h('p', { class: 'refusal', role: 'alert', hidden: true })
	const part = (id, name) => [id, h('section', { id, 'aria-label': name }, h('h3', {}, name), h('div'))]
	parts = Object.fromEntries([part('proxies', 'Proxies'), part('today', 'Saved today'), part('week', 'Saved in seven days'), part('tools', 'Tools that cost most'), part('fields', 'Largest remaining fields')])
	section.append(h('div', { class: 'runs' }, h('h2', { class: 'unseen' }, 'Now'), h('div', { class: 'title' }, rules, state), problem, parts.proxies, h('div', { class: 'columns' }, parts.today, parts.week), h('div', { class: 'columns' }, parts.tools, parts.fields)))
}

export function enter() {
	leave()
	listening = new AbortController()
	follow(listening.signal)
}

export function leave() {
	listening?.abort()
}

// follow shows each change until the signal aborts. A stream that ends begins again.
async function follow(signal) {
	for (let wait = 1000; !signal.aborted; wait = Math.min(2 * wait, 15_000)) {
		try {
			await events('now/events', (now) => {
				show(now)
				state.textContent = 'Live'
				wait = 1000
			}, signal)
			state.textContent = 'The stream ended; asking again …'
		} catch (error) {
			if (signal.aborted) return
			state.textContent = `${error.message} Asking again …`
			if (error.status) wait = 15_000
		}
		section.dataset.ready = 'yes'
		await new Promise((done) => setTimeout(done, wait))
	}
}

const shown = {}

// put replaces the content of a part if its facts have changed.
function put(id, facts, make) {
	const text = JSON.stringify(facts)
	if (shown[id] === text) return
	shown[id] = text
	parts[id].lastChild.replaceChildren(...[make(facts)].flat().filter(Boolean))
}

function show(now) {
	put('proxies', now.proxies, (all) => all.length ? all.map(proxyOf) : empty('No proxy runs.', ['shape install --all', 'puts a proxy before each server of your clients; they start it.'], ['shape proxy -- COMMAND', 'starts one before a server by hand.']))
	const { path, problem: text } = now
	rules.replaceChildren(...(path ? ['Configuration in force: ', h('code', {}, path)] : ['No configuration is in force. ', h('code', {}, 'shape config init'), ' writes one.']))
	problem.hidden = !text
	problem.textContent = visible(text ?? '')
	put('today', now.today, savings('No call today.'))
	put('week', now.week, savings('No call in seven days.'))
	put('tools', now.tools ?? [], (all) => {
		const most = Math.max(...all.map((t) => t.before))
		return all.length ? table('Tools that cost most', ['Tool', '-Server', '-#Calls', '#Before', '#After', '#Saved', '-'], all, (t) => [h('code', {}, t.tool), t.server, count(t.calls), count(t.before), count(t.after), percent(t.before, t.after), bars(t.before, t.after, most)])
			: empty('No recording shows the tokens of tools.', ['shape proxy --record -- COMMAND', 'records them.'])
	})
	put('fields', now.fields ?? [], (all) => {
		const most = Math.max(...all.map((f) => f.tokens))
		return all.length ? table('Largest remaining fields', ['Field', '-Tool', '#Tokens', ''], all, (f) => [h('code', {}, f.pattern), f.tool, count(f.tokens), bars(0, f.tokens, most)])
			: empty('No recording shows the tokens of fields.', ['shape tune', 'proposes the fields that can go.'])
	})
	section.dataset.ready = 'yes'
}

// savings shows sums by server, and the total of each counter.
const savings = (nothing) => (rows) => {
	if (!rows.length) return h('p', { class: 'quiet' }, nothing)
	const most = Math.max(...rows.map((r) => r.tokens_in)), counters = [...new Set(rows.map((r) => r.counter))]
	const sum = (counter, of) => rows.filter((r) => r.counter === counter).reduce((n, r) => n + r[of], 0)
	return [
		...counters.map((c) => h('div', { class: 'total' }, h('p', { class: 'big' }, count(sum(c, 'tokens_in') - sum(c, 'tokens_out')), h('small', {}, ' tokens saved')), figures(sum(c, 'tokens_in'), sum(c, 'tokens_out'), `tokens (${c})`))),
		table('By server', ['Server', '-#Calls', '#In', '#Out', '#Saved', '-'], rows, (r) => [
			[r.server, notesOf(r)], count(r.calls), count(r.tokens_in), count(r.tokens_out), percent(r.tokens_in, r.tokens_out), bars(r.tokens_in, r.tokens_out, most)]),
	]
}

function notesOf(sums) {
	const all = [sums.refused && counted(sums.refused, 'refusal'), sums.retrievals && counted(sums.retrievals, 'retrieval'), sums.uncounted && counted(sums.uncounted, 'call') + ' without tokens'].filter(Boolean)
	return all.length > 0 && h('small', { class: 'quiet' }, ' ', all.join(', '))
}

function proxyOf(p) {
	const rules = p.configuration ?? {}, sums = p.calls ?? {}, isGood = rules.state === 'in force' || rules.state === 'none'
	const fact = (name, ...value) => [h('dt', {}, name), h('dd', {}, ...value)]
	return h('article', { class: 'item', 'aria-label': 'Proxy of ' + p.server },
		h('div', { class: 'title' }, h('h4', {}, h('code', {}, p.server)), h('span', { class: 'badge ' + (isGood ? 'good' : 'fault') }, rules.state), h('span', { class: 'badge' }, `generation ${rules.generation}`),
			sums.calls > 0 ? figures(sums.tokens_in, sums.tokens_out) : h('p', { class: 'quiet' }, 'no call yet')),
		h('dl', {},
			fact('Process', `${p.pid} since ${clock(p.started)}, version ${p.version}`), p.clients?.length > 0 && fact('Clients', p.clients.join(', ')),
			fact('File', rules.file ? h('code', {}, rules.file) : 'no file'), sums.calls > 0 && fact('Calls', count(sums.calls), notesOf(sums)),
			p.records_in && fact('Records in', h('code', {}, p.records_in), p.unrecorded > 0 && `, ${counted(p.unrecorded, 'event')} dropped`)),
		rules.refusal && h('div', { class: 'refusal' }, h('p', {}, `Last refusal, ${clock(rules.refused)}`), h('pre', { tabindex: 0, 'aria-label': 'Last refusal' }, rules.refusal)),
		p.unfit?.map((text) => h('p', { class: 'note' }, text)))
}
