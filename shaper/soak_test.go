package shaper_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestSoakLeak is FuzzLawsLeak for a long time ([soak]).
//
//	SHAPE_SOAK=1 go test -run TestSoakLeak -timeout 1h -v ./shaper
func TestSoakLeak(t *testing.T) {
	soak(t, 2000, 1, func(seed uint64) (refused int) {
		if tryLeak(t, seed).err != nil {
			refused = 1
		}
		return refused
	})
}

// TestSoakModel is FuzzLawsModel for a long time ([soak]).
//
//	SHAPE_SOAK=1 go test -run TestSoakModel -timeout 1h -v ./shaper
func TestSoakModel(t *testing.T) {
	const together = 25 // under the same rules
	soak(t, 5000, together, func(seed uint64) (refused int) { return tryModel(t, seed, together) })
}

// TestSoakSchema is FuzzLawsNarrow for a long time ([soak]).
//
//	SHAPE_SOAK=1 SHAPE_SOAK_COUNT=1000000 go test -run TestSoakSchema -timeout 1h -v ./shaper
func TestSoakSchema(t *testing.T) {
	var values atomic.Uint64
	soak(t, 20_000, schemaTries, func(seed uint64) (refused int) {
		values.Add(uint64(trySchema(t, seed)))
		return 0
	})
	t.Logf("%d values that fit their schema, each in both halves of a result", values.Load())
}

// soak tries documents on all processors, some of them with each seed: as many as are
// usual, or, with SHAPE_SOAK=1, 10,000,000, or SHAPE_SOAK_COUNT, from the seed
// SHAPE_SOAK_FROM on. It ends when one fails.
func soak(t *testing.T, usual, together uint64, try func(seed uint64) (refused int)) {
	t.Helper()
	count := soakNumber(t, "SHAPE_SOAK_COUNT", usual)
	if soaking && os.Getenv("SHAPE_SOAK_COUNT") == "" {
		count = 10_000_000
	}
	from, start := soakNumber(t, "SHAPE_SOAK_FROM", 1<<32), time.Now()
	var next, refused atomic.Uint64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for n := next.Add(1); n <= count/together && !t.Failed(); n = next.Add(1) {
				refused.Add(uint64(try(from + n)))
			}
		})
	}
	workers.Wait()
	t.Logf("%d documents, %d of them refused, %.0f a second", count, refused.Load(), float64(count)/time.Since(start).Seconds())
}

var soaking = os.Getenv("SHAPE_SOAK") != ""

func soakNumber(t *testing.T, name string, usual uint64) uint64 {
	t.Helper()
	said := os.Getenv(name)
	if said == "" {
		return usual
	}
	n, err := strconv.ParseUint(said, 10, 64)
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", name, err))
	}
	return n
}
