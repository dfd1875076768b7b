// The tree of a result. Children are asked for in pages, and only rows in sight are elements.

import { count, h, windowed } from './dom.js'

const page = 200 // nodes that one request asks for
const most = 500_000 // rows of the whole tree
const height = 22 // pixels of a row, as in try.css

// makeTree returns the tree inside a scroller. on.choose is called with the node of the row that
// has the focus, on.jump with the node at Enter.
export function makeTree(scroller, on) {
	const list = h('div', { role: 'tree', 'aria-label': 'Result', class: 'rows' })
	const none = h('p', { class: 'empty muted', hidden: true }, 'The response holds no members. Plain shows it.')
	scroller.replaceChildren(list, none)
	let fetchNodes // of the result shown
	let branches = new Map() // by pointer: { total, nodes, asked }
	let rows = [] // { branch, i, level }
	let active = 0
	let line = 0
	const opened = new Set()
	const view = windowed(scroller, list, height, make, () => active)
	const nodeOf = (row) => row && row.branch.nodes[row.i]

	function flatten() {
		rows = []
		const walk = (branch, level) => {
			for (let i = 0; i < branch.total && rows.length < most; i++) {
				rows.push({ branch, i, level })
				const node = branch.nodes[i]
				const children = node && opened.has(node.pointer) && branches.get(node.pointer)
				if (children) walk(children, level + 1)
			}
		}
		if (branches.has('')) walk(branches.get(''), 1)
		active = Math.max(0, Math.min(active, rows.length - 1))
	}

	// draw makes the elements anew. isChanged says that rows came or went.
	function draw(isChanged = true) {
		const hasFocus = list.contains(document.activeElement)
		if (isChanged) flatten()
		view.show(rows.length)
		if (hasFocus) view.reveal(active)?.focus({ preventScroll: true })
	}

	// fill asks for the page of a row that is not there yet.
	async function fill(branch, pointer, i) {
		const from = i - (i % page)
		if (branch.asked.has(from)) return
		branch.asked.add(from)
		const asker = fetchNodes
		try {
			put(branch, from, await asker(pointer, from, page))
			if (asker !== fetchNodes) return
			draw()
			if (list.contains(document.activeElement)) on.choose(nodeOf(rows[active]))
		} catch {
			branch.asked.delete(from) // the frame told the fault; scrolling asks again
		}
	}

	function put(branch, from, answer) {
		branch.total = answer.total
		answer.nodes.forEach((node, k) => { branch.nodes[from + k] = node })
	}

	async function begin(asker, into, pointer) {
		const branch = { pointer, total: 0, nodes: [], asked: new Set([0]) }
		put(branch, 0, await asker(pointer, 0, page))
		into.set(pointer, branch)
		return branch
	}

	function make(i) {
		const { branch, i: at, level } = rows[i]
		const node = branch.nodes[at]
		if (!node) {
			fill(branch, branch.pointer, at)
			return h('div', { class: 'row muted', role: 'treeitem', 'aria-level': level, tabindex: -1 }, '…')
		}
		const isOpen = opened.has(node.pointer)
		const marks = [node.isKept ? '' : 'dropped', node.mark, line && node.rule?.line === line ? 'decided' : '']
		const row = h('div', {
			role: 'treeitem', class: 'row ' + marks.filter(Boolean).join(' '), 'data-pointer': node.pointer, 'data-mark': node.isKept ? node.mark : node.mark || 'dropped',
			'aria-level': level, 'aria-setsize': branch.total, 'aria-posinset': at + 1, 'aria-selected': String(i === active),
			'aria-expanded': node.count ? String(isOpen) : undefined, tabindex: i === active ? 0 : -1,
			onclick: (event) => {
				move(i)
				if (node.count && event.target.closest('.twist')) toggle(node, !isOpen)
			},
			ondblclick: () => node.count && toggle(node, !opened.has(node.pointer)),
		},
		h('span', { class: 'twist', 'aria-hidden': 'true' }, node.count ? (isOpen ? '▾' : '▸') : ''),
		node.pointer && h('span', { class: typeof node.key === 'number' ? 'key index' : 'key' }, String(node.key)),
		h('span', { class: 'value of-' + node.kind }, preview(node)),
		pill(node),
		h('span', { class: 'why' }, node.isKept ? '' : node.reason),
		h('span', { class: 'number' }, count(node.tokens ?? 0)))
		row.style.setProperty('--level', level - 1)
		return row
	}

	function move(i) {
		if (!rows.length) return
		const old = list.querySelector('[aria-selected=true]')
		old?.setAttribute('aria-selected', 'false')
		if (old) old.tabIndex = -1
		active = Math.max(0, Math.min(i, rows.length - 1))
		const row = view.reveal(active)
		row.setAttribute('aria-selected', 'true')
		row.tabIndex = 0
		row.focus({ preventScroll: true })
		if (nodeOf(rows[active])) on.choose(nodeOf(rows[active]))
	}

	async function toggle(node, isOpen) {
		if (!isOpen) opened.delete(node.pointer)
		else {
			const asker = fetchNodes
			opened.add(node.pointer)
			if (!branches.has(node.pointer)) await begin(asker, branches, node.pointer).catch(() => opened.delete(node.pointer))
			if (asker !== fetchNodes) return
		}
		draw()
	}

	const parent = () => {
		let i = active - 1
		while (i >= 0 && rows[i].level >= rows[active].level) i--
		return i
	}
	const keys = {
		ArrowDown: () => move(active + 1),
		ArrowUp: () => move(active - 1),
		Home: () => move(0),
		End: () => move(rows.length - 1),
		PageDown: () => move(active + Math.floor(scroller.clientHeight / height)),
		PageUp: () => move(active - Math.floor(scroller.clientHeight / height)),
		ArrowRight: (node) => {
			if (!node?.count) return
			if (opened.has(node.pointer)) move(active + 1)
			else toggle(node, true)
		},
		ArrowLeft: (node) => {
			if (node?.count && opened.has(node.pointer)) toggle(node, false)
			else if (parent() >= 0) move(parent())
		},
		Enter: (node) => node && on.jump(node),
		' ': (node) => node?.count && toggle(node, !opened.has(node.pointer)),
	}
	list.addEventListener('keydown', (event) => {
		if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return
		event.preventDefault()
		keys[event.key](nodeOf(rows[active]))
	})

	return {
		// load shows another result. The open nodes stay open; those of a new document are chosen,
		// so that some forty rows show.
		async load(asker, isNew) {
			const chosen = nodeOf(rows[active])?.pointer
			const fresh = new Map()
			let level = [await begin(asker, fresh, '')]
			if (isNew) opened.clear()
			let shown = level[0].total
			while (level.length && fresh.size < 100) {
				const wanted = level.flatMap((branch) => branch.nodes).filter((node) => {
					if (isNew && node.isKept && node.count && shown + Math.min(node.count, page) <= 45) {
						shown += node.count
						opened.add(node.pointer)
					}
					return node.count && opened.has(node.pointer)
				}).slice(0, 100 - fresh.size)
				level = await Promise.all(wanted.map((node) => begin(asker, fresh, node.pointer)))
			}
			fetchNodes = asker
			branches = fresh
			flatten()
			active = isNew ? 0 : Math.max(0, rows.findIndex((row) => nodeOf(row)?.pointer === chosen))
			draw()
			none.hidden = rows.length > 0
			if (isNew) scroller.scrollTop = 0
			return nodeOf(rows[active])
		},
		// decide marks the rows that a line of the configuration decides.
		decide(n) {
			line = n
			draw(false)
		},
	}
}

function preview(node) {
	if (node.kind === 'object') return '{' + count(node.count) + '}'
	if (node.kind === 'array') return '[' + count(node.count) + ']'
	if (node.text === undefined) return '' // a hiding rule took it
	return node.kind === 'string' && !node.text.startsWith('"') ? '"' + node.text + '"' : node.text
}

// pill names the mark of a node.
function pill(node) {
	const text = {
		hidden: 'hidden', shortened: 'shortened', table: 'table', text: 'JSON in a string',
		cut: node.of ? count(node.of[0]) + ' of ' + count(node.of[1]) : 'cut',
	}[node.mark]
	return text && h('span', { class: 'pill ' + node.mark }, text)
}
