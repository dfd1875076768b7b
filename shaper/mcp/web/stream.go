package web

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
)

// stream is an event stream on its way to a client.
type stream struct {
	turn  *turn
	limit int // bytes of an event that is looked at

	mu      sync.Mutex // held while an event is written
	to      io.Writer
	from    io.Closer
	isGone  atomic.Bool // the client was let go
	failed  func(t *turn, reason string)
	hides   func() bool // a rule may hide something
	ids     eventIDs
	meter   *metered
	judged  bool          // a rule may hide something in the current event
	dropped bool          // the last line was dropped
	event   event         // the current one
	resumes bool          // a client can fetch the rest later
	cutOff  bool          // the last event has no end
	ended   func(*stream) // is called after the last event
}

// body is the stream for the client.
type body struct {
	*io.PipeReader
	from io.Closer
}

func (b body) Close() error {
	b.PipeReader.Close()
	return b.from.Close()
}

// stream carries an event stream to the client.
func (p *Proxy) stream(res *http.Response, t *turn) io.ReadCloser {
	read, write := io.Pipe()
	ctx, from := res.Request.Context(), res.Body
	s := p.newStream(t, from, write)
	go func() { write.CloseWithError(s.run(ctx, from)) }()
	return body{read, from}
}

// newStream returns the stream of a turn from the server to a writer.
func (p *Proxy) newStream(t *turn, from io.ReadCloser, to io.Writer) *stream {
	s := &stream{turn: t, limit: p.server.Limit(), to: to, from: from, failed: p.failure, hides: p.server.Hides, ids: p.ids, meter: &metered{Reader: from, load: t.load}, ended: p.streams.remove}
	if t.listens {
		p.streams.add(s)
	}
	return s
}

// run carries all events and handles those that will not come. If the client can fetch them
// later, they are remembered; else they become an error.
func (s *stream) run(ctx context.Context, from io.ReadCloser) error {
	defer s.ended(s)
	defer from.Close()
	t := s.turn
	if t.instead != nil {
		s.put(events(t.instead))
	}
	s.tellFault()
	err := s.carry(ctx, s.meter)
	why, _ := reasonOf(err)
	switch {
	case t.exchange == t.session.rest:
	case s.resumes && t.isKnown:
		t.session.rest.Adopt(t.exchange)
	default:
		if lost := t.exchange.Lost(why); lost != nil {
			if ctx.Err() == nil {
				s.failed(t, why)
			}
			out := events(lost)
			if s.cutOff {
				out = append([]byte("\n\n"), out...) // ends the last event
			}
			s.put(out)
			return nil
		}
	}
	if err == io.EOF || s.isGone.Load() {
		return nil
	}
	return err
}

// tellFault tells the client of a fault of the configuration, or of its end, once.
func (s *stream) tellFault() {
	if msg := s.turn.exchange.LogMessage(); msg != nil {
		s.put(events(msg))
	}
}

// letGo ends the stream, as the server would.
func (s *stream) letGo() {
	s.isGone.Store(true)
	s.from.Close()
}

// events is a message as an event.
func events(msg []byte) []byte {
	return (&event{raw: []byte("data:\n\n"), data: []dataLine{{0, 6, 5, 5}}}).with(msg)
}

// put writes an event.
func (s *stream) put(text []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn.limit(len(text))
	_, err := s.to.Write(text)
	return err
}

// carry carries events until they end. The error says why they do; io.EOF is that all
// came.
func (s *stream) carry(ctx context.Context, from io.Reader) error {
	in := lines.NewEvents(from, s.limit)
	for {
		line, goesOn, isRest, end := in.Next()
		if end == io.EOF {
			s.cutOff = s.cutOff || len(s.event.raw) > 0
			if err := s.flush(ctx); err != nil {
				return err
			}
		}
		if end != nil {
			return end // an event that was interrupted is none
		}
		if err := s.take(ctx, in, line, goesOn, isRest); err != nil {
			return err
		}
	}
}

