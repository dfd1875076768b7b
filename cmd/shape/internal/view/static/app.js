// The frame of the page: the token, the four views and their history, and requests to the server.

import * as attempt from './try.js'
import * as sessions from './sessions.js'
import * as tune from './tune.js'
import * as now from './now.js'
import { Fault, notice, request, useToken } from './server.js'

const views = { try: attempt, sessions, tune, now }
let about
let shown = ''

// show shows a state of the history: a view, and its place in that. A view that opens for the
// first time builds itself.
async function show({ view, at }) {
	if (shown && shown !== view) views[shown].leave?.()
	shown = view
	document.body.dataset.view = view // Try fills the window; other views scroll with the page
	for (const link of document.querySelectorAll('nav [data-view]')) {
		if (link.dataset.view === view) link.setAttribute('aria-current', 'page')
		else link.removeAttribute('aria-current')
	}
	for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== view
	const section = document.getElementById(view)
	if (!section.dataset.built) {
		section.dataset.built = 'yes'
		await views[view].build(section, about)
	}
	await views[view].enter?.(at)
}

// go shows a view as it was left. The one that shows returns to its start.
function go(view) {
	const { at } = views[view]
	if (view === shown && !at) return
	history.pushState({ view, at: view === shown ? '' : at }, '')
	show(history.state)
}

// start takes the token from the fragment, which no server sees, into the storage of the tab. The
// address of another run of the server, opened in this tab, keeps the page.
async function start() {
	if (location.hash) {
		sessionStorage.setItem('token', location.hash.slice(1))
		history.replaceState(null, '', location.pathname)
	}
	if (!history.state) history.replaceState({ view: shown || 'try', at: views[shown]?.at }, '')
	useToken(sessionStorage.getItem('token') ?? '')
	try {
		about = await request('about')
		document.getElementById('version').textContent = about.version
		notice('')
		await show(history.state)
	} catch (error) {
		if (!(error instanceof Fault)) throw error // request told a fault in the line at the top
	}
}

document.querySelector('nav').addEventListener('click', (event) => {
	const link = event.target.closest('[data-view]')
	if (!link) return
	event.preventDefault()
	if (about) go(link.dataset.view)
})
document.querySelector('.skip').onclick = () => { // a fragment is a token
	document.querySelector('main').focus()
	return false
}
document.addEventListener('show', (event) => go(event.detail)) // a view sends to another one
window.addEventListener('popstate', (event) => {
	if (location.hash) start()
	else if (about && event.state) show(event.state)
})
start()
