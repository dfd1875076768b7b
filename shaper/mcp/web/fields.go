package web

import (
	"bytes"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
)

// tidy returns the client's version of a line of an event under a hiding rule, with its end.
// It returns nil if the line is dropped. Lines with data stay for the rules. The id, the name
// and the retry time pass in the form of a short token. Every other field is dropped: a client
// ignores it (WHATWG HTML, server-sent events), and a model may still read it.
func (e *event) tidy(line []byte, ids eventIDs) []byte {
	name, from, to := lines.Field(line)
	value := string(line[from:to])
	switch string(name) {
	case "data":
		return line
	case "event":
		if value != "" && !isToken(value) {
			e.unfit = true
			return nil
		}
		return line
	case "retry":
		if !isNumber(value) {
			return nil
		}
		return line
	case "id":
		switch shown := ids.shown(value); shown {
		case value:
			return line
		case "":
			return nil
		default:
			return append([]byte("id: "+shown), line[to:]...)
		}
	}
	if to == 0 {
		return line // the end of the event
	}
	return nil
}

// bare returns a comment without its text. The comment still keeps the connection open.
func bare(comment []byte) []byte {
	return append([]byte(":"), comment[len(bytes.TrimRight(comment, "\r\n")):]...)
}

// isPlain reports whether a reader and the rules see the same letters in a text. Such a text
// is UTF-8 without control characters and without shift sequences of UTF-7.
func isPlain(text []byte) bool {
	if !utf8.Valid(text) {
		return false
	}
	for _, c := range text {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return !hasShift(text)
}

// hasShift reports whether a text has a shift sequence of UTF-7 for letters of ASCII, such
// as +AD0- for "=" (RFC 2152).
func hasShift(text []byte) bool {
	for {
		at := bytes.Index(text, []byte("+A"))
		if at < 0 {
			return false
		}
		text = text[at+2:]
		if n := len(text) - len(bytes.TrimLeft(text, tokenLetters[:62]+"+/")); n >= 2 && n < len(text) && text[n] == '-' {
			return true
		}
	}
}
