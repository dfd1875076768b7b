// The view of what shape tune proposes.

import { h, count } from './dom.js'
import { request } from './server.js'
import { bars, tradeCurve } from './charts.js'
import { bothTexts, compare } from './diff.js'
import { table, figures, clock, counted, empty, told, download } from './runs.js'

let place, about, learning, settling, measuring

export async function build(section, facts) {
	about = facts
	place = h('div', { class: 'place' })
	section.append(h('div', { class: 'runs' }, h('h2', { class: 'unseen' }, 'Tune'), form(), place))
	place.append(empty('Tune learns from recorded sessions: it proposes lines that take out the fields that no call used. Choose the sessions, then Propose.',
		['shape tune', 'does the same in a terminal.']))
	section.dataset.ready = 'yes'
}

function form() {
	const radio = (value, words, isChecked) => h('label', {}, h('input', { type: 'radio', name: 'source', value, checked: isChecked, onchange: changed }), words)
	const client = h('select', { 'aria-label': 'Client with transcripts' }, about.transcripts.map((name) => h('option', {}, name)))
	const since = h('select', { 'aria-label': 'Since' }, [['', 'all of them'], ['7d', 'the last 7 days'], ['30d', 'the last 30 days'], ['90d', 'the last 90 days']].map(([value, words]) => h('option', { value }, words)))
	const chosen = h('div', { class: 'chosen', hidden: true }), transcripts = h('span', { hidden: true }, client, since)
	const go = h('button', { type: 'submit', class: 'primary' }, 'Propose')
	const stop = h('button', { type: 'button', hidden: true, onclick: () => learning?.abort() }, 'Cancel')
	const element = h('form', { class: 'head', 'aria-label': 'Sessions to learn from' },
		h('fieldset', {}, h('legend', {}, 'Learn from'), radio('all', 'all recordings', true), radio('some', 'chosen recordings'),
			client.length > 0 && radio('client', 'transcripts of a client'), transcripts, chosen), go, stop)
	const source = () => element.elements.source.value
	async function changed() {
		transcripts.hidden = source() !== 'client'
		chosen.hidden = source() !== 'some'
		if (chosen.hidden || chosen.firstChild) return
		chosen.append('Reading the list …')
		try {
			const all = (await request('sessions')).filter((s) => s.id && s.calls !== 0)
			chosen.replaceChildren(...(all.length ? all.map((s) => h('label', {}, h('input', { type: 'checkbox', value: s.id }), [s.name, clock(s.when), s.calls && counted(s.calls, 'call')].filter(Boolean).join(', '))) : [h('p', {}, 'No session is recorded here yet.')]))
		} catch (error) {
			chosen.replaceChildren(told(error))
		}
	}
	element.addEventListener('submit', async (event) => {
		event.preventDefault()
		const asked = source() === 'client' ? { client: client.value, since: since.value } : source() === 'some' ? { paths: [...chosen.querySelectorAll(':checked')].map((b) => b.value) } : {}
		if (asked.paths?.length === 0) {
			place.replaceChildren(told({ message: 'No recording is chosen.' }))
			return
		}
		learning?.abort()
		learning = new AbortController()
		go.disabled = true
		stop.hidden = false
		place.replaceChildren(h('p', { role: 'status' }, 'Reading the sessions, and trying lines on them …'))
		try {
			show(await request('tune', asked, learning.signal))
		} catch (error) {
			place.replaceChildren(error.name === 'AbortError' ? h('p', { role: 'status' }, 'Cancelled. Nothing was changed.') : told(error))
			if (error.name !== 'AbortError') place.append(empty('Sessions come from a proxy that records, or from a client.', ['shape proxy --record -- COMMAND', 'records.'], ['shape view DIR', 'reads another folder.']))
		}
		go.disabled = false
		stop.hidden = true
	})
	return element
}

