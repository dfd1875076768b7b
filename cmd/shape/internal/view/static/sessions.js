// The view of recorded sessions.

import * as attempt from './try.js'
import { h, count, percent } from './dom.js'
import { request } from './server.js'
import { view } from './json.js'
import { promptLines, bars } from './charts.js'
import { table, figures, clock, counted, empty, told, download } from './runs.js'

let section, place, servers, about, list = [], pending

// at is the place in this view: '' for the list, an id, or ? and a search.
export let at = ''

// begin gives up the work before, and returns a function that sends requests for new work.
function begin() {
	pending?.abort()
	const { signal } = pending = new AbortController()
	return (path, body) => request(path, body, signal)
}

// show shows elements below the search. After an error the former ones stay below it.
async function show(make) {
	place.setAttribute('aria-busy', 'true')
	try {
		place.replaceChildren(...await make(begin()))
	} catch (error) {
		if (error.name === 'AbortError') return
		place.querySelector(':scope > .notice')?.remove()
		place.prepend(told(error))
	}
	place.removeAttribute('aria-busy')
}

export function build(element, facts) {
	section = element
	about = facts
	place = h('div', { class: 'place' })
	section.append(h('div', { class: 'runs' }, h('div', { class: 'head' }, h('h2', { class: 'unseen' }, 'Sessions'), searchForm()), place))
}

// enter shows a place of the view. The list gets sessions that are new.
export async function enter(next = '') {
	if (next !== at || !at) await visit(next)
	section.dataset.ready = 'yes'
}

function visit(next, ...more) {
	at = next
	if (next[0] === '?') return search(JSON.parse(next.slice(1)))
	return next ? showSession(next, ...more) : showList(...more)
}

// go visits a place, as a step of the history.
function go(next, ...more) {
	if (next !== at) history.pushState({ view: 'sessions', at: next }, '')
	return visit(next, ...more)
}

function searchForm() {
	const choice = (name, all) => [h('input', { 'aria-label': name, placeholder: 'any ' + name.toLowerCase(), list: name + '-found', autocomplete: 'off' }), h('datalist', { id: name + '-found' }, all.map((value) => h('option', { value })))]
	const text = h('input', { type: 'search', 'aria-label': 'Search all sessions', placeholder: 'Search all sessions' })
	const [tool, tools] = choice('Tool', about.tools ?? []), [server, known] = choice('Server', [])
	servers = known
	const form = h('form', { role: 'search', class: 'search' }, text, server, known, tool, tools, h('button', { type: 'submit' }, 'Search'))
	form.addEventListener('submit', (event) => {
		event.preventDefault()
		go(text.value && '?' + JSON.stringify({ text: text.value, tool: tool.value.trim(), server: server.value.trim() }))
	})
	text.addEventListener('search', () => text.value || go('')) // the cross in the field
	return form
}

async function showList(focused) {
	const later = new Map() // sessions that are not measured yet
	await show(async (ask) => {
		list = await ask('sessions')
		servers.replaceChildren(...[...new Set(list.flatMap((s) => s.servers))].map((value) => h('option', { value })))
		if (!list.length) {
			return [empty('No session is recorded here yet.', ['shape install --all --record', 'lets the proxies of all your clients record.'],
				['shape proxy --record -- COMMAND', 'records one server.'], ['shape view DIR', 'shows the recordings of another folder.'])]
		}
		return [table('Sessions', ['Session', '-=Client', '-Servers', '-=When', '-#Calls', '#Before', '#After', '#Saved', '-'], list, (s) => {
			if (s.fault && !s.calls) return h('tr', { class: 'broken' }, h('td', {}, s.name), h('td', { colspan: 8 }, s.fault))
			const facts = factsOf(s)
			if (s.calls === undefined) later.set(s.id, facts)
			return [[h('button', { type: 'button', class: 'link', 'data-id': s.id, onclick: () => go(s.id) }, s.name), s.fault && h('p', { class: 'fault' }, s.fault)], s.client, s.servers.join(', '), clock(s.when), ...facts]
		})]
	})
	if (focused) [...place.querySelectorAll('[data-id]')].find((b) => b.dataset.id === focused)?.focus()
	measure(later)
}

