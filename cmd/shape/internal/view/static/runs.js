// Parts that Sessions, Tune and Now share.

import { h, count, percent } from './dom.js'
import { ask } from './server.js'

const page = 200 // rows that a table shows at first

// A table that is wider than its place takes the focus, so that keys can scroll it.
const sized = new ResizeObserver((entries) => {
	for (const { target } of entries) {
		if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
		else target.removeAttribute('tabindex')
	}
})

// table returns a table that scrolls sideways if it has to. A column that begins with # holds
// numbers, one with - is left out on narrow screens, and one with = does not wrap. cells returns
// the cells of an item, or a row of its own.
export function table(name, columns, items, cells) {
	const kinds = columns.map((c) => [c.includes('#') && 'number', c.startsWith('-') && 'wide', c.includes('=') && 'brief'].filter(Boolean).join(' '))
	const body = h('tbody')
	const row = (item) => {
		const all = cells(item)
		return all instanceof Element ? all : h('tr', {}, all.map((c, i) => h('td', { class: kinds[i] || null }, c)))
	}
	let shown = 0
	const more = h('button', { type: 'button', class: 'more', onclick: grow })
	function grow() {
		const at = shown
		body.append(...items.slice(at, shown += page).map(row))
		more.textContent = `Show more: ${count(Math.min(page, items.length - shown))} of ${count(items.length - shown)}`
		more.hidden = shown >= items.length
		if (at > 0) body.rows[at].querySelector('button, a')?.focus()
	}
	grow()
	const head = columns.map((c, i) => h('th', { scope: 'col', class: kinds[i] || null }, c.replace(/^[-#=]+/, '') || h('span', { class: 'unseen' }, 'as bars')))
	const scroll = h('div', { class: 'scroll', role: 'group', 'aria-label': name }, h('table', {}, h('caption', { class: 'unseen' }, name), h('thead', {}, h('tr', {}, head)), body))
	sized.observe(scroll)
	return h('div', {}, scroll, more)
}

// figures writes tokens before and after.
export function figures(before, after, unit = 'tokens') {
	return h('p', { class: 'figures' }, h('b', {}, count(before)), ' → ', h('b', {}, count(after)), ` ${unit} `, h('b', { class: after < before ? 'good' : after > before ? 'fault' : null }, percent(before, after)))
}

// clock writes a moment by the clock of the user, such as 2026-11-26 09:12.
export function clock(text) {
	const at = new Date(text)
	if (!text || isNaN(at) || at.getFullYear() < 1971) return ''
	const two = (n) => String(n).padStart(2, '0')
	return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

// counted writes a number with its noun.
export const counted = (n, one, many = one + 's') => count(n) + ' ' + (n === 1 ? one : many)

// empty says that there is nothing, and names the next command.
export function empty(words, ...commands) {
	return h('div', { class: 'nothing' }, h('p', {}, words), commands.map(([command, about]) => h('p', {}, h('code', {}, command), ' ', about)))
}

// told shows an error in place.
export function told(error) {
	return h('p', { class: 'notice', role: 'alert' }, error.message)
}

// download saves an answer of the server as a file.
export async function download(path, name, signal) {
	const answer = await (await ask(path, undefined, signal)).blob()
	const link = h('a', { href: URL.createObjectURL(answer), download: name })
	link.click()
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
