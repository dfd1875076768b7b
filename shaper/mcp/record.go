package mcp

import (
	"context"
	"errors"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

// Recorder gets the calls and results of tools that an [Exchange] carries, for a program that
// keeps them. It is called concurrently, and each message waits for its call. Calls of
// [RetrieveTool] are left out.
type Recorder interface {
	Record(Record)
}

// WithRecorder calls r for the calls and results of tools.
func WithRecorder(r Recorder) Option { return func(s *Server) { s.recorder = r } }

// RecordKind tells records apart.
type RecordKind int

// The kinds of records.
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
	Tool    string // of a call or a result
	Number  uint64 // of the call in the process; the result has the same one
	Bytes   int    // of a result
	// Body is the text before any rule acts. It is valid during the call of the recorder: clone
	// it to keep it, and show no more than [Record.Hidden] returns.
	Body []byte

	call Call
	by   *profiles.Set // the rules in force
}

// ErrRecordChanged is the error of [Record.Hidden] if the configuration changed meanwhile.
var ErrRecordChanged = errors.New("the configuration changed before the hiding rules acted")

// Hidden returns Body after the hiding rules of the configuration: no other rule acts. A body
// that cannot be shaped, and may hold hidden values, is an error. Hidden takes about as long as
// shaping.
func (r *Record) Hidden(ctx context.Context) (body []byte, err error) {
	s := r.Session.server
	switch {
	case r.Body == nil:
	case r.Kind == RecordServer:
		body = s.protect(ctx, exempt.Result("initialize"), r.Body)
	case r.Kind == RecordTools:
		body = s.protect(ctx, exempt.Result("tools/list"), r.Body)
	default:
		if body, err = s.redact(ctx, r.call, r.Body); err == nil && r.Kind == RecordResult {
			o, _ := read(r.Body)
			body = s.metadata(ctx, &o, body)
		}
	}
	if err == nil && s.eng.Profiles() != r.by {
		err = ErrRecordChanged
	}
	if err == nil && body != nil && !isStrict(body) {
		err = errors.New("not JSON")
	}
	return body, err
}

// record passes a record on, if the program wants records.
func (s *Session) record(kind RecordKind, c Call, body []byte) {
	if s.server.recorder != nil {
		s.server.recorder.Record(Record{Kind: kind, Session: s, Tool: c.Tool, Number: c.number, Bytes: len(body), Body: body, call: c, by: s.server.eng.Profiles()})
	}
}

// recordCall records the arguments in the params of a call.
func (s *Session) recordCall(c *Call, params []byte) {
	if s.server.recorder == nil {
		return
	}
	c.number = s.server.calls.Add(1)
	o, _ := read(params)
	s.record(RecordCall, *c, o.value("arguments"))
}

// recordResult records a result, unless it is a task or a question that goes before one.
func (s *Session) recordResult(c Call, o *object) {
	if c.number > 0 && !o.has("task") && (o.has("content") || o.has("structuredContent")) {
		s.record(RecordResult, c, o.text)
	}
}

// Client returns the name and version of the client, "" if they are unknown.
func (s *Session) Client() (name, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.name, s.version
}

// ServerName returns the name of the server, as [Server.Name] does.
func (s *Session) ServerName() string { return s.server.Name() }
