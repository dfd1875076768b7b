package profiles

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// parse reads one mask of the configuration. A negated path is a fault there:
// whether a list includes or excludes is said by its key.
func (c *compiler) parse(mask string, at place) []fieldmask.Path {
	paths, err := fieldmask.Parse(mask)
	if err != nil {
		c.fail(at.origin(), "%v", err)
		return nil
	}
	c.paths += len(paths)
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
	if len(rules) > fieldmask.MaxPaths {
		c.fail(at.origin(), "%d paths in one list; at most %d are allowed", len(rules), fieldmask.MaxPaths)
	}
	return rules
}

// includeOnly reads an include list; an empty one counts as absent.
func (c *compiler) includeOnly(masks []string, at place) said[[]Rule] {
	if len(masks) == 0 {
		return said[[]Rule]{}
	}
	rules := c.rules(masks, at, fieldmask.Include)
	return say(&rules, at)
}

// items reads the path of the list inside a payload to which modes apply.
func (c *compiler) items(path *string, at place) said[fieldmask.Path] {
	if path == nil {
		return said[fieldmask.Path]{}
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
		where := at.at(field)
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
// exclude always wins (REQUIREMENTS D8).
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