// show shows a proposal. All lines are accepted at first.
function show(p) {
	const lines = {}
	for (const item of p.items) for (const line of item.lines) lines[item.entry + '/' + line.key] = true
	const parts = {
		p, lines, effect: h('div', { id: 'effect', class: 'summary', role: 'status' }), diff: h('pre', { id: 'file-diff', tabindex: 0, role: 'group', 'aria-label': 'Difference of the file' }),
		said: h('div', { role: 'status' }), texts: h('div'), save: h('button', { type: 'button', class: 'primary', onclick: () => save(parts) }, 'Save'),
	}
	const groups = new Map(), trade = h('div', { id: 'curve' })
	for (const item of p.items) groups.set(item.server, [...(groups.get(item.server) ?? []), item])
	const most = Math.max(1, ...p.items.map((i) => i.before))
	place.replaceChildren(
		parts.effect, h('div', {}, h('p', { class: 'quiet' }, [
			counted(p.sessions, 'session'), p.counter && 'tokens: ' + p.counter, p.isFew ? '' : `with all lines, ${p.kept} of ${counted(p.taken, 'used value')} stay in sessions not learned from`].filter(Boolean).join(' · ')),
		p.faults?.length > 0 && h('p', { class: 'quiet' }, p.faults.join('; ')),
		p.isFew && h('p', { class: 'note' }, `Few sessions: presets and counts of public recordings decide which fields go. A test takes 5 sessions with 3 different first calls; here are ${p.sessions} with ${p.tasks}.`)),
		parts.texts, h('div', { class: 'split' },
			h('div', {}, p.items.length ? [...groups].flatMap(([server, items]) => [h('h3', {}, server ? ['Server ', h('code', {}, server)] : 'Tools'), ...items.map((i) => itemOf(i, most, parts))]) : empty('There is nothing to propose: the lines would save too little.', ['shape record show', 'prints the recordings.']),
				p.stays?.length > 0 && h('p', { class: 'note' }, 'Your lines stay: ', p.stays.map((s, i) => [i > 0 && ', ', h('code', {}, s.join(' / '))]).flat())),
			h('div', { class: 'side' }, p.items.length > 0 && [h('h3', {}, 'File ', h('code', {}, p.file), p.isNew && ' (new)'), parts.diff, h('p', {}, parts.save), parts.said], trade)))
	settle(parts)
	showTrade(trade, p)
}

// showTrade shows the point of the proposal beside the caps of clients. The whole curve takes
// several proposals more, so a button asks for it. A change of a line stops the work.
function showTrade(element, p, curve = p.curve, caps = p.caps) {
	if (!curve.length) {
		element.replaceChildren(h('p', { class: 'quiet' }, 'The trade curve takes five sessions with three different first calls.'))
		return
	}
	const said = h('div', { role: 'status', class: 'quiet' })
	const button = (name, act) => h('button', { type: 'button', async onclick() {
		measuring?.abort()
		measuring = new AbortController()
		said.replaceChildren(curve.length > 1 ? '' : 'This takes six times as long as the proposal …')
		try {
			await act(measuring.signal)
			said.replaceChildren()
		} catch (error) {
			said.replaceChildren(error.name === 'AbortError' ? 'Stopped.' : told(error))
		}
	} }, name)
	const measure = button('Measure the whole curve', async (signal) => {
		const whole = await request(`tune/${p.id}/curve`, undefined, signal)
		showTrade(element, p, whole.curve, whole.caps)
	})
	const save = button('Save as SVG', (signal) => download(`tune/${p.id}/curve.svg`, 'trade-curve.svg', signal))
	element.replaceChildren(tradeCurve(curve, caps), h('div', { class: 'title' }, curve.length === 1 && measure, save, said))
}

// unindented takes the blanks off that all lines begin with.
function unindented(text) {
	const lines = text.split('\n'), least = Math.min(...lines.filter((l) => l.trim()).map((l) => l.search(/\S/)))
	return lines.map((l) => l.slice(least)).join('\n')
}

