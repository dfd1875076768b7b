package pass

import "github.com/seed-7aa78ce4/shape/fieldmask"

// rows are the rows of containers, as far as there is room for them: a tree for each
// kind of document. A container to which a step leads has its row there, and any other
// one at its depth. Each is that of one open container at most, which points to it, and
// so rows are never moved.
type rows struct {
	atDepth [32]similar
	taken   int // bytes, about
	served  int // documents
}

const (
	roomForRows = 1 << 20
	longService = 1 << 16
)

// tidy begins anew before a document where no room was left, and now and then: rows hold
// on to the masks of plans that may be no more.
func (all *rows) tidy() {
	if all.served++; all.taken >= roomForRows || all.served >= longService {
		*all = rows{}
	}
}

// of is the row for a container on some terms, inside depth others, to which a step leads
// unless that is nil. There is not always one.
func (all *rows) of(t *terms, s *step, depth int) *row {
	var at **row
	switch {
	case s != nil:
		at = s.row(t.isObject)
	case depth < len(all.atDepth):
		at = all.atDepth[depth].of(t)
	default:
		return nil
	}
	if r := *at; r != nil && r.terms == *t {
		return r
	}
	return all.make(at, t)
}

// make makes the row at a place one on some terms.
func (all *rows) make(at **row, t *terms) *row {
	if *at == nil && all.taken >= roomForRows {
		return nil
	}
	before := 0
	if *at == nil {
		*at = new(row)
	} else {
		before = (*at).size()
	}
	r := *at
	r.begin(t)
	all.taken += r.size() - before
	return r
}

// add adds a name, with its quotes, to a row, and returns its step; nil where there is no
// room.
func (all *rows) add(r *row, name []byte, to *fieldmask.State) *step {
	if all.taken >= roomForRows || r.isFull(name) {
		return nil
	}
	before := r.size()
	s := r.add(name, to)
	all.taken += r.size() - before
	return s
}

// similar are rows of one depth: objects of some kinds may take turns there.
type similar struct {
	rows [4]*row
	next int // that has to go
}

// of is where the row for a container on some terms is, or one that has to go.
func (s *similar) of(t *terms) **row {
	for i, r := range s.rows {
		if r != nil && r.terms == *t {
			return &s.rows[i]
		}
	}
	s.next = (s.next + 1) % len(s.rows)
	return &s.rows[s.next]
}
