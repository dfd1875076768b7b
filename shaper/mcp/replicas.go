package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
)

// Replicas of a proxy answer the requests of one client in turn. If their archive is shared,
// they share there what a client was told. No content of a result is in it.

// replica is the place of a session in the shared store.
type replica struct {
	results archive.Archive
	client  string

	mu      sync.Mutex
	known   []byte         // the facts that were loaded or saved last; nil is none
	list    archive.Handle // of the tools in them
	unsaved bool           // the store did not take the last facts
	isLost  bool           // the store did not give the facts of others
}

// facts are what replicas know of a session.
type facts struct {
	Name, Version, LogLevel, Definer                  string
	Initialized, Logs, Listens, Views, Offered, Taken bool

	Sent int
	List archive.Handle // of a list of toldFacts, sorted by name
}

// toldFacts are what replicas know of a told tool.
type toldFacts struct {
	Name                string
	Given, Served       []byte // Served is nil if it is Given
	Denied, Data, Short bool
	Caller              []string
	Text, Note          string
	Schema              []byte // nil if none is advertised
	Whole               bool   // of the schema
}

// Shares names the session for the replicas of a proxy, by the server and the client. If other
// machines reach the archive of the engine, what the client is told is kept there from now on.
// The server needs a name ([WithName]): a replica may never see the one that it gives itself.
func (s *Session) Shares(server, client string) {
	results := s.server.eng.Archive()
	if results == nil || !results.IsShared() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shared == nil || s.shared.client != client {
		s.shared = &replica{results: results.For("replicas of", server), client: client}
	}
}

func (s *Session) replica() *replica {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shared
}

// Refresh takes what other replicas told the client. If the store fails, the session stays as
// this replica knows it.
func (s *Session) Refresh(ctx context.Context) {
	r := s.replica()
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.unsaved {
		s.put(ctx, r)
		return
	}
	text, err := r.results.Load(ctx, "session "+r.client)
	if errors.Is(err, archive.ErrUnknown) && r.known != nil { // it is too old
		r.known = nil
		s.put(ctx, r)
	}
	if r.isLost = err != nil && !errors.Is(err, archive.ErrUnknown); err != nil || bytes.Equal(text, r.known) {
		return
	}
	r.isLost = !s.takes(ctx, r, text)
}

// takes sets the facts of another replica. It reports whether all of them can be read.
func (s *Session) takes(ctx context.Context, r *replica, text []byte) bool {
	var f facts
	if json.Unmarshal(text, &f) != nil {
		return false
	}
	if f.List != "" { // the client may have listed the same tools again, under other rules
		var all []toldFacts
		list, err := r.results.Redeem(ctx, f.List)
		if err != nil || json.Unmarshal(list, &all) != nil {
			return false
		}
		s.tools.learn(all)
	}
	r.known, r.list = text, f.List
	s.mu.Lock()
	s.name, s.version, s.logLevel, s.initialized, s.logs = f.Name, f.Version, f.LogLevel, f.Initialized, f.Logs
	s.mu.Unlock()
	l := &s.tools
	l.mu.Lock()
	l.definer, l.listens, l.views, l.offered, l.taken, l.sent = f.Definer, f.Listens, f.Views, f.Offered, f.Taken, f.Sent
	l.mu.Unlock()
	return true
}

// learn sets the tools that another replica told.
func (l *toolList) learn(all []toldFacts) {
	told := make(map[string]*told, len(all))
	for i := range all {
		told[all[i].Name] = l.server.toldBy(&all[i])
	}
	l.mu.Lock()
	l.told = told
	l.mu.Unlock()
}

// toldBy is a tool that another replica told. Under another configuration than that of this
// replica, results are shaped by the rules in force and held to the schema that was told.
func (s *Server) toldBy(f *toldFacts) *told {
	o, _ := read(f.Given)
	now := s.tell(f.Name, &o, f.Data)
	t := &told{name: f.Name, given: f.Given, served: f.Served, short: f.Short, data: f.Data, caller: f.Caller, text: f.Text, note: f.Note}
	if f.Served == nil && !f.Denied {
		t.served = f.Given
	}
	if bytes.Equal(now.served, t.served) {
		return now
	}
	t.whole = t.served
	if f.Schema == nil {
		return t
	}
	view, err := s.eng.View(shaper.Request{Server: s.Name(), Tool: f.Name, Dialect: "mcp", AsData: f.Data, Transit: true})
	if err == nil {
		t.schema = view.Told(f.Schema, f.Whole)
	}
	return t
}

