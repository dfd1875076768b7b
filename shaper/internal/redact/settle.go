package redact

import "github.com/seed-7aa78ce4/shape/internal/scan"

// A mark makes another text of one that could be read in part: what was a fragment
// may stand in the middle of something else now. So that looking twice hides no more
// than looking once does, a string is looked into until nothing comes of it.
const (
	MaxLooks = 4       // into one string
	Settles  = 4 << 20 // bytes of a string; larger ones are looked into once
)

// settled is the memory for strings that are looked into again.
type settled struct {
	first Edits     // of the first look
	raw   [2][]byte // what it looks like to the last look and to the next one
	text  []byte
	all   Edits
}

// lookAgain looks again into a string that was looked into. The changes of the names
// that stand are its own, but for so many of them.
func (h *Hider) lookAgain(s String, stood int) (Edits, Counts) {
	m, raw, counts := &h.again, s.Raw, h.counts
	m.first = append(m.first[:0], h.edits...)
	for n := 1; n < MaxLooks && len(h.edits) > 0; n++ {
		s.Raw = Append(m.raw[n&1][:0], s.Raw, h.edits)
		m.raw[n&1] = s.Raw
		m.text = scan.AppendUnquote(m.text[:0], s.Raw)
		s.Text = m.text
		h.names.back(stood)
		h.look(s)
		counts = Counts{counts.Withheld + h.counts.Withheld, h.counts.Opaque, h.counts.Missed}
		if n == 1 && len(h.edits) == 0 {
			return m.first, counts
		}
	}
	out := Append(nil, s.Raw, h.edits)
	m.all = m.all[:0].add(difference(raw, out), new(trail))
	return m.all, counts
}

// difference is the one edit that makes a text of another one.
func difference(from, to []byte) Edit {
	start, end := 0, 0
	for most := min(len(from), len(to)); start < most && from[start] == to[start]; {
		start++
	}
	for most := min(len(from), len(to)) - start; end < most && from[len(from)-1-end] == to[len(to)-1-end]; {
		end++
	}
	return Edit{start, len(from) - end, to[start : len(to)-end]}
}

// forget lets go of memory that is larger than keep.
func (m *settled) forget(keep int) {
	if cap(m.raw[0])+cap(m.raw[1])+cap(m.text) > keep {
		*m = settled{}
	}
}
