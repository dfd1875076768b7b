// Pictures in SVG. Each has a title, a description, and its numbers as a table.

import { h, count, visible } from './dom.js'
import { table } from './runs.js'

// s makes an element of SVG.
export function s(name, properties = {}, ...children) {
	const element = document.createElementNS('http://www.w3.org/2000/svg', name)
	for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value)
	element.append(...children.flat().map(visible))
	return element
}

const height = 260, left = 64, top = 16, bottom = 44
let made = 0

// picture returns a figure that draws itself at its width. columns and rows are its numbers.
function picture({ id, title, about, draw, columns, rows }) {
	const n = ++made
	const svg = s('svg', { ...(id && { id }), class: 'chart', role: 'img', 'aria-labelledby': `chart-${n} about-${n}` })
	const figure = h('figure', {}, h('figcaption', {}, title), svg,
		h('details', {}, h('summary', {}, 'As a table'), table(title, columns, rows, (r) => r)))
	const show = (width) => {
		svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
		svg.replaceChildren(s('title', { id: `chart-${n}` }, title), s('desc', { id: `about-${n}` }, about), ...draw(width))
	}
	new ResizeObserver(([entry]) => {
		const width = Math.round(entry.contentRect.width)
		if (width > 0 && width !== show.last) show(show.last = width)
	}).observe(figure)
	return figure
}

// ticks returns about n round steps from low to high.
function ticks(low, high, n) {
	const rough = Math.max((high - low) / n, 1e-9), scale = 10 ** Math.floor(Math.log10(rough))
	const step = [1, 2, 5, 10].map((k) => k * scale).find((k) => k >= rough)
	const all = []
	for (let v = Math.ceil(low / step) * step; v <= high + step / 1e6; v += step) all.push(v)
	return all
}

const short = (n) => n >= 1e6 ? +(n / 1e6).toFixed(1) + ' M' : n >= 1e4 ? +(n / 1e3).toFixed(1) + ' k' : count(Math.round(n))

function text(x, y, anchor, words, kind = '') {
	return s('text', { x, y, 'text-anchor': anchor, class: kind }, words)
}

// axes draws the lines and numbers of both axes.
function axes(width, right, x, y, xs, ys, xName, yName) {
	return [
		...ys.flatMap((v) => [s('line', { class: 'grid', x1: left, x2: width - right, y1: y(v), y2: y(v) }), text(left - 8, y(v) + 4, 'end', short(v))]),
		...xs.map((v) => text(x(v), height - bottom + 18, 'middle', short(v))),
		text(left, height - 6, 'start', xName), text(0, 10, 'start', yName),
	]
}

// promptLines draws the tokens of the prompt after each call, without and with shape.
export function promptLines(points, selected) {
	const last = points.at(-1) ?? { call: 1, without: 0, with: 0 }
	return picture({
		id: 'prompt', title: 'Tokens of the prompt after each call',
		about: `After call ${last.call} the prompt has ${count(last.without)} tokens without shape, and ${count(last.with)} with it.`,
		columns: ['Call', '#Without shape', '#With shape'], rows: points.map((p) => [p.call, count(p.without), count(p.with)]),
		draw(width) {
			const right = width < 480 ? 12 : 112, first = points[0].call, n = Math.max(last.call, first + 1)
			const most = Math.max(1, ...points.map((p) => Math.max(p.without, p.with)))
			const ys = ticks(0, most, 4), high = Math.max(most, ys.at(-1))
			const x = (v) => left + (width - left - right) * (v - first) / (n - first), y = (v) => top + 8 + (height - top - 8 - bottom) * (1 - v / high)
			const path = (name) => points.map((p) => `${x(p.call).toFixed(1)},${y(p[name]).toFixed(1)}`)
			const xs = ticks(first, n, Math.min(n - first, width / 90)).filter((v) => v === Math.round(v))
			const [above, below] = last.with > last.without ? ['with', 'without'] : ['without', 'with']
			const labels = right > 12
				? [[above, y(last[above])], [below, Math.max(y(last[below]), y(last[above]) + 30)]].flatMap(([name, at]) =>
					[text(width - right + 8, at, 'start', name === 'with' ? 'with shape' : 'without', name), text(width - right + 8, at + 14, 'start', count(last[name]), name)])
				: [text(width - right, 10, 'end', 'solid: with shape')]
			return [
				...axes(width, right, x, y, xs, ys, 'call', 'tokens'),
				s('polygon', { class: above === 'with' ? 'more' : 'between', points: [...path('without'), ...path('with').reverse()].join(' ') }),
				s('polyline', { class: 'without', points: path('without').join(' ') }), s('polyline', { class: 'with', points: path('with').join(' ') }),
				...(points.length < 60 ? points.flatMap((p) => ['without', 'with'].map((k) => s('circle', { class: k, cx: x(p.call), cy: y(p[k]), r: 2.5 }))) : []),
				...(selected >= first ? [s('line', { class: 'chosen', x1: x(selected), x2: x(selected), y1: top, y2: height - bottom })] : []),
				...labels,
			]
		},
	})
}