// save lets other replicas know what the client was told.
func (s *Session) save(ctx context.Context) {
	if r := s.replica(); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		s.put(ctx, r)
	}
}

// put saves the facts if they are others than the known ones.
func (s *Session) put(ctx context.Context, r *replica) {
	s.mu.Lock()
	f := facts{Name: s.name, Version: s.version, LogLevel: s.logLevel, Initialized: s.initialized, Logs: s.logs, List: r.list}
	s.mu.Unlock()
	l := &s.tools
	l.mu.Lock()
	f.Definer, f.Listens, f.Views, f.Offered, f.Taken, f.Sent = l.definer, l.listens, l.views, l.offered, l.taken, l.sent
	all := slices.SortedFunc(maps.Values(l.told), func(a, b *told) int { return cmp.Compare(a.name, b.name) })
	l.mu.Unlock()
	text, _ := json.Marshal(f)
	if bytes.Equal(text, r.known) || f == (facts{}) || r.isLost && f.Sent == 0 {
		return // the facts of others are not to be lost
	}
	err := error(nil)
	if len(all) > 0 {
		if f.List, err = r.results.Keep(ctx, factsOf(all)); err == nil {
			text, _ = json.Marshal(f)
		}
	}
	if err == nil {
		err = r.results.Save(ctx, "session "+r.client, text)
	}
	if r.unsaved = err != nil; !r.unsaved {
		r.known, r.list = text, f.List
	}
}

// factsOf is the list of some tools.
func factsOf(all []*told) []byte {
	list := make([]toldFacts, 0, len(all))
	for _, t := range all {
		f := toldFacts{Name: t.name, Given: t.given, Denied: t.served == nil, Data: t.data, Short: t.short, Caller: t.caller, Text: t.text, Note: t.note}
		if !same(t.served, t.given) {
			f.Served = t.served
		}
		if t.schema != nil {
			f.Schema, f.Whole = t.schema.Text, t.schema.Whole
		}
		list = append(list, f)
	}
	text, _ := json.Marshal(list)
	return text
}

// askedFacts are what replicas know of a request.
type askedFacts struct {
	Method, Task, LogLevel, Tool, Profile, Mode string
	Fields                                      []string
}

// remember lets other replicas know a request by a name. If the store fails, the hiding rules of
// every tool act on its answer there.
func (s *Session) remember(ctx context.Context, name string, a asked) {
	if r := s.replica(); r != nil {
		text, _ := json.Marshal(askedFacts{a.method, a.task, a.logLevel, a.call.Tool, a.call.Profile, a.call.Mode, a.call.Fields})
		_ = r.results.Save(ctx, name, text) // the archive warns of it
	}
}

// recall returns a request that a replica remembered.
func (s *Session) recall(ctx context.Context, name string) (a asked, ok bool) {
	r := s.replica()
	if r == nil {
		return a, false
	}
	text, err := r.results.Load(ctx, name)
	var f askedFacts
	if err != nil || json.Unmarshal(text, &f) != nil {
		return a, false
	}
	return asked{method: f.Method, task: f.Task, logLevel: f.LogLevel, call: Call{Tool: f.Tool, Profile: f.Profile, Mode: f.Mode, Fields: f.Fields}}, true
}

// ownName is a name of the client's own.
func (s *Session) ownName(kind, name string) string {
	if r := s.replica(); r != nil {
		return kind + " " + r.client + "\x00" + name
	}
	return ""
}

// Resumes lets other replicas know the requests that wait for an answer: the client can fetch it
// there.
func (x *Exchange) Resumes(ctx context.Context) {
	x.pending.mu.Lock()
	all := maps.Clone(x.pending.by.All())
	x.pending.mu.Unlock()
	for key, a := range all {
		x.session.remember(ctx, x.session.ownName("answer", key), a)
	}
}

// takes returns the request that an answer is to, and removes it from those that wait.
func (x *Exchange) takes(ctx context.Context, id []byte) asked {
	a, known := x.pending.take(id)
	if !known {
		if a, known = x.session.recall(ctx, x.session.ownName("answer", lines.KeyOf(id))); known {
			a.call.by, a.call.owner = x.belongs()
		}
	}
	return a
}

// ofTask returns the call of a task.
func (r *reply) ofTask(ctx context.Context, id string) (c Call, known bool) {
	if c, known = r.session.Task(id); known {
		return c, true
	}
	a, known := r.session.recall(ctx, r.session.ownName("task", id))
	a.call.by, a.call.owner = r.x.belongs()
	return a.call, known
}

// belongs returns the client of the stream.
func (x *Exchange) belongs() (by *archive.Archive, owner string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.by, x.owner
}
