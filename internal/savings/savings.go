// Package savings adds up the savings of calls by name. Its memory is bounded: names beyond a few
// thousand share one sum.
package savings

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Saving sums up the calls of one name.
type Saving struct {
	Name      string         `json:"name"`
	Calls     int            `json:"calls"`
	Refused   int            `json:"refused,omitempty"` // calls with an error instead of the result
	BytesIn   int            `json:"bytes_in"`
	BytesOut  int            `json:"bytes_out"`
	TokensIn  int            `json:"tokens_in"`
	TokensOut int            `json:"tokens_out"`
	Saved     int            `json:"tokens_saved"`
	WouldSave int            `json:"tokens_would_save,omitempty"` // under the key audit
	Steps     map[string]int `json:"steps,omitempty"`             // calls by step of a budget
}

// Plus adds the sums of another name.
func (g *Saving) Plus(more Saving) {
	g.Calls, g.Refused = g.Calls+more.Calls, g.Refused+more.Refused
	g.BytesIn, g.BytesOut = g.BytesIn+more.BytesIn, g.BytesOut+more.BytesOut
	g.TokensIn, g.TokensOut = g.TokensIn+more.TokensIn, g.TokensOut+more.TokensOut
	g.Saved, g.WouldSave = g.TokensIn-g.TokensOut, g.WouldSave+more.WouldSave
	for step, n := range more.Steps {
		if g.Steps == nil {
			g.Steps = map[string]int{}
		}
		if _, known := g.Steps[step]; !known && len(g.Steps) >= MostSteps {
			step = Others
		}
		g.Steps[step] += n
	}
}

// Bounded holds sums by name. After MostNames names, all others share the sum of [Others].
type Bounded[T any] map[string]*T

// Others is the name of the sum of all names beyond the bound.
const Others = "_other"

const (
	MostNames = 1 << 12 // of a [Bounded]
	MostSteps = 16      // of a [Saving]

	longest = 200 // bytes of a name
)

// At returns the sum of a name and its key.
func (b Bounded[T]) At(name string) (string, *T) {
	name = words.ShortenMiddle(name, longest)
	if _, known := b[name]; !known && len(b) >= MostNames {
		name = Others
	}
	if b[name] == nil {
		b[name] = new(T)
	}
	return name, b[name]
}

// Sorted returns the sums in an order.
func (b Bounded[T]) Sorted(order func(a, b *T) int) (all []T) {
	for _, sum := range slices.SortedFunc(maps.Values(b), order) {
		all = append(all, *sum)
	}
	return all
}

// ByName holds savings by name.
type ByName struct{ Bounded[Saving] }

// New returns savings without a name.
func New() ByName { return ByName{Bounded[Saving]{}} }

// Add adds a saving to the sum of its name.
func (s ByName) Add(name string, one Saving) {
	name, g := s.At(name)
	g.Name = name
	g.Plus(one)
}

// Groups returns the sums, most tokens first and the rest last.
func (s ByName) Groups() []Saving {
	return s.Sorted(func(a, b *Saving) int {
		return cmp.Or(Last(a.Name, b.Name), cmp.Compare(b.TokensIn, a.TokensIn), cmp.Compare(b.BytesIn, a.BytesIn), cmp.Compare(a.Name, b.Name))
	})
}

// Last orders two names so that [Others] comes last.
func Last(a, b string) int {
	switch {
	case a == Others && b != Others:
		return 1
	case b == Others && a != Others:
		return -1
	}
	return 0
}
