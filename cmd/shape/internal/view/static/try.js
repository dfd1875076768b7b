// The view Try: a response, the configuration, and the result that the model sees.

import { count, h, later, percent, share, tabs } from './dom.js'
import { bothTexts, pair, pretty } from './diff.js'
import { byteColumn, makeEditor, placeOf } from './editor.js'
import { ask, notice, request } from './server.js'
import { commandLine, copy, hook, report, reported } from './share.js'
import { facts } from './facts.js'
import { details } from './details.js'
import { makeTree } from './tree.js'

const mostShown = 256 << 10 // characters of a text in one element
const mostBytes = 64 << 20 // of a file, as the server has it

let about = {}
let disk = { text: '', hash: '' } // the configuration in force
const input = { text: '', name: '', json: null, isNew: true } // json is the text as JSON, made once
const undo = [] // texts of the configuration before an action
let answer = null // of the last try with a result
let shown = {} // by tab: the id of the try in it
let running = null // AbortController of the request
let drawing = null // AbortController of the result that shows
let isBuilt
const built = new Promise((done) => { isBuilt = done })
let tab = 'Tree'
const parts = {} // elements by name
let editor, tree, tabList

// build makes the view.
export async function build(section, aboutPage) {
	about = aboutPage
	disk = { ...about.config }
	editor = makeEditor({
		input: configChanged, caret: (line) => { tree.decide(line); lineSaid(line) },
		complete: (config, line, column) => request('complete', { config, line, column }),
	})
	section.append(strip(), ...panes())
	section.addEventListener('keydown', (event) => {
		if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
		event.preventDefault()
		save()
	})
	const draft = JSON.parse(sessionStorage.getItem('draft:' + disk.path) ?? '{}')
	editor.begin(draft.config ?? disk.text)
	parts.path.textContent = disk.path?.split(/[\\/]/).pop() || 'no file'
	parts.path.title = disk.path ?? ''
	if (disk.problem) notice(disk.problem)
	for (const name of ['tool', 'tier', 'dialect']) if (about[name]) parts[name].value = about[name]
	saveState()
	window.addEventListener('focus', readDisk)
	window.addEventListener('pagehide', keepDraft)
	if (draft.config !== undefined && draft.hash !== disk.hash) differs(disk)
	await begin(draft)
	section.dataset.ready = 'yes'
	isBuilt()
}

// begin shows the first response: that of the draft, else a file or a sample. A pasted one is not
// kept, since it would have to lie on a disk.
async function begin(draft) {
	const first = about.files[0] ?? about.samples.find((s) => !about.tool || s.tool === about.tool)
	const value = draft.sample ?? (first ? (about.files.length ? 'file:' : 'sample:') + first.name : '')
	if (value) await choose(value)
	for (const [name, kept] of Object.entries(draft.asked ?? {})) if (parts[name]) parts[name][name === 'isError' ? 'checked' : 'value'] = kept
	if (!value || draft.asked) await attempt()
}

// keepDraft keeps the unsaved configuration and the choices for a reload.
function keepDraft() {
	sessionStorage.setItem('draft:' + disk.path, JSON.stringify({ config: isChanged() ? editor.text : undefined, hash: disk.hash, asked: asked(), sample: parts.sample.value }))
}

// enter follows the file, and asks again for a result that did not come.
export async function enter() {
	await readDisk()
	if (parts.result.dataset.state === 'old') await attempt()
}

// open shows a response in this view.
export async function open({ text, tool, server, client }) {
	document.dispatchEvent(new CustomEvent('show', { detail: 'try' }))
	await built
	Object.entries({ tool, server, client }).forEach(([key, value]) => { parts[key].value = value })
	parts.sample.value = ''
	setInput(text, '')
	await attempt()
}

// The parts of the page.

function strip() {
	const button = (text, make) => h('button', { type: 'button', class: 'quiet', onclick: () => shareIt(make) }, h('span', { class: 'lead' }, 'Copy as '), text)
	parts.figures = h('p', { id: 'figures', 'aria-live': 'polite' })
	parts.more = h('p', { class: 'more muted' })
	parts.said = h('p', { id: 'said', role: 'status', class: 'muted' })
	return h('div', { class: 'strip' }, parts.figures, parts.more, parts.said,
		h('div', { class: 'bar', role: 'group', 'aria-label': 'Share' }, button('command line', commandLine), button('hook', hook), button('report', report)))
}

