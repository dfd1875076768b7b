// Package remote holds the common part of the ways to a server over HTTP: a transport, names of
// the protocol, and words for clients.
package remote

import (
	"errors"
	"net"
	"net/http"
)

// Names of the HTTP transports of MCP.
const (
	EventStream     = "text/event-stream"
	SessionHeader   = "Mcp-Session-Id"
	LastEventHeader = "Last-Event-Id"
)

// Words for a client whose request gets no answer.
const (
	EndedEarly = "the server ended before it answered; whether it did what was asked is not known"
	NoAccess   = "the server wants to know who asks; its operator can say it with a header (--upstream-header)"
	Elsewhere  = "the server leads elsewhere; that place can be named instead (--upstream)"

	unreached = "the server cannot be reached"
)

// Failure is a call of a server without a usable answer. Of the messages it holds only the names in
// the request.
type Failure struct {
	Method string // such as tools/call; "" of a request without a message, and of a batch
	Tool   string // of tools/call
	Reason string // such as: the server cannot be reached
}

// Reason returns the words for an error of a transport. The error itself names addresses.
func Reason(err error) string {
	if IsUnreached(err) {
		return unreached
	}
	return EndedEarly
}

// IsUnreached reports whether an error of a transport is that no connection was made.
func IsUnreached(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}

// Transport returns a transport that keeps a number of idle connections. Nothing is compressed
// on the way, since it is read here.
func Transport(idle int) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true
	t.MaxIdleConns, t.MaxIdleConnsPerHost = idle, idle
	return t
}
