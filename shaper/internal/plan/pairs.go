package plan

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// A response can hold a name and its value apart, as in {"name": "password", "value": "x"} or
// in a column of a table. The value is then hidden like a member of that name (GUARANTEES,
// pairs). The plan marks such values beside each member that a privacy or tier rule names.

// pairMembers lists the members of pairs and tables. Names match in any spelling.
var pairMembers = []struct {
	name  string
	roles Roles
}{
	{"name", PairName}, {"key", PairName}, {"field", PairName}, {"header", PairName | PairColumns},
	{"param", PairName}, {"parameter", PairName}, {"parameter_key", PairName}, {"parameter_name", PairName},
	{"variable", PairName}, {"setting", PairName}, {"property", PairName}, {"option", PairName},
	{"option_name", PairName}, {"env", PairName}, {"attribute", PairName}, {"label", PairName}, {"type", PairName},
	{"id", PairName}, {"title", PairName}, {"path", PairName}, {"config", PairName}, {"column_name", PairName},
	{"value", PairValue}, {"parameter_value", PairValue}, {"default", PairValue}, {"default_value", PairValue},
	{"old", PairValue}, {"new", PairValue}, {"old_value", PairValue}, {"new_value", PairValue}, {"from", PairValue},
	{"to", PairValue}, {"from_string", PairValue}, {"to_string", PairValue}, {"before", PairValue}, {"after", PairValue},
	{"current", PairValue}, {"current_value", PairValue}, {"val", PairValue}, {"vals", PairValue},
	{"columns", PairColumns}, {"fields", PairColumns}, {"headers", PairHeaders | PairFlat}, {"cols", PairColumns},
	{"names", PairColumns}, {"column_names", PairColumns}, {"column_metadata", PairColumns}, {"column_definitions", PairColumns},
	{"column_info", PairColumns}, {"row_type", PairColumns}, {"meta", PairColumns}, {"dimension_headers", PairColumns},
	{"rows", PairCells | PairRows}, {"values", PairCells | PairValue | PairApart}, {"data", PairCells}, {"row", PairCells | PairRow},
	{"records", PairCells | PairRows}, {"data_array", PairCells | PairRows | PairApart}, {"body", PairCells},
	{"cells", PairCells | PairRow}, {"c", PairCells | PairRow}, {"f", PairCells | PairRow}, {"dimension_values", PairCells | PairRow},
	{"raw_headers", PairFlat},
}

// PairRoles returns the possible roles of a member for its siblings, by its name; 0 is none.
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

// addPairs marks the siblings of a hidden member, from a site on. Rules for members of the same
// objects share their marks.
func (p *planner) addPairs(at, path fieldmask.Path) {
	p.paired = true
	any, ok := path.Everywhere().Beside("any")
	marked := place{at.String(), 0, "beside " + any.String()}
	if !ok || p.parts[marked] != nil {
		return
	}
	p.parts[marked] = &Acts{}
	for _, m := range pairMembers {
		if role := m.roles &^ (PairName | PairColumns | PairRows); role != 0 {
			beside, _ := any.Beside(m.name)
			p.attach(site{at: at}, beside, &Acts{Roles: role}, false)
		}
	}
}