function panes() {
	const names = ['Response', 'Configuration', 'Result']
	const panes = [responsePane(), configPane(), resultPane()]
	parts.panes = h('div', { class: 'panes' }, panes[0], divider(0, 'Width of the response'), panes[1], divider(1, 'Width of the configuration'), panes[2])
	const buttons = names.map((name, i) => h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => showPane(i) }, name))
	parts.chooser = h('div', { class: 'chooser tabs', role: 'group', 'aria-label': 'Pane' }, buttons)
	showPane(0)
	return [parts.chooser, parts.panes]
}

// showPane chooses the pane of a narrow window.
function showPane(i) {
	parts.panes.dataset.shown = i
	;[...parts.chooser.children].forEach((b, k) => b.setAttribute('aria-pressed', k === i))
}

// divider is the line between two panes. Dragging and the arrow keys move it.
function divider(i, label) {
	const widths = () => getComputedStyle(parts.panes).gridTemplateColumns.split(' ').map(parseFloat).filter((_, k) => k % 2 === 0)
	const move = (by) => {
		const w = widths()
		const room = Math.max(-w[i] + 200, Math.min(by, w[i + 1] - 200))
		w[i] += room
		w[i + 1] -= room
		parts.panes.style.setProperty('--columns', w.map((x) => `minmax(0, ${x.toFixed(1)}fr)`).join(' 8px '))
		line.setAttribute('aria-valuenow', Math.round((100 * w[i]) / w.reduce((a, b) => a + b)))
	}
	const line = h('div', {
		class: 'divider', role: 'separator', tabindex: 0, 'aria-orientation': 'vertical', 'aria-label': label, 'aria-valuenow': 33, 'aria-valuemin': 10, 'aria-valuemax': 80,
		onpointerdown: (event) => line.setPointerCapture(event.pointerId),
		onpointermove: (event) => line.hasPointerCapture(event.pointerId) && move(event.movementX),
		ondblclick: () => parts.panes.style.removeProperty('--columns'),
		onkeydown: (event) => {
			const by = { ArrowLeft: -24, ArrowRight: 24 }[event.key]
			if (!by) return
			event.preventDefault()
			move(by)
		},
	})
	return line
}

function responsePane() {
	const again = () => attempt()
	const field = (name, label, element, ...more) => h('label', { class: 'field' }, h('span', {}, label), (parts[name] = element), more)
	const list = (name, label, values) => field(name, label, h('input', { list: name + '-known', onchange: again, autocomplete: 'off', spellcheck: 'false' }),
		h('datalist', { id: name + '-known' }, [...new Set(values)].map((value) => h('option', { value }))))
	const select = (name, label, values) => field(name, label, h('select', { onchange: again }, values.map((v) => h('option', { value: v.value ?? v }, v.label ?? (v || 'any')))))
	const group = (label, kind, of) => of?.length > 0 && h('optgroup', { label }, of.map((f) => h('option', { value: kind + f.name }, f.name)))
	const picker = h('input', { type: 'file', hidden: true, onchange: () => readFile(picker.files[0]) })
	parts.text = h('textarea', { id: 'response', class: 'code', 'aria-label': 'Response', spellcheck: 'false', autocapitalize: 'off', placeholder: 'Paste a response here, or drop a file.', oninput: typed, onpaste: pasted })
	parts.fault = h('div', { id: 'input-problem', role: 'alert', hidden: true })
	parts.isError = h('input', { type: 'checkbox', onchange: again })
	parts.size = h('span', { class: 'muted' })
	const pane = h('section', { class: 'pane', 'aria-labelledby': 'response-head' },
		h('div', { class: 'bar' }, h('h2', { id: 'response-head' }, 'Response'), parts.size, h('span', { class: 'grow' }),
			h('button', { type: 'button', class: 'quiet', onclick: () => picker.click() }, 'Open file'),
			h('button', { type: 'button', class: 'quiet', onclick: () => { setInput('', ''); attempt(); parts.text.focus() } }, 'Clear'), picker),
		h('div', { class: 'fields' },
			field('sample', 'Sample', h('select', { onchange: () => parts.sample.value && choose(parts.sample.value) }, h('option', { value: '' }, 'your own'), group('Files', 'file:', about.files), group('Samples', 'sample:', about.samples))),
			list('tool', 'Tool', about.tools ?? []), list('server', 'Server', about.samples.map((s) => s.server).filter(Boolean)),
			list('profile', 'Profile', about.profiles), list('mode', 'Mode', about.modes),
			select('tier', 'Tier', ['', ...about.tiers]), select('dialect', 'Dialect', ['', ...about.dialects.filter(Boolean)]),
			select('client', 'Client', ['', ...about.clients.map((c) => ({ value: c.name, label: `${c.name} (${c.reads})` }))]),
			h('label', { class: 'check' }, parts.isError, 'Error')),
		(parts.asked = h('p', { id: 'request-problem', class: 'fault', role: 'alert', hidden: true })),
		parts.text, parts.fault)
	pane.addEventListener('dragover', (event) => event.preventDefault())
	pane.addEventListener('drop', (event) => {
		if (!event.dataTransfer.files.length) return
		event.preventDefault()
		readFile(event.dataTransfer.files[0])
	})
	return pane
}

