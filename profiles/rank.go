package profiles

import (
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Rank says that of the list at a path from the payload root those elements count most in
// which the number By is largest.
type Rank struct {
	List   fieldmask.Path
	By     string // the name of a member
	Origin Origin
}

// ranks compiles masks of numbers in the elements of lists: rows.score, and score where
// the payload is the list.
func (c *compiler) ranks(masks []string, at place) (all []Rank) {
	for _, rule := range c.rules(masks, at, fieldmask.Include) {
		above := rule.Path.Above()
		name, named := rule.Path.Last()
		by, literal := name.Literal()
		if !named || !literal || strings.Contains(rule.Path.String(), "**") {
			c.fail(rule.Origin, "it must name a member of the elements of one list, as in rows.score")
			continue
		}
		list := above[len(above)-1]
		if text, elements := strings.CutSuffix(list.String(), "[]"); elements && text != "" {
			list = fieldmask.MustParse(text)
		}
		all = append(all, Rank{List: list, By: by, Origin: rule.Origin})
	}
	return all
}
