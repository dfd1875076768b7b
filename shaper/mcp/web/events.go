package web

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
)

// event is one event of a stream, as it came (WHATWG HTML, server-sent events).
type event struct {
	raw  []byte
	data []dataLine
	id   bool // it has one, so a client can fetch later events

	unfit bool // under a hiding rule: its name is no token, and the event is dropped
}

// dataLine is a line with data: where it stands in the event, and where its value does.
type dataLine struct{ start, end, from, to int }

// add adds a line with its end.
func (e *event) add(line []byte) {
	name, from, to := lines.Field(line)
	at := len(e.raw)
	if bytes.HasSuffix(e.raw, []byte("\r")) && bytes.HasPrefix(line, []byte("\n")) {
		e.raw = append(e.raw, '\n') // a dropped line stood between: this one is no rest of CRLF
	}
	e.raw = append(e.raw, line...)
	switch string(name) {
	case "data":
		e.data = append(e.data, dataLine{at, len(e.raw), at + from, at + to})
	case "id":
		e.id = true
	}
}

// message returns the text of the data lines, and false without any.
func (e *event) message() (msg []byte, ok bool) {
	switch len(e.data) {
	case 0:
		return nil, false
	case 1:
		return e.raw[e.data[0].from:e.data[0].to], true
	}
	for i, line := range e.data {
		if i > 0 {
			msg = append(msg, '\n')
		}
		msg = append(msg, e.raw[line.from:line.to]...)
	}
	return msg, true
}

// with is the event with other data, without any where they are nil.
func (e *event) with(msg []byte) []byte {
	out, at := make([]byte, 0, len(e.raw)+len(msg)), 0
	for i, line := range e.data {
		out = append(out, e.raw[at:line.start]...)
		if i == 0 && msg != nil {
			for text := range bytes.SplitSeq(msg, []byte("\n")) {
				out = append(append(out, "data: "...), text...)
				out = append(out, e.raw[line.to:line.end]...)
			}
		}
		at = line.end
	}
	return append(out, e.raw[at:]...)
}

func (e *event) clear() { *e = event{raw: e.raw[:0], data: e.data[:0]} }
