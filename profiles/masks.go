package profiles

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// signed reads one mask of the configuration.
func (c *compiler) signed(mask string, at place) []fieldmask.Path {
	paths, err := fieldmask.Parse(mask)
	if err != nil {
		c.fail(at.origin(), "%v", err)
		return nil
	}
	c.paths += len(paths)
	return paths
}

// parse reads one mask where a negated path is a fault: whether it includes or
// excludes is said by its key.
func (c *compiler) parse(mask string, at place) []fieldmask.Path {
	paths := c.signed(mask, at)
	if slices.ContainsFunc(paths, fieldmask.Path.Negated) {
		c.fail(at.origin(), "mask %q is negated, but its key says already whether it includes or excludes", mask)
		return nil
	}
	return paths
}

// rules reads a list of masks; an entry of several paths gives several rules.
func (c *compiler) rules(masks []string, at place, kind fieldmask.Kind) []Rule {
	var rules []Rule
	for i, m := range masks {
		where := at.index(i)
		for _, p := range c.parse(m, where) {
			rules = append(rules, Rule{Path: p, Kind: kind, Origin: where.origin()})
		}
	}
	c.checkLength(len(rules), at)
	return rules
}

func (c *compiler) checkLength(paths int, list place) {
	if paths > fieldmask.MaxPaths {
		c.fail(list.origin(), "%d paths in one list; at most %d are allowed", paths, fieldmask.MaxPaths)
	}
}

// includeOnly reads an include list; one that includes nothing counts as absent.
// Its negated paths are excludes like any others: they add up, and always win.
func (c *compiler) includeOnly(masks []string, at place) (include said[[]Rule], exclude []Rule) {
	var shown []Rule
	for i, m := range masks {
		origin := at.index(i).origin()
		for _, p := range c.signed(m, at.index(i)) {
			if p.Negated() {
				exclude = append(exclude, Rule{Path: p.Positive(), Kind: fieldmask.Exclude, Origin: origin})
			} else {
				shown = append(shown, Rule{Path: p, Kind: fieldmask.Include, Origin: origin})
			}
		}
	}
	c.checkLength(len(shown)+len(exclude), at)
	if shown == nil {
		return said[[]Rule]{}, exclude
	}
	return say(&shown, at), exclude
}

// items reads the path of the list inside a payload to which modes apply.
func (c *compiler) items(path *string, at place) said[fieldmask.Path] {
	if path == nil || c.isJSONPath(*path, at) {
		return said[fieldmask.Path]{}
	}
	if *path == Itself {
		return say(new(fieldmask.Path), at)
	}
	paths := c.parse(*path, at)
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
		for _, p := range c.parse(field, where) {
			all = append(all, Default{Path: p, Value: bytes.Clone(values[field])})
		}
	}
	return all
}

// contradictions warns of paths that are both included and excluded: the
// exclude always wins (RULES D8).
func (c *compiler) contradictions(include []Rule, excludes ...[]Rule) {
	if len(include) == 0 {
		return
	}
	hiddenBy := make(map[string]*Origin, len(include))
	for _, i := range include {
		hiddenBy[i.Path.String()] = nil
	}
	for _, list := range excludes {
		for x := range list {
			path := list[x].Path.String()
			if _, included := hiddenBy[path]; included {
				hiddenBy[path] = &list[x].Origin
			}
		}
	}
	for _, i := range include {
		if by := hiddenBy[i.Path.String()]; by != nil {
			c.warn(i.Origin, "%s is excluded as well, at %s; the exclude wins", i.Path, by)
		}
	}
}
