// Elements and numbers, for all views.

// h makes an element. Children are elements or texts; a text is set as text, never as markup.
// A property that begins with on is a listener; other properties are attributes, and true is
// an attribute without a value.
export function h(name, properties = {}, ...children) {
	const element = document.createElement(name)
	for (const [key, value] of Object.entries(properties)) {
		if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
		else if (value === true) element.setAttribute(key, '')
		else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value)
	}
	element.append(...children.flat(3).filter((c) => c !== undefined && c !== null && c !== false).map(visible))
	return element
}

// visible writes control characters of a text as escapes, such as \u202e, which turns the text
// after it round. Blanks, line ends, and the joiners of scripts and emojis stay.
export const visible = (text) => typeof text !== 'string' ? text
	: text.replace(/(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, (c) => [...Array(c.length).keys()].map((i) => '\\u' + c.charCodeAt(i).toString(16).padStart(4, '0')).join(''))

// count writes a whole number with commas.
export const count = (n) => n.toLocaleString('en-US')

// percent writes the change from before to after, such as −65.1 %.
export function percent(before, after) {
	if (!before) return '0.0 %'
	const change = (100 * (after - before)) / before
	const size = Math.abs(change).toFixed(1) + ' %'
	return size === '0.0 %' ? size : (change < 0 ? '−' : '+') + size
}

// share writes a part of a whole for a width, between 0% and 100%.
export const share = (part, whole) => (whole > 0 ? Math.min(100, (100 * part) / whole) : 0) + '%'

// later returns a function that calls do once its calls have paused for wait milliseconds.
export function later(wait, call) {
	let timer
	return (...args) => {
		clearTimeout(timer)
		timer = setTimeout(() => call(...args), wait)
	}
}

// tabs makes a list of tabs. Each name has a panel, and choose is called with the name shown.
export function tabs(label, panels, choose) {
	const names = Object.keys(panels)
	const buttons = names.map((name, i) => {
		const id = label.replace(/\W/g, '') + '-' + i
		const button = h('button', { role: 'tab', id, type: 'button', onclick: () => show(name) }, name)
		Object.assign(panels[name], { hidden: true })
		panels[name].setAttribute('role', 'tabpanel')
		panels[name].setAttribute('aria-labelledby', id)
		return button
	})
	function show(name) {
		buttons.forEach((b, i) => {
			const isShown = names[i] === name
			b.setAttribute('aria-selected', isShown)
			b.tabIndex = isShown ? 0 : -1
			panels[names[i]].hidden = !isShown
		})
		choose(name)
	}
	const list = h('div', { role: 'tablist', 'aria-label': label, class: 'tabs' }, buttons)
	list.addEventListener('keydown', (event) => {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
		if (!step) return
		const next = (buttons.indexOf(document.activeElement) + step + names.length) % names.length
		buttons[next].focus()
		show(names[next])
	})
	return { list, show }
}

// windowed shows rows of one height inside a scroller. Only rows in sight, and the row that kept
// names, are elements. make returns the element of a row.
export function windowed(scroller, inner, height, make, kept = () => -1) {
	let total = 0
	let made = new Map()
	let frame = 0
	const draw = () => {
		frame = 0
		const from = Math.max(0, Math.floor(scroller.scrollTop / height) - 8)
		const to = Math.min(total, Math.ceil((scroller.scrollTop + (scroller.clientHeight || 600)) / height) + 8)
		const wanted = new Set([...Array(Math.max(0, to - from)).keys()].map((k) => from + k))
		if (kept() >= 0 && kept() < total) wanted.add(kept())
		for (const [i, element] of made) {
			if (wanted.has(i)) continue
			element.remove()
			made.delete(i)
		}
		let at = inner.firstChild // elements stay in their order, and one with the focus stays in its place
		for (const i of [...wanted].sort((a, b) => a - b)) {
			let element = made.get(i)
			if (!element) {
				element = make(i)
				element.style.top = i * height + 'px'
				made.set(i, element)
			}
			if (element === at) at = at.nextSibling
			else inner.insertBefore(element, at)
		}
	}
	const soon = () => { frame ||= requestAnimationFrame(draw) }
	scroller.addEventListener('scroll', soon, { passive: true })
	new ResizeObserver(soon).observe(scroller)
	return {
		// show forgets the elements, and draws the rows anew.
		show(n) {
			total = n
			inner.style.height = n * height + 'px'
			for (const element of made.values()) element.remove()
			made = new Map()
			draw()
		},
		// reveal returns the element of a row after scrolling to it.
		reveal(i) {
			const top = i * height
			if (top < scroller.scrollTop) scroller.scrollTop = top
			else if (top + 2 * height > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = top + 2 * height - scroller.clientHeight
			draw()
			return made.get(i)
		},
	}
}
