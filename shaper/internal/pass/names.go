package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rowcache"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// names reads the member names of open objects. It refuses duplicates and finds the mask state
// of each member. It keeps its memory between documents.
type names struct {
	lim     *scan.Limits
	rowsLim scan.Limits // of the documents that filled the rows
	table   scan.Names  // of the open objects that need one
	rows    rowcache.Cache
	unique  bool   // duplicates are refused
	tables  bool   // a name $columns was read
	scratch []byte // an unescaped name
}

// nameCheck tells how the names of an object are known to differ.
type nameCheck uint8

const (
	byRow     nameCheck = iota // so far they are the names of the row
	single                     // there is at most one
	byTable                    // they are in the table
	unchecked                  // they may be equal
)

// reset prepares for a document. unique refuses duplicate names in an object.
func (n *names) reset(lim *scan.Limits, unique bool) {
	if n.rowsLim != *lim {
		n.rows, n.rowsLim = rowcache.Cache{}, *lim // rows may hold names too long for lim
	}
	n.lim, n.unique, n.tables = lim, unique, false
	n.table.Reset()
	n.rows.Tidy()
}

// leave ends the innermost object.
func (n *names) leave(o *reading) {
	if o.check == byTable {
		n.table.Close()
	}
}

// next reads the name at src[at] as the next member of the innermost object, whose state is s.
// It returns the end of the name, the state of the member and its step in the row, nil if it
// has none. After a fault it returns the offset and kind of the fault.
func (n *names) next(o *reading, s *fieldmask.State, src []byte, at int) (end int, to *fieldmask.State, known *rowcache.Step, kind scan.Kind) {
	if o.read++; o.read > n.lim.Members {
		return at, nil, nil, scan.KindMembers
	}
	if o.check == byRow {
		if end, known := o.row.Follow(src, at, o.read-1); known != nil {
			known.At = uint32(at)
			return end, known.To, known, scan.KindNone
		}
	}
	end, escaped, kind := scan.String(src, at, n.lim.StringBytes)
	if kind != scan.KindNone {
		return end, nil, nil, kind
	}
	name := src[at+1 : end-1]
	if escaped {
		name = n.unquote(src, at, end)
	}
	isTable := (escaped || end > at+2 && name[0] == '$') && string(name) == tables.Marker
	n.tables = n.tables || isTable
	to = s.Member(name)
	if o.check == unchecked {
		return end, to, nil, scan.KindNone
	}
	n.list(o, src)
	if o.check == byTable && n.table.Add(src, at+1, end-1, escaped) {
		return at, nil, nil, scan.KindDuplicate
	}
	if o.row != nil && !escaped && !isTable && len(o.row.Steps) == o.read-1 {
		known = n.rows.Add(o.row, src[at:end], to)
	}
	return end, to, known, scan.KindNone
}

// list adds the names that an object has so far to the table, before a name that differs from
// the row. An object of one name needs no table.
func (n *names) list(o *reading, src []byte) {
	switch {
	case o.check == byRow && o.read == 1:
		o.check = single
		o.row.Cut(0)
	case o.check == byRow:
		o.check = byTable
		n.table.Open()
		o.row.List(o.read-1, src, &n.table)
	case o.check == single && o.read > 1:
		o.check = byTable
		n.table.Open()
		at := scan.Space(src, int(o.start)+1)
		end, escaped, _ := scan.String(src, at, n.lim.StringBytes)
		n.table.Add(src, at+1, end-1, escaped)
	}
}

// at returns the name whose quote is src[at], unescaped, until the next call.
func (n *names) at(src []byte, at int) []byte {
	end, _, _ := scan.String(src, at, n.lim.StringBytes)
	return n.unquote(src, at, end)
}

// stringAt returns the string at src[at], unescaped, until the next call. ok is false for any
// other value, and for at outside src.
func (n *names) stringAt(src []byte, at int) (text []byte, ok bool) {
	if at < 0 || at >= len(src) || src[at] != '"' {
		return nil, false
	}
	end, _, kind := scan.String(src, at, n.lim.StringBytes)
	if kind != scan.KindNone {
		return nil, false
	}
	return n.unquote(src, at, end), true
}

// unquote returns the name src[at:end] without quotes and escapes, until the next call.
func (n *names) unquote(src []byte, at, end int) []byte {
	if name := src[at+1 : end-1 : end-1]; bytes.IndexByte(name, '\\') < 0 {
		return name
	}
	n.scratch = scan.AppendUnquote(n.scratch[:0], src[at+1:end-1])
	return n.scratch
}
