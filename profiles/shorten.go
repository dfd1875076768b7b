package profiles

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

func (c *compiler) shorten(by *map[string]Shorten, at place) (all []Shortened) {
	if by == nil {
		return nil
	}
	for _, mask := range slices.Sorted(maps.Keys(*by)) {
		s, where := (*by)[mask], at.key(mask)
		if s.least() < 0 || s == (Shorten{}) {
			c.fail(where.origin(), "chars, lines and items must be 1 or more, and one of them there")
		}
		for _, path := range c.parse(mask, where) {
			all = append(all, Shortened{Path: path, Shorten: s, Origin: where.origin()})
		}
	}
	return all
}

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
