package plan

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// A response may hold a name and its value apart: {"name": "password", "value": "x"}, or
// as a column of a table. The value then goes as the member of that name would
// (GUARANTEES, pairs). The plan marks the members that hold such values, beside each
// member that a rule of privacy or of a tier names.

// pairMembers are the members of pairs and tables, in any spelling.
var pairMembers = []struct {
	name  string
	roles Roles
}{
	{"name", PairName}, {"key", PairName}, {"field", PairName}, {"header", PairName | PairColumns},
	{"param", PairName}, {"parameter", PairName}, {"parameter_key", PairName}, {"parameter_name", PairName},
	{"variable", PairName}, {"setting", PairName}, {"property", PairName}, {"option", PairName},
	{"option_name", PairName}, {"env", PairName}, {"attribute", PairName}, {"label", PairName}, {"type", PairName},
	{"value", PairValue}, {"parameter_value", PairValue}, {"default", PairValue},
	{"columns", PairColumns}, {"fields", PairColumns}, {"headers", PairHeaders | PairFlat},
	{"rows", PairCells | PairRows}, {"values", PairCells | PairValue}, {"data", PairCells}, {"row", PairCells | PairRow},
	{"raw_headers", PairFlat},
}

// PairRoles returns what a member of a name may be to the members beside it; 0 is nothing.
func PairRoles(name []byte) (roles Roles) {
	var memory [1]int
	for _, r := range pairTable().Append(memory[:0], name) {
		roles |= Roles(r)
	}
	return roles
}

var pairTable = sync.OnceValue(func() *fieldmask.NameTable {
	var table fieldmask.NameTable
	for _, m := range pairMembers {
		path, _ := fieldmask.MustParse("any").Beside(m.name)
		table.Add(path.Names()[0], int(m.roles))
	}
	return &table
})

// pairs marks the members beside the one that a rule hides, from a site on.
func (p *planner) pairs(at, path fieldmask.Path) {
	p.paired = true
	for _, m := range pairMembers {
		beside, ok := path.Everywhere().Beside(m.name)
		if !ok {
			return
		}
		key := place{at.String(), 0, "beside " + beside.String()}
		if role := m.roles &^ (PairName | PairColumns | PairRows); role != 0 && p.parts[key] == nil {
			p.parts[key] = &Acts{Roles: role}
			p.attach(site{at: at}, beside, p.parts[key], false)
		}
	}
}
