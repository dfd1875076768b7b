package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// members reads the names of the open objects: it refuses a name that an object
// holds twice, and finds the state to which each name leads. It keeps its memory
// between documents.
type members struct {
	lim   *scan.Limits
	held  scan.Limits // under which the rows were read
	names scan.Names
	rows  [32]row // by depth
	name  []byte  // scratch: an unescaped name
}

// object is what members knows of one open object.
type object struct {
	row    *row // of its depth; nil where it has none
	read   int  // members
	inRow  bool // so far its names are those of the row
	unique bool // a name that it holds twice is refused
}

// reset readies the machine for a document.
func (m *members) reset(lim *scan.Limits) {
	if m.held != *lim {
		m.rows, m.held = [len(m.rows)]row{}, *lim // names that are too long may be in them
	}
	m.lim = lim
	m.names.Reset()
}

// enter begins an object at a state, inside depth containers.
func (m *members) enter(s *fieldmask.State, depth int, unique bool) object {
	m.names.Open()
	o := object{unique: unique}
	if unique && depth < len(m.rows) {
		o.row, o.inRow = &m.rows[depth], true
		o.row.begin(s)
	}
	return o
}

// leave ends the innermost object.
func (m *members) leave() { m.names.Close() }

// next reads the name of the next member of the innermost object, which has the
// state s, and whose quote is src[at]. It returns the place after the name and the
// state to which it leads, or the place of the first fault and its kind.
func (m *members) next(o *object, s *fieldmask.State, src []byte, at int) (end int, to *fieldmask.State, kind scan.Kind) {
	if o.read++; o.read > m.lim.Members {
		return at, nil, scan.KindMembers
	}
	if o.inRow {
		if end, to = o.row.follow(src, at, o.read-1); to != nil {
			return end, to, scan.KindNone
		}
	}
	return m.other(o, s, src, at)
}

// other reads a name that the row does not foretell.
func (m *members) other(o *object, s *fieldmask.State, src []byte, at int) (end int, to *fieldmask.State, kind scan.Kind) {
	end, escapes, kind := scan.String(src, at, m.lim.StringBytes)
	if kind != scan.KindNone {
		return end, nil, kind
	}
	name, escaped := src[at+1:end-1], escapes != scan.NoEscapes
	if escaped {
		name = m.unquote(src, at, end)
	}
	to = s.Member(name)
	if !o.unique {
		return end, to, scan.KindNone
	}
	if o.inRow {
		o.inRow = false
		o.row.leave(o.read-1, src, &m.names)
	}
	if m.names.Add(src, at+1, end-1, escaped) {
		return at, nil, scan.KindDuplicate
	}
	if o.row != nil && !escaped && len(o.row.steps) == o.read-1 {
		o.row.add(src[at:end], to)
	}
	return end, to, scan.KindNone
}

// unquote is the name src[at:end], unescaped, until the next one is read.
func (m *members) unquote(src []byte, at, end int) []byte {
	m.name = scan.AppendUnquote(m.name[:0], src[at+1:end-1])
	return m.name
}

// forget lets go of memory that is too large to keep.
func (m *members) forget() {
	m.names.Reset()
	if cap(m.name) > Scratch {
		m.name = nil
	}
}