function itemOf(item, most, parts) {
	const boxes = item.lines.map((line) => {
		const key = item.entry + '/' + line.key
		const box = h('input', { type: 'checkbox', checked: true, onchange() {
			parts.lines[key] = box.checked
			toggled()
		} })
		return box
	})
	const whole = h('input', { type: 'checkbox', checked: true, 'aria-label': 'All lines of ' + item.entry, onchange() {
		item.lines.forEach((line, i) => parts.lines[item.entry + '/' + line.key] = boxes[i].checked = whole.checked)
		toggled()
	} })
	function toggled() {
		const on = boxes.filter((b) => b.checked).length
		whole.checked = on > 0
		whole.indeterminate = on > 0 && on < boxes.length
		element.classList.toggle('off', on === 0)
		settle(parts)
	}
	const kept = item.taken > 0 ? `, ${item.kept} of ${counted(item.taken, 'used value')} stay` : ''
	const facts = item.results ? counted(item.results, 'result') + kept : item.fields?.length ? 'fields that no tool needs' : ''
	const element = h('section', { class: 'item', 'aria-label': item.entry },
		h('div', { class: 'title' }, whole, h('h4', {}, h('code', {}, item.entry)), item.results > 0 ? figures(item.before, item.after) : item.before > 0 && h('p', { class: 'figures' }, h('b', {}, count(item.before)), ' tokens')),
		item.results > 0 && bars(item.before, item.after, most), facts && h('p', { class: 'quiet' }, facts),
		h('ul', { class: 'choices' }, item.lines.map((line, i) => h('li', {}, h('label', {}, boxes[i], h('code', {}, unindented(line.text))), h('span', { class: 'number saved' }, line.saved > 0 ? '−' + count(line.saved) : ''), line.why && line.why !== facts && !line.text.includes(line.why) && h('p', { class: 'quiet' }, line.why)))),
		item.fields?.length > 0 && h('details', { open: item.fields.length <= 8 }, h('summary', {}, counted(item.fields.length, 'field goes', 'fields go')),
			table('Fields of ' + item.entry, ['Field', 'Type', '#Tokens', '#Used'], item.fields, (f) => [h('code', {}, f.mask), f.type, count(f.tokens), count(f.used)])))
	return element
}

// settle shows the effect of the chosen lines.
async function settle(parts) {
	settling?.abort()
	measuring?.abort()
	settling = new AbortController()
	parts.save.disabled = true
	try {
		const s = await request(`tune/${parts.p.id}/settle`, { lines: parts.lines }, settling.signal)
		const n = Object.values(parts.lines)
		parts.effect.replaceChildren(figures(s.before, s.after), n.length > 0 && h('p', {}, `${n.filter(Boolean).length} of ${counted(n.length, 'line')} chosen`) || '')
		parts.diff.replaceChildren(...await changed(s.was, s.text))
		parts.hash = s.hash
		parts.save.disabled = s.was === s.text
	} catch (error) {
		if (error.name !== 'AbortError') parts.effect.replaceChildren(told(error))
	}
}

const around = 3 // lines beside a change

// changed returns the lines of the file that change, with some lines around them.
async function changed(was, text) {
	const split = (t) => t ? t.replace(/\n$/, '').split('\n') : []
	const a = split(was), b = split(text), { left, right } = await compare(a, b)
	const isSame = (k) => left[k] >= 0 && right[k] >= 0 && a[left[k]] === b[right[k]]
	const out = [], removed = [], added = []
	const flush = () => out.push(...removed.splice(0), ...added.splice(0))
	let gap = false
	for (let k = 0; k < left.length; k++) {
		if (!isSame(k)) {
			if (left[k] >= 0) removed.push(h('div', { class: 'minus' }, '- ' + a[left[k]]))
			if (right[k] >= 0) added.push(h('div', { class: 'plus' }, '+ ' + b[right[k]]))
			continue
		}
		flush()
		let isNear = false
		for (let n = k - around; n <= k + around; n++) isNear ||= n >= 0 && n < left.length && !isSame(n)
		if (isNear) out.push(h('div', {}, '  ' + b[right[k]]))
		else if (!gap) out.push(h('div', { class: 'quiet' }, '…'))
		gap = !isNear
	}
	flush()
	return out.some((e) => e.className === 'plus' || e.className === 'minus') ? out : [h('div', { class: 'quiet' }, 'The file does not change.')]
}

async function save(parts, hash = parts.hash) {
	parts.save.disabled = true
	parts.texts.replaceChildren()
	parts.said.replaceChildren()
	try {
		const { warning } = await request(`tune/${parts.p.id}/save`, { lines: parts.lines, hash })
		parts.said.replaceChildren(warning ? h('p', { class: 'note' }, warning) : '', h('p', { class: 'done' }, `Saved to ${parts.p.file}. Running proxies take it up.`), h('p', { class: 'quiet' }, h('code', {}, 'shape untune'), ' takes the lines out again.'))
		settle(parts)
	} catch (error) {
		parts.save.disabled = false
		if (error.status === 409 && error.answer.config) {
			bothTexts(parts.texts, {
				mine: error.answer.mine, theirs: error.answer.config.text, onKeep: () => save(parts, error.answer.config.hash),
				onTake() {
					parts.said.replaceChildren(h('p', {}, 'Nothing was written. The difference is against the file as it is now.'))
					settle(parts)
				},
			})
		}
		else parts.said.replaceChildren(told(error))
	}
}
