package profiles

import (
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles/internal/tier"
)

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
