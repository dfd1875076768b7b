// Package stats adds up what becomes of the values of a response by the patterns of
// their places, in memory that does not grow with the response.
package stats

import (
	"cmp"
	"slices"
)

// Tally is a sum for each pattern and verdict. In a pattern * stands for any position,
// and for any name of an object that holds too many to be spelled out.
type Tally struct {
	places []place        // the response first
	below  map[step]Place // those of the others
	sums   []Sum
	index  map[key]int // of the sums
	rest   Rest        // of what has no sum of its own
}

// New returns an empty tally.
func New() *Tally {
	return &Tally{places: make([]place, 1), below: map[step]Place{}, index: map[key]int{}}
}

// Sum is what the values come to that met with one verdict at places of one pattern.
type Sum struct {
	At Place
	Verdict
	Amount
}

// Verdict is what became of a value, and why.
type Verdict struct {
	Kept         bool
	Reason, Rule string
}

// Amount is how many values there are, and what they take.
type Amount struct{ Count, Bytes, Tokens int }

// Plus is the sum of two amounts.
func (a Amount) Plus(b Amount) Amount {
	return Amount{a.Count + b.Count, a.Bytes + b.Bytes, a.Tokens + b.Tokens}
}

// Rest is what all other values come to.
type Rest struct{ Kept, Dropped Amount }

func (r *Rest) add(kept bool, a Amount) {
	if kept {
		r.Kept = r.Kept.Plus(a)
	} else {
		r.Dropped = r.Dropped.Plus(a)
	}
}

// key is what the values have in common that are added up.
type key struct {
	at Place
	Verdict
}

// maxSums are the sums that are kept apart.
const maxSums = 1 << 12

// Add adds values.
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

// List is the sums of which there are most tokens, the largest first, and what the
// others come to. Places are those of the tally from then on.
func (t *Tally) List(most int) ([]Sum, Rest) {
	for t.isCluttered() {
		t.fold()
	}
	all, rest := slices.Clone(t.sums), t.rest
	slices.SortStableFunc(all, func(a, b Sum) int {
		return cmp.Or(cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(b.Bytes, a.Bytes))
	})
	most = min(most, len(all))
	for _, s := range all[most:] {
		rest.add(s.Kept, s.Amount)
	}
	return all[:most], rest
}

// isCluttered reports whether an object that holds too many names has places for some.
func (t *Tally) isCluttered() bool {
	return slices.ContainsFunc(t.places[1:], func(p place) bool { return !p.any && t.places[p.from].crowded })
}

// fold gives the names of crowded objects up: what is below each is below any.
func (t *Tally) fold() {
	old := *t
	*t = *New()
	t.rest = old.rest
	now := make([]Place, len(old.places)) // the places by what they were
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
