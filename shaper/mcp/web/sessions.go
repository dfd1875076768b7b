package web

import "github.com/seed-7aa78ce4/shape/shaper/mcp"

// session is a client, over all of its requests.
type session struct {
	client *mcp.Session
	// rest handles streams that answer no request, and answers that a client fetches later.
	rest *mcp.Exchange
}

func newSession(server *mcp.Server) *session {
	client := server.Session()
	return &session{client, client.Exchange()}
}

// mostSessions bounds the clients that are remembered. One that was forgotten is as one
// that never listed the tools: the rules hold for it all the same.
const mostSessions = 1 << 13
