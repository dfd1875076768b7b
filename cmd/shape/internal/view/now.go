package view

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sort"
	"sync"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/status"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// now is the proxies that run, their savings, and the costs in the newest recordings.
type now struct {
	status.Now
	costs
	Path    string `json:"path"`              // of the configuration of the page
	Problem string `json:"problem,omitempty"` // of it
}

// costs is the tools and fields that take the most tokens under the configuration, the largest
// first.
type costs struct {
	Tools  []toolCost  `json:"tools"`
	Fields []fieldCost `json:"fields"`
}

type toolCost struct {
	tool
	Calls  int `json:"calls"`
	Before int `json:"before"`
	After  int `json:"after"`
}

type fieldCost struct {
	Tool    string `json:"tool"`
	Pattern string `json:"pattern"`
	Tokens  int    `json:"tokens"`
}

// Limits of the recordings that show costs.
const (
	mostUnits    = 100
	mostExplains = 1 << 20 // tokens of results whose fields are counted
	mostCosts    = 20      // tools, and fields
)

// state adds the proxies to costs.
func (r *runs) state(c costs) (now, error) {
	all, err := status.Read(r.config, r.Now())
	s := r.source.Status()
	n := now{Now: all, costs: c, Path: s.Path}
	if s.Err != nil {
		n.Problem = s.Err.Error()
	}
	return n, err
}

// costly returns the costs in the newest recordings. Without a configuration in force there are
// none.
func (r *runs) costly(ctx context.Context) (c costs, err error) {
	c = costs{[]toolCost{}, []fieldCost{}}
	v, done, units, err := r.beginUnits(ctx)
	if err != nil {
		return c, ctx.Err()
	}
	defer done()
	tools, fields := map[tool]*toolCost{}, map[fieldCost]int{}
	room, left := r.atOnce, mostExplains
	for _, u := range units[:min(len(units), mostUnits)] {
		m, err := r.figures(v, u, &room)
		if m == nil {
			return c, err
		}
		for server, sum := range m.sums {
			for name, f := range sum.Tools {
				t := tools[tool{server, name}]
				if t == nil {
					t = &toolCost{tool: tool{server, name}}
					tools[t.tool] = t
				}
				t.Calls, t.Before, t.After = t.Calls+f.Results, t.Before+f.Before, t.After+f.After
			}
		}
		if m.fields == nil && left > 0 {
			if err := r.countFields(v, u, m, left); err != nil {
				return c, err
			}
		}
		left -= m.tokens
		for _, f := range m.fields {
			fields[fieldCost{Tool: f.Tool, Pattern: f.Pattern}] += f.Tokens
		}
	}
	for _, t := range tools {
		c.Tools = append(c.Tools, *t)
	}
	sort.Slice(c.Tools, func(i, j int) bool {
		a, b := &c.Tools[i], &c.Tools[j]
		return cmp.Or(cmp.Compare(b.After, a.After), cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool)) < 0
	})
	c.Tools, c.Fields = c.Tools[:min(len(c.Tools), mostCosts)], largest(fields, mostCosts)
	return c, nil
}

// largest returns the fields with the most tokens.
func largest(sums map[fieldCost]int, most int) []fieldCost {
	all := []fieldCost{}
	for f, n := range sums {
		f.Tokens = n
		all = append(all, f)
	}
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[j].Tokens, all[i].Tokens), cmp.Compare(all[i].Tool, all[j].Tool), cmp.Compare(all[i].Pattern, all[j].Pattern)) < 0
	})
	return all[:min(len(all), most)]
}

// countFields counts the remaining fields in the first results of a unit.
func (r *runs) countFields(v *rules, u *unit, m *measured, left int) error {
	sums := map[fieldCost]int{}
	_, err := u.read(v.ctx, r.tool, func(_ int, s *recordings.Session) error {
		for i := range s.Events {
			e := &s.Events[i]
			if e.Kind != recordings.Result {
				continue
			}
			if left < 0 {
				return errEnough
			}
			why, err := v.engine.Explain(v.ctx, shaper.Request{Server: e.Server, Tool: e.Tool, Arguments: e.Arguments, Body: e.Result(), Transit: true})
			if err != nil { // it is no JSON, or hidden as a whole
				continue
			}
			for _, f := range why.Fields {
				if left -= f.Tokens; f.Kept {
					sums[fieldCost{Tool: e.Tool, Pattern: f.Pattern}] += f.Tokens
				}
			}
		}
		return v.ctx.Err()
	})
	m.fields = largest(sums, 4*mostCosts)
	return err
}

// refresh is the number of looks at the proxies for one at the recordings.
const refresh = 15

// feed passes the state of Now to all requests for events.
type feed struct {
	mu        sync.Mutex
	last      []byte               // the newest state as JSON
	listeners map[chan []byte]bool // each holds the newest state until it is sent
	stop      func()               // ends the looks
}

// listen adds a listener. The first one begins the looks at the state, and the last one ends them.
func (r *runs) listen() (states chan []byte, leave func()) {
	f := &r.feed
	f.mu.Lock()
	defer f.mu.Unlock()
	states = make(chan []byte, 1)
	if len(f.listeners) == 0 {
		ctx, stop := context.WithCancel(context.Background())
		f.last, f.listeners, f.stop = nil, map[chan []byte]bool{}, stop
		go r.look(ctx)
	} else if f.last != nil {
		states <- f.last
	}
	f.listeners[states] = true
	return states, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if delete(f.listeners, states); len(f.listeners) == 0 {
			f.stop()
		}
	}
}

// look looks at the state at once and at each tick, and passes it on if it has changed.
func (r *runs) look(ctx context.Context) {
	ticks, stop := r.ticks()
	defer stop()
	var c costs
	for n := 0; ctx.Err() == nil; n++ {
		if n%refresh == 0 {
			if fresh, err := r.costly(ctx); err == nil {
				c = fresh
			}
		}
		if state, err := r.state(c); err == nil { // a folder that cannot be read now may be read at the next tick
			r.feed.pass(ctx, state)
		}
		select {
		case <-ticks:
		case <-ctx.Done():
		}
	}
}

func (f *feed) pass(ctx context.Context, state now) {
	text, err := json.Marshal(state)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil || ctx.Err() != nil || bytes.Equal(text, f.last) {
		return
	}
	f.last = text
	for states := range f.listeners {
		select {
		case <-states:
		default:
		}
		states <- text
	}
}

// events sends the state of Now at once, and after each change, until the request ends.
func (r *runs) events(w http.ResponseWriter, q *http.Request) {
	if _, err := r.state(costs{}); err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	states, leave := r.listen()
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		select {
		case text := <-states:
			w.Write(slices.Concat([]byte("data: "), text, []byte("\n\n")))
			if http.NewResponseController(w).Flush() != nil { // the client is gone
				return
			}
		case <-q.Context().Done():
			return
		}
	}
}
