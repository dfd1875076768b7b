package profiles

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Unfit is an entry of tool_overrides that applies to no tool of a server.
type Unfit struct {
	Entry   string
	Nearest string // the name of a tool that most likely was meant; "" is none
	Other   bool   // the entry names another server, and no entry applies to a tool of this one
}

// Unfit returns the entries of tool_overrides that apply to no tool of a server, in the
// order of their names. One configuration may serve several servers: if any entry applies to
// a tool of this server, entries that name another server are left out, unless the name of
// a tool is near.
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

// mostNear bounds the entries for which a near name is looked for.
const mostNear = 64

// namesOther reports whether an entry can be read as one of another server.
func namesOther(server, entry string) bool {
	all, complete := readings(entry)
	return !complete || len(all) > 0 && !slices.ContainsFunc(all, func(r reading) bool { return r.server == server })
}
