package testkit

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

// Soaking reports whether tests run for a long time (SHAPE_SOAK=1).
var Soaking = os.Getenv("SHAPE_SOAK") != ""

// Soak tries a law on all processors, some documents with each seed. It takes the part of
// usual that [Seeds] allows, long of them if [Soaking], or SHAPE_SOAK_COUNT. Seeds begin
// behind SHAPE_SOAK_FROM. It ends after the first failure. try returns how many documents
// were refused.
func Soak(t *testing.T, usual, long, together uint64, try func(seed uint64) (refused int)) {
	t.Helper()
	count := Seeds(usual)
	if Soaking {
		count = long
	}
	count = SoakNumber(t, "SHAPE_SOAK_COUNT", count)
	from, start := SoakNumber(t, "SHAPE_SOAK_FROM", 1<<32), time.Now()
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
	tried := min(next.Load(), count/together) * together
	t.Logf("%d documents, %d of them refused, %.0f a second", tried, refused.Load(), float64(tried)/time.Since(start).Seconds())
}

// SoakNumber returns the number in a variable of the environment, usual if it is not set.
func SoakNumber(t *testing.T, name string, usual uint64) uint64 {
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
