package suggest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// Lists is the proposal for the list of tools: the key tools of the global section.
type Lists struct {
	Sessions int // with a list
	Tools    int // in all lists
	// Drop and FirstSentence are values of the key. Saved is the tokens that each of its keys
	// saves in a list of all tools.
	Drop          []string
	FirstSentence bool
	// Defer names the tools that no session called.
	Defer []string
	Saved map[string]int
	// Before and After are the tokens of a list of all tools.
	Before, After int
	Proof         *ListFigures // nil if there are too few sessions
}

// ListFigures add up the tokens of the lists of sessions that a proposal was not learned from.
type ListFigures struct {
	Sessions, Before, After int
	Asked                   int // calls of [mcp.DefinitionTool]; After holds their tokens
}

// fewestListed is the sessions that list a tool before one is deferred.
const fewestListed = 5

// mostDeferred is the masks of a list in a configuration.
const mostDeferred = 1024

// lists are the tools that sessions listed and called.
type lists struct {
	definitions map[string][]byte // the last ones, by name
	sessions    []listedSession
}

type listedSession struct {
	task   string
	tools  []string
	called map[string]bool
}

func (l *lists) add(s *recordings.Session) {
	session := listedSession{task: learn.Task(s), called: map[string]bool{}}
	for name, definition := range s.Definitions {
		if name == mcp.RetrieveTool || name == mcp.DefinitionTool {
			continue // recorded behind shape
		}
		if l.definitions == nil {
			l.definitions = map[string][]byte{}
		}
		l.definitions[name] = definition
		session.tools = append(session.tools, name)
	}
	if session.tools == nil {
		return
	}
	slices.Sort(session.tools)
	for _, e := range s.Events {
		session.called[e.Tool] = true
	}
	l.sessions = append(l.sessions, session)
}

// proposeLists proposes by all sessions, and measures if there are enough of them.
func (l *Learner) proposeLists() (*Lists, error) {
	p, err := l.listsOf(func(string) bool { return true })
	tasks := map[string]bool{}
	for _, s := range l.lists.sessions {
		tasks[s.task] = true
	}
	if p != nil && len(l.lists.sessions) >= FewestProving && len(tasks) >= Folds {
		p.Proof, err = l.measureLists()
	}
	return p, err
}

// listsOf proposes by the sessions of some tasks. It returns nil if nothing saves enough.
func (l *Learner) listsOf(of func(task string) bool) (*Lists, error) {
	listed, called := map[string]int{}, map[string]bool{}
	p := &Lists{Saved: map[string]int{}}
	for _, s := range l.lists.sessions {
		if !of(s.task) {
			continue
		}
		p.Sessions++
		for _, name := range s.tools {
			listed[name]++
		}
		maps.Copy(called, s.called)
	}
	all := slices.Sorted(maps.Keys(listed))
	if p.Tools = len(all); p.Tools == 0 {
		return nil, nil
	}
	var never []string // as many as a list of masks holds
	for _, name := range all {
		if listed[name] >= fewestListed && !called[name] && !strings.Contains(name, "*") && len(never) < mostDeferred {
			never = append(never, name)
		}
	}
	m, err := l.listMeter(p)
	if err != nil {
		return nil, err
	}
	p.Before, _ = m.list(all)
	p.After = p.Before
	for _, step := range []struct {
		key    string
		change func(*Lists)
	}{
		{"drop", func(p *Lists) { p.Drop = []string{"examples", "titles", "defaults", "outputs"} }},
		{"description", func(p *Lists) { p.FirstSentence = true }},
		{"defer", func(p *Lists) { p.Defer = never }},
	} {
		next := *p
		step.change(&next)
		if m, err = l.listMeter(&next); err != nil {
			return nil, err
		}
		next.After, _ = m.list(all)
		if saved := p.After - next.After; float64(saved) >= max(1, l.Floor*float64(p.Before)) {
			p.Saved[step.key], *p = saved, next
		}
	}
	if p.After == p.Before {
		return nil, nil
	}
	return p, nil
}

// listMeter counts the tokens of lists under a proposal.
type listMeter struct {
	*Learner
	server   *mcp.Server
	deferred []string
}

