package mcp

import (
	"bytes"
	"cmp"
	"context"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Observer gets an event for each result of a tool, before the client gets the result. It is
// called concurrently, and each result waits for its call.
type Observer interface {
	Answered(Event)
}

// WithObserver calls o after each result of a tool.
func WithObserver(o Observer) Option { return func(s *Server) { s.observer = o } }

// Event describes the treatment of a result. It holds neither the result nor the arguments.
type Event struct {
	Method       string // of the client's request, such as tools/call; "" for a notification
	Server, Tool string // "" if unknown
	IsError      bool   // the tool reports a failure
	// Report is the engine's report. It is the zero Report if the result passed unchanged or
	// was refused.
	Report shaper.Report
	// View tells that the client shows a view of the tool. Then structuredContent is exempt
	// from comfort rules ([Session.ShowsViews]).
	View bool
	// Refused is the reason if the result was refused; nil otherwise.
	Refused           error
	BytesIn, BytesOut int
	Took              time.Duration // to handle the result
	Waited            time.Duration // since the client called the tool; 0 if unknown

	label         string
	reads         profiles.Reads
	before, after []byte // nil for a result that is too long
	request       *shaper.Request
	engine        *shaper.Engine
}

// Entry names the tool as [shaper.EntryOf] does.
func (e *Event) Entry() string { return shaper.EntryOf(e.Report.Applied) }

// Label names the tool in metrics: by its own name if the server listed it, and "_other" else.
// A caller cannot create a label. A server has at most 256 of them, for the first tools that
// it listed.
func (e *Event) Label() string { return cmp.Or(e.label, otherTools) }

const (
	otherTools   = "_other"
	mostLabels   = 256
	longestLabel = 128 // bytes
)

// labels records that the server listed a tool.
func (s *Server) labels(tool string) {
	if s.observer == nil || len(tool) > longestLabel {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.labelled == nil {
		s.labelled = map[string]bool{}
	}
	if len(s.labelled) < mostLabels {
		s.labelled[tool] = true
	}
}

// labelOf returns the label of a tool, or "" if it has none.
func (s *Server) labelOf(tool string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.labelled[tool] {
		return tool
	}
	return ""
}

// Tokens counts the tokens that a model reads of the result, before and after shaping. It
// counts the half that the client shows, or the texts if that half is unknown. A result too
// long to be shaped has none. An observer may call it only during its own call.
func (e *Event) Tokens(counter tokens.Counter) (before, after int) {
	return e.tokens(counter, e.before), e.tokens(counter, e.after)
}

// Clone returns an event with copies of the result, so Tokens may be called later. Fields is nil.
func (e Event) Clone() Event {
	e.before, e.after, e.request = bytes.Clone(e.before), bytes.Clone(e.after), nil
	return e
}

// Fields returns the decisions for the fields of the result with their rules
// ([shaper.Engine.Explain]). It returns nil for a result that passed unchanged or was refused.
// It takes about eight times as long as shaping. An observer may call it only during its own
// call.
func (e *Event) Fields() ([]shaper.Field, error) {
	if e.request == nil || e.Refused != nil {
		return nil, nil
	}
	why, err := e.engine.Explain(context.Background(), *e.request)
	return why.Fields, err
}

// WouldSave counts the bytes and tokens that the comfort rules would save of a result under the
// key audit. Both are 0 without the key. It shapes the result once more. An observer may call it
// only during its own call.
func (e *Event) WouldSave(counter tokens.Counter) (bytes, tokens int, err error) {
	if e.request == nil || e.Refused != nil || !e.Report.Audit {
		return 0, 0, nil
	}
	would, err := e.engine.Audit(context.Background(), *e.request)
	if err != nil {
		return 0, 0, err
	}
	return len(e.after) - len(would.Body), e.tokens(counter, e.after) - e.tokens(counter, would.Body), nil
}

func (e *Event) tokens(counter tokens.Counter, result []byte) int {
	read, err := shaper.Measure(result, counter)
	if err != nil {
		return counter.Count(result)
	}
	return read.Shown(e.reads).Tokens
}

// watch follows one result for an observer. A nil one follows nothing.
type watch struct {
	session      *Session
	event        Event
	asked, began time.Time
}

// callOf returns the call of a tool that starts now.
func (s *Session) callOf(tool string) Call {
	c := Call{Tool: tool}
	if s.server.observer != nil {
		c.asked = time.Now()
	}
	return c
}

// watch starts the event of a call, or returns nil without an observer.
func (s *Session) watch(method string, c Call) *watch {
	if s.server.observer == nil {
		return nil
	}
	return &watch{s, Event{Method: method, Server: s.server.Name(), Tool: c.Tool, label: s.server.labelOf(c.Tool)}, c.asked, time.Now()}
}

// tells records the engine's report on a request.
func (w *watch) tells(r shaper.Report, req *shaper.Request) {
	if w != nil {
		request := *req // allocates only with an observer
		w.event.Report, w.event.request, w.event.engine = r, &request, w.session.server.eng
	}
}

// refused records the reason of a refusal.
func (w *watch) refused(err error) {
	if w != nil {
		w.event.Report, w.event.Refused = shaper.Report{}, err
	}
}

// ends calls the observer and returns the result after shaping.
func (w *watch) ends(before, after []byte) []byte {
	if w == nil {
		return after
	}
	o, _ := read(before)
	if t := w.session.tools.of(w.event.Tool); t != nil {
		w.event.View = t.data
	}
	w.event.IsError = string(o.value("isError")) == "true"
	w.event.reads, w.event.before, w.event.after = w.session.client().Reads, before, after
	w.tell(len(before), len(after))
	return after
}

func (w *watch) tell(in, out int) {
	w.event.Took, w.event.BytesIn, w.event.BytesOut = time.Since(w.began), in, out
	if !w.asked.IsZero() {
		w.event.Waited = time.Since(w.asked)
	}
	w.session.server.observer.Answered(w.event)
}

// unseen calls the observer and the recorder for a result that was too long to be shaped.
func (s *Session) unseen(a asked, in, out int, refused error) {
	if a.call.number > 0 {
		s.server.recorder.Record(Record{Kind: RecordResult, Session: s, Tool: a.call.Tool, Number: a.call.number, Bytes: in})
	}
	if w := s.watch(a.method, a.call); w != nil {
		w.refused(refused)
		w.tell(in, out)
	}
}
