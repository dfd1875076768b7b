package mcp

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
)

// Long handles a message of the server over the limit in pieces, without keeping it. It passes
// if no rule may hide anything in it. Else the response to a request becomes an error; for a
// tool it says that the tool already ran. Any other message is dropped.
type Long struct {
	x      *Exchange
	passes bool
	id     lines.ID
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
	id := l.id.Text()
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
