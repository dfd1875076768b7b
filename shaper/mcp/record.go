package mcp

import (
	"context"
	"errors"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

// Recorder gets the calls and results of tools that an [Exchange] carries, except those of
// shape's own. It is called concurrently, and each message waits for its call.
type Recorder interface{ Record(Record) }

// WithRecorder calls r for the calls and results of tools.
func WithRecorder(r Recorder) Option { return func(s *Server) { s.recorder = r } }

// RecordKind tells records apart.
type RecordKind int

const (
	RecordServer RecordKind = iota // the server introduces itself: the result of initialize
	RecordTools                    // a page of tools/list
	RecordCall                     // the arguments of a call; Body is nil without arguments
	RecordResult                   // the result of a call; Body is nil if it was too long to be shaped
)

// Record is one part of a session.
type Record struct {
	Kind    RecordKind
	Session *Session
	Server  string // its name, "" if unknown
	Tool    string // of a call or a result
	Number  uint64 // of the call in the process; its result has the same one
	Bytes   int    // of a result
	Body    []byte // before any rule acts, valid until Record returns; show Hidden alone

	call Call
	by   *profiles.Set // the rules in force
}

// Hidden returns Body after the hiding rules: no other rule acts. It takes about as long as
// shaping. A body that may hold hidden values and cannot be shaped is an error, and so is a
// change of the configuration meanwhile.
func (r *Record) Hidden(ctx context.Context) (body []byte, err error) {
	s := r.Session.server
	switch form := exempt.Result(map[RecordKind]string{RecordServer: "initialize", RecordTools: "tools/list"}[r.Kind]); {
	case r.Body == nil:
	case form != nil:
		body = s.protect(ctx, form, r.Body)
	default:
		if body, err = s.redact(ctx, r.call, r.Body); err == nil && r.Kind == RecordResult {
			o, _ := read(r.Body)
			body = s.asks(ctx, &o, body)
		}
	}
	if err == nil && (s.eng.Profiles() != r.by || body != nil && !isStrict(body)) {
		err = errors.New("the body is no JSON, or the configuration has changed")
	}
	return body, err
}

// record passes a record on, if the program wants records.
func (s *Session) record(kind RecordKind, c Call, body []byte) {
	if s.server.recorder != nil {
		s.server.recorder.Record(Record{Kind: kind, Session: s, Server: s.server.Name(), Tool: c.Tool, Number: c.number, Bytes: len(body), Body: body, call: c, by: s.server.eng.Profiles()})
	}
}

// recordCall records the arguments in the params of a call.
func (s *Session) recordCall(c *Call, params []byte) {
	if s.server.recorder != nil {
		c.number = s.server.calls.Add(1)
		o, _ := read(params)
		s.record(RecordCall, *c, o.value("arguments"))
	}
}
