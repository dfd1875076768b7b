package profiles

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

const leastTier = "community"

var knownTiers = []string{leastTier, "pro", "enterprise"}

// CanonicalTier returns the tier whose rules hold for a caller: trimmed, in
// lower case, "all" read as enterprise. An unknown or empty tier is the least
// one, community, so that tier rules fail closed (RULES D11).
func CanonicalTier(tier string) string {
	if t := foldTier(tier); slices.Contains(knownTiers, t) {
		return t
	}
	return leastTier
}

func foldTier(tier string) string {
	if isAll(tier) {
		return "enterprise"
	}
	return strings.ToLower(strings.TrimSpace(tier))
}

func isAll(tier string) bool { return strings.EqualFold(strings.TrimSpace(tier), "all") }

// tiers reads exclude_when_tier. An impossible tier is a warning. A likely misspelling of a
// tier is an error: its masks would hide nothing.
func (c *compiler) tiers(masks map[string][]string, at place) []tierRule {
	var all []tierRule
	for _, name := range slices.Sorted(maps.Keys(masks)) {
		where, tier := at.key(name), foldTier(name)
		if !slices.Contains(knownTiers, tier) {
			p := unknown(where.origin(), "tier", name, knownTiers)
			p.Warning = p.Hint == ""
			c.report(p)
		}
		if isAll(name) {
			c.warn(where.origin(), "%q counts as the tier enterprise, not as every tier", name)
		}
		for _, r := range c.rules(masks[name], where, fieldmask.Forbid) {
			all = append(all, tierRule{tier: tier, Rule: r})
		}
	}
	return all
}