function configPane() {
	parts.path = h('span', { class: 'muted' })
	parts.state = h('span', { class: 'pill', hidden: true }, 'changed')
	parts.save = h('button', { type: 'button', class: 'primary', onclick: save }, 'Save')
	parts.line = h('p', { class: 'foot muted' })
	parts.problems = h('ul', { id: 'problems', 'aria-label': 'Problems' })
	return (parts.config = h('section', { class: 'pane', 'aria-labelledby': 'config-head' },
		h('div', { class: 'bar' }, h('h2', { id: 'config-head' }, 'Configuration'), parts.path, parts.state, h('span', { class: 'grow' }), parts.save),
		editor.element, parts.line, parts.problems))
}

function resultPane() {
	const panels = {}
	for (const name of ['Tree', 'Plain', 'Difference', 'Halves', 'Fields']) panels[name] = parts[name] = h('div', { class: 'panel' })
	const scroller = h('div', { class: 'scroller' })
	tree = makeTree(scroller, { choose: (node) => parts.value.show(node), jump: (node) => node.rule?.line && jump(node.rule.line) })
	parts.value = details({ act, undo: undoLast, path: disk.path, jump: (node) => jump(node.rule.line, node.rule.column) })
	parts.Tree.append(scroller, parts.value.element)
	parts.stale = h('p', { id: 'stale', class: 'foot', role: 'status', hidden: true })
	parts.empty = h('p', { class: 'empty muted' }, 'Paste a response, drop a file, or choose a sample. The result shows here.')
	tabList = tabs('Forms of the result', panels, (name) => { tab = name; showTab() })
	parts.result = h('section', { class: 'pane result', 'aria-labelledby': 'result-head' },
		h('div', { class: 'bar' }, parts.head = h('h2', { id: 'result-head' }, 'The model sees'), h('span', { class: 'grow' }), tabList.list), parts.stale, parts.empty, Object.values(panels))
	parts.result.dataset.state = 'empty'
	tabList.show('Tree')
	return parts.result
}

// The response.

function setInput(text, name, isTyped = false) {
	const from = reported(text)
	if (from) {
		;[text, isTyped] = [from.text, false]
		for (const [key, value] of Object.entries(from.asked)) parts[key].value = value
	}
	Object.assign(input, { text, name, json: null, isNew: true })
	const isLong = text.length > mostShown
	parts.text.readOnly = isLong
	if (!isTyped) parts.text.value = isLong ? text.slice(0, mostShown) : text
	parts.size.textContent = !text ? '' : isLong ? `${(text.length / 1e6).toFixed(1)} MB, the first 256 kB show` : (text.length / 1000).toFixed(1) + ' kB'
}

const soon = later(150, () => attempt())

function typed() {
	parts.sample.value = ''
	setInput(parts.text.value, '', true)
	soon()
}

// pasted keeps a long text out of the textarea, since that would slow the page.
function pasted(event) {
	const text = event.clipboardData?.getData('text/plain') ?? ''
	if (text.length <= mostShown && !parts.text.readOnly) return
	event.preventDefault()
	parts.sample.value = ''
	setInput(text, '')
	soon()
}

async function readFile(file) {
	if (!file) return
	if (file.size > mostBytes) return showInputFault({ message: 'The file is over 64 MiB.' })
	parts.sample.value = ''
	setInput(await file.text(), file.name)
	await attempt()
}

