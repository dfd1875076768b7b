// The fields of a result, its notes and the settings in force, as tables.

import { count, h } from './dom.js'
import { table } from './runs.js'

// facts fills a panel. jump goes to a line of the configuration.
export function facts(panel, answer, jump) {
	const { result } = answer
	const rest = answer.rest.kept.count + answer.rest.dropped.count
	const place = (line, text) => (line ? h('button', { type: 'button', class: 'link', onclick: () => jump(line) }, 'line ' + line) : h('span', { class: 'muted' }, text ?? ''))
	const list = (title, items) => items?.length > 0 && [h('h3', {}, title), h('ul', {}, items.map((t) => h('li', {}, t)))]
	panel.replaceChildren(h('div', { class: 'scroller facts', tabindex: 0, role: 'group', 'aria-label': 'Fields and settings' }, [
		answer.fields.length > 0 && table('Fields', ['Field', '-#Values', '#Tokens', '-Decision', 'Rule'], answer.fields, (f) => [
			h('code', { class: f.isKept ? null : 'gone' }, f.pattern), count(f.count), count(f.tokens ?? 0), f.isKept ? 'kept' : f.reason, place(f.rule?.line, f.rule?.text)]),
		rest > 0 && h('p', { class: 'muted' }, `Smaller fields hold ${count(rest)} more values.`),
		list('Cut', result.cuts.map((c) => `${c.pointer || '/'}: ${count(c.kept)} of ${count(c.of)}`)),
		list('Rules without effect', result.misses),
		list('Notes', result.notes),
		h('h3', {}, 'Settings in force'),
		table('Settings', ['Setting', 'Value', 'Origin'], answer.settings, (s) => [h('code', {}, s.setting), h('code', {}, s.value), place(s.line, s.origin)]),
	]))
}
