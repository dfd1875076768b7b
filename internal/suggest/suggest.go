// Package suggest proposes a configuration for tools with recorded sessions. It omits the
// fields that models do not use, and tries further lines on the recordings. It proves the
// proposal on sessions that it did not learn from.
//
// The archive returns all that a proposal takes.
package suggest

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Aim and Floor are the defaults.
const (
	Aim   = 8000
	Floor = 0.01
)

// Options set the measure and the limits of a proposal.
type Options struct {
	Counter tokens.Counter
	Reads   *profiles.Reads // the half of results that clients show; nil is that of each client
	Aim     int             // tokens that a result should take at most
	Floor   float64         // the least part that a line saves of the tokens before it
	Price   Price           // of the tokens of the proof, zero for none
	Stop    func() error    // asked before each session and each trial; its error ends the work. nil: no end
	learn.Options
}

// Source calls visit with each session, the same ones each time.
type Source func(visit func(*recordings.Session) error) error

// Line is a line of a tool's entry.
type Line struct {
	Key   string
	Value any              // the value of the key, for JSON
	Saved int              // tokens, in addition to the savings of the lines before
	Why   string           // in words without content
	Omits []learn.Omission // of omit_fields
}

// Tool is a tool with the lines that are proposed for it.
type Tool struct {
	Name    string // name of its entry
	Server  string // "" if the recordings name none, or several
	Results int
	// Before and After are the tokens of the tried results, as they are and with the lines.
	Before, After int
	// Bare counts the tokens of envelope metadata. An entry without lines removes them.
	Bare int
	// Shared counts the tokens that the lines for all tools save.
	Shared int
	Lines  []Line
	// IsFile states that the results may be contents of files or pages. They stay as they are.
	IsFile bool
}

// Proposal is the proposal for all recorded tools, by name.
type Proposal struct {
	Counter  string
	Price    Price
	Sessions int
	Tasks    int // of the sessions
	Tools    []Tool
	// Everywhere holds the lines for all tools, by server.
	Everywhere []Everywhere
	// Proof is nil if there are too few sessions.
	Proof *Proof
	// Lists is nil if nothing of a list of tools is proposed to go.
	Lists *Lists
}

// Everywhere holds the lines for all tools of a server, also for those that were not recorded.
type Everywhere struct {
	Entry  string           // the pattern of its tools; * if the recordings name no server
	Omits  []learn.Omission // the fields that go
	Tables bool             // lists of objects become tables
}

// Lines returns the lines of the entry.
func (e *Everywhere) Lines() (lines []Line) {
	if e.Omits != nil {
		lines = append(lines, Line{Key: OmitKey, Why: e.Why(), Omits: e.Omits})
	}
	if e.Tables {
		lines = append(lines, tablesLine)
	}
	return lines
}

// Why is the reason for the entry.
func (e *Everywhere) Why() string {
	if e.Omits != nil {
		return "fields that no tool needs"
	}
	return "for all tools"
}

// joinTables makes one line of those of several tools that fold tables. It makes none if a result
// has structuredContent, since a client may rely on its form.
func (e *Everywhere) joinTables(tools []Tool, samples map[string][]sample) {
	of := func(l Line) bool { return l.Key == TablesKey }
	with := 0
	for _, t := range tools {
		if slices.ContainsFunc(samples[t.Name], func(s sample) bool { return resultOf(s.Body).StructuredContent != nil }) {
			return
		}
		if slices.ContainsFunc(t.Lines, of) {
			with++
		}
	}
	if e.Tables = e.Entry != "" && with > 1; !e.Tables {
		return
	}
	for i := range tools {
		t := &tools[i]
		if at := slices.IndexFunc(t.Lines, of); at >= 0 {
			t.Shared += t.Lines[at].Saved
			t.Lines = slices.Delete(t.Lines, at, at+1)
		}
	}
}

// Learner has read all sessions of a source. It keeps the evidence of all of them, and
// a quarter of a megabyte of results of each tool to try lines on.
type Learner struct {
	Options
	from     Source
	evidence learn.Evidence
	sessions []sampledSession
	lists    lists
}

// sampledSession holds some results of a session.
type sampledSession struct {
	task    string
	samples []sample
}

// Learn reads all sessions of a source.
func Learn(from Source, o Options) (*Learner, error) {
	if all := from; o.Stop != nil {
		from = func(visit func(*recordings.Session) error) error {
			return all(func(s *recordings.Session) error {
				if err := o.Stop(); err != nil {
					return err
				}
				return visit(s)
			})
		}
	}
	l := &Learner{Options: o, from: from, evidence: learn.Evidence{Shows: o.shows}}
	room := map[string]int{}
	err := from(func(s *recordings.Session) error {
		return together(2, func(i int) error {
			if i == 0 {
				l.evidence.Add(s)
				return nil
			}
			l.lists.add(s)
			l.sessions = append(l.sessions, sampledSession{learn.Task(s), sampled(s, room)})
			return nil
		})
	})
	return l, err
}

