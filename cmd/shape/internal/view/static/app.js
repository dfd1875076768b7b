// The frame of the page: the token, the four views, and requests to the server.

import * as attempt from './try.js'
import * as sessions from './sessions.js'
import * as tune from './tune.js'
import * as now from './now.js'
import { Fault, request, useToken } from './server.js'

const views = { try: attempt, sessions, tune, now }
let shown = ''

// show shows a view. A view that opens for the first time builds itself.
async function show(name) {
	if (!views[name] || name === shown) return
	if (shown) views[shown].leave?.()
	shown = name
	document.body.dataset.view = name // Try fills the window; other views scroll with the page
	for (const link of document.querySelectorAll('nav [data-view]')) {
		if (link.dataset.view === name) link.setAttribute('aria-current', 'page')
		else link.removeAttribute('aria-current')
	}
	for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== name
	const section = document.getElementById(name)
	if (!section.dataset.built) {
		section.dataset.built = 'yes'
		await views[name].build(section, about)
	}
	views[name].enter?.()
}

// The token stands in the fragment, which no server sees. It leaves the address bar, and a
// reload of the tab finds it in the storage of the tab.
const fragment = location.hash.slice(1)
if (fragment) {
	sessionStorage.setItem('token', fragment)
	history.replaceState(null, '', location.pathname)
}
useToken(sessionStorage.getItem('token') ?? '')

document.querySelector('nav').addEventListener('click', (event) => {
	const link = event.target.closest('[data-view]')
	if (!link) return
	event.preventDefault()
	show(link.dataset.view)
})
document.addEventListener('show', (event) => show(event.detail)) // a view sends to another one

let about = {}
try {
	about = await request('about')
	document.getElementById('version').textContent = about.version
	await show('try')
} catch (error) {
	if (!(error instanceof Fault)) throw error // request told a fault in the line at the top
}
