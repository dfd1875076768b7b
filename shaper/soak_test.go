package shaper_test

import (
	"sync/atomic"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

const manyDocuments = 10_000_000

// TestSoakLeak is FuzzLawsLeak for a long time ([testkit.Soak]).
//
//	SHAPE_SOAK=1 go test -run TestSoakLeak -timeout 1h -v ./shaper
func TestSoakLeak(t *testing.T) {
	together := uint64(200) // under the same rules
	if testkit.Soaking {
		together = 4000
	}
	testkit.Soak(t, 10*together, manyDocuments, together, func(seed uint64) (refused int) { return tryLeaks(t, seed, together) })
}

// TestSoakTaint is FuzzLawsTaint for a long time ([testkit.Soak]).
//
//	SHAPE_SOAK=1 go test -run TestSoakTaint -timeout 1h -v ./shaper
func TestSoakTaint(t *testing.T) {
	testkit.Soak(t, 2000, 1_000_000, 1, func(seed uint64) (refused int) {
		tryTaint(t, seed)
		return 0
	})
}

// TestSoakModel is FuzzLawsModel for a long time ([testkit.Soak]).
//
//	SHAPE_SOAK=1 go test -run TestSoakModel -timeout 1h -v ./shaper
func TestSoakModel(t *testing.T) {
	const together = 25 // under the same rules
	testkit.Soak(t, 5000, manyDocuments, together, func(seed uint64) (refused int) { return tryModel(t, seed, together) })
}

// TestSoakSchema is FuzzLawsNarrow for a long time ([testkit.Soak]).
//
//	SHAPE_SOAK=1 SHAPE_SOAK_COUNT=1000000 go test -run TestSoakSchema -timeout 1h -v ./shaper
func TestSoakSchema(t *testing.T) {
	var values atomic.Uint64
	testkit.Soak(t, 20_000, manyDocuments, schemaTries, func(seed uint64) (refused int) {
		values.Add(uint64(trySchema(t, seed)))
		return 0
	})
	t.Logf("%d values that fit their schema, each in both halves of a result", values.Load())
}

// TestSoakBudgetMet is FuzzLawsBudgetMet for a long time ([testkit.Soak]).
//
//	SHAPE_SOAK=1 go test -run TestSoakBudgetMet -timeout 3h -v ./shaper
func TestSoakBudgetMet(t *testing.T) {
	testkit.Soak(t, 50*budgetsEach, 1_000_000, budgetsEach, func(seed uint64) int {
		tryBudgetMet(t, seed)
		return 0
	})
}

// TestSoakArchive is FuzzLawsKept for a long time ([testkit.Soak]).
//
//	SHAPE_SOAK=1 go test -run TestSoakArchive -timeout 1h -v ./shaper
func TestSoakArchive(t *testing.T) {
	testkit.Soak(t, 300, 10_000, 1, func(seed uint64) (refused int) {
		tryKept(t, seed)
		return 0
	})
}
