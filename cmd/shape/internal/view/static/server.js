// Requests to the server. The token is a header, never a part of an address.

import { visible } from './dom.js'

let token = ''
let lost = '' // the notice of a server that refused or did not answer

export function useToken(text) { token = text }

// A Fault is an error that the server names. It has a message, and may have line, column, known.
// The answer is the whole object of the refusal.
export class Fault extends Error {
	constructor(status, answer) {
		super(answer.error.message)
		Object.assign(this, answer.error, { status, answer })
	}
}

// notice shows one line at the top of the page, or hides it for ''.
export function notice(text) {
	const line = document.getElementById('notice')
	line.textContent = visible(text)
	line.hidden = !text
}

const head = () => ({ Authorization: 'Bearer ' + token })

// ask sends a request, and returns the response if the server answered it. A body is sent as
// JSON; a Blob holds JSON already.
export async function ask(path, body, signal) {
	const options = { headers: head(), signal, cache: 'no-store' }
	if (body !== undefined) {
		options.method = 'POST'
		options.headers['Content-Type'] = 'application/json'
		options.body = body instanceof Blob ? body : JSON.stringify(body)
	}
	let response
	try {
		response = await fetch('api/' + path, options)
	} catch (error) {
		if (error.name === 'AbortError') throw error
		notice(lost = 'The server does not answer: shape view has ended. The text on this page stays.')
		throw new Fault(0, { error: { message: 'The server does not answer.' } })
	}
	if (!response.ok) {
		const answer = await response.json().catch(() => ({ error: { message: 'The server answered ' + response.status } }))
		if (response.status === 401) notice(lost = 'The token is missing or old. Open the address that the terminal shows, in this tab: the text on this page stays.')
		throw new Fault(response.status, answer)
	}
	return response
}

// request returns the JSON of the answer.
export async function request(path, body, signal) {
	const answer = await (await ask(path, body, signal)).json()
	if (lost && document.getElementById('notice').textContent === lost) notice('')
	return answer
}

// events calls each with the objects of an event stream until the signal aborts. An EventSource
// cannot send a header, so fetch reads it.
export async function events(path, each, signal) {
	const response = await ask(path, undefined, signal)
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
	let rest = ''
	for (;;) {
		const { value, done } = await reader.read()
		if (done) return
		const parts = (rest + value).split('\n\n')
		rest = parts.pop()
		for (const part of parts) {
			const data = part.split('\n').filter((l) => l.startsWith('data: ')).map((l) => l.slice(6)).join('\n')
			if (data) each(JSON.parse(data))
		}
	}
}
