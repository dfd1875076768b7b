package profiles

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

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