// Beyond is the number of sessions whose evidence had no room.
func (l *Learner) Beyond() int { return l.evidence.Beyond() }

// Sessions is the number of sessions.
func (l *Learner) Sessions() int { return len(l.sessions) }

func (l *Learner) tasks() int {
	all := map[string]bool{}
	for _, s := range l.sessions {
		all[s.task] = true
	}
	return len(all)
}

// Propose proposes by all sessions, and proves the proposal if there are enough of them. The
// same sessions lead to the same proposal.
func (l *Learner) Propose() (*Proposal, error) {
	var p *Proposal
	var proof *Proof
	err := together(2, func(i int) (err error) {
		if i == 0 {
			p, err = l.ProposeFor(func(string) bool { return true })
		} else {
			proof, err = l.prove()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	p.Proof, p.Tasks = proof, l.tasks()
	p.Lists, err = l.proposeLists()
	return p, err
}

// ProposeFor proposes by the sessions of some tasks, without a proof.
func (l *Learner) ProposeFor(of func(task string) bool) (*Proposal, error) {
	p := &Proposal{Counter: l.Counter.Name(), Price: l.Price}
	samples, servers := map[string][]sample{}, map[string]map[string]bool{}
	for _, s := range l.sessions {
		if !of(s.task) {
			continue
		}
		p.Sessions++
		for _, c := range s.samples {
			samples[c.Tool] = append(samples[c.Tool], c)
			if servers[c.Tool] == nil {
				servers[c.Tool] = map[string]bool{}
			}
			servers[c.Tool][c.Server] = true
		}
	}
	byEntry := map[string][]*learn.Tool{}
	for _, t := range l.evidence.Decide(of, l.Options.Options) {
		entry := entryOf(servers[t.Name])
		byEntry[entry] = append(byEntry[entry], t)
	}
	for _, entry := range slices.Sorted(maps.Keys(byEntry)) {
		shared := Everywhere{Entry: entry}
		if entry != "" {
			shared.Omits = learn.Everywhere(byEntry[entry])
		}
		tools, isWorth, err := l.try(byEntry[entry], shared, samples)
		if err == nil && shared.Omits != nil && !isWorth {
			shared.Omits = nil
			tools, _, err = l.try(byEntry[entry], shared, samples)
		}
		if err != nil {
			return nil, err
		}
		if shared.joinTables(tools, samples); shared.Lines() != nil {
			p.Everywhere = append(p.Everywhere, shared)
		}
		p.Tools = append(p.Tools, tools...)
	}
	sort.SliceStable(p.Tools, func(i, j int) bool {
		a, b := &p.Tools[i], &p.Tools[j]
		return cmp.Or(cmp.Compare(b.Before-b.After, a.Before-a.After), cmp.Compare(a.Name, b.Name)) < 0
	})
	return p, nil
}

// try tries lines on the tools of an entry, beside fields that go in all of them. isWorth
// reports whether these fields save more than the notes on them cost.
func (l *Learner) try(decided []*learn.Tool, shared Everywhere, samples map[string][]sample) (tools []Tool, isWorth bool, err error) {
	server, saved := strings.TrimSuffix(strings.TrimSuffix(shared.Entry, "*"), "."), 0
	var trials []*trial
	for _, d := range decided {
		byName := map[string][]sample{d.Name: samples[d.Name]}
		if shared.Entry == "" && byName[d.Name] != nil { // several servers have a tool of this name
			byName = map[string][]sample{}
			for _, s := range samples[d.Name] {
				name := d.Name
				if s.Server != "" {
					name = s.Server + "." + name
				}
				byName[name] = append(byName[name], s)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(byName)) {
			trials = append(trials, &trial{
				Options: l.Options, tool: Tool{Name: name, Server: server, IsFile: d.IsFile},
				samples: slices.Clone(byName[name]), everywhere: shared, omits: d.Omissions(shared.Omits),
			})
		}
	}
	if err := together(len(trials), func(i int) error { return trials[i].run() }); err != nil {
		return nil, false, err
	}
	for _, t := range trials {
		tools, saved = append(tools, t.tool), saved+t.tool.Shared
	}
	return tools, saved > 0, nil
}

// entryOf returns the pattern of the tools of a server: * if it is unknown, and "" for a tool
// of several servers.
func entryOf(servers map[string]bool) string {
	if len(servers) != 1 {
		return ""
	}
	for name := range servers {
		if name != "" {
			return name + ".*"
		}
	}
	return "*"
}
