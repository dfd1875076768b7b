package taint

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Meetings counts the values that each private name hid in one response, by mask and rule. The
// zero value is ready.
type Meetings struct {
	masks  []*fieldmask.Mask
	counts [][]int // by mask and rule
	all    int     // the sum of counts
}

// Add counts n more values hidden at a state.
func (m *Meetings) Add(s *fieldmask.State, n int) {
	rule := s.Forbidden()
	if ends := s.Ends(); rule < 0 && len(ends) > 0 { // a redaction
		rule = int(ends[len(ends)-1])
	}
	if rule >= 0 {
		m.AddRule(s.Mask(), rule, n)
	}
}

// AddRule counts n more values hidden by a rule of a mask.
func (m *Meetings) AddRule(mask *fieldmask.Mask, rule, n int) {
	at := slices.Index(m.masks, mask)
	if at < 0 {
		at = len(m.masks)
		m.masks, m.counts = append(m.masks, mask), append(m.counts, make([]int, mask.NumRules()))
	}
	m.counts[at][rule] += n
	m.all += n
}

// Frequent is a private name and the number of values that it hid.
type Frequent struct {
	Name   string
	Values int
}

// Frequent returns the names that hid more than most values. The order is that of their first
// rules. Rules that do not end in a name are left out.
func (m *Meetings) Frequent(most int) (all []Frequent) {
	if m.all <= most {
		return nil
	}
	for i, mask := range m.masks {
		for rule, n := range m.counts[i] {
			last, ok := mask.Rule(rule).Path.Last()
			if n == 0 || !ok {
				continue
			}
			at := slices.IndexFunc(all, func(f Frequent) bool { return f.Name == last.Written() })
			if at < 0 {
				at = len(all)
				all = append(all, Frequent{Name: last.Written()})
			}
			all[at].Values += n
		}
	}
	return slices.DeleteFunc(all, func(f Frequent) bool { return f.Values <= most })
}
