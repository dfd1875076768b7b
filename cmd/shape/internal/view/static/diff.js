// Two texts side by side, line by line.

import { h, windowed } from './dom.js'

const height = 18 // pixels of a line, as in try.css
const mostCells = 20_000_000 // cells of all tables of one comparison
const mostTable = 1_000_000 // cells of one table
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
function nested(string) {
	if (!/^"\s*[{[]/.test(string.slice(0, 40))) return ''
	try {
		const inner = JSON.parse(string)
		JSON.parse(inner)
		return inner
	} catch {
		return ''
	}
}

// afterString returns the place after a string that begins at from.
function afterString(text, from) {
	for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let slashes = 0
		while (text[end - 1 - slashes] === '\\') slashes++
		if (slashes % 2 === 0) return end + 1
	}
	return text.length
}

// compare pairs the lines of two texts. It returns two lists of numbers: the lines on the left
// and on the right of each row, -1 for none. Lines that stand once in both texts are fixed
// points; a bounded table pairs the lines between them.
export async function compare(a, b, signal) {
	const ids = new Map()
	const pause = pauses(signal)
	const number = async (lines) => {
		const out = new Int32Array(lines.length)
		for (let i = 0; i < lines.length; i++) {
			const text = lines[i].endsWith(',') ? lines[i].slice(0, -1) : lines[i] // a comma is no difference
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
	let cells = mostCells

	// apart puts lines that have no pair. Lines of one name stand beside each other.
	const name = (line) => /^\s*"(?:[^"\\]|\\.)*":/.exec(line.slice(0, 200))?.[0]
	function apart(a0, a1, b0, b1) {
		let j = b0
		for (let i = a0; i < a1; i++) {
			const key = j < b1 && name(a[i])
			if (key && key === name(b[j])) put(i, j++)
			else put(i, -1)
		}
		while (j < b1) put(-1, j++)
	}

	function table(a0, a1, b0, b1) {
		const n = a1 - a0
		const m = b1 - b0
		if (!n || !m || n * m > mostTable || n * m > cells) return apart(a0, a1, b0, b1)
		cells -= n * m
		const wide = m + 1
		const long = new Uint16Array((n + 1) * wide)
		for (let i = n - 1; i >= 0; i--) {
			for (let j = m - 1; j >= 0; j--) {
				const at = i * wide + j
				long[at] = x[a0 + i] === y[b0 + j] ? long[at + wide + 1] + 1 : Math.max(long[at + wide], long[at + 1])
			}
		}
		let i = 0
		let j = 0
		let from = [a0, b0]
		while (i < n && j < m) {
			if (x[a0 + i] === y[b0 + j]) {
				apart(from[0], a0 + i, from[1], b0 + j)
				put(a0 + i++, b0 + j++)
				from = [a0 + i, b0 + j]
			} else if (long[(i + 1) * wide + j] >= long[i * wide + j + 1]) i++
			else j++
		}
		apart(from[0], a1, from[1], b1)
	}

	// between pairs a range, cut at its fixed points.
	async function between(a0, a1, b0, b1, isInside) {
		while (a0 < a1 && b0 < b1 && x[a0] === y[b0]) put(a0++, b0++)
		let same = 0
		while (a0 < a1 - same && b0 < b1 - same && x[a1 - 1 - same] === y[b1 - 1 - same]) same++
		const [aEnd, bEnd] = [a1 - same, b1 - same]
		const points = isInside || (aEnd - a0) * (bEnd - b0) < 10_000 ? [] : fixed(a0, aEnd, b0, bEnd)
		for (let k = 0; k < points.length; k++) {
			const [i, j] = points[k]
			await between(a0, i, b0, j, true)
			put(i, j)
			a0 = i + 1
			b0 = j + 1
			if (k % 50 === 0) await pause()
		}
		table(a0, aEnd, b0, bEnd)
		for (let k = 0; k < same; k++) put(aEnd + k, bEnd + k)
	}

	// fixed returns the longest rising run of pairs of lines that stand once on each side.
	function fixed(a0, a1, b0, b1) {
		const seen = new Int8Array(ids.size)
		const at = new Int32Array(ids.size)
		for (let i = a0; i < a1; i++) seen[x[i]] = seen[x[i]] ? 9 : 1
		for (let j = b0; j < b1; j++) {
			if (seen[y[j]] === 1) seen[y[j]] = 2
			else if (seen[y[j]]) seen[y[j]] = 9
			at[y[j]] = j
		}
		const pairs = []
		for (let i = a0; i < a1; i++) if (seen[x[i]] === 2) pairs.push([i, at[x[i]]])
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

	await between(0, a.length, 0, b.length, false)
	return { left, right }
}

const byLines = (text) => text.split('\n')

// pair shows two texts side by side in an element. split makes lines of a text.
export async function pair(element, { left, right, titles, split = pretty, signal }) {
	const a = await split(left, signal)
	const b = await split(right, signal)
	const rows = await compare(a, b, signal)
	signal?.throwIfAborted()
	const bare = (line) => line.replace(/,$/, '')
	const inner = h('div', { class: 'rows' })
	const scroller = h('div', { class: 'lines', role: 'group', 'aria-label': titles.join(' and '), tabindex: 0 }, inner)
	const cell = (lines, n, isOther) => h('span', { class: n < 0 ? 'none' : isOther ? 'other' : '' },
		h('span', { class: 'number' }, n < 0 ? '' : n + 1), h('span', { class: 'text' }, n < 0 ? '' : lines[n].slice(0, 500)))
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
