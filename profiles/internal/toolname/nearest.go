package toolname

import (
	"slices"
	"sort"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Names are looked for among those of the entries where they have so many letters.
const (
	fewestLetters = 4   // of fewer, another one is another name
	mostLetters   = 256 // names that are longer resemble nothing
)

// Nearest returns the name of the own entry that most likely was meant for a tool. It is "" if
// nothing resembles the tool in any spelling, and if an own entry applies.
func (x *Index) Nearest(server, tool string) string {
	c, own := Spell(server, tool), x.names[x.Own:]
	if len(own) == 0 || len(server)+len(tool) > mostLetters || slices.Max(append(x.Applying(c), -1)) >= x.Own {
		return ""
	}
	all, _ := readings(tool)
	if server != "" {
		all = append(all, reading{server: server})
	}
	names := c.Names
	for _, r := range all { // an entry for all tools of the server
		names = appendForms(names, r.server, "*")
	}
	for _, name := range names {
		if len(name) < fewestLetters {
			continue
		}
		if near := words.Nearest(name, own); near != "" {
			return near
		}
	}
	for _, entry := range own {
		parts, _ := readings(entry)
		if server == "" && slices.ContainsFunc(parts, func(r reading) bool { return r.tool == tool }) {
			return entry // names a server, and the call none
		}
	}
	return ""
}

// Unfit is an entry that applies to no tool of a server.
type Unfit struct {
	Entry   string
	Nearest string // the name of a tool that most likely was meant; "" is none
	Other   bool   // the entry names another server, and no entry applies to a tool of this one
}

// maxNear bounds the entries that are compared with near names.
const maxNear = 64

// Unfit returns the own entries that apply to no tool of a server, in the order of their names.
// If any applies, those of other servers without a near tool are left out.
func (x *Index) Unfit(server string, tools []string) (all []Unfit) {
	fits, known := make([]bool, len(x.names)), []string{}
	for _, tool := range tools {
		c := Spell(server, tool)
		for _, entry := range x.Applying(c) {
			fits[entry] = true
		}
		known = append(known, c.Names...)
	}
	anyFits := slices.Contains(fits[x.Own:], true)
	for i, name := range x.names {
		if i < x.Own || fits[i] {
			continue
		}
		near := ""
		if len(name) >= fewestLetters && len(name) <= mostLetters && len(all) < maxNear {
			near = words.Nearest(name, known)
		}
		isOther := false // it can be read as one of another server
		if near == "" {
			servers, complete := readings(name)
			isOther = !complete || len(servers) > 0 && !slices.ContainsFunc(servers, func(r reading) bool { return r.server == server })
		}
		if !isOther || !anyFits {
			all = append(all, Unfit{name, near, isOther})
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Entry < all[j].Entry })
	return all
}
