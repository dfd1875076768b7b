// Package suggest proposes a configuration for tools with recorded calls. It measures the
// savings of each line on the recordings.
//
// Values of a result that a later call used stay in it. Only empty values are dropped for
// good. The archive returns shortened values.
package suggest

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Aim and Floor are the defaults.
const (
	Aim   = 2000
	Floor = 0.01
)

// Options set the measure and the limits of a proposal.
type Options struct {
	Counter tokens.Counter
	Reads   profiles.Reads // the half of a result that the client shows
	Aim     int            // tokens that a result should take at most
	Floor   float64        // the least part of a tool's tokens that a line saves
}

// Line is a line of a tool's entry.
type Line struct {
	Key   string
	Value any    // the value of the key, for JSON
	Saved int    // tokens, in addition to the savings of the lines before
	Why   string // in words without content
}

// Tool is a tool with the lines that are proposed for it.
type Tool struct {
	Name    string // name of its entry
	Results int
	// Before and After are the tokens of all its results, as they are and with the lines.
	Before, After int
	// Bare counts the tokens of envelope metadata. An entry without lines removes them.
	Bare  int
	Lines []Line
}

// Proposal is the proposal for all recorded tools, by name.
type Proposal struct {
	Counter string
	Tools   []Tool
}

// Propose tries lines on the tool results of recorded calls, as the proxy shapes them. The
// same calls lead to the same proposal.
func Propose(calls []recordings.Call, o Options) (*Proposal, error) {
	p := &Proposal{Counter: o.Counter.Name()}
	calls = slices.Clone(calls)
	for i := range calls {
		calls[i].Body = calls[i].Result()
	}
	byTool := grouped(calls)
	for _, name := range slices.Sorted(maps.Keys(byTool)) {
		t := trial{Options: o, tool: Tool{Name: name}, samples: byTool[name]}
		if err := t.run(); err != nil {
			return nil, err
		}
		p.Tools = append(p.Tools, t.tool)
	}
	slices.SortStableFunc(p.Tools, func(a, b Tool) int { return cmp.Compare(b.Before-b.After, a.Before-a.After) })
	return p, nil
}

// grouped returns the calls by the name of their entry. That is the tool's name, behind
// the server's name if several servers have a tool of that name.
func grouped(calls []recordings.Call) map[string][]sample {
	servers := map[string]map[string]bool{}
	for _, c := range calls {
		if servers[c.Tool] == nil {
			servers[c.Tool] = map[string]bool{}
		}
		servers[c.Tool][c.Server] = true
	}
	used := usedValues(calls)
	all := map[string][]sample{}
	for i, c := range calls {
		name := c.Tool
		if len(servers[c.Tool]) > 1 && c.Server != "" {
			name = c.Server + "." + c.Tool
		}
		all[name] = append(all[name], sample{Call: c, used: used[i]})
	}
	return all
}
