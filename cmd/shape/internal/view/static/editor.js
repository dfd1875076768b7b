// The editor of the configuration: a textarea with line numbers, marks and completion.

import { count, h, later, share } from './dom.js'

const height = 18 // pixels of a line, as in try.css
const most = 300_000 // characters of a text with colours
const shownWords = 9 // of the completions
const longest = 2000 // characters of a line of it

// byteColumn returns the column of a place in a line: bytes of UTF-8, from 1 on.
export const byteColumn = (line, at) => new TextEncoder().encode(line.slice(0, at)).length + 1

// placeOf returns the place in a line of a column of bytes.
export function placeOf(line, column) {
	let bytes = 1
	let at = 0
	for (const c of line) {
		if (bytes >= column) break
		bytes += new TextEncoder().encode(c).length
		at += c.length
	}
	return at
}

// tokens of a line of JSON with comments
const token = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*|\btrue\b|\bfalse\b|\bnull\b)/g

// makeEditor returns the editor. on has input and caret, and complete(text, line, column)
// for the words at a place.
export function makeEditor(on) {
	const area = h('textarea', {
		id: 'config', class: 'code', 'aria-label': 'Configuration', 'aria-autocomplete': 'list', 'aria-describedby': 'editor-keys',
		spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off',
	})
	const gutter = h('div', { class: 'gutter', 'aria-hidden': 'true' })
	const colours = h('pre', { class: 'colours', 'aria-hidden': 'true' })
	const words = h('ul', { id: 'words', role: 'listbox', 'aria-label': 'Completions', hidden: true })
	const sheet = h('div', { class: 'sheet' }, colours, area, words)
	const element = h('div', { class: 'editor' }, gutter, sheet, h('span', { id: 'editor-keys', class: 'unseen' }, 'Control and space completes. Control and S saves.'))
	let lines = ['']
	let newline = '\n' // of the file; a textarea has its own
	let comments = [] // whether a line begins inside a comment
	let isPlain = false
	let problems = new Map() // by line
	let decided = new Map() // by line: its values and tokens
	let largest = 1
	let offered = null // { from, to, line, words, chosen }

	const starts = (line) => lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0)
	function caret() {
		const before = area.value.slice(0, area.selectionStart)
		const line = before.split('\n').length
		return { line, at: before.length - before.lastIndexOf('\n') - 1 }
	}

	function read() {
		lines = area.value.split('\n')
		comments = []
		isPlain = area.value.length > most || lines.some((line) => line.length > longest)
		element.classList.toggle('plain', isPlain)
		if (isPlain) return
		let isInside = false
		for (const line of lines) {
			comments.push(isInside)
			let rest = isInside ? line : line.replace(/"(?:[^"\\]|\\.)*"?/g, '').replace(/\/\/.*/, '')
			while (rest) {
				const end = rest.indexOf(isInside ? '*/' : '/*')
				if (end < 0) break
				isInside = !isInside
				rest = rest.slice(end + 2)
			}
		}
	}

	function colour(i) {
		const line = lines[i]
		const parts = []
		let at = 0
		if (comments[i]) {
			const end = line.indexOf('*/')
			at = end < 0 ? line.length : end + 2
			parts.push(h('span', { class: 'comment' }, line.slice(0, at)))
		}
		token.lastIndex = at
		for (let m = token.exec(line); m && m[0]; m = token.exec(line)) {
			parts.push(line.slice(at, m.index))
			const kind = m[1] ? 'comment' : m[2] ? (m[3] ? 'key' : 'string') : 'number'
			parts.push(h('span', { class: kind === 'number' ? 'literal' : kind }, m[0]))
			at = m.index + m[0].length
		}
		return [...parts, line.slice(at)]
	}

	function draw() {
		const from = Math.floor(area.scrollTop / height)
		const to = Math.min(lines.length, from + Math.ceil((area.clientHeight || 800) / height) + 1)
		const current = caret().line
		const numbers = []
		const texts = []
		for (let i = from; i < to; i++) {
			const problem = problems.get(i + 1)
			const decides = decided.get(i + 1)
			const bar = h('span', { class: 'bar' })
			if (decides) bar.style.setProperty('--part', `max(2px, ${share(decides.tokens, largest)})`)
			numbers.push(h('div', {
				class: (problem ? (problem.isWarning ? 'problem warning' : 'problem') : '') + (i + 1 === current ? ' current' : ''), 'data-line': i + 1,
				title: problem?.message ?? (decides && about(decides)), onclick: () => jump(i + 1),
			}, bar, i + 1))
			texts.push(h('div', { class: i + 1 === current ? 'current' : '' }, isPlain ? '' : colour(i)))
		}
		const shift = `translateY(${from * height - area.scrollTop}px)`
		gutter.replaceChildren(h('div', {}, numbers))
		gutter.firstChild.style.transform = shift
		colours.replaceChildren(h('div', {}, texts))
		colours.firstChild.style.transform = `translate(${-area.scrollLeft}px, ${from * height - area.scrollTop}px)`
	}

	// replace puts a text in place of another one, so that the browser can undo it.
	function replace(from, to, text) {
		const focused = document.activeElement
		area.focus({ preventScroll: true })
		area.setSelectionRange(from, to)
		const isDone = document.activeElement === area && document.execCommand(text ? 'insertText' : 'delete', false, text)
		if (!isDone) {
			area.setRangeText(text, from, to, 'end')
			changed()
		}
		if (focused !== area) focused?.focus?.({ preventScroll: true })
	}

	function changed() {
		read()
		draw()
		on.input(area.value)
		told()
	}
	let last = 0
	function told() {
		const { line } = caret()
		if (line === last) return
		last = line
		draw()
		on.caret(line)
	}

	// Completion.
	function close() {
		offered = null
		words.hidden = true
		area.removeAttribute('aria-activedescendant')
		area.removeAttribute('aria-controls')
	}
	let isAsked = false // since the last change of the text
	let newest = 0 // counts the requests
	async function offer() {
		const { line, at } = caret()
		const text = area.value
		const request = ++newest
		const answer = await on.complete(text, line, byteColumn(lines[line - 1], at)).catch(() => null)
		if (request !== newest || area.value !== text || document.activeElement !== area) return
		const from = placeOf(lines[line - 1], answer?.from)
		const typed = lines[line - 1].slice(from, at)
		const list = (answer?.words ?? []).slice(0, 200)
		if (!list.length || (!isAsked && (!typed || list.some((w) => w.word === typed)))) return close()
		offered = { line, from, to: placeOf(lines[line - 1], answer.to), words: list, chosen: 0 }
		area.setAttribute('aria-controls', 'words')
		words.hidden = false
		words.style.left = Math.max(0, Math.min(from * width() - area.scrollLeft, sheet.clientWidth - 320)) + 'px'
		const top = line * height - area.scrollTop + 6
		words.style.top = (top + 200 > sheet.clientHeight && top > 220 ? top - height - 210 : top) + 'px'
		choose(0)
	}
	function choose(i) {
		const all = offered.words.length
		offered.chosen = (i + all) % all
		const from = Math.max(0, Math.min(offered.chosen - 4, all - shownWords))
		words.replaceChildren(...offered.words.slice(from, from + shownWords).map((w, n) => h('li', {
			role: 'option', id: 'word-' + (from + n), 'aria-selected': String(from + n === offered.chosen), 'aria-setsize': all, 'aria-posinset': from + n + 1,
			onmousedown: (event) => { event.preventDefault(); offered.chosen = from + n; accept() },
		}, h('code', {}, w.word), ' ', h('span', { class: 'muted' }, w.about))))
		area.setAttribute('aria-activedescendant', 'word-' + offered.chosen)
	}
	function accept() {
		const start = starts(offered.line)
		const { from, to, words: list, chosen } = offered
		close()
		replace(start + from, start + to, list[chosen].word)
	}
	let characters = 0 // pixels of a character
	function width() {
		if (characters) return characters
		const probe = h('span', {}, '0'.repeat(100))
		colours.append(probe)
		characters = probe.getBoundingClientRect().width / 100
		probe.remove()
		return characters
	}

	const soon = later(120, () => isAsked || offer())
	area.addEventListener('input', (event) => {
		changed()
		isAsked = false
		if (event.inputType === 'insertText' && /^["\w]$/.test(event.data ?? '')) soon()
		else if (offered && event.inputType?.startsWith('delete')) soon()
		else close()
	})
	area.addEventListener('scroll', draw, { passive: true })
	area.addEventListener('blur', close)
	document.addEventListener('selectionchange', () => document.activeElement === area && told())
	new ResizeObserver(draw).observe(area)
	area.addEventListener('keydown', (event) => {
		if (event.ctrlKey && event.code === 'Space') {
			isAsked = true
			offer()
		} else if (!offered) return
		else if (event.key === 'ArrowDown') choose(offered.chosen + 1)
		else if (event.key === 'ArrowUp') choose(offered.chosen - 1)
		else if (event.key === 'Enter' || event.key === 'Tab') accept()
		else if (event.key === 'Escape') close()
		else return
		event.preventDefault()
	})

	// select selects a line, or a place of it, and shows it.
	function select(line, column) {
		const n = Math.max(1, Math.min(line, lines.length))
		const start = starts(n)
		const at = start + (column ? placeOf(lines[n - 1], column) : 0)
		area.setSelectionRange(at, column ? at : start + lines[n - 1].length)
		const top = (n - 1) * height
		if (top < area.scrollTop || top + 2 * height > area.scrollTop + area.clientHeight) area.scrollTop = Math.max(0, top - area.clientHeight / 2)
		area.scrollLeft = 0
		told()
		draw()
	}
	// jump goes to a line, or to a column of bytes in it.
	function jump(line, column) {
		area.focus({ preventScroll: true })
		select(line, column)
	}
	return {
		element, jump,
		get text() { return area.value.replaceAll('\n', newline) },
		// holds says whether a text is that of the editor, but for its ends of lines.
		holds: (text) => inLines(text) === area.value,
		get line() { return caret().line },
		// set changes the parts of the text that differ. The caret goes to a line, or to the change.
		set(text, line) {
			const old = area.value
			newline = text.includes('\r\n') ? '\r\n' : '\n'
			text = inLines(text)
			if (text === old) return
			let from = 0
			while (from < old.length && old[from] === text[from]) from++
			let end = 0
			while (end < old.length - from && end < text.length - from && old.at(-1 - end) === text.at(-1 - end)) end++
			replace(from, old.length - end, text.slice(from, text.length - end))
			if (line) select(line)
			else area.setSelectionRange(from, from)
			told()
		},
		// begin sets the first text.
		begin(text) {
			newline = text.includes('\r\n') ? '\r\n' : '\n'
			area.value = text
			area.setSelectionRange(0, 0)
			read()
			draw()
		},
		show(diagnostics, decisions) {
			problems = new Map()
			for (const d of diagnostics) if (!problems.has(d.line) || problems.get(d.line).isWarning) problems.set(d.line, d)
			decided = new Map(decisions.map((d) => [d.line, d]))
			largest = Math.max(1, ...decisions.map((d) => d.tokens))
			draw()
		},
		// decides describes the values of a line.
		decides: (line) => decided.has(line) && about(decided.get(line)),
	}
}

const inLines = (text) => text.replace(/\r\n?/g, '\n')

const about = (d) => `line ${d.line} decides ${count(d.count)} ${d.count === 1 ? 'value' : 'values'}, ${count(d.tokens)} tokens`
