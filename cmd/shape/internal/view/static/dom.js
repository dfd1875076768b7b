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
	element.append(...children.flat().filter((c) => c !== undefined && c !== null && c !== false))
	return element
}

// count writes a whole number with commas.
export const count = (n) => n.toLocaleString('en-US')

// percent writes the change from before to after, such as −65.1 %.
export function percent(before, after) {
	if (!before) return '0.0 %'
	const change = (100 * (after - before)) / before
	return (change < 0 ? '−' : '+') + Math.abs(change).toFixed(1) + ' %'
}
