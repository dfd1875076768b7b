package profiles

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Itself is the mask of shorten and limits that selects the root itself: a payload that is
// a list, the list of items, or all of a text that is no JSON document.
const Itself = "."

// fromPayload reads a mask from the root of a payload. It refuses the spellings of other
// languages for the root, which would select nothing: $ of JSONPath, and [] where a list
// is to be cut.
func (c *compiler) fromPayload(mask string, at place, lists bool) []fieldmask.Path {
	switch {
	case mask == Itself:
		return []fieldmask.Path{{}}
	case lists && mask == "[]":
		c.report(Problem{Origin: at.origin(), Message: `mask "[]" selects the elements and not the list`, Hint: words.DidYouMean(Itself)})
		return nil
	case c.isJSONPath(mask, at):
		return nil
	}
	return c.parse(mask, at)
}

// isJSONPath reports a mask that begins with the $ of JSONPath. A member of that name is
// written in quotes.
func (c *compiler) isJSONPath(mask string, at place) bool {
	rest, ok := strings.CutPrefix(mask, "$")
	if !ok || rest != "" && rest[0] != '.' && rest[0] != '[' {
		return false
	}
	meant := strings.ReplaceAll(rest, "[*]", "[]")
	if deep, ok := strings.CutPrefix(meant, ".."); ok {
		meant = "**." + deep
	}
	meant = strings.TrimPrefix(meant, ".")
	if meant == "" || meant == "[]" {
		meant = Itself
	}
	c.report(Problem{
		Origin: at.origin(), Message: fmt.Sprintf("mask %q is JSONPath, and a mask begins with no $", mask),
		Hint: words.DidYouMean(meant),
	})
	return true
}

func (c *compiler) shorten(by *map[string]Shorten, at place) (all []Shortened) {
	if by == nil {
		return nil
	}
	for _, mask := range slices.Sorted(maps.Keys(*by)) {
		s, where := (*by)[mask], at.key(mask)
		if s.least() < 0 || s == (Shorten{}) {
			c.fail(where.origin(), "chars, lines and items must be 1 or more, and one of them there")
		}
		for _, path := range c.fromPayload(mask, where, s.Items > 0) {
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
