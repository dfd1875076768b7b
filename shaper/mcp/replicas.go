package mcp

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/replicas"
)

// Replicas of a proxy answer the requests of one client in turn. If their archive is shared,
// they share the state of the client there.

// Shares names the session of the stream for the replicas of a proxy, by the server and the
// client. If other machines reach the archive of the engine, the state of the client is kept
// there from now on. The server needs a name ([WithName]): a replica may never see the one that
// it gives itself.
func (x *Exchange) Shares(server, client string) {
	results := x.session.server.eng.Archive()
	if results == nil || !results.IsShared() {
		return
	}
	if known := x.session.shared.Load(); known == nil || known.Client != client {
		x.session.shared.CompareAndSwap(known, replicas.New(*results, server, client))
	}
}

// ReplicaKeys returns the keys of the replicas in front of a server. The first one seals, and all
// of them open: while keys change, replicas have them in another order. If the archive is not
// shared, there is one random key, and isReplica is false.
func (s *Server) ReplicaKeys(server string) (keys [][32]byte, isReplica bool) {
	if results := s.eng.Archive(); results != nil && results.IsShared() {
		for _, key := range results.For("replicas in front of", server).Keys() {
			keys = append(keys, key)
		}
		return keys, true
	}
	keys = make([][32]byte, 1)
	rand.Read(keys[0][:]) // never fails
	return keys, false
}

// Refresh takes the state of the client from other replicas. If the store fails, the session
// stays as this replica knows it.
func (x *Exchange) Refresh(ctx context.Context) {
	x.session.shared.Load().Refresh(ctx, x.facts, x.take)
}

// save shares the state of the client.
func (x *Exchange) save(ctx context.Context) { x.session.shared.Load().Save(ctx, x.facts) }

// facts returns the shared state of the session.
func (x *Exchange) facts() (f replicas.Facts, tools func() []replicas.Tool) {
	s, l := x.session, &x.session.tools
	s.mu.Lock()
	f.Name, f.Version, f.LogLevel, f.Logs = s.name, s.version, s.logLevel, s.logs
	s.mu.Unlock()
	l.mu.Lock()
	f.Definer, f.Listens, f.Views, f.Offered, f.Taken, f.Sent = l.definer, l.listens, l.views, l.offered, l.taken, l.sent
	all := maps.Clone(l.told)
	l.mu.Unlock()
	return f, func() (list []replicas.Tool) {
		for _, t := range slices.SortedFunc(maps.Values(all), func(a, b *told) int { return cmp.Compare(a.name, b.name) }) {
			list = append(list, t.facts())
		}
		return list
	}
}

// take sets the facts of another replica.
func (x *Exchange) take(f replicas.Facts, tools []replicas.Tool) {
	s, l := x.session, &x.session.tools
	all := make(map[string]*told, len(tools))
	for i := range tools {
		all[tools[i].Name] = s.server.toldBy(&tools[i])
	}
	s.mu.Lock()
	s.name, s.version, s.logLevel, s.initialized, s.logs = f.Name, f.Version, f.LogLevel, true, f.Logs
	s.mu.Unlock()
	l.mu.Lock()
	l.definer, l.listens, l.views, l.offered, l.taken, l.sent = f.Definer, f.Listens, f.Views, f.Offered, f.Taken, f.Sent
	l.told = all
	l.mu.Unlock()
}

func (t *told) facts() replicas.Tool {
	f := replicas.Tool{Name: t.name, Given: t.given, Denied: t.served == nil, Data: t.data, Short: t.short, Caller: t.caller, Text: t.text, Note: t.note}
	if !same(t.served, t.given) {
		f.Served = t.served
	}
	if t.schema != nil {
		f.Schema, f.Whole = t.schema.Text, t.schema.Whole
	}
	return f
}

// toldBy is a tool that another replica told. Under another configuration than that of this
// replica, results are shaped by the rules in force and held to the schema that was told.
func (s *Server) toldBy(f *replicas.Tool) *told {
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

// Kinds of requests that replicas remember.
const (
	ofAnswer = "answer" // by the client and the id
	ofTask   = "task"   // by the client and the task
	ofKept   = "kept"   // by the handle of the result
)

func (a *asked) facts() replicas.Request {
	return replicas.Request{
		Method: a.method, Task: a.task, LogLevel: a.logLevel,
		Tool: a.call.Tool, Profile: a.call.Profile, Mode: a.call.Mode, Fields: a.call.Fields,
	}
}

func askedBy(f replicas.Request) asked {
	return asked{method: f.Method, task: f.Task, logLevel: f.LogLevel, call: Call{Tool: f.Tool, Profile: f.Profile, Mode: f.Mode, Fields: f.Fields}}
}

// Resumes lets other replicas know the requests that wait for an answer: the client can fetch it
// there.
func (x *Exchange) Resumes(ctx context.Context) {
	x.pending.mu.Lock()
	all := maps.Clone(x.pending.by.All())
	x.pending.mu.Unlock()
	shared := x.session.shared.Load()
	for key, a := range all {
		shared.Remember(ctx, ofAnswer, shared.Own(key), a.facts())
	}
}

// begins records that a request became a task.
func (x *Exchange) begins(ctx context.Context, task string, a asked) {
	x.session.Begins(task, a.call)
	shared := x.session.shared.Load()
	shared.Remember(ctx, ofTask, shared.Own(task), a.facts())
}

// takes returns the request that an answer is to, and removes it from those that wait.
func (x *Exchange) takes(ctx context.Context, id []byte) asked {
	a, known := x.pending.take(id)
	if !known {
		a, _ = x.recall(ctx, ofAnswer, lines.KeyOf(id))
	}
	return a
}

// ofTask returns the call of a task.
func (x *Exchange) ofTask(ctx context.Context, id string) (c Call, known bool) {
	if c, known = x.session.Task(id); known {
		return c, true
	}
	a, known := x.recall(ctx, ofTask, id)
	return a.call, known
}

// recall returns a request of the client that another replica remembered.
func (x *Exchange) recall(ctx context.Context, kind, name string) (a asked, known bool) {
	shared := x.session.shared.Load()
	f, known := shared.Recall(ctx, kind, shared.Own(name))
	if known {
		a = askedBy(f)
		a.call = x.owned(a.call)
	}
	return a, known
}

// keeps records the call of an archived result. Unless tools have rules of their own, replicas
// need not know it: the rules of every tool are those of this one.
func (d *delivery) keeps(ctx context.Context, h archive.Handle) {
	if h == "" {
		return
	}
	s := d.session.server
	s.mu.Lock()
	s.kept.Put(string(h), d.call)
	s.mu.Unlock()
	if s.eng.Profiles().HasTools() {
		d.session.shared.Load().Remember(ctx, ofKept, string(h), (&asked{call: d.call}).facts())
	}
}
