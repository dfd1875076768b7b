package redact

import "github.com/seed-7aa78ce4/shape/internal/scan"

// A mark can change how a partly readable text reads: a fragment may become the middle of
// another value. So the hider repeats on a string until nothing changes. A second run over
// its output then hides no more than the first.
const (
	MaxLooks = 4       // runs over one string
	Settles  = 4 << 20 // bytes; a larger string gets one run
)

// settled is the memory for repeated runs.
type settled struct {
	first Edits     // of the first run
	raw   [2][]byte // the string before and after the last run
	text  []byte
	all   Edits
}

// lookAgain repeats on a string. stood is the number of name changes before the string; later
// ones are its own.
func (h *Hider) lookAgain(s String, stood int) (Edits, Counts) {
	m, out, raw, counts := &h.again, &h.out, s.Raw, h.out.counts
	m.first = append(m.first[:0], out.edits...)
	for n := 1; n < MaxLooks && len(out.edits) > 0; n++ {
		s.Raw = Append(m.raw[n&1][:0], s.Raw, out.edits)
		m.raw[n&1] = s.Raw
		m.text = scan.AppendUnquote(m.text[:0], s.Raw)
		s.Text = m.text
		h.names.back(stood)
		h.look(s)
		counts = Counts{counts.Withheld + out.counts.Withheld, out.counts.Opaque, out.counts.Missed}
		if n == 1 && len(out.edits) == 0 {
			return m.first, counts
		}
	}
	last := Append(nil, s.Raw, out.edits)
	m.all = m.all[:0].add(difference(raw, last), new(trail))
	return m.all, counts
}

// difference returns the one edit that turns from into to.
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
