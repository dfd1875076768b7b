package rowcache

import "github.com/seed-7aa78ce4/shape/fieldmask"

// Cache holds the rows of containers in bounded memory. They form trees: a container at a
// [Step] has its row in that step, any other container has its row at its depth. At most one
// open container uses a row. It points to the row, so rows never move.
type Cache struct {
	atDepth [32]similar
	taken   int // bytes, estimated
	served  int // documents
}

const (
	room        = 1 << 20 // bytes of all rows
	longService = 1 << 16 // documents before the cache is emptied
)

// Tidy empties the cache before a document if it is full or served many documents. Rows keep
// the masks of old plans alive.
func (c *Cache) Tidy() {
	if c.served++; c.taken >= room || c.served >= longService {
		*c = Cache{}
	}
}

// Row returns the row for a container on terms t, with depth containers around it. A step that
// is not nil leads to the container. Row returns nil if there is no room.
func (c *Cache) Row(t *Terms, s *Step, depth int) *Row {
	var at **Row
	switch {
	case s != nil:
		at = s.slot(t.IsObject)
	case depth < len(c.atDepth):
		at = c.atDepth[depth].slot(t)
	default:
		return nil
	}
	r, before := *at, 0
	switch {
	case r != nil && r.Terms == *t:
		return r
	case r != nil:
		before = r.size()
	case c.taken >= room:
		return nil
	default:
		r = new(Row)
		*at = r
	}
	r.begin(t)
	c.taken += r.size() - before
	return r
}

// Add appends a name with its quotes to a row and returns its step, or nil if there is no
// room.
func (c *Cache) Add(r *Row, name []byte, to *fieldmask.State) *Step {
	if c.taken >= room || len(r.Steps) == longestRow || len(r.names)+len(name)+2 > widestRow {
		return nil
	}
	before := r.size()
	s := r.add(name, to)
	c.taken += r.size() - before
	return s
}

// similar holds the rows of one depth, since objects of several kinds may alternate there.
type similar struct {
	rows [4]*Row
	next int // to replace
}

// slot returns the field of the row on terms t, or of the row to replace.
func (s *similar) slot(t *Terms) **Row {
	for i, r := range s.rows {
		if r != nil && r.Terms == *t {
			return &s.rows[i]
		}
	}
	s.next = (s.next + 1) % len(s.rows)
	return &s.rows[s.next]
}
