package profiles

import (
	"maps"
	"slices"
)

// ProfileNames returns the names of all profiles, sorted.
func (s *Set) ProfileNames() []string { return slices.Sorted(maps.Keys(s.profiles)) }

// ToolNames returns the names of the tools that have entries of their own, built-in
// ones among them, sorted and as they are spelt there. Patterns are no names.
func (s *Set) ToolNames() []string { return slices.Sorted(maps.Keys(s.byTool.byName)) }

// Modes returns the names of the response modes that a tool has, sorted.
func (s *Set) Modes(server, tool string) []string {
	all, err := s.effective(spell(server, tool), &section{})
	if err != nil {
		return nil
	}
	return modeNames(all.modes)
}
