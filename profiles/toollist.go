package profiles

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles/internal/toollist"
	"github.com/seed-7aa78ce4/shape/profiles/internal/toolname"
)

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
	bySpecial := func(a, b Tool) int { return toolname.Compare(a.Name, b.Name) }
	for _, t := range slices.SortedStableFunc(slices.Values(spec.Tools), bySpecial) {
		all.Add(t.Name, t.ToolList, from)
	}
}
