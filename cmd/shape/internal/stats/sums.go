package stats

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/internal/savings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

// sums adds up by tool or server, and by place. Its memory is bounded by a few thousand names.
type sums struct {
	all        savings.Saving
	answerers  savings.ByName
	places     savings.Bounded[placeSum]
	counters   savings.Bounded[int]
	unreadable int // documents
	unknown    int // documents that are no results of tools
	uncounted  int // calls without tokens in the record
	over       int // results that take more than --fail-over
	turns      int
	in, out    suggest.Usage // of the turns of files with requests
}

// placeSum sums up the values at one place.
type placeSum struct {
	Tool   string `json:"tool,omitempty"` // of a field
	Name   string `json:"name"`           // the pattern of the field, or the origin of the rule
	Values int    `json:"values"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"`
}

func (s *sums) add(name string, one savings.Saving) {
	s.answerers.Add(name, one)
	s.all.Plus(one)
}

func (s *sums) addAt(tool, name string, values, bytes, tokens int) {
	key, at := s.places.At(tool + "\x00" + name)
	if at.Tool, at.Name = tool, name; key == savings.Others {
		at.Tool, at.Name = "", savings.Others
	}
	at.Values, at.Bytes, at.Tokens = at.Values+values, at.Bytes+bytes, at.Tokens+tokens
}

// sortedPlaces returns the places, most tokens first and the rest last.
func (s *sums) sortedPlaces() []placeSum {
	return s.places.Sorted(func(a, b *placeSum) int {
		return cmp.Or(savings.Last(a.Name, b.Name), cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Name, b.Name))
	})
}
