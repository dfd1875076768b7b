package mcp

import (
	"context"
	"encoding/json"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Hides reports whether a rule may hide something in a message of the server, for any of
// its tools. It is true while the configuration is closed.
func (s *Server) Hides() bool { return s.hides() || s.closedBy() != nil }

// IsJSON reports whether text is one JSON document in valid UTF-8 (RFC 8259), with white space
// around it. Half of a surrogate pair is valid: a server may leave one at the end of a cut
// text.
func IsJSON(text []byte) bool {
	return isStrict(text) || utf8.Valid(text) && json.Valid(text)
}

// isStrict reports whether the engine reads text as one document.
func isStrict(text []byte) bool { return scan.Check(text, scan.Limits{}, false) == nil }

// IsMessage reports whether text is a JSON-RPC message: an object with method, result or
// error, or a list of such objects.
func IsMessage(text []byte) bool {
	if !isBatch(text) {
		return isMessage(text)
	}
	for _, at := range elements(text) {
		if !isMessage(text[at.Start:at.End]) {
			return false
		}
	}
	return true
}

func isMessage(text []byte) bool {
	o, ok := read(text)
	return ok && (o.has("method") || o.has("result") || o.has("error"))
}

// Other applies the hiding rules of every tool to a text that is no JSON-RPC message. It may
// be a JSON document or any other text, such as the body of an HTTP error. It returns text
// itself if nothing was hidden, and false if the text cannot be shown.
func (x *Exchange) Other(ctx context.Context, text []byte) (shown []byte, ok bool) {
	var err error
	if isStrict(text) {
		shown, err = x.session.server.redact(ctx, Call{}, text)
	} else {
		shown, err = x.session.server.redactText(ctx, Call{}, text)
	}
	return shown, err == nil
}