// tradeCurve draws the share of tokens saved against the share of used values kept, in percent.
export function tradeCurve(curve, caps) {
	const all = [...curve, ...caps]
	const share = (n) => n.toFixed(1) + ' %'
	return picture({
		title: 'Prompt tokens saved, and used values kept',
		about: 'A line through proposals for several costs of a retrieval, and the caps of clients beside it. ' +
			all.map((p) => `${p.name}: ${share(p.saved)} saved, ${share(p.kept)} kept`).join('. '),
		columns: ['', '#Saved', '#Kept', '#Lost', '#Retrievable'],
		rows: all.map((p) => [curve.includes(p) ? 'a retrieval costs ' + p.name : p.name, share(p.saved), share(p.kept), count(p.lost ?? 0), count(p.retrievable ?? 0)]),
		draw(width) {
			const low = Math.min(90, ...all.map((p) => Math.floor(p.kept / 10) * 10)), right = 16
			const x = (v) => left + (width - left - right) * Math.min(Math.max(v, 0), 100) / 100
			const y = (v) => top + 8 + (height - top - 8 - bottom) * (100 - v) / (100 - low)
			const label = (p, i) => { // below the label of a cap nearby
				const beside = caps.slice(0, i).filter((o) => Math.abs(x(o.saved) - x(p.saved)) < 130 && Math.abs(y(o.kept) - y(p.kept)) < 14).length
				const isLast = x(p.saved) > width - 130
				return text(x(p.saved) + (isLast ? -9 : 9), y(p.kept) + 4 + 14 * beside, isLast ? 'end' : 'start', p.name, 'cap')
			}
			return [
				...axes(width, right, x, y, ticks(0, 100, width < 480 ? 4 : 10), ticks(low, 100, 4), 'tokens saved, %', 'values kept, %'),
				s('polyline', { class: 'with', points: curve.map((p) => `${x(p.saved).toFixed(1)},${y(p.kept).toFixed(1)}`).join(' ') }),
				...curve.map((p) => s('circle', { class: 'with', cx: x(p.saved), cy: y(p.kept), r: 4 }, s('title', {}, `a retrieval costs ${p.name}: ${share(p.saved)} saved, ${share(p.kept)} kept`))),
				...caps.flatMap((p, i) => [s('rect', { class: 'cap', x: x(p.saved) - 4, y: y(p.kept) - 4, width: 8, height: 8 }), label(p, i)]),
			]
		},
	})
}

// bars draws two numbers below each other, in parts of the most. The numbers stand beside them.
export function bars(before, after, most) {
	const wide = (n) => Math.max(n > 0 ? 0.5 : 0, 100 * Math.max(n, 0) / Math.max(most, 1)).toFixed(1) + '%'
	return s('svg', { class: 'bars', 'aria-hidden': 'true', focusable: 'false' },
		s('rect', { class: 'without', width: wide(before), height: 5 }),
		...(after === undefined ? [] : [s('rect', { class: 'with', y: 6, width: wide(after), height: 5 })]))
}
