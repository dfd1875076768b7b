package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// members reads the names of the open objects: it refuses a name that an object
// holds twice, and finds the state to which each name leads. It keeps its memory
// between documents.
type members struct {
	lim    *scan.Limits
	held   scan.Limits // under which the rows were read
	names  scan.Names
	rows   rows
	unique bool   // a name that an object holds twice is refused
	name   []byte // scratch: an unescaped name
}

// naming is how an object's names are known to differ.
type naming uint8

const (
	repeating naming = iota // the row says so: so far they are its names
	first                   // there is no more than one
	tabled                  // they are in the table
	apart                   // they need not
)

// reset readies the machine for a document, in which a name that an object holds twice
// is refused if they are to be unique.
func (m *members) reset(lim *scan.Limits, unique bool) {
	if m.held != *lim {
		m.rows, m.held = rows{}, *lim // names that are too long may be in them
	}
	m.lim, m.unique = lim, unique
	m.names.Reset()
	m.rows.tidy()
}

// leave ends the innermost object.
func (m *members) leave(o *reading) {
	if o.names == tabled {
		m.names.Close()
	}
}

// next reads the name of the next member of the innermost object, which has the
// state s, and whose quote is src[at]. It returns the place after the name, the
// state to which it leads and the row's step there, nil if it has none, or the place of
// the first fault and its kind.
func (m *members) next(o *reading, s *fieldmask.State, src []byte, at int) (end int, to *fieldmask.State, known *step, kind scan.Kind) {
	if o.read++; o.read > m.lim.Members {
		return at, nil, nil, scan.KindMembers
	}
	if o.names == repeating {
		if end, known := o.row.follow(src, at, o.read-1); known != nil {
			known.at = uint32(at)
			return end, known.to, known, scan.KindNone
		}
	}
	return m.other(o, s, src, at)
}

// other reads a name that the row does not foretell.
func (m *members) other(o *reading, s *fieldmask.State, src []byte, at int) (end int, to *fieldmask.State, added *step, kind scan.Kind) {
	end, escaped, kind := scan.String(src, at, m.lim.StringBytes)
	if kind != scan.KindNone {
		return end, nil, nil, kind
	}
	name := src[at+1 : end-1]
	if escaped {
		name = m.unquote(src, at, end)
	}
	to = s.Member(name)
	if o.names == apart {
		return end, to, nil, scan.KindNone
	}
	m.list(o, src)
	if o.names == tabled && m.names.Add(src, at+1, end-1, escaped) {
		return at, nil, nil, scan.KindDuplicate
	}
	if o.row != nil && !escaped && len(o.row.steps) == o.read-1 {
		added = m.rows.add(o.row, src[at:end], to)
	}
	return end, to, added, scan.KindNone
}

// list puts the names that an object has so far into the table, before another one
// comes that is not of the row. An object of one name needs no table.
func (m *members) list(o *reading, src []byte) {
	switch {
	case o.names == repeating && o.read == 1:
		o.names = first
		o.row.cut(0)
	case o.names == repeating:
		o.names = tabled
		m.names.Open()
		o.row.list(o.read-1, src, &m.names)
	case o.names == first && o.read > 1:
		o.names = tabled
		m.names.Open()
		at := scan.Space(src, int(o.start)+1)
		end, escaped, _ := scan.String(src, at, m.lim.StringBytes)
		m.names.Add(src, at+1, end-1, escaped)
	}
}

// nameAt is the name whose quote is src[at], as unquote has it.
func (m *members) nameAt(src []byte, at int) []byte {
	end, _, _ := scan.String(src, at, m.lim.StringBytes)
	return m.unquote(src, at, end)
}

// unquote is the name src[at:end], unescaped, until the next one is read.
func (m *members) unquote(src []byte, at, end int) []byte {
	if name := src[at+1 : end-1 : end-1]; bytes.IndexByte(name, '\\') < 0 {
		return name
	}
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
