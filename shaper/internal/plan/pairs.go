package plan

import "github.com/seed-7aa78ce4/shape/fieldmask"

// A response may hold a name and its value apart: {"name": "password", "value": "x"}, or
// as a column of a table. The value then goes as the member of that name would
// (GUARANTEES, pairs). The plan marks the members that hold such values, beside each
// member that a rule of privacy or of a tier names.

// pairMembers are the member names that hold values of names beside them.
var pairMembers = []struct {
	name string
	role Roles
}{
	{"value", PairValue},
	{"rows", PairCells}, {"values", PairCells}, {"data", PairCells},
	{"headers", PairFlat}, {"raw_headers", PairFlat},
}

// pairs marks the members beside the one that a rule hides, from a site on.
func (p *planner) pairs(at, path fieldmask.Path) {
	p.paired = true
	for _, m := range pairMembers {
		beside, ok := path.Everywhere().Beside(m.name)
		if !ok {
			return
		}
		key := place{at.String(), 0, "beside " + beside.String()}
		if p.parts[key] == nil {
			p.parts[key] = &Acts{Roles: m.role}
			p.attach(site{at: at}, beside, p.parts[key], false)
		}
	}
}