// factsOf returns the numbers of a session, as cells. One that is not measured yet has dots.
function factsOf(s) {
	const all = s.calls === undefined ? ['…', '…', '…', '…', ''] : [count(s.calls), count(s.tokensBefore), count(s.tokensAfter), percent(s.tokensBefore, s.tokensAfter), bars(s.tokensBefore, s.tokensAfter, s.tokensBefore)]
	return all.map((f) => h('span', {}, f))
}

// measure asks for sessions that are not measured yet: each request measures some more.
async function measure(later) {
	if (!later.size) return
	const ask = begin()
	try {
		for (let left = Infinity; later.size > 0 && later.size < left;) {
			left = later.size
			list = await ask('sessions')
			for (const s of list) {
				if (s.calls === undefined || !later.has(s.id)) continue
				factsOf(s).forEach((f, i) => later.get(s.id)[i].replaceChildren(...f.childNodes))
				later.delete(s.id)
			}
		}
	} catch {
		// another request took its place, or request told the fault
	}
}

async function search(asked) {
	await show(async (ask) => {
		const found = await ask('search', asked)
		const name = (id) => list.find((s) => s.id === id)?.name ?? id
		const head = h('p', { role: 'status' }, found.length >= 200 ? 'The first ' : '', counted(found.length, 'call'), asked.text ? ` with “${asked.text}” ` : ' ', back(null))
		if (!found.length) return [head]
		return [head, table('Calls found', ['Session', '=Call', 'Excerpt', '-Place'], found, (f) => [name(f.session),
			h('button', { type: 'button', class: 'link', onclick: () => go(f.session, f.call, f.at) }, `${f.call}: ${f.tool}`),
			h('code', { class: 'excerpt' }, highlighted(f.excerpt, asked.text)), f.at ? h('code', {}, f.at) : 'the arguments'])]
	})
}

// highlighted marks a text in an excerpt, in small or capital letters.
function highlighted(excerpt, text) {
	const small = excerpt.toLowerCase()
	const at = text ? small.indexOf(text.toLowerCase()) : -1
	if (at < 0 || small.length !== excerpt.length) return [excerpt] // or the places differ
	return [excerpt.slice(0, at), h('mark', {}, excerpt.slice(at, at + text.length)), excerpt.slice(at + text.length)]
}

const mostText = 16 << 20 // characters of a result that are shown

const back = (id) => h('button', { type: 'button', onclick: () => go('', id) }, '← All sessions')

async function showSession(id, first, at) {
	let open = () => {}
	await show(async (ask) => {
		const session = await ask('sessions/' + encodeURIComponent(id)), calls = session.calls
		while (calls.length < session.total) { // the server sends a thousand at once
			const more = (await ask(`sessions/${encodeURIComponent(id)}?from=${calls.length}`)).calls
			if (!more?.length) break
			calls.push(...more)
		}
		const detail = h('div', { class: 'detail' }), prompt = h('div', {})
		const most = Math.max(1, ...calls.map((c) => c.before))
		const rows = table('Calls', ['#Call', 'Tool', '#Before', '#After', '-#Saved', '-'], calls, (c) => [count(c.n),
			[h('button', { type: 'button', class: 'link', 'data-call': c.n, onclick: () => open(c.n) }, c.tool), h('span', { class: 'badges' }, badges(c)), h('code', { class: 'asked' }, c.text)],
			count(c.before), count(c.after), percent(c.before, c.after), bars(c.before, c.after, most)])
		rows.addEventListener('keydown', arrows)
		open = (n) => {
			for (const b of rows.querySelectorAll('[data-call]')) b.setAttribute('aria-current', Number(b.dataset.call) === n)
			if (session.prompt?.length) prompt.replaceChildren(promptLines(session.prompt, n))
			return showCall(detail, session, calls.find((c) => c.n === n), open)
		}
		if (session.prompt?.length) prompt.append(promptLines(session.prompt))
		detail.append(h('p', { class: 'quiet' }, calls.length ? 'Choose a call to see its result.' : 'The session has no call.'))
		const facts = [session.client, session.servers.join(', '), clock(session.when), counted(calls.length, 'call')].filter(Boolean).join(' · ')
		const save = h('button', { type: 'button', onclick: () => download(`sessions/${encodeURIComponent(id)}/page`, `${session.name.replace(/[^\w.-]+/g, '-')}.html`).catch((e) => save.after(told(e))) }, 'Save as HTML')
		return [
			h('div', { class: 'title' }, back(id), h('h3', { tabindex: -1 }, session.name), save),
			h('div', { class: 'summary' }, figures(session.tokensBefore, session.tokensAfter), h('p', { class: 'quiet' }, facts), session.fault && h('p', { class: 'fault' }, session.fault)),
			h('div', { class: 'split' }, h('div', {}, prompt, rows), detail),
		]
	})
	place.querySelector('h3')?.focus()
	if (first) (await open(first))?.jump(at)
}