func (l *Learner) listMeter(p *Lists) (*listMeter, error) {
	list := &profiles.ToolList{Drop: &p.Drop, Defer: &p.Defer}
	if p.FirstSentence {
		list.Description = &profiles.ToolDescription{FirstSentence: &p.FirstSentence}
	}
	set, err := profiles.New(profiles.Spec{Global: profiles.Global{ToolList: list}})
	if err != nil {
		return nil, err
	}
	eng, err := shaper.New(set)
	if err != nil {
		return nil, err
	}
	return &listMeter{l, mcp.New(eng), p.Defer}, nil
}

// list counts the tokens of a list of tools, and returns the session of its client.
func (m *listMeter) list(tools []string) (int, *mcp.Session) {
	session := m.server.Session()
	var served [][]byte
	for _, name := range tools {
		served = append(served, session.Tool(m.lists.definitions[name]))
	}
	served = append(served, session.Offers()...)
	return m.Counter.Count(append(append([]byte(`{"tools":[`), bytes.Join(served, []byte(","))...), "]}"...)), session
}

// definition counts the tokens of a call of [mcp.DefinitionTool], of arguments and result.
func (m *listMeter) definition(of *mcp.Session, tool string) int {
	arguments, _ := json.Marshal(map[string]string{"name": tool}) // a string always can be
	result, _ := of.Answer(context.Background(), mcp.Call{Tool: mcp.DefinitionTool}, arguments)
	return m.Counter.Count(arguments) + m.Counter.Count(result)
}

// measureLists measures the proposals of two thirds of the tasks on the other third. A call of
// [mcp.DefinitionTool] comes before the first call of each deferred tool.
func (l *Learner) measureLists() (*ListFigures, error) {
	f := &ListFigures{}
	whole, err := l.listMeter(&Lists{})
	if err != nil {
		return nil, err
	}
	for k := range Folds {
		p, err := l.listsOf(func(task string) bool { return Fold(task) != k })
		if err != nil {
			return nil, err
		}
		shaped := whole
		if p != nil {
			if shaped, err = l.listMeter(p); err != nil {
				return nil, err
			}
		}
		for _, s := range l.lists.sessions {
			if Fold(s.task) != k {
				continue
			}
			before, _ := whole.list(s.tools)
			after, client := shaped.list(s.tools)
			f.Sessions, f.Before, f.After = f.Sessions+1, f.Before+before, f.After+after
			for _, name := range shaped.deferred {
				if s.called[name] {
					f.Asked++
					f.After += shaped.definition(client, name)
				}
			}
		}
	}
	return f, nil
}

// write writes the key, with the evidence as comments.
func (p *Lists) write(b *bytes.Buffer) {
	if p == nil {
		return
	}
	fmt.Fprintf(b, "    // lists of tools: %s become %s, %s less\n", counted(p.Before, "token"), grouping(p.After), Percent(p.Before-p.After, p.Before))
	if f := p.Proof; f != nil {
		fmt.Fprintf(b, "    // in %s that it was not learned from: -%s, with %s of %s\n",
			counted(f.Sessions, "session"), Percent(f.Before-f.After, f.Before), counted(f.Asked, "call"), mcp.DefinitionTool)
	}
	b.WriteString("    \"tools\": {\n")
	saves := func(key string) string {
		return fmt.Sprintf("saves %s, %s", counted(p.Saved[key], "token"), Percent(p.Saved[key], p.Before))
	}
	if p.Drop != nil {
		kinds, _ := valueText(p.Drop) // strings always can be
		fmt.Fprintf(b, "      \"drop\": %s%s  // %s\n", kinds, comma(p.FirstSentence || p.Defer != nil), saves("drop"))
	}
	if p.FirstSentence {
		fmt.Fprintf(b, "      \"description\": {\"first_sentence\": true}%s  // %s\n", comma(p.Defer != nil), saves("description"))
	}
	if p.Defer != nil {
		fmt.Fprintf(b, "      // %d of %s never called in %s: %s\n", len(p.Defer), counted(p.Tools, "tool"), counted(p.Sessions, "session"), saves("defer"))
		b.WriteString("      \"defer\": [\n")
		line := "       "
		for i, name := range p.Defer {
			text, _ := json.Marshal(name) // a string always can be
			if len(line)+len(text) > 84 {
				b.WriteString(line + "\n")
				line = "       "
			}
			line += " " + string(text) + comma(i < len(p.Defer)-1)
		}
		b.WriteString(line + "\n      ]\n")
	}
	b.WriteString("    }\n")
}
