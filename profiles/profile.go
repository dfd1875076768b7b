package profiles

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// profile is a compiled [Profile].
type profile struct {
	section
	extends said[string]
}

func (c *compiler) profile(p Profile, at place) *profile {
	include, exclude := c.includeOnly(p.IncludeOnly, at.key("include_only"))
	if p.Extends != nil && *p.Extends == Off {
		c.fail(at.key("extends").origin(), "the profile off cannot be extended")
	}
	return &profile{
		extends: say(p.Extends, at.key("extends")),
		section: section{
			settings: c.settings(p.Settings, at),
			metadata: c.envelope(p.Envelope, at.key("envelope", "include")),
			include:  include,
			exclude:  exclude,
			common:   c.rules(p.CommonExclusions, at.key("common_exclusions"), fieldmask.Exclude),
			budget:   c.budget(p.Budget, at.key("budget")),
			low:      c.rules(p.LowPriority, at.key("low_priority"), fieldmask.Exclude),
			ranks:    c.ranks(p.RankBy, at.key("rank_by")),
		},
	}
}

// envelope reads envelope.include; without the key, or with null, it says
// nothing.
func (c *compiler) envelope(e *Envelope, at place) said[[]string] {
	if e == nil || e.Include == nil {
		return said[[]string]{}
	}
	for i, name := range e.Include {
		if len(c.metadata) > 0 && !slices.Contains(c.metadata, name) {
			p := unknown(at.index(i).origin(), "metadata", name, c.metadata)
			p.Warning = true
			c.report(p)
		}
	}
	names := slices.Clone(e.Include)
	return say(&names, at)
}

// lineage lists a profile and what it extends, base first. Debug, and what
// extends it, spells everything out (RULES D3). The way ends at an unknown
// profile, and in a cycle after as many steps as there are profiles.
func (s *Set) lineage(name string) (sections []*section, expand bool) {
	for len(sections) < len(s.profiles) {
		p, ok := s.profiles[name]
		if !ok {
			break
		}
		expand = expand || name == debug
		sections = append(sections, &p.section)
		name = p.extends.value
	}
	slices.Reverse(sections)
	return sections, expand
}

// cycles reports profiles that extend themselves, each cycle once, at the first
// of its names.
func (c *compiler) cycles(s *Set) {
	seenFrom := make(map[string]string)
	for _, start := range s.ProfileNames() {
		name := start
		for ; seenFrom[name] == ""; name = s.profiles[name].extends.value {
			if _, ok := s.profiles[name]; !ok {
				break
			}
			seenFrom[name] = start
		}
		if seenFrom[name] == start {
			c.cycle(s, name)
		}
	}
}

// cycle reports the cycle that a profile is in.
func (c *compiler) cycle(s *Set, member string) {
	first := member
	for n := s.profiles[member].extends.value; n != member; n = s.profiles[n].extends.value {
		first = min(first, n)
	}
	names := []string{first}
	for n := s.profiles[first].extends.value; n != first; n = s.profiles[n].extends.value {
		names = append(names, n)
	}
	c.fail(s.profiles[first].extends.origin, "profiles extend each other: %s", strings.Join(append(names, first), " -> "))
}
