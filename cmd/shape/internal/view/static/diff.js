// Two texts side by side, line by line.

import { h, windowed } from './dom.js'

const height = 18 // pixels of a line, as in try.css
const longest = 20 // milliseconds between two pauses

// pauses returns a function that lets the page go on once enough time has passed. It ends an
// outdated comparison.
function pauses(signal) {
	let since = performance.now()
	return async () => {
		if (performance.now() - since < longest) return
		await new Promise((done) => setTimeout(done))
		signal?.throwIfAborted()
		since = performance.now()
	}
}

// pretty returns the lines of JSON, each value on its own one, and those of JSON in a string
// between its quotes. Numbers and strings keep their spelling. A text that is no JSON keeps its
// lines.
export async function pretty(text, signal) {
	const first = text.trimStart()[0]
	if (first !== '{' && first !== '[') return byLines(text)
	const token = /[{}[\],:"]|[^\s{}[\],:"]+/g
	const lines = []
	let depth = 0
	let line = ''
	let n = 0
	const pause = pauses(signal)
	const end = () => {
		lines.push(line)
		line = '  '.repeat(Math.min(depth, 60))
	}
	for (let m = token.exec(text); m; m = token.exec(text)) {
		let t = m[0]
		if (t === '"') {
			token.lastIndex = afterString(text, m.index)
			t = text.slice(m.index, token.lastIndex)
			const inner = nested(t)
			if (inner) {
				lines.push(line + '"')
				const indent = '  '.repeat(Math.min(depth + 1, 60))
				for (const l of await pretty(inner, signal)) lines.push(indent + l)
				line = indent.slice(2)
				t = '"'
			}
		}
		if (t === '{' || t === '[') {
			line += t
			depth++
			token.lastIndex += /^\s*/.exec(text.slice(token.lastIndex, token.lastIndex + 64))[0].length
			if ('}]'.includes(text[token.lastIndex])) {
				line += text[token.lastIndex++]
				depth--
			} else end()
		} else if (t === '}' || t === ']') {
			depth--
			end()
			line += t
		} else if (t === ',') {
			line += t
			end()
		} else line += t === ':' ? ': ' : t
		if (++n % 500 === 0) await pause()
	}
	if (line.trim()) end()
	return lines
}

// nested returns the document inside a string of JSON, or ''.
export function nested(string) {
	if (!/^"(?:\s|\\[nrt])*[{[]/.test(string.slice(0, 40))) return ''
	try {
		const inner = JSON.parse(string)
		JSON.parse(inner)
		return inner
	} catch {
		return ''
	}
}

// afterString returns the place after a string that begins at from.
export function afterString(text, from) {
	for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let slashes = 0
		while (text[end - 1 - slashes] === '\\') slashes++
		if (slashes % 2 === 0) return end + 1
	}
	return text.length
}

