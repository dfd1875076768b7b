package mcp_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestSoakIdentity is FuzzLawsIdentity for a long time ([testkit.Soak]).
func TestSoakIdentity(t *testing.T) {
	testkit.Soak(t, 500, 1_000_000, resultsEach, func(seed uint64) int {
		tryIdentity(t, seed)
		return 0
	})
}

// TestSoakCutSaid is FuzzLawsCutSaid for a long time ([testkit.Soak]).
func TestSoakCutSaid(t *testing.T) {
	testkit.Soak(t, 200, 1_000_000, resultsEach, func(seed uint64) int {
		tryCutSaid(t, seed)
		return 0
	})
}
