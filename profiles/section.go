package profiles

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// section is what one part of the configuration says, compiled: the global
// section, a profile, a tool entry or a call. Laying sections over each other
// gives what holds for an answer.
type section struct {
	settings
	delivery
	budget   budget
	profile  said[string]
	metadata said[[]string]
	include  said[[]Rule]
	items    said[fieldmask.Path]

	common   []Rule // a profile's common_exclusions
	exclude  []Rule // a tool's exclude_fields, a call's excludes, what an include list negates
	onError  []Rule // include_on_error; its kind depends on the outcome
	tiers    []tierRule
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

// join returns what holds when sections speak one after the other: scalars and
// include lists replace, all else adds up.
func join(sections ...*section) section {
	var all section
	for _, s := range sections {
		all.settings = s.settings.over(all.settings)
		all.delivery = s.delivery.over(all.delivery)
		all.budget = s.budget.over(all.budget)
		all.profile = s.profile.or(all.profile)
		all.metadata = s.metadata.or(all.metadata)
		all.include = s.include.or(all.include)
		all.items = s.items.or(all.items)
	}
	all.common = gather(sections, func(s *section) []Rule { return s.common })
	all.exclude = gather(sections, func(s *section) []Rule { return s.exclude })
	all.onError = gather(sections, func(s *section) []Rule { return s.onError })
	all.low = gather(sections, func(s *section) []Rule { return s.low })
	all.ranks = latest(gather(sections, func(s *section) []Rank { return s.ranks }), func(r Rank) string { return r.List.String() })
	all.tiers = gather(sections, func(s *section) []tierRule { return s.tiers })
	all.defaults = latest(gather(sections, func(s *section) []Default { return s.defaults }), func(d Default) string { return d.Path.String() })
	all.modes = latest(gather(sections, func(s *section) []mode { return s.modes }), func(m mode) string { return m.name })
	all.derive = latest(gather(sections, func(s *section) []Derived { return s.derive }), func(d Derived) string { return d.Name })
	return all
}

// gather joins the lists of sections in one that nobody else holds.
func gather[T any](sections []*section, list func(*section) []T) []T {
	lists := make([][]T, len(sections))
	for i, s := range sections {
		lists[i] = list(s)
	}
	return slices.Concat(lists...)
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

func (c *compiler) global(g Global, at place) section {
	return section{
		settings: c.settings(g.Settings, at),
		delivery: c.delivery(g.Delivery, at),
		budget:   c.budget(g.Budget, at.key("budget")),
		profile:  say(g.Profile, at.key("profile")),
	}
}

func (c *compiler) tool(t Tool, at place) section {
	include, exclude := c.includeOnly(t.IncludeOnly, at.key("include_only"))
	return section{
		settings: c.settings(t.Settings, at),
		delivery: c.delivery(t.Delivery, at),
		profile:  say(t.Profile, at.key("profile")),
		include:  include,
		items:    c.items(t.Items, at.key("items")),
		exclude:  append(c.rules(t.ExcludeFields, at.key("exclude_fields"), fieldmask.Exclude), exclude...),
		onError:  c.rules(t.IncludeOnError, at.key("include_on_error"), fieldmask.Include),
		tiers:    c.tiers(t.ExcludeWhenTier, at.key("exclude_when_tier")),
		defaults: c.defaults(t.Defaults, at.key("defaults")),
		modes:    c.modes(t.ResponseModes, at.key("response_modes")),
		derive:   c.derive(t.Derive, at.key("derive")),
		budget:   c.budget(t.Budget, at.key("budget")),
		low:      c.rules(t.LowPriority, at.key("low_priority"), fieldmask.Exclude),
		ranks:    c.ranks(t.RankBy, at.key("rank_by")),
	}
}
