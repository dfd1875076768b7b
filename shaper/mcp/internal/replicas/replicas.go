// Package replicas shares the state of a client among the replicas of a proxy, by a shared
// archive. No content of a result is in it.
package replicas

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// Facts are the shared state of a session.
type Facts struct {
	Name, Version, LogLevel, Definer     string
	Logs, Listens, Views, Offered, Taken bool

	Sent int            // number of tools, repetitions included
	List archive.Handle // of the tools, set by [Place]
}

// Tool is a tool that a client was told.
type Tool struct {
	Name                string
	Given, Served       []byte // Served is nil if it is Given
	Denied, Data, Short bool
	Caller              []string
	Text, Note          string
	Schema              []byte // nil if none is advertised
	Whole               bool   // of the schema
}

// Request is a request whose answer may come at another replica.
type Request struct {
	Method, Task, LogLevel, Tool, Profile, Mode string
	Fields                                      []string
}

// State returns the facts of a session. tools returns the told ones in a fixed order.
type State func() (f Facts, tools func() []Tool)

// Place is the place of a session in a shared archive. A nil Place keeps nothing. It is safe for
// concurrent use.
type Place struct {
	Client string

	results archive.Archive
	mu      sync.Mutex
	changes int            // of the fields below
	known   []byte         // the facts that were loaded or saved last; nil is none
	list    archive.Handle // of the tools in them
	unsaved bool           // the archive did not take the last facts
	isLost  bool           // the archive did not give the facts of others
}

// New returns the place of a client of a server. The archive must be shared.
func New(results archive.Archive, server, client string) *Place {
	return &Place{Client: client, results: results.For("replicas of", server)}
}

func (p *Place) session() string { return "session " + p.Client }

// Refresh calls take with the facts and the tools that other replicas saved since the last call.
// If the archive fails, it calls nothing. Facts that the archive did not take are saved instead.
// Calls read the archive at the same time. A call reads again if another one changed the place
// meanwhile, since its own facts may be the older ones.
func (p *Place) Refresh(ctx context.Context, now State, take func(Facts, []Tool)) {
	for p != nil && !p.refresh(ctx, now, take) {
	}
}

// refresh reports whether the place did not change while the archive was read.
func (p *Place) refresh(ctx context.Context, now State, take func(Facts, []Tool)) (done bool) {
	p.mu.Lock()
	if p.unsaved {
		defer p.mu.Unlock()
		p.save(ctx, now)
		return true
	}
	known, changes := p.known, p.changes
	p.mu.Unlock()
	text, f, tools, err := p.load(ctx, known)
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.changes != changes:
		return false
	case errors.Is(err, archive.ErrUnknown) && known != nil: // it is too old
		p.known = nil
		p.changes++
		p.save(ctx, now)
	case err == nil && !bytes.Equal(text, known):
		p.known, p.list = text, f.List
		p.changes++
		take(f, tools)
	}
	p.isLost = err != nil && !errors.Is(err, archive.ErrUnknown)
	return true
}

// load reads the facts, and the tools unless they are the known ones. A client may have listed
// the same tools again, under other rules: they are read each time. A missing list is not
// [archive.ErrUnknown], which stands for missing facts.
func (p *Place) load(ctx context.Context, known []byte) (text []byte, f Facts, tools []Tool, err error) {
	if text, err = p.results.Load(ctx, p.session()); err != nil || bytes.Equal(text, known) {
		return text, f, nil, err
	}
	if err = json.Unmarshal(text, &f); err == nil && f.List != "" {
		var list []byte
		if list, err = p.results.Redeem(ctx, f.List); err == nil {
			err = json.Unmarshal(list, &tools)
		}
		if err != nil {
			err = fmt.Errorf("the list of tools: %v", err)
		}
	}
	return text, f, tools, err
}

// Save saves the facts of a session if they are others than the known ones.
func (p *Place) Save(ctx context.Context, now State) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.save(ctx, now)
	}
}

func (p *Place) save(ctx context.Context, now State) {
	f, tools := now()
	if f == (Facts{}) || p.isLost && f.Sent == 0 {
		return // the facts of others are not to be lost
	}
	f.List = p.list
	text, _ := json.Marshal(f)
	if bytes.Equal(text, p.known) {
		return
	}
	var err error
	if f.Sent > 0 {
		list, _ := json.Marshal(tools())
		f.List, err = p.results.Keep(ctx, list)
		text, _ = json.Marshal(f)
	}
	if err == nil {
		err = p.results.Save(ctx, p.session(), text)
	}
	p.changes++
	if p.unsaved = err != nil; !p.unsaved {
		p.known, p.list = text, f.List
	}
}

// Remember keeps a request under a name of a kind. If the archive fails, the hiding rules of
// every tool act on the answer at another replica.
func (p *Place) Remember(ctx context.Context, kind, name string, r Request) {
	if p != nil {
		text, _ := json.Marshal(r)
		_ = p.results.Save(ctx, kind+"\x00"+name, text) // the archive warns of it
	}
}

// Recall returns a request that a replica remembered.
func (p *Place) Recall(ctx context.Context, kind, name string) (r Request, ok bool) {
	if p == nil {
		return r, false
	}
	text, err := p.results.Load(ctx, kind+"\x00"+name)
	return r, err == nil && json.Unmarshal(text, &r) == nil
}

// Own is a name that no other client of the server has.
func (p *Place) Own(name string) string {
	if p == nil {
		return name
	}
	return p.Client + "\x00" + name
}
