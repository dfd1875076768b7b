package suggest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// reads returns the half of results that the client of a call shows, by the clients of a set.
// Options.Reads comes before that.
func (o *Options) reads(c *recordings.Call, set *profiles.Set) profiles.Reads {
	if o.Reads != nil {
		return *o.Reads
	}
	return set.Client(c.Client.Name, c.Client.Version).Reads
}

// tokens counts the tokens that the client shows of a result. Those are the texts if the client
// is unknown, as in the sums of a proxy. All count of a result that is no JSON, beside the error.
func (o *Options) tokens(c *recordings.Call, set *profiles.Set, result []byte) (int, error) {
	read, err := shaper.Measure(result, o.Counter)
	switch {
	case err != nil:
		return o.Counter.Count(result), err
	case o.Reads != nil && *o.Reads == profiles.ReadsBoth:
		return read.Both.Tokens, nil
	}
	return read.Shown(o.reads(c, set)).Tokens, nil
}

// shows reports the halves whose tokens count.
func (o *Options) shows(c *recordings.Call) (texts, data bool) {
	reads := o.reads(c, profiles.Builtin())
	return reads != profiles.ReadsStructured, reads == profiles.ReadsStructured || o.Reads != nil && reads == profiles.ReadsBoth
}

// readers are built-in clients that show one half. A client without a name may show both.
var readers = map[profiles.Reads]string{profiles.ReadsText: "opencode", profiles.ReadsStructured: "Visual Studio Code"}

// proxy shapes results as shape proxy does for the client of each call. It has an archive.
type proxy struct {
	Options
	engine *shaper.Engine

	mu      sync.Mutex
	servers map[string]*mcp.Server // by name
	refused error                  // of the last result
}

func newProxy(rules shaper.Source, o Options) (*proxy, error) {
	engine, err := shaper.New(rules, shaper.WithArchive(archive.Archive{Store: Nowhere{}}))
	return &proxy{Options: o, engine: engine, servers: map[string]*mcp.Server{}}, err
}

// Answered implements [mcp.Observer].
func (p *proxy) Answered(e mcp.Event) { p.refused = e.Refused }

// shape returns the result that the client of a call gets. refused tells that it is an error in
// the place of the result. A document that is no tool result is shaped without its client.
func (p *proxy) shape(ctx context.Context, c *recordings.Call, body []byte) (out []byte, refused bool, err error) {
	if !gjson.GetBytes(body, "content").Exists() && !gjson.GetBytes(body, "structuredContent").Exists() {
		r, err := p.engine.Shape(ctx, shaper.Request{
			Server: c.Server, Tool: c.Tool, Arguments: c.Arguments, Body: body, Reads: p.reads(c, p.engine.Profiles()),
			Archive: p.engine.Archive(), Retrieve: mcp.RetrieveTool, NoteMember: "_note", Transit: true,
		})
		return r.Body, false, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.servers[c.Server] == nil {
		p.servers[c.Server] = mcp.New(p.engine, mcp.WithName(c.Server), mcp.WithObserver(p))
	}
	shown := *c
	if p.Reads != nil {
		shown.Client.Name, shown.Client.Version = readers[*p.Reads], ""
	}
	out = Shown(ctx, p.servers[c.Server], &shown, body)
	return out, p.refused != nil, nil
}

// Shown returns a tool result as the proxy before a server sends it to the client of a call.
func Shown(ctx context.Context, server *mcp.Server, c *recordings.Call, body []byte) []byte {
	session, definition := server.Session(), []byte(c.Definition)
	if definition == nil {
		name, _ := json.Marshal(c.Tool) // a string always can be
		definition = fmt.Appendf(nil, `{"name":%s,"inputSchema":{"type":"object"}}`, name)
	}
	session.IsClient(c.Client.Name, c.Client.Version)
	session.Tool(definition)
	session.Offers()
	call, _, _ := session.Choose(c.Tool, c.Arguments) // a wrong choice chooses nothing
	return session.Result(ctx, call, body)
}

// Under measures all recorded results under some rules: those of each tool as a proxy counts
// them. A tool of a known server has the name of the server and a dot before its own.
func (l *Learner) Under(rules shaper.Source) (tools map[string]*ToolFigures, err error) {
	p, err := newProxy(rules, l.Options)
	if err != nil {
		return nil, err
	}
	var sums Figures
	err = l.from(func(s *recordings.Session) error {
		for i := range s.Events {
			e := &s.Events[i]
			if e.Kind != recordings.Result {
				continue
			}
			body := e.Result()
			out, err := p.asShape(&e.Call, body)
			if err != nil {
				return fmt.Errorf("%s: %w", e.File, err)
			}
			before, _ := l.tokens(&e.Call, p.engine.Profiles(), body)
			after, _ := l.tokens(&e.Call, p.engine.Profiles(), out)
			t := sums.tool(strings.TrimPrefix(e.Server+"."+e.Tool, "."))
			t.Results, t.Before, t.After = t.Results+1, t.Before+before, t.After+after
		}
		return nil
	})
	return sums.Tools, err
}

// Nowhere is a store that takes documents and keeps none: a trial asks for none back.
type Nowhere struct{}

func (Nowhere) Put(context.Context, archive.Handle, []byte) error { return nil }
func (Nowhere) Get(context.Context, archive.Handle) ([]byte, error) {
	return nil, archive.ErrUnknown
}
func (Nowhere) Stat(context.Context) (archive.Stat, error) { return archive.Stat{}, nil }
func (Nowhere) Close() error                               { return nil }
