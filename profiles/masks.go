package profiles

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles/internal/jsonpath"
	"github.com/seed-7aa78ce4/shape/profiles/internal/tier"
)

// parse reads one mask. Its paths may be negated if it is signed. Otherwise its key says
// whether it includes or excludes.
func (c *compiler) parse(mask string, at place, signed bool) []fieldmask.Path {
	paths, err := fieldmask.Parse(mask)
	if err != nil {
		c.fail(at.origin(), "%v", err)
		return nil
	}
	c.paths += len(paths)
	if !signed && slices.ContainsFunc(paths, fieldmask.Path.Negated) {
		c.fail(at.origin(), "mask %q is negated, but its key says already whether it includes or excludes", mask)
		return nil
	}
	return paths
}

// list reads a list of masks; an entry of several paths gives several rules. The negated paths
// of a signed list are excludes like any others: they add up, and always win.
func (c *compiler) list(masks []string, at place, kind fieldmask.Kind, signed bool) (rules, negated []Rule) {
	for i, m := range masks {
		where := at.index(i)
		for _, p := range c.parse(m, where, signed) {
			if p.Negated() {
				negated = append(negated, Rule{Path: p.Positive(), Kind: fieldmask.Exclude, Origin: where.origin()})
			} else {
				rules = append(rules, Rule{Path: p, Kind: kind, Origin: where.origin()})
			}
		}
	}
	c.checkLength(len(rules)+len(negated), at)
	return rules, negated
}

// rules reads a list of masks without signs.
func (c *compiler) rules(masks []string, at place, kind fieldmask.Kind) []Rule {
	rules, _ := c.list(masks, at, kind, false)
	return rules
}

func (c *compiler) checkLength(paths int, list place) {
	if paths > fieldmask.MaxPaths {
		c.fail(list.origin(), "%d paths in one list; at most %d are allowed", paths, fieldmask.MaxPaths)
	}
}

// items reads the path of the list of items in a payload, for modes.
func (c *compiler) items(path string, at place) said[fieldmask.Path] {
	if c.isJSONPath(path, at) {
		return said[fieldmask.Path]{}
	}
	if path == Itself {
		return say(new(fieldmask.Path), at)
	}
	paths := c.parse(path, at, false)
	if len(paths) != 1 {
		if len(paths) > 1 {
			c.fail(at.origin(), "items must name one path, not %d", len(paths))
		}
		return said[fieldmask.Path]{}
	}
	return say(&paths[0], at)
}

// defaults reads the declared defaults of a tool, in the order of their names.
func (c *compiler) defaults(values map[string]json.RawMessage, at place) []Default {
	var all []Default
	for _, field := range slices.Sorted(maps.Keys(values)) {
		where := at.key(field)
		if !json.Valid(values[field]) {
			c.fail(where.origin(), "the default is not valid JSON")
		}
		for _, p := range c.parse(field, where, false) {
			all = append(all, Default{Path: p, Value: bytes.Clone(values[field])})
		}
	}
	return all
}

// Itself is the mask of shorten and limits that selects the root. The root is a payload that
// is a list, the list of items, or a whole text that is no JSON document.
const Itself = "."

// fromPayload reads a mask from the root of a payload. It refuses the root in other languages:
// $ of JSONPath, and [] for a list to cut. They would select nothing.
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
	return c.parse(mask, at, false)
}

// isJSONPath reports a mask that begins with the $ of JSONPath. A member of that name is
// written in quotes.
func (c *compiler) isJSONPath(mask string, at place) bool {
	meant, is := jsonpath.Mask(mask, Itself)
	if !is {
		return false
	}
	c.report(Problem{
		Origin: at.origin(), Message: fmt.Sprintf("mask %q is JSONPath, and a mask begins with no $", mask),
		Hint: words.DidYouMean(meant),
	})
	return true
}

func (c *compiler) shorten(by map[string]Shorten, at place) (all []Shortened) {
	for _, mask := range slices.Sorted(maps.Keys(by)) {
		s, where := by[mask], at.key(mask)
		if s.Least() < 0 || s == (Shorten{}) {
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

// Rank orders the elements of the list at a path from the payload root: those with the largest
// number By count most.
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

// CanonicalTier returns the tier whose rules hold for a caller: trimmed, in lower case, "all"
// read as enterprise. An unknown tier is the least one, community (RULES D11).
func CanonicalTier(name string) string { return tier.Canonical(name) }

// tiers reads exclude_when_tier. An impossible tier is a warning. A likely misspelling of a
// tier is an error: its masks would hide nothing.
func (c *compiler) tiers(masks map[string][]string, at place) []tierRule {
	var all []tierRule
	for _, name := range slices.Sorted(maps.Keys(masks)) {
		where, folded := at.key(name), tier.Fold(name)
		if !slices.Contains(tier.Known, folded) {
			p := unknown(where.origin(), "tier", name, tier.Known)
			p.Warning = p.Hint == ""
			c.report(p)
		}
		if tier.IsAll(name) {
			c.warn(where.origin(), "%q counts as the tier enterprise, not as every tier", name)
		}
		for _, r := range c.rules(masks[name], where, fieldmask.Forbid) {
			all = append(all, tierRule{tier: folded, Rule: r})
		}
	}
	return all
}