// take takes a line. A line outside of any event is not kept back.
func (s *stream) take(ctx context.Context, in *lines.Events, line []byte, goesOn, isRest bool) error {
	e := &s.event
	isFirst := len(e.raw) == 0
	switch {
	case isRest && s.dropped:
		return nil
	case isRest && isFirst:
		return s.put(line)
	case isRest:
		e.raw = append(e.raw, line...)
		if n := len(e.data); n > 0 && e.data[n-1].end == len(e.raw)-len(line) {
			e.data[n-1].end = len(e.raw)
		}
		return nil
	case isFirst:
		s.judged = s.hides()
	}
	s.dropped = false
	switch {
	case isFirst && !goesOn && (lines.IsBlank(line) || line[0] == ':'):
		if lines.IsBlank(line) {
			s.event.clear() // its lines were all dropped
		} else if s.judged {
			line = bare(line)
		}
		return s.put(line)
	case goesOn || len(e.raw)+len(line) > s.limit:
		return s.long(ctx, in, line, goesOn)
	}
	return s.add(ctx, line)
}

// add adds a line to the event that is read.
func (s *stream) add(ctx context.Context, line []byte) error {
	if s.judged {
		if line = s.event.tidy(line, s.ids); line == nil {
			s.dropped = true
			return nil
		}
	}
	s.event.add(line)
	if lines.IsBlank(line) {
		return s.flush(ctx)
	}
	return nil
}

// flush hands on the event that was read.
func (s *stream) flush(ctx context.Context) error {
	e := &s.event
	defer e.clear()
	defer s.meter.written()
	s.named(ctx, e.id)
	msg, ok := e.message()
	if s.judged {
		msg = bytes.TrimPrefix(msg, lines.Mark)
	}
	switch isEmpty := len(bytes.TrimSpace(msg)) == 0; {
	case s.judged && (e.unfit || !isEmpty && !mcp.IsJSON(msg)):
		s.cutOff = false
		return nil
	case !ok || s.judged && isEmpty:
		return s.put(e.raw)
	}
	now := s.shown(ctx, msg)
	if string(now) == string(msg) && now != nil == (msg != nil) {
		return s.put(e.raw)
	}
	return s.put(e.with(now))
}

// named notes that the client gets an id of an event, so that it can fetch the rest later.
func (s *stream) named(ctx context.Context, hasID bool) {
	if !hasID || s.resumes {
		return
	}
	if s.resumes = true; s.turn.isKnown {
		s.turn.exchange.Resumes(ctx)
	}
}

// shown returns a message as the client gets it. Under a hiding rule a document that is no
// message is shaped as such.
func (s *stream) shown(ctx context.Context, msg []byte) []byte {
	if !s.judged || mcp.IsMessage(msg) {
		return s.turn.exchange.FromServer(ctx, msg)
	}
	if shown, ok := s.turn.exchange.Other(ctx, msg); ok {
		return shown
	}
	return nil
}

// long hands on an event over the limit; line is its first line or piece. No other message
// reaches the client in between.
func (s *stream) long(ctx context.Context, in *lines.Events, line []byte, goesOn bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.event.clear()
	defer s.meter.written()
	e := &longEvent{message: s.turn.exchange.Long(), out: io.Discard, begins: true, id: s.event.id}
	if e.message.Passes() {
		e.out = s.to
	}
	for _, d := range s.event.data {
		e.message.Take(s.event.raw[d.from:d.to])
	}
	if _, err := e.out.Write(s.event.raw); err != nil {
		return err
	}
	for isRest := false; ; {
		if err := e.take(line, goesOn, isRest); err != nil {
			return err
		}
		s.named(ctx, e.id && e.message.Passes())
		if e.ended {
			break
		}
		s.meter.keep(int64(s.limit))
		var end error
		if line, goesOn, isRest, end = in.Next(); end != nil {
			break
		}
	}
	if !e.ended && e.message.Passes() {
		s.cutOff = true
		return nil
	}
	if instead := e.message.End(); instead != nil {
		_, err := s.to.Write(events(instead))
		return err
	}
	return nil
}

// longEvent is an event over the limit, in pieces.
type longEvent struct {
	message *mcp.Long
	out     io.Writer // nothing where the message does not pass

	begins bool // a line begins with the next piece
	isData bool // the line is one of data
	id     bool // the event has an id
	ended  bool
}

// take takes a piece of a line.
func (e *longEvent) take(piece []byte, goesOn, isRest bool) error {
	if !isRest {
		value := piece
		if e.begins {
			name, from, to := lines.Field(piece)
			e.isData, value = string(name) == "data", piece[from:to]
			e.id = e.id || string(name) == "id"
			e.ended = lines.IsBlank(piece) && !goesOn
		}
		if e.isData {
			e.message.Take(value)
		}
		e.begins = !goesOn
	}
	_, err := e.out.Write(piece)
	return err
}
