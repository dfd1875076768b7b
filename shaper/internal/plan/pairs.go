package plan

import (
	"bytes"
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
	{"name", PairName | PairEnd}, {"key", PairName | PairEnd}, {"field", PairName}, {"header", PairName | PairColumns},
	{"param", PairName}, {"parameter", PairName}, {"variable", PairName}, {"setting", PairName | PairValue}, {"property", PairName},
	{"option", PairName}, {"env", PairName}, {"attribute", PairName}, {"label", PairName}, {"type", PairName},
	{"id", PairName}, {"title", PairName}, {"path", PairName}, {"config", PairName}, {"prop", PairName}, {"attr", PairName},
	{"tag", PairName}, {"k", PairName},
	{"value", PairValue}, {"option_value", PairValue}, {"meta_value", PairValue}, {"setting_value", PairValue},
	{"output_value", PairValue}, {"attribute_value", PairValue}, {"field_value", PairValue}, {"parameter_value", PairValue},
	{"old_value", PairValue}, {"new_value", PairValue}, {"current_value", PairValue},
	{"val", PairValue}, {"vals", PairValue}, {"v", PairValue}, {"default", PairValue},
	{"old", PairValue}, {"new", PairValue}, {"from", PairValue}, {"to", PairValue}, {"from_string", PairValue},
	{"to_string", PairValue}, {"before", PairValue}, {"after", PairValue}, {"current", PairValue},
	{"columns", PairColumns}, {"fields", PairColumns}, {"headers", PairHeaders | PairFlat}, {"cols", PairColumns},
	{"names", PairColumns}, {"keys", PairColumns}, {"column_names", PairColumns}, {"column_metadata", PairColumns},
	{"column_definitions", PairColumns}, {"column_info", PairColumns}, {"row_type", PairColumns}, {"meta", PairColumns},
	{"dimension_headers", PairColumns},
	{"rows", PairCells | PairRows}, {"values", PairCells | PairValue | PairApart}, {"data", PairCells}, {"row", PairCells | PairRow},
	{"records", PairCells | PairRows}, {"data_array", PairCells | PairRows | PairApart}, {"body", PairCells},
	{"cells", PairCells | PairRow}, {"c", PairCells | PairRow}, {"f", PairCells | PairRow}, {"dimension_values", PairCells | PairRow},
	{"items", PairCells | PairLists}, {"result", PairCells | PairLists}, {"results", PairCells | PairLists},
	{"raw_headers", PairFlat},
	{"args", PairOptions}, {"arguments", PairOptions}, {"argv", PairOptions}, {"cmd", PairOptions}, {"command", PairOptions},
	{"entrypoint", PairOptions},
}

// beside returns the path of a member of pairMembers that stands beside the one at p.
func beside(p fieldmask.Path, m int) fieldmask.Path {
	path, _ := p.Beside(pairMembers[m].name)
	if pairMembers[m].roles&PairEnd != 0 {
		path = path.Folded(true)
	}
	return path
}

// LastPart returns the part of a name behind its last slash. A name without such a part is its
// own last one.
func LastPart(name []byte) []byte {
	if last := name[bytes.LastIndexByte(name, '/')+1:]; len(last) > 0 {
		return last
	}
	return name
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
	for i, m := range pairMembers {
		table.Add(beside(fieldmask.MustParse("any"), i).Names()[0], int(m.roles))
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
	for i, m := range pairMembers {
		if role := m.roles &^ (PairName | PairEnd | PairColumns | PairRows); role != 0 {
			p.attach(site{at: at}, beside(any, i), &Acts{Roles: role}, false)
		}
	}
}
