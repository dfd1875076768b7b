package mcp

import "fmt"

// Long handles a message of the server over the limit in pieces, without keeping it. It passes
// if no rule may hide anything in it. Else the response to a request becomes an error; for a
// tool it says that the tool already ran. Any other message is dropped.
type Long struct {
	x      *Exchange
	passes bool
	id     IDReader
	size   int // bytes so far
}

// Long returns one more message that is over the limit.
func (x *Exchange) Long() *Long { return &Long{x: x, passes: !x.session.server.hides()} }

// Passes reports whether the message passes.
func (l *Long) Passes() bool { return l.passes }

// Take takes the next piece of the message, and returns the client's part of it.
func (l *Long) Take(piece []byte) []byte {
	l.id.Take(piece)
	l.size += len(piece)
	if l.passes {
		return piece
	}
	return nil
}

// End returns the replacement of a message that did not pass, or nil.
func (l *Long) End() []byte {
	id := l.id.ID
	if id == nil {
		return nil
	}
	a, _ := l.x.pending.take(id)
	isTool := a.method == "tools/call" || a.method == "tasks/result"
	if l.passes {
		if isTool {
			l.x.session.unseen(a, l.size, l.size, nil)
		}
		return nil
	}
	fault := fmt.Errorf("the response has more than %d bytes, and something may be hidden in it", l.x.session.server.limit)
	if !isTool {
		return Failure(id, fault.Error())
	}
	instead := refusalOf(a.call, fault.Error())
	l.x.session.unseen(a, l.size, len(instead), fault)
	return response(id, instead)
}

// tooLong handles a message over the limit that is at hand as a whole.
func (x *Exchange) tooLong(msg []byte) []byte {
	l := x.Long()
	if l.Take(msg); l.passes {
		l.End()
		return msg
	}
	return l.End()
}

// IDReader finds the id of a message that comes in pieces, without keeping the message.
type IDReader struct {
	depth             int // of the brackets that are open
	inString, escaped bool
	word              []byte // at depth 1: the string or number that is read
	isID              bool   // the member that is read is the id
	ID                []byte // nil as long as none was read
}

// mostWord bounds the kept bytes of a name or an id.
const mostWord = 1 << 10

func (r *IDReader) Take(piece []byte) {
	for _, c := range piece {
		switch {
		case r.inString:
			r.inside(c)
		case c == '"':
			r.inString = true
			r.word = r.word[:0]
			r.keep(c)
		case c == '{' || c == '[':
			r.depth++
		case c == '}' || c == ']':
			r.ends()
			r.depth--
		case r.depth != 1:
		case c == ':':
			r.isID = unquoted(r.word) == "id"
			r.word = r.word[:0]
		case c == ',':
			r.ends()
		case c > ' ':
			r.keep(c)
		}
	}
}

// inside takes a byte of a string.
func (r *IDReader) inside(c byte) {
	r.keep(c)
	switch {
	case r.escaped:
		r.escaped = false
	case c == '\\':
		r.escaped = true
	case c == '"':
		r.inString = false
	}
}

func (r *IDReader) keep(c byte) {
	if r.depth == 1 && len(r.word) < mostWord {
		r.word = append(r.word, c)
	}
}

// ends ends a member of the message.
func (r *IDReader) ends() {
	if r.depth != 1 {
		return
	}
	if r.isID && len(r.word) > 0 && len(r.word) < mostWord {
		r.ID = append([]byte{}, r.word...)
	}
	r.isID, r.word = false, r.word[:0]
}
