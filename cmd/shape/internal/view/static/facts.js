// The fields of a result, its notes and the settings in force, as tables.

import { count, h } from './dom.js'

// facts fills a panel. to has jump(line) and path, the file in force.
export function facts(panel, answer, to) {
	const { result } = answer
	const table = (label, heads, rows) => rows.length > 0 && h('table', { 'aria-label': label },
		h('thead', {}, h('tr', {}, heads.map((t) => h('th', { scope: 'col', class: t.startsWith('#') ? 'number' : '' }, t.replace('#', ''))))),
		h('tbody', {}, rows))
	const rule = (text = '') => {
		const short = to.path ? text.replace(to.path + ':', '') : text
		const line = short !== text && parseInt(short, 10)
		return line ? h('button', { type: 'button', class: 'link', onclick: () => to.jump(line) }, 'line ' + line) : h('span', { class: 'muted' }, short)
	}
	const cells = (...list) => h('tr', {}, list.map((c) => h('td', { class: typeof c === 'number' ? 'number' : '' }, typeof c === 'number' ? count(c) : c)))
	const list = (title, items) => items?.length > 0 && [h('h3', {}, title), h('ul', {}, items.map((t) => h('li', {}, t)))]
	panel.replaceChildren(h('div', { class: 'scroller facts', tabindex: 0, role: 'group', 'aria-label': 'Fields' }, [
		table('Fields', ['Field', '#values', '#tokens', 'Decision', 'Rule'], (answer.fields ?? []).map((f) => {
			const row = cells(h('code', {}, f.pattern), f.count, f.tokens ?? 0, f.isKept ? 'kept' : f.reason, rule(f.rule))
			row.className = f.isKept ? '' : 'dropped'
			return row
		})),
		answer.rest > 0 && h('p', { class: 'muted' }, `${count(answer.rest)} more fields`),
		list('Cut', result.cuts?.map((c) => `${c.pointer || '/'}: ${count(c.kept)} of ${count(c.of)}`)),
		list('Tables', result.tables?.map((t) => `${t.pointer || '/'}: ${count(t.rows)} rows`)),
		list('Rules without effect', result.misses),
		list('Stepped back', result.steppedBack),
		list('Notes', result.notes),
		h('h3', {}, 'Settings in force'),
		table('Settings', ['Setting', 'Value', 'Origin'], (answer.settings ?? []).map((s) => cells(h('code', {}, s.setting), h('code', {}, s.value),
			s.line ? h('button', { type: 'button', class: 'link', onclick: () => to.jump(s.line) }, 'line ' + s.line) : h('span', { class: 'muted' }, s.origin)))),
	]))
}