async function choose(value) {
	const [kind, name] = [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)]
	try {
		const sample = await request(kind + '?name=' + encodeURIComponent(name))
		parts.sample.value = value
		if (kind === 'sample') parts.server.value = sample.server ?? ''
		if (kind === 'sample' || sample.tool) parts.tool.value = sample.tool ?? ''
		setInput(sample.text, kind === 'file' ? name : '')
		await attempt()
	} catch (fault) {
		if (fault.status) showInputFault(fault)
	}
}

// showInputFault shows the place at fault under the text.
function showInputFault(fault) {
	parts.fault.hidden = !fault
	parts.text.setAttribute('aria-invalid', Boolean(fault))
	if (!fault) return parts.fault.replaceChildren()
	const where = fault.line ? `line ${fault.line}, column ${fault.column}: ` : ''
	parts.fault.replaceChildren(h('p', {}, where + fault.message))
	if (!fault.line) return
	const line = nthLine(input.text, fault.line)
	const at = placeOf(line, fault.column)
	const from = Math.max(0, at - 30)
	parts.fault.append(h('pre', {}, line.slice(from, at + 40).replaceAll('\t', ' ') + '\n' + ' '.repeat(at - from) + '^'))
}

function nthLine(text, n) {
	let from = 0
	for (let k = 1; k < n; k++) {
		const next = text.indexOf('\n', from)
		if (next < 0) break
		from = next + 1
	}
	const end = text.indexOf('\n', from)
	return text.slice(from, Math.min(end < 0 ? text.length : end, from + 100_000))
}

// The try.

function asked() {
	const out = {}
	for (const name of ['tool', 'server', 'profile', 'mode', 'tier', 'dialect', 'client']) out[name] = parts[name].value.trim()
	out.isError = parts.isError.checked
	return out
}

const isChanged = () => !editor.holds(disk.text)

// attempt shapes the response under the configuration of the editor.
async function attempt() {
	running?.abort()
	running = new AbortController()
	const { signal } = running
	const config = isChanged() ? editor.text : null
	try {
		if (!input.text.trim()) {
			setState('empty')
			showInputFault(null)
			showAskedFault(null)
			return showProblems((await request('check', { config }, signal)).diagnostics, [])
		}
		input.json ??= await jsonOf(input.text, signal)
		const rest = JSON.stringify({ config, request: asked() }).slice(1)
		await show(await request('try', new Blob(['{"text":', input.json, ',' + rest]), signal))
	} catch (fault) {
		if (fault.name === 'AbortError') return
		if (fault.status === undefined) throw fault
		if (fault.status !== 401) showAskedFault(fault.status ? fault : null)
		keepOld('request')
	}
}

// keepOld leaves the result of the last try that had one.
function keepOld(of) {
	parts.stale.textContent = `The result is of an older ${of}.`
	setState(answer ? 'old' : 'empty')
}

// showAskedFault shows the fault of a choice, such as an unknown profile, and the known ones.
function showAskedFault(fault) {
	parts.asked.hidden = !fault
	parts.asked.textContent = fault ? fault.message + (fault.known?.length ? '. Known: ' + fault.known.join(', ') + '.' : '') : ''
}

// jsonOf writes a text as JSON, a piece at a time, so that a long one does not stop the page.
async function jsonOf(text, signal) {
	const pieces = ['"']
	for (let at = 0; at < text.length; at += 1 << 20) {
		if (at > 0) await new Promise((done) => setTimeout(done))
		signal.throwIfAborted()
		pieces.push(JSON.stringify(text.slice(at, at + (1 << 20))).slice(1, -1))
	}
	return new Blob([...pieces, '"'])
}

// show shows the answer of a try. A result that was refused leaves the old one.
async function show(got) {
	const isAsked = got.input && !got.input.line
	showAskedFault(isAsked ? got.input : null)
	showInputFault(isAsked ? null : got.input)
	showProblems(got.diagnostics, got.lines)
	if (!got.result) return keepOld(isAsked ? 'request' : got.input ? 'response' : 'configuration')
	answer = got
	shown = {}
	figures(got.result)
	setState('fresh')
	drawing?.abort()
	drawing = new AbortController()
	const { signal } = drawing
	try {
		const node = await tree.load((pointer, from, limit) => request(`try/${got.id}/tree`, { pointer, from, limit }, signal).catch(again), input.isNew)
		input.isNew = false
		parts.value.show(node)
		await showTab()
		if (!signal.aborted) parts.result.dataset.try = got.id // all of the try shows now
	} catch (fault) {
		if (fault.name !== 'AbortError' && fault.status) notice(fault.message)
	}
}

