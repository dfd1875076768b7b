package bridge

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// source is an event stream of the server that may come in several parts.
type source struct {
	call     *call        // that it answers; nil is none
	endpoint func(string) // takes the address of HTTP+SSE; nil drops it
	last     string       // the id of the last event
	delay    time.Duration
	parts    int
	events   int
}

const (
	leastDelay = 10 * time.Millisecond
	usualDelay = time.Second // before a stream is fetched again; the server may set another one
	mostDelay  = 30 * time.Second
	mostTries  = 5 // to fetch the rest of an answer, without any event
)

// stream carries the events of an answer. The rest of a stream that breaks off is fetched if
// its events have ids (MCP 2025-11-25, transports: resumability).
func (b *Bridge) stream(ctx context.Context, c *call, body io.Reader) {
	s := &source{call: c, delay: usualDelay, parts: 1}
	b.carry(s, body)
	if s.last != "" && !c.isStateless() {
		b.follow(ctx, s, b.handshake(), func(tries int) bool { return b.waits(c) && tries < mostTries })
	}
}

// follow fetches further parts of a stream as long as goesOn allows it, or until the server
// refuses. tries counts the parts since the last event.
func (b *Bridge) follow(ctx context.Context, s *source, now handshake, goesOn func(tries int) bool) {
	for tries := 0; goesOn(tries); tries++ {
		if s.parts++; s.parts > 1 && !pause(ctx, min(max(s.delay, leastDelay)<<min(tries, 5), mostDelay)) {
			return
		}
		res, err := b.send(ctx, http.MethodGet, nil, now, s.last)
		if err != nil {
			continue
		}
		if res.StatusCode == http.StatusOK && mediaType(res) == remote.EventStream {
			before := s.events
			if b.carry(s, res.Body); s.events > before {
				tries = -1
			}
		} else if res.StatusCode < 500 {
			res.Body.Close()
			return
		}
		res.Body.Close()
	}
}

// listen opens the stream of the server's own messages.
func (b *Bridge) listen(now handshake) {
	if ctx := b.listening(now); ctx != nil {
		go b.follow(ctx, &source{delay: usualDelay}, now, func(int) bool { return ctx.Err() == nil })
	}
}

// carry carries the events of a part. An event without an end is none.
func (b *Bridge) carry(s *source, body io.Reader) {
	in := lines.NewEvents(body, b.Limit)
	var data []byte
	name, id := "", s.last
	for {
		line, goesOn, isRest, err := in.Next()
		switch {
		case err != nil:
			return
		case isRest:
			continue
		case goesOn || len(data)+len(line) > b.Limit:
			b.long(in, data, line, goesOn)
			if s.call != nil {
				b.allAnswered(s.call)
			}
			name, data = "", data[:0]
			continue
		case lines.IsBlank(line):
			s.last = id
			b.event(s, name, bytes.TrimSpace(data))
			name, data = "", data[:0]
			continue
		}
		of, from, to := lines.Field(line)
		switch value := line[from:to]; string(of) {
		case "data":
			data = append(append(data, value...), '\n')
		case "event":
			name = string(value)
		case "id":
			id = string(value)
		case "retry":
			if ms, err := strconv.ParseUint(string(value), 10, 31); err == nil {
				s.delay = time.Duration(ms) * time.Millisecond
			}
		}
	}
}

// event takes the data of one event.
func (b *Bridge) event(s *source, name string, data []byte) {
	switch {
	case name == "endpoint" && s.endpoint != nil:
		s.endpoint(string(data))
	case len(data) > 0:
		s.events++
		b.deliver(data)
	}
}

// long carries an event over the limit. data is its beginning, and line the first line or piece
// that was not kept. No other message reaches the client in between.
func (b *Bridge) long(in *lines.Events, data, line []byte, goesOn bool) {
	b.out.mu.Lock()
	defer b.out.mu.Unlock()
	defer b.out.to.Write([]byte("\n"))
	b.out.to.Write(flat(data))
	for begins, isData := true, false; ; {
		if begins {
			if lines.IsBlank(line) && !goesOn {
				return
			}
			name, from, _ := lines.Field(line)
			isData, line = string(name) == "data", line[from:]
		}
		if isData {
			b.out.to.Write(flat(line))
		}
		begins = !goesOn
		var err error
		for isRest := true; isRest; {
			if line, goesOn, isRest, err = in.Next(); err != nil {
				return
			}
		}
	}
}
