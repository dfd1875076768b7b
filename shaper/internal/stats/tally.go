// Package stats sums up the decisions about the values of a response by path pattern. Its
// memory does not grow with the response.
package stats

import (
	"cmp"
	"slices"
	"sort"
)

// Tally holds a sum for each pattern and verdict. In a pattern, * stands for any index, and
// for any name of an object with too many names.
type Tally struct {
	places []place        // the response first
	below  map[step]Place // the indexes of the other places
	sums   []Sum
	index  map[key]int // of the sums
	rest   Rest        // the values without a sum of their own
}

// New returns an empty tally.
func New() *Tally {
	return &Tally{places: make([]place, 1), below: map[step]Place{}, index: map[key]int{}}
}

// Sum is the amount of the values with one pattern and one verdict.
type Sum struct {
	At Place
	Verdict
	Amount
}

// Verdict is the decision about a value, with its reason.
type Verdict struct {
	Kept         bool
	Reason, Rule string
}

// Amount is a number of values with their size.
type Amount struct{ Count, Bytes, Tokens int }

// Plus returns the sum of two amounts.
func (a Amount) Plus(b Amount) Amount {
	return Amount{a.Count + b.Count, a.Bytes + b.Bytes, a.Tokens + b.Tokens}
}

// Rest holds the amounts of all other values.
type Rest struct{ Kept, Dropped Amount }

func (r *Rest) add(kept bool, a Amount) {
	if kept {
		r.Kept = r.Kept.Plus(a)
	} else {
		r.Dropped = r.Dropped.Plus(a)
	}
}

// key identifies a sum.
type key struct {
	at Place
	Verdict
}

// maxSums bounds the separate sums.
const maxSums = 1 << 12

// Add adds values to the tally.
func (t *Tally) Add(at Place, v Verdict, a Amount) {
	i, known := t.index[key{at, v}]
	switch {
	case known:
		t.sums[i].Amount = t.sums[i].Plus(a)
	case at == elsewhere || len(t.sums) == maxSums:
		t.rest.add(v.Kept, a)
	default:
		t.index[key{at, v}] = len(t.sums)
		t.sums = append(t.sums, Sum{at, v, a})
	}
}

// List returns the sums with the most tokens, the largest first, and the rest. It may renumber
// the places of the tally; the places in the result are valid.
func (t *Tally) List(most int) ([]Sum, Rest) {
	for slices.ContainsFunc(t.places[1:], func(p place) bool { return !p.any && t.places[p.from].crowded }) {
		t.fold()
	}
	all, rest := slices.Clone(t.sums), t.rest
	sort.SliceStable(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[j].Tokens, all[i].Tokens), cmp.Compare(all[j].Bytes, all[i].Bytes)) < 0
	})
	most = min(most, len(all))
	for _, s := range all[most:] {
		rest.add(s.Kept, s.Amount)
	}
	return all[:most], rest
}

// fold merges the names of each crowded object into one place.
func (t *Tally) fold() {
	old := *t
	*t = *New()
	t.rest = old.rest
	now := make([]Place, len(old.places)) // the new places by the old ones
	for i, p := range old.places[1:] {
		if p.any || old.places[p.from].crowded {
			now[i+1] = t.Element(now[p.from])
		} else {
			now[i+1] = t.Member(now[p.from], []byte(p.name))
		}
	}
	for _, s := range old.sums {
		t.Add(now[s.At], s.Verdict, s.Amount)
	}
}
