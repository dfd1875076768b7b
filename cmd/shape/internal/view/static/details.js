// The decision for one value, and the actions on it.

import { count, h } from './dom.js'

// details returns the region Value. on has act(action, node, n), undo, jump(node), and path, the
// file of the editor.
export function details(on) {
	let node = null
	const text = h('div', { class: 'what' })
	const number = h('input', { type: 'number', min: 1, value: 10, 'aria-label': 'N' })
	const action = (label, name) => h('button', { type: 'button', 'data-action': name, onclick: () => node && on.act(name, node, Number(number.value) || undefined) }, label)
	const actions = [action('Omit here', 'omit-here'), action('Omit everywhere', 'omit-everywhere'), action('Keep only', 'keep-only'), action('Mask', 'mask'), action('First …', 'first'), action('Shorten', 'shorten')]
	const undo = h('button', { type: 'button', disabled: true, onclick: on.undo }, 'Undo')
	const go = h('button', { type: 'button', onclick: () => on.jump(node) }, 'Go to line')
	const element = h('section', { class: 'details', 'aria-label': 'Value' }, text, h('div', { class: 'bar' }, go, actions, number, undo))
	// short returns a rule without the place, if it stands in the file of the editor.
	const short = (rule) => (rule.startsWith(on.path + ':') ? rule.slice(on.path.length).replace(/^(:\d+)*:? */, '') : rule)
	const row = (name, ...value) => [h('dt', {}, name), h('dd', {}, value)]

	function show(next) {
		if (next?.kind !== node?.kind) number.value = next?.kind === 'string' ? 200 : 10
		node = next ?? null
		go.disabled = !node?.rule?.line
		go.title = node?.rule?.line ? 'line ' + node.rule.line : 'No line of this file decides the value'
		for (const button of actions) {
			const kinds = { first: ['array'], shorten: ['string'] }[button.dataset.action]
			button.disabled = !node || (kinds && !kinds.includes(node.kind))
		}
		if (!node) return text.replaceChildren(h('p', { class: 'muted' }, 'Choose a value to see its rule.'))
		text.replaceChildren(
			h('p', { class: 'pointer' }, h('code', {}, node.pointer || '/')),
			h('dl', {},
				row('decision', h('strong', { class: node.isKept ? 'kept' : 'gone' }, node.isKept ? 'kept' : 'dropped'), node.reason && node.reason !== 'kept' ? ', ' + node.reason : ''),
				row('rule', node.rule ? [node.rule.line ? `line ${node.rule.line}: ` : '', h('code', {}, short(node.rule.text))] : 'none'),
				row('size', `${count(node.tokens ?? 0)} tokens, ${count(node.bytes ?? 0)} bytes`),
				node.was !== undefined && row('before', h('code', { class: 'gone' }, node.was)),
				node.was !== undefined && row('now', h('code', {}, node.text))))
	}
	show(null)
	return {
		element, show,
		// canUndo names the action that Undo takes back.
		canUndo(said) {
			undo.disabled = !said
			undo.title = said ? 'takes back: ' + said : ''
		},
	}
}