// again shapes the response anew if the server has lost its result.
function again(fault) {
	if (fault.status === 410) soon()
	throw fault
}

function setState(state) {
	parts.result.dataset.state = state
	delete parts.result.dataset.try
	parts.empty.hidden = state !== 'empty'
	parts.stale.hidden = state !== 'old'
	if (state === 'empty') {
		answer = null
		parts.figures.replaceChildren()
		parts.more.textContent = ''
	}
}

function figures(r) {
	parts.head.textContent = (parts.client.value || 'The model') + ' sees'
	const bar = h('span', { class: 'part', 'aria-hidden': 'true' })
	bar.style.setProperty('--part', share(r.tokensOut, r.tokensIn))
	parts.figures.replaceChildren(
		h('span', { class: 'big' }, `${count(r.tokensIn)} → ${count(r.tokensOut)}`), ' tokens ',
		h('span', { class: r.tokensOut < r.tokensIn ? 'big change' : 'big' }, percent(r.tokensIn, r.tokensOut)), bar)
	parts.more.textContent = [
		`${count(r.bytesIn)} → ${count(r.bytesOut)} bytes`, `${r.dialect}, ${r.profile}${r.mode ? ', ' + r.mode : ''}`,
		r.withheld > 0 && `${count(r.withheld)} hidden`, r.cuts.length > 0 && `${count(r.cuts.length)} cut`, r.misses.length > 0 && `${r.misses.length} without effect`,
	].filter(Boolean).join(' · ')
}

// showTab fills the form of the result that shows, once for each try.
async function showTab() {
	const got = answer
	const name = tab
	if (!got || name === 'Tree' || shown[name] === got.id) return
	const { signal } = drawing
	const panel = parts[name]
	const text = async (of) => (await ask(`try/${got.id}/${of}`, undefined, signal).catch(again)).text()
	shown[name] = got.id
	panel.setAttribute('aria-busy', 'true')
	try {
		if (name === 'Fields') facts(panel, got, jump)
		if (name === 'Plain') plain(panel, await text('result'))
		if (name === 'Difference') await pair(panel, { left: await text('before'), right: await text('result'), titles: ['Before', 'The model sees'], signal })
		if (name === 'Halves') await halves(panel, got.result.halves, await text('result'), signal)
	} catch (fault) {
		if (signal.aborted) return // a later try fills the panel
		shown[name] = ''
		panel.replaceChildren(h('p', { class: 'fault' }, fault.message))
	}
	panel.removeAttribute('aria-busy')
}

function plain(panel, text) {
	const isLong = text.length > mostShown
	panel.replaceChildren(
		isLong && h('p', { class: 'foot muted' }, `The first 256 kB of ${(text.length / 1e6).toFixed(1)} MB. `, h('button', { type: 'button', class: 'quiet', onclick: () => copy(text, say) }, 'Copy all')) || '',
		Object.assign(h('pre', { id: 'plain', tabindex: 0 }), { textContent: isLong ? text.slice(0, mostShown) : text }))
}

