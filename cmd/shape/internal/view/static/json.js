// Recorded texts, line by line. JSON is laid out with the pointer of each value, and so is JSON
// inside a string. Numbers and strings stay as they are written.

import { afterString, nested } from './diff.js'
import { h, visible } from './dom.js'

// print returns the lines of a text: { depth, pointer, key, value, end, isName }. A string with
// line breaks takes several lines with the same pointer.
export function print(text) {
	const lines = []
	if (isDocument(text)) add(lines, text, '', 0)
	else for (const value of text.match(/[^\n]{1,2000}\n?|\n/g) ?? []) lines.push({ depth: 0, pointer: '', key: '', value, end: '' })
	return lines
}

function isDocument(text) {
	try {
		JSON.parse(text)
		return true
	} catch {
		return false
	}
}

// add adds the lines of a document. Its values stand below a pointer.
function add(lines, text, pointer, depth) {
	const open = [] // { pointer, index, name }: index is that of a list, name that of a member
	let key = ''
	const place = () => {
		const top = open.at(-1)
		return top ? top.pointer + '/' + (top.index ?? escaped(top.name)) : pointer
	}
	const put = (value, end = '') => {
		lines.push({ depth: depth + open.length, pointer: place(), key, value, end })
		key = ''
	}
	for (let at = 0; at < text.length;) {
		const c = text[at]
		let end = at + 1
		switch (c) {
		case ' ': case '\t': case '\r': case '\n': case ':':
			break
		case ',':
			lines.at(-1).end = ','
			if (open.at(-1).index !== undefined) open.at(-1).index++
			break
		case '{': case '[': {
			const within = place()
			put(c)
			open.push({ pointer: within, index: c === '[' ? 0 : undefined, name: '' })
			break
		}
		case '}': case ']': {
			open.pop()
			const last = lines.at(-1)
			if (last.value === (c === '}' ? '{' : '[') && last.depth === depth + open.length) last.value += c
			else put(c)
			break
		}
		case '"': {
			end = afterString(text, at)
			const literal = text.slice(at, end), top = open.at(-1)
			if (top && top.index === undefined && text.slice(end).match(/^\s*:/)) {
				top.name = JSON.parse(literal)
				key = literal + ': '
			} else putString(lines, literal, put, place(), depth + open.length)
			break
		}
		default:
			while (end < text.length && !',]} \t\r\n'.includes(text[end])) end++
			put(text.slice(at, end))
		}
		at = end
	}
}

function putString(lines, literal, put, pointer, depth) {
	const inner = nested(literal)
	if (inner) {
		put('JSON in a string')
		lines.at(-1).isName = true
		add(lines, inner, pointer, depth + 1)
		return
	}
	for (const part of literal.split(/(?<=[^\\]\\n)/)) put(part)
}

const escaped = (name) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const chunk = 200 // lines that enter the page together

// view shows a text with marks: { pointer, value, isLost, title }. A chunk of lines enters the
// page when it comes into sight. jump(pointer) scrolls to a value, and returns whether it is
// there.
export function view(text, marks = [], name = 'Text') {
	const lines = print(text), byPointer = new Map()
	for (const m of marks) byPointer.set(m.pointer, [...(byPointer.get(m.pointer) ?? []), m])
	const element = h('div', { class: 'json', role: 'group', 'aria-label': name })
	const fill = (part) => {
		if (part.firstChild) return
		const from = part.from
		part.append(...lines.slice(from, from + chunk).map((l) => lineOf(l, byPointer.get(l.pointer))))
		part.style.minHeight = ''
	}
	const seen = new IntersectionObserver((entries) => {
		for (const e of entries) {
			if (!e.isIntersecting) continue
			fill(e.target)
			seen.unobserve(e.target)
		}
	}, { rootMargin: '600px' })
	for (let from = 0; from < lines.length; from += chunk) {
		const part = h('div')
		part.from = from
		element.append(part)
		if (from === 0) fill(part)
		else {
			part.style.minHeight = 1.45 * Math.min(chunk, lines.length - from) + 'em'
			seen.observe(part)
		}
	}
	const jump = (pointer) => {
		const at = lines.findIndex((l) => l.pointer === pointer)
		if (at < 0) return false
		const part = element.children[Math.floor(at / chunk)]
		fill(part)
		const line = part.children[at % chunk]
		line.scrollIntoView({ block: 'center' })
		element.querySelector('.here')?.classList.remove('here')
		line.classList.add('here')
		return true
	}
	return { element, jump }
}

function lineOf(line, marks) {
	const element = h('div', { class: 'text-line' }, line.key && h('span', { class: 'name' }, line.key))
	element.style.setProperty('--depth', Math.min(line.depth, 24))
	if (line.isName) element.append(h('span', { class: 'quiet' }, line.value))
	else element.append(...marked(line.value, marks ?? []).map(visible))
	element.append(line.end)
	return element
}

// marked splits a literal at the marks in it.
function marked(literal, marks) {
	const parts = []
	let rest = literal
	for (;;) {
		let first = null, at = rest.length
		for (const m of marks) {
			const value = JSON.stringify(String(m.value)).slice(1, -1)
			const i = value ? rest.indexOf(value) : -1
			if (i >= 0 && i < at) [first, at] = [{ ...m, value }, i]
		}
		if (!first) break
		parts.push(rest.slice(0, at), h('mark', { class: first.isLost ? 'lost' : 'used', title: first.title }, first.value))
		rest = rest.slice(at + first.value.length)
	}
	return [...parts, rest]
}
