package stdio

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
)

// relay carries lines between a client and a server.
type relay struct {
	exchange *mcp.Exchange
	limit    int // bytes of a line that is looked at

	client, server *writer // to them
}

// fromClient carries the client's messages until they end, or until the client takes no answer.
// The error is a failure to write to the server. A line over the limit passes unchanged, unless
// tools are limited: it may call one.
func (r *relay) fromClient(ctx context.Context, client io.Reader) error {
	from := lines.New(client, r.limit)
	for isRest := false; ; {
		line, goesOn, end := from.Next()
		if end != nil {
			return nil
		}
		forward, reply := line, []byte(nil)
		switch {
		case isRest || goesOn:
			if r.exchange.LimitsTools() {
				forward = nil
			}
			if forward == nil && !isRest {
				reply = mcp.Failure([]byte("null"), "the message is over the limit, and tools are limited")
			}
		default:
			text, end := cut(line)
			forward, reply = r.forServer(ctx, text)
			forward = joined(line, text, forward, end)
		}
		isRest = goesOn
		if reply != nil && r.client.write(append(reply, '\n'), true) != nil {
			return nil
		}
		if err := r.server.write(forward, !from.HasLine()); err != nil {
			return err
		}
		r.tellFault()
	}
}

// tellFault tells the client of a fault of the configuration, or of its end, once.
func (r *relay) tellFault() {
	if msg := r.exchange.LogMessage(); msg != nil {
		r.client.write(append(msg, '\n'), true)
	}
}

// fromServer carries the server's messages until they end. The error is a failure to write to
// the client.
func (r *relay) fromServer(ctx context.Context, server io.Reader) error {
	from := lines.New(server, r.limit)
	for {
		line, goesOn, end := from.Next()
		if end != nil {
			return nil
		}
		var err error
		if goesOn {
			err = r.long(from, line)
		} else {
			text, end := cut(line)
			err = r.client.write(joined(line, text, r.forClient(ctx, text), end), !from.HasLine())
		}
		if err != nil {
			return err
		}
	}
}

func (r *relay) forClient(ctx context.Context, text []byte) (forward []byte) {
	defer atFault(text, &forward)
	return r.exchange.FromServer(ctx, text)
}

func (r *relay) forServer(ctx context.Context, text []byte) (forward, reply []byte) {
	defer atFault(text, &reply)
	return r.exchange.FromClient(ctx, text)
}

// atFault turns a panic into an error response without content, if the message has an id.
func atFault(text []byte, response *[]byte) {
	if recover() != nil {
		var id lines.ID
		if id.Take(text); id.Text() != nil {
			*response = mcp.Failure(id.Text(), words.Fault()+"; please report it")
		}
	}
}

// long carries a line of the server over the limit; piece is its first piece. No other message
// reaches the client in between.
func (r *relay) long(from *lines.Reader, piece []byte) error {
	r.client.mu.Lock()
	defer r.client.mu.Unlock()
	msg := r.exchange.Long()
	for goesOn, end := true, error(nil); end == nil; piece, goesOn, end = from.Next() {
		if err := r.client.put(msg.Take(piece), true); err != nil {
			return err
		}
		if !goesOn {
			break
		}
	}
	if instead := msg.End(); instead != nil {
		return r.client.put(append(instead, '\n'), true)
	}
	return nil
}

// cut is a line without its end, and the end. A return before it is white space that
// belongs to the message.
func cut(line []byte) (text, end []byte) {
	text = bytes.TrimSuffix(line, []byte("\n"))
	return text, line[len(text):]
}

// joined is a line whose text became another: the line itself if it did not, nothing
// where nothing is left of it.
func joined(line, before, after, end []byte) []byte {
	switch {
	case after == nil:
		return nil
	case len(after) == len(before) && (len(after) == 0 || &after[0] == &before[0]):
		return line
	}
	return append(after, end...)
}

// writer writes whole lines of several goroutines, one after the other.
type writer struct {
	mu  sync.Mutex
	to  io.Writer
	few []byte // lines that are written with the next one

	fault error // of the first write that failed
}

// mostFew is how much is written at once where more lines are at hand, in bytes.
const mostFew = 64 << 10

// write writes a line, at once or with the next one.
func (w *writer) write(line []byte, atOnce bool) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.put(line, atOnce)
}

// put is write for a caller that holds the lock.
func (w *writer) put(line []byte, atOnce bool) error {
	if len(w.few) == 0 && (atOnce || len(line) > mostFew) {
		return w.flush(line)
	}
	if w.few = append(w.few, line...); !atOnce && len(w.few) <= mostFew {
		return nil
	}
	text := w.few
	w.few = w.few[:0]
	return w.flush(text)
}

func (w *writer) flush(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	_, err := w.to.Write(text)
	w.fault = cmp.Or(w.fault, err)
	return err
}

// failed returns [ErrClient] with the cause if a write failed.
func (w *writer) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.fault == nil:
		return nil
	case w.fault.Error() == "": // the reader went away
		return ErrClient
	}
	return fmt.Errorf("%w: %w", ErrClient, w.fault)
}