async function halves(panel, has, text, signal) {
	if (!has) return panel.replaceChildren(h('p', { class: 'empty muted' }, 'The response is no result of MCP, so it has no halves.'))
	const whole = JSON.parse(text)
	const indent = whole.result ? '    ' : '  '
	const texts = ((whole.result ?? whole).content ?? []).map((c) => c.text ?? `(${c.type})`).join('\n')
	// The lines of the text keep the spelling of numbers, unlike the parsed value.
	const lines = await pretty(text, signal)
	const from = lines.findIndex((line) => line.startsWith(indent + '"structuredContent": '))
	const to = lines.findIndex((line, i) => i > from && line.startsWith(indent) && line[indent.length] !== ' ')
	const structured = from < 0 ? '' : lines.slice(from, /[{[]$/.test(lines[from]) ? to + 1 : from + 1).join('\n').replace(/^.*?: /, '').replace(/,$/, '')
	const both = h('div', { class: 'pair' })
	const sees = !parts.client.value ? '' : has.shown === 'both' ? 'The client shows both.' : has.shown ? `The client shows the ${has.shown} half.` : ''
	panel.replaceChildren(h('p', { class: 'foot' }, h('strong', {}, has.hasText && has.hasStructured ? (has.areEqual ? 'Both halves are equal. ' : 'The halves differ. ') : 'One half alone. '), sees), both)
	await pair(both, { left: texts, right: structured, titles: ['Text half', 'Structured half'], signal })
}

// The configuration.

function showProblems(diagnostics, lines) {
	editor.show(diagnostics, lines)
	lineSaid(editor.line)
	parts.problems.hidden = !diagnostics.length
	parts.problems.replaceChildren(...diagnostics.map((d) => h('li', { class: d.isWarning ? 'warning' : '' },
		h('button', { type: 'button', onclick: () => editor.jump(d.line, d.column) }, h('span', { class: 'number' }, 'line ' + d.line), ' ' + d.message + (d.hint ? ` (${d.hint})` : '')))))
}

function configChanged() {
	saveState()
	soon()
}

function saveState() {
	parts.state.hidden = !isChanged()
	parts.save.disabled = !isChanged() || disk.canWrite === false
	parts.save.title = disk.canWrite === false ? 'The file cannot be written' : ''
}

function lineSaid(line) { parts.line.textContent = editor.decides(line) || 'line ' + line }

function jump(line, column) {
	showPane(1)
	editor.jump(line)
	if (column) parts.line.textContent = editor.decides(line) || `line ${line}, column ${column}`
}

async function save() {
	if (!isChanged()) return say('The file has this text already.')
	const config = editor.text
	try {
		const { hash } = await request('save', { config, hash: disk.hash })
		Object.assign(disk, { text: config, hash, isThere: true })
		saveState()
		notice('')
		say('Saved.')
		await attempt()
	} catch (fault) {
		if (fault.status === 409 && fault.answer.config) return differs(fault.answer.config)
		if (fault.status) say(fault.message, true)
	}
}

// differs asks for one of two texts.
function differs(theirs) {
	parts.config.querySelector('.both')?.remove()
	showPane(1)
	const mine = editor.text
	say('')
	const know = () => { Object.assign(disk, theirs); saveState() }
	bothTexts(parts.config, {
		mine, theirs: theirs.text,
		onTake: () => { know(); keep('takes the text of the file', mine); editor.set(theirs.text) },
		onKeep: () => { know(); say('Save writes your text over the file.') },
	})
}

// readDisk follows the file, and loses no text of the editor. It runs when the window gets the
// focus.
async function readDisk() {
	const { config } = await request('about').catch(() => ({ config: disk })) // the frame told the fault
	const problem = config.problem || (!config.isThere && disk.isThere ? 'The file is gone. Save writes it anew.' : '')
	if (problem || config.hash !== disk.hash) notice(problem)
	if (config.problem || config.hash === disk.hash) return
	if (config.isThere && isChanged() && !editor.holds(config.text)) return differs(config)
	Object.assign(disk, { text: '' }, config)
	if (config.isThere) editor.set(config.text)
	saveState()
	await attempt()
}

// Actions of a value.

function keep(said, text) {
	undo.push({ text, said })
	parts.value.canUndo(said)
}

async function act(action, node, n) {
	const { tool, server } = asked()
	const config = editor.text
	try {
		const done = await request('edit', { id: answer?.id, config, action, pointer: node.pointer, tool, server, n })
		if (editor.text !== config) return
		keep(done.said, config)
		editor.set(done.config, done.line)
		say(done.said)
	} catch (fault) {
		if (fault.status) say(fault.message, true)
	}
}

function undoLast() {
	const last = undo.pop()
	if (!last) return
	editor.set(last.text)
	say('Undone: ' + last.said)
	parts.value.canUndo(undo.at(-1)?.said)
}

function say(text, isFault = false) {
	parts.said.textContent = text
	parts.said.classList.toggle('fault', isFault)
}

async function shareIt(make) {
	if (!answer) return say('There is no result to share yet.')
	const hint = make === report ? '' : (isChanged() ? ' It reads the file, so save first.' : '') + (parts.client.value ? ' It shapes for no client.' : '')
	try {
		await copy(await make({ id: answer.id, asked: asked(), config: disk.path, configText: editor.text, name: input.name, answer, version: about.version }), (text) => say(text + hint))
	} catch (fault) {
		if (fault.status) say(fault.message, true)
	}
}
