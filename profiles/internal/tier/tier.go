// Package tier knows the tiers of callers and their spellings.
package tier

import (
	"slices"
	"strings"
)

// Least is the tier of a caller without a known one.
const Least = "community"

// Known lists all tiers, the least first.
var Known = []string{Least, "pro", "enterprise"}

// Canonical returns the tier whose rules hold for a caller: trimmed, in lower case, "all" read
// as enterprise. An unknown or empty tier is [Least], so that tier rules fail closed (RULES
// D11).
func Canonical(tier string) string {
	if slices.Contains(Known, tier) {
		return tier
	}
	if t := Fold(tier); slices.Contains(Known, t) {
		return t
	}
	return Least
}

// Fold returns a tier in lower case, trimmed, and "all" as enterprise. The tier may be unknown.
func Fold(tier string) string {
	if IsAll(tier) {
		return "enterprise"
	}
	return strings.ToLower(strings.TrimSpace(tier))
}

// IsAll reports whether a tier is spelled "all".
func IsAll(tier string) bool { return strings.EqualFold(strings.TrimSpace(tier), "all") }