function badges(c) {
	const all = []
	if (c.isError) all.push(h('span', { class: 'badge fault' }, 'error'))
	if (c.used) all.push(h('span', { class: 'badge used' }, counted(c.used, 'value') + ' used'))
	if (c.retrieved) all.push(h('span', { class: 'badge lost' }, c.retrieved > 1 ? `retrieved ${c.retrieved} times` : 'retrieved'))
	return all
}

// arrows moves among the calls with the keys up and down.
function arrows(event) {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], all = [...event.currentTarget.querySelectorAll('[data-call]')]
	const at = all.indexOf(event.target)
	if (!step || at < 0) return
	event.preventDefault()
	all[at + step]?.focus()
}

async function showCall(detail, session, call, open) {
	detail.setAttribute('aria-busy', 'true')
	const ask = begin()
	let facts
	try {
		const path = `sessions/${encodeURIComponent(session.id)}/calls/${call.n}`
		facts = await ask(path)
		for (let next = facts.next; next && facts.text.length < mostText;) {
			const more = await ask(`${path}?from=${next}`)
			facts.text += more.text
			facts.isCut = Boolean(next = more.next)
		}
	} catch (error) {
		if (error.name !== 'AbortError') detail.replaceChildren(told(error))
		return
	} finally {
		detail.removeAttribute('aria-busy')
	}
	const by = (u) => u.byCall ? 'call ' + u.byCall : 'an answer'
	const marks = facts.used.map((u) => ({ ...u, title: 'used by ' + by(u) }))
	const used = [] // a value once, with all its places
	for (const m of marks) {
		const same = used.find((u) => u.value === m.value && u.byCall === m.byCall)
		if (same) same.places.push(m.pointer)
		else used.push({ ...m, places: m.pointer ? [m.pointer] : [] })
	}
	const result = view(facts.text, marks, 'Result')
	const gone = used.filter((u) => u.isLost).length
	const heading = h('h4', { tabindex: -1 }, `Call ${call.n}: ${call.tool}`)
	detail.replaceChildren(h('div', { role: 'region', 'aria-label': 'Call' },
		h('div', { class: 'title' }, heading, h('button', { type: 'button', onclick: () => attempt.open({ ...facts.request, text: facts.text }) }, 'Open in Try')),
		figures(call.before, call.after), h('p', { class: 'badges' }, call.server && h('span', { class: 'quiet' }, call.server), badges({ ...call, used: 0 })),
		h('h5', {}, 'Arguments'), view(JSON.stringify(facts.arguments ?? null), [], 'Arguments').element,
		h('h5', {}, 'Values that later calls used'),
		used.length ? [h('p', { class: 'quiet' }, gone ? `The configuration in force takes ${gone} of ${counted(used.length, 'value')}${call.retrieved ? '; a retrieval gives back the result' : ''}.` : 'All of them stay under the configuration in force.'),
			table('Used values', ['Value', 'Place', 'Used by', 'State'], used, (u) => [
				h('code', {}, h('mark', { class: u.isLost ? 'lost' : 'used' }, u.value)),
				u.places.length ? u.places.map((p) => h('div', {}, h('button', { type: 'button', class: 'link', onclick: () => result.jump(p) }, h('code', {}, p)))) : 'a name, or a text beside the data',
				u.byCall ? h('button', { type: 'button', class: 'link', onclick: () => open(u.byCall) }, by(u)) : by(u),
				u.isLost ? call.retrieved ? 'retrieved' : 'lost' : 'kept'])] : h('p', { class: 'quiet' }, 'No later call used a value of this result.'),
		facts.withheld && h('p', { class: 'note' }, 'The hiding rules cannot act on this result, so it is withheld.'),
		h('h5', {}, facts.isCut ? 'The first part of the result as recorded' : 'Result as recorded'), result.element))
	heading.focus({ preventScroll: true })
	heading.scrollIntoView({ block: matchMedia('(min-width: 1100px)').matches ? 'nearest' : 'start' })
	return result
}
