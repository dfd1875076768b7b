package profiles

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// section holds the compiled rules of one part of the configuration: the global section,
// a profile, a tool entry or a call. Joined sections hold the rules of an answer.
type section struct {
	scalars
	alwaysKeep said[[]Rule]
	metadata   said[[]string] // envelope.include
	caller     said[[]string]
	include    said[[]Rule]
	items      said[fieldmask.Path]

	common   []Rule // a profile's common_exclusions
	exclude  []Rule // a tool's exclude_fields, a call's excludes, negated paths of an include list
	omit     []Rule // omit_fields
	onError  []Rule // include_on_error; its kind depends on the outcome
	tiers    []tierRule
	shorten  []Shortened
	defaults []Default
	modes    []mode
	derive   []Derived
	low      []Rule // low_priority
	ranks    []Rank
}

// tierRule is a rule that holds for callers of one tier.
type tierRule struct {
	tier string
	Rule
}

// join lays sections over each other: scalars and include lists replace, all else adds
// up. The result shares no list with the sections.
func join(sections ...*section) (all section) {
	for _, s := range sections {
		all.scalars.lay(&s.scalars)
		all.alwaysKeep = s.alwaysKeep.or(all.alwaysKeep)
		all.metadata = s.metadata.or(all.metadata)
		all.caller = s.caller.or(all.caller)
		all.include = s.include.or(all.include)
		all.items = s.items.or(all.items)
		all.common = append(all.common, s.common...)
		all.exclude = append(all.exclude, s.exclude...)
		all.omit = append(all.omit, s.omit...)
		all.onError = append(all.onError, s.onError...)
		all.tiers = append(all.tiers, s.tiers...)
		all.shorten = append(all.shorten, s.shorten...)
		all.defaults = append(all.defaults, s.defaults...)
		all.modes = append(all.modes, s.modes...)
		all.derive = append(all.derive, s.derive...)
		all.low = append(all.low, s.low...)
		all.ranks = append(all.ranks, s.ranks...)
	}
	all.shorten = latest(all.shorten, func(s Shortened) string { return s.Path.String() })
	all.defaults = latest(all.defaults, func(d Default) string { return d.Path.String() })
	all.modes = latest(all.modes, func(m mode) string { return m.name })
	all.derive = latest(all.derive, func(d Derived) string { return d.Name })
	all.ranks = latest(all.ranks, func(r Rank) string { return r.List.String() })
	return all
}

// latest keeps the last entry of each key, in place.
func latest[T any](entries []T, key func(T) string) []T {
	last := make(map[string]int, len(entries))
	for i, e := range entries {
		last[key(e)] = i
	}
	kept := entries[:0]
	for i, e := range entries {
		if last[key(e)] == i {
			kept = append(kept, e)
		}
	}
	return kept
}

func (c *compiler) global(g Global, at place) (s section) {
	c.settings(&s, g.Settings, at)
	c.delivery(&s, g.Delivery, at)
	c.budget(&s, g.Budget, at.key("budget"))
	set(c, &s.scalars, keyProfile, g.Profile, at)
	return s
}

func (c *compiler) tool(t Tool, at place) (s section) {
	var negated []Rule
	s.include, negated = c.includeOnly(t.IncludeOnly, at.key("include_only"))
	c.settings(&s, t.Settings, at)
	c.delivery(&s, t.Delivery, at)
	set(c, &s.scalars, keyProfile, t.Profile, at)
	if t.Items != nil {
		s.items = c.items(*t.Items, at.key("items"))
	}
	s.exclude = append(c.rules(t.ExcludeFields, at.key("exclude_fields"), fieldmask.Exclude), negated...)
	s.onError = c.rules(t.IncludeOnError, at.key("include_on_error"), fieldmask.Include)
	if t.ExcludeWhenTier != nil {
		s.tiers = c.tiers(t.ExcludeWhenTier, at.key("exclude_when_tier"))
	}
	if t.Defaults != nil {
		s.defaults = c.defaults(t.Defaults, at.key("defaults"))
	}
	s.modes = c.modes(t.ResponseModes, at.key("response_modes"))
	s.derive = c.derive(t.Derive, at.key("derive"))
	c.budget(&s, t.Budget, at.key("budget"))
	s.low = c.rules(t.LowPriority, at.key("low_priority"), fieldmask.Exclude)
	s.ranks = c.ranks(t.RankBy, at.key("rank_by"))
	return s
}

// profile is a compiled [Profile].
type profile struct {
	section
	extends said[string]
}

func (c *compiler) profile(p Profile, at place) *profile {
	var s section
	s.include, s.exclude = c.includeOnly(p.IncludeOnly, at.key("include_only"))
	if p.Extends != nil && *p.Extends == Off {
		c.fail(at.key("extends").origin(), "the profile off cannot be extended")
	}
	c.settings(&s, p.Settings, at)
	s.metadata = c.envelope(p.Envelope, at.key("envelope", "include"))
	s.common = c.rules(p.CommonExclusions, at.key("common_exclusions"), fieldmask.Exclude)
	c.budget(&s, p.Budget, at.key("budget"))
	s.low = c.rules(p.LowPriority, at.key("low_priority"), fieldmask.Exclude)
	s.ranks = c.ranks(p.RankBy, at.key("rank_by"))
	return &profile{section: s, extends: say(p.Extends, at.key("extends"))}
}

// envelope reads envelope.include. Without the key, or with null, it says nothing.
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