// compare pairs the lines of two texts. It returns two lists of numbers: the lines on the left
// and on the right of each row, -1 for none. The longest common run of lines that stand once in
// both texts pairs first, then the same between two of its lines.
export async function compare(a, b, signal) {
	const pause = pauses(signal)
	const ids = new Map()
	const number = async (lines) => {
		const out = new Int32Array(lines.length)
		for (let i = 0; i < lines.length; i++) {
			const text = bare(lines[i])
			let id = ids.get(text)
			if (id === undefined) ids.set(text, (id = ids.size))
			out[i] = id
			if (i % 500 === 0) await pause()
		}
		return out
	}
	const x = await number(a)
	const y = await number(b)
	const left = []
	const right = []
	const put = (i, j) => { left.push(i); right.push(j) }

	// inOrder pairs lines that are equal, or values of one name, as they come.
	const name = (line) => /^\s*"(?:[^"\\]|\\.)*":/.exec(line.slice(0, 200))?.[0]
	function inOrder(a0, a1, b0, b1) {
		let j = b0
		for (let i = a0; i < a1; i++) {
			const isPair = j < b1 && (x[i] === y[j] || (name(a[i]) && name(a[i]) === name(b[j])))
			put(i, isPair ? j++ : -1)
		}
		while (j < b1) put(-1, j++)
	}

	async function between(a0, a1, b0, b1) {
		await pause()
		while (a0 < a1 && b0 < b1 && x[a0] === y[b0]) put(a0++, b0++)
		let same = 0
		while (a0 < a1 - same && b0 < b1 - same && x[a1 - 1 - same] === y[b1 - 1 - same]) same++
		const [aEnd, bEnd] = [a1 - same, b1 - same]
		const points = b0 < bEnd ? await common(a0, aEnd, b0, bEnd) : []
		for (const [i, j] of points) {
			await between(a0, i, b0, j)
			put(i, j)
			a0 = i + 1
			b0 = j + 1
		}
		if (points.length) await between(a0, aEnd, b0, bEnd)
		else inOrder(a0, aEnd, b0, bEnd)
		for (let k = 0; k < same; k++) put(aEnd + k, bEnd + k)
	}

	// common returns the longest rising run of pairs of lines that stand once on each side.
	async function common(a0, a1, b0, b1) {
		const seen = new Map() // by line: its pair, or null if it stands there twice
		for (let i = a0; i < a1; i++) {
			seen.set(x[i], seen.has(x[i]) ? null : [i, -1])
			if (i % 5000 === 0) await pause()
		}
		for (let j = b0; j < b1; j++) {
			if (j % 5000 === 0) await pause()
			const found = seen.get(y[j])
			if (found) found[1] < 0 ? (found[1] = j) : seen.set(y[j], null)
		}
		const pairs = [...seen.values()].filter((found) => found && found[1] >= 0)
		const piles = []
		const before = new Int32Array(pairs.length)
		pairs.forEach(([, j], k) => {
			let low = 0
			let high = piles.length
			while (low < high) {
				const middle = (low + high) >> 1
				if (pairs[piles[middle]][1] < j) low = middle + 1
				else high = middle
			}
			before[k] = low ? piles[low - 1] : -1
			piles[low] = k
		})
		const run = []
		for (let k = piles.length ? piles.at(-1) : -1; k >= 0; k = before[k]) run.push(pairs[k])
		return run.reverse()
	}

	await between(0, a.length, 0, b.length)
	return { left, right }
}

// bare is a line without its comma, since a comma is no difference.
const bare = (line) => (line.endsWith(',') ? line.slice(0, -1) : line)
const byLines = (text) => text.split('\n')

// pair shows two texts side by side in an element. split makes lines of a text.
export async function pair(element, { left, right, titles, split = pretty, signal }) {
	const a = await split(left, signal)
	const b = await split(right, signal)
	const rows = await compare(a, b, signal)
	signal?.throwIfAborted()
	const inner = h('div', { class: 'rows' })
	const scroller = h('div', { class: 'lines', role: 'group', 'aria-label': titles.join(' and '), tabindex: 0 }, inner)
	const cell = (lines, n, isOther) => h('span', { class: n < 0 ? 'none' : isOther ? 'other' : '' },
		h('span', { class: 'number' }, n < 0 ? '' : n + 1), h('span', { class: 'text', title: n < 0 ? null : lines[n].trim().slice(0, 2000) }, n < 0 ? '' : lines[n].slice(0, 500)))
	element.replaceChildren(h('div', { class: 'titles' }, titles.map((t) => h('span', {}, t))), scroller)
	windowed(scroller, inner, height, (k) => {
		const [i, j] = [rows.left[k], rows.right[k]]
		const isOther = i < 0 || j < 0 || bare(a[i]) !== bare(b[j])
		return h('div', { class: 'line' }, cell(a, i, isOther), cell(b, j, isOther))
	}).show(rows.left.length)
}

// bothTexts shows the text of the file and the text of the page, and asks for one of them.
export function bothTexts(element, { mine, theirs, onTake, onKeep }) {
	const texts = h('div', { class: 'pair' })
	const region = h('section', { class: 'both', role: 'region', 'aria-label': 'Both texts', tabindex: -1 },
		h('div', { class: 'bar' },
			h('strong', {}, 'The file changed meanwhile. Nothing was written.'),
			h('button', { type: 'button', onclick: () => { region.remove(); onTake() } }, "Take the file's"),
			h('button', { type: 'button', onclick: () => { region.remove(); onKeep() } }, 'Keep mine')),
		texts)
	element.prepend(region)
	region.focus()
	return pair(texts, { left: theirs, right: mine, titles: ['The file', 'This page'], split: byLines })
}
