package stats

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// sums adds up by tool or server, and by place. Its memory is bounded by a few thousand names.
type sums struct {
	all        saving
	answerers  bounded[saving]
	places     bounded[placeSum]
	counters   bounded[int]
	unreadable int // documents
	unknown    int // documents that are no results of tools
	uncounted  int // calls without tokens in the record
	turns      int
	in, out    suggest.Usage // of the turns of files with requests
}

// saving sums up the calls of one name.
type saving struct {
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

// plus adds the sums of another name.
func (g *saving) plus(more saving) {
	g.Calls, g.Refused = g.Calls+more.Calls, g.Refused+more.Refused
	g.BytesIn, g.BytesOut = g.BytesIn+more.BytesIn, g.BytesOut+more.BytesOut
	g.TokensIn, g.TokensOut = g.TokensIn+more.TokensIn, g.TokensOut+more.TokensOut
	g.Saved, g.WouldSave = g.TokensIn-g.TokensOut, g.WouldSave+more.WouldSave
	for step, n := range more.Steps {
		if g.Steps == nil {
			g.Steps = map[string]int{}
		}
		if _, known := g.Steps[step]; !known && len(g.Steps) >= mostSteps {
			step = others
		}
		g.Steps[step] += n
	}
}

// placeSum sums up the values at one place.
type placeSum struct {
	Tool   string `json:"tool,omitempty"` // of a field
	Name   string `json:"name"`           // the pattern of the field, or the origin of the rule
	Values int    `json:"values"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"`
}

func (s *sums) add(name string, one saving) {
	name, g := s.answerers.at(name)
	g.Name = name
	g.plus(one)
	s.all.plus(one)
}

func (s *sums) addAt(tool, name string, values, bytes, tokens int) {
	key, at := s.places.at(tool + "\x00" + name)
	if at.Tool, at.Name = tool, name; key == others {
		at.Tool, at.Name = "", others
	}
	at.Values, at.Bytes, at.Tokens = at.Values+values, at.Bytes+bytes, at.Tokens+tokens
}

// groups returns the sums, most tokens first and the rest last.
func (s *sums) groups() []saving {
	return s.answerers.sorted(func(a, b *saving) int {
		return cmp.Or(last(a.Name, b.Name), cmp.Compare(b.TokensIn, a.TokensIn), cmp.Compare(b.BytesIn, a.BytesIn), cmp.Compare(a.Name, b.Name))
	})
}

// sortedPlaces returns the places in the same order.
func (s *sums) sortedPlaces() []placeSum {
	return s.places.sorted(func(a, b *placeSum) int {
		return cmp.Or(last(a.Name, b.Name), cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Name, b.Name))
	})
}

func last(a, b string) int {
	switch {
	case a == others && b != others:
		return 1
	case b == others && a != others:
		return -1
	}
	return 0
}

// bounded holds sums by name. After mostNames names, all others share one sum.
type bounded[T any] map[string]*T

const (
	mostNames = 1 << 12
	mostSteps = 16
	longest   = 200 // bytes of a name
	others    = "_other"
)

// at returns the sum of a name and its key.
func (b bounded[T]) at(name string) (string, *T) {
	name = words.ShortenMiddle(name, longest)
	if _, known := b[name]; !known && len(b) >= mostNames {
		name = others
	}
	if b[name] == nil {
		b[name] = new(T)
	}
	return name, b[name]
}

func (b bounded[T]) sorted(order func(a, b *T) int) (all []T) {
	for _, sum := range slices.SortedFunc(maps.Values(b), order) {
		all = append(all, *sum)
	}
	return all
}
