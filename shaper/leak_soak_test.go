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

// TestSoakLeak is FuzzLawsLeak for a long time: with SHAPE_SOAK=1 it tries
// 10,000,000 documents, or SHAPE_SOAK_COUNT, from the seed SHAPE_SOAK_FROM on,
// on all processors.
//
//	SHAPE_SOAK=1 go test -run TestSoakLeak -timeout 1h -v ./shaper
func TestSoakLeak(t *testing.T) {
	count := soakNumber(t, "SHAPE_SOAK_COUNT", 2000)
	if soaking && os.Getenv("SHAPE_SOAK_COUNT") == "" {
		count = 10_000_000
	}
	from, start := soakNumber(t, "SHAPE_SOAK_FROM", 1<<32), time.Now()
	var next, refused, faulty atomic.Uint64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for n := next.Add(1); n <= count && faulty.Load() < 10; n = next.Add(1) {
				l := tryLeak(t, from+n)
				if l.err != nil {
					refused.Add(1)
				}
				if l.fault != "" {
					faulty.Add(1)
				}
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
