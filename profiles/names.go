package profiles

import (
	"encoding/binary"
	"maps"
	"slices"
	"sort"

	"github.com/seed-7aa78ce4/shape/profiles/internal/toollist"
	"github.com/seed-7aa78ce4/shape/profiles/internal/toolname"
)

// AnyTool is the name of an unknown tool. The hiding rules of every entry apply to its
// results, and no other rule of an entry.
const AnyTool = toolname.Any

// AppendEntries appends a key of the tool entries that apply to a tool of a server. Calls with
// the same key get the same answers, but for the name of the tool in errors.
func (s *Set) AppendEntries(b []byte, server, tool string) []byte {
	c := toolname.Spell(server, tool)
	if b = append(b, 0); c.Vague {
		b[len(b)-1] = 1
	}
	b = append(append(b, toolname.Envelope(server, tool)...), 0)
	if s.preset.ok {
		if p, applying := s.presetOf(c); p != nil {
			b = append(append(b, p.name...), byte(len(applying)))
			for _, i := range applying {
				b = binary.AppendUvarint(b, uint64(i))
			}
		}
	}
	b = append(b, 0)
	for _, i := range s.byTool.Applying(c) {
		b = binary.AppendUvarint(b, uint64(i))
	}
	return b
}

// SharingTools returns the names of tool_overrides that share a tool with one of others, in
// any spelling: github.* and mcp__github__list_issues share list_issues. If the names are too
// many to compare, it returns more of them.
func SharingTools(names, others []string) []string { return toolname.Sharing(names, others) }

// ProfileNames returns the names of all profiles, sorted.
func (s *Set) ProfileNames() []string { return slices.Sorted(maps.Keys(s.profiles)) }

// ToolNames returns the names of the tools that have entries of their own, built-in
// ones among them, sorted and as they are spelt there. Patterns are no names.
func (s *Set) ToolNames() []string { return s.byTool.Names() }

// Modes returns the names of the response modes that a tool has, sorted.
func (s *Set) Modes(server, tool string) []string {
	a, err := s.answer(toolname.Spell(server, tool), &section{})
	if err != nil {
		return nil
	}
	return modeNames(a.all.modes)
}

// HasTools reports whether tool_overrides has entries beside the built-in ones.
func (s *Set) HasTools() bool { return len(s.tools) > s.byTool.Own }

// Nearest is the entry of tool_overrides that was probably meant for a tool that meets none.
// It is "" if nothing resembles the tool, and if an entry applies.
func (s *Set) Nearest(server, tool string) string { return s.byTool.Nearest(server, tool) }

// Unfit is an entry of tool_overrides that applies to no tool of a server.
type Unfit = toolname.Unfit

// Unfit returns the entries of tool_overrides that apply to no tool of a server, in the order
// of their names. One configuration may serve several servers. If any entry applies to a tool
// of this server, entries that name another server are left out, unless a tool has a near
// name.
func (s *Set) Unfit(server string, tools []string) []Unfit { return s.byTool.Unfit(server, tools) }

// ToolList is the key tools, of Allow, Deny, Defer, Description and Drop. ToolDescription
// bounds descriptions. Definition is the treatment of a tool in the list.
type (
	ToolList        = toollist.List
	ToolDescription = toollist.Description
	Definition      = toollist.Definition
)

// Lists returns the rules for lists of tools.
func (s *Set) Lists() *toollist.Lists { return &s.lists }

// lists compiles the keys tools of a configuration behind those of its gates.
func (c *compiler) lists(all *toollist.Lists, spec Spec, isGate bool) {
	for _, gate := range spec.Gates {
		c.lists(all, gate, true)
	}
	from := toollist.Source{Fail: c.fail, IsGate: isGate, At: func(path ...string) Origin { return inFile(spec.Position).key(path...).origin() }}
	all.Add("", spec.Global.ToolList, from)
	tools := slices.Clone(spec.Tools)
	sort.SliceStable(tools, func(i, j int) bool { return toolname.Compare(tools[i].Name, tools[j].Name) < 0 })
	for _, t := range tools {
		all.Add(t.Name, t.ToolList, from)
	}
}
