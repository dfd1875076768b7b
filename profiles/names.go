package profiles

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// ProfileNames returns the names of all profiles, sorted.
func (s *Set) ProfileNames() []string { return slices.Sorted(maps.Keys(s.profiles)) }

// ToolNames returns the names of the tools that have entries of their own, built-in
// ones among them, sorted and as they are spelt there. Patterns are no names.
func (s *Set) ToolNames() []string { return slices.Sorted(maps.Keys(s.byTool.byName)) }

// Modes returns the names of the response modes that a tool has, sorted.
func (s *Set) Modes(server, tool string) []string {
	a, err := s.answer(spell(server, tool), &section{})
	if err != nil {
		return nil
	}
	return modeNames(a.all.modes)
}

// HasTools reports whether there are entries of tool_overrides, beside the built-in
// ones.
func (s *Set) HasTools() bool { return len(s.tools) > s.byTool.own }

// Names are looked for among those of the entries where they have so many letters.
const (
	fewestLetters = 4   // of fewer, another one is another name
	mostLetters   = 256 // names that are longer resemble nothing
)

// Nearest is the name of the entry of tool_overrides that most likely was meant for
// a tool that meets none. It is "" where nothing resembles the tool in any spelling,
// and where an entry applies.
func (s *Set) Nearest(server, tool string) string {
	c := spell(server, tool)
	if !s.HasTools() || len(server)+len(tool) > mostLetters || slices.Max(append(s.byTool.applying(c), -1)) >= s.byTool.own {
		return ""
	}
	var known []string
	for _, t := range s.tools[s.byTool.own:] {
		known = append(known, t.name)
	}
	for _, name := range append(c.names, anyToolOf(server, tool)...) {
		if len(name) < fewestLetters {
			continue
		}
		if near := words.Nearest(name, known); near != "" {
			return near
		}
	}
	return ""
}

// anyToolOf spells the patterns of all tools of the servers that a call may mean.
func anyToolOf(server, tool string) []string {
	all, _ := readings(tool)
	if server != "" {
		all = append(all, reading{server: server})
	}
	var patterns calling
	for _, r := range all {
		patterns.spellOut(r.server, "*")
	}
	return patterns.names
}

// Unfit is an entry of tool_overrides that applies to no tool of a server.
type Unfit struct {
	Entry   string
	Nearest string // the name of a tool that most likely was meant; "" is none
	Other   bool   // the entry names another server, and no entry applies to a tool of this one
}

// Unfit returns the entries of tool_overrides that apply to no tool of a server, in the order
// of their names. One configuration may serve several servers. If any entry applies to a tool
// of this server, entries that name another server are left out, unless a tool has a near
// name.
func (s *Set) Unfit(server string, tools []string) (all []Unfit) {
	fits, known := make([]bool, len(s.tools)), []string{}
	for _, tool := range tools {
		c := spell(server, tool)
		for _, entry := range s.byTool.applying(c) {
			fits[entry] = true
		}
		known = append(known, c.names...)
	}
	anyFits := slices.Contains(fits[s.byTool.own:], true)
	for i, t := range s.tools {
		if i < s.byTool.own || fits[i] {
			continue
		}
		near := ""
		if len(t.name) >= fewestLetters && len(t.name) <= mostLetters && len(all) < mostNear {
			near = words.Nearest(t.name, known)
		}
		if other := near == "" && namesOther(server, t.name); !other || !anyFits {
			all = append(all, Unfit{t.name, near, other})
		}
	}
	slices.SortFunc(all, func(a, b Unfit) int { return strings.Compare(a.Entry, b.Entry) })
	return all
}

// mostNear bounds the entries that are compared with near names.
const mostNear = 64

// namesOther reports whether an entry can be read as one of another server.
func namesOther(server, entry string) bool {
	all, complete := readings(entry)
	return !complete || len(all) > 0 && !slices.ContainsFunc(all, func(r reading) bool { return r.server == server })
}
