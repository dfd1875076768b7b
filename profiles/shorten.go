package profiles

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Itself is the mask of shorten that selects the payload itself: all of a text that is no
// JSON document, where that is what a tool has to say.
const Itself = "."

func (c *compiler) shorten(by *map[string]Shorten, at place) (all []Shortened) {
	if by == nil {
		return nil
	}
	for _, mask := range slices.Sorted(maps.Keys(*by)) {
		s, where := (*by)[mask], at.key(mask)
		if s.least() < 0 || s == (Shorten{}) {
			c.fail(where.origin(), "chars, lines and items must be 1 or more, and one of them there")
		}
		paths := []fieldmask.Path{{}}
		if mask != Itself {
			paths = c.parse(mask, where)
		}
		for _, path := range paths {
			all = append(all, Shortened{Path: path, Shorten: s, Origin: where.origin()})
		}
	}
	return all
}

// Mask is the mask of one path that the rule is about.
func (s Shortened) Mask() string { return cmp.Or(s.Path.String(), Itself) }

func (s Shorten) least() int { return min(s.Chars, s.Lines, s.Items) }

// String says it in words: "400 characters, 20 lines".
func (s Shorten) String() string {
	var words []string
	say := func(n int, of string) {
		if n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, of))
		}
	}
	say(s.Chars, "characters")
	say(s.Lines, "lines")
	say(s.Items, "elements")
	return strings.Join(words, ", ")
}
