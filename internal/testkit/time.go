package testkit

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Within fails if f takes more processor time than limit, five times over.
//
// The time of other programs does not count, and a slow machine does not fail. limit holds
// for a machine whose encoding/json validates 100 MB a second. It grows with the slowest
// rate that pace measures.
func Within(t *testing.T, limit time.Duration, f func()) {
	t.Helper()
	var took, allowed time.Duration
	for range 5 {
		if took = ProcessorTime(f); took <= max(limit, allowed) {
			return
		}
		if allowed = max(allowed, time.Duration(pace()*float64(limit))); took <= allowed {
			return
		}
	}
	t.Errorf("it took %v of processor time, more than %v, which is %v on this machine now", took, limit, allowed)
}

// ProcessorTime is the processor time that this process uses while f runs. The
// collector gets one processor, so that its idle workers on others do not count.
// Tests that run at the same time would.
func ProcessorTime(f func()) time.Duration {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	before := processorTime()
	f()
	return processorTime() - before
}

// NearlyLinear fails if a larger input takes more than four times its share of time, five
// times over. make prepares an input; times is the factor of the larger one.
func NearlyLinear(t *testing.T, small, times int, make func(n int) (do func())) {
	t.Helper()
	cost := func(n int) float64 { return float64(ProcessorTime(make(n))) }
	var ratio float64
	for range 5 {
		if ratio = cost(small*times) / cost(small); ratio < float64(4*times) {
			return
		}
	}
	t.Errorf("%d times as much takes %.0f times as long", times, ratio)
}

// pace is how many times slower than stated this machine is now, at least 1. The
// race detector makes it slow, as a neighbour on the same core does.
func pace() float64 {
	const stated = 40 * time.Millisecond // for 4 MB
	text := []byte("[" + strings.Repeat(`{"a":[1,"b"]},`, 300_000) + "0]")
	took := ProcessorTime(func() { json.Valid(text) })
	return max(1, float64(took)/float64(stated))
}
