package autoload_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// BenchmarkTail reports the 99.9th percentile of Shape on an envelope of 1 KB,
// first in peace and then while the configuration changes every 20 ms.
func BenchmarkTail(b *testing.B) {
	s := newSite(b, hiding(1))
	req := shaper.Request{Tool: "t", Body: []byte(`{"tier":"pro","duration_ms":3,"data":{"rows":[` +
		strings.Repeat(`{"a":1,"b":2,"name":"harbour","url":"https://api.example.com/x"},`, 14) + `{"a":0,"b":0}]}}`)}
	const calls = 20_000
	for b.Loop() {
		calm := tail(b, s, req, calls)
		stop := make(chan struct{})
		done := make(chan struct{})
		go func() {
			defer close(done)
			tick := time.NewTicker(20 * time.Millisecond)
			defer tick.Stop()
			for generation := 2; ; generation++ {
				select {
				case <-stop:
					return
				case <-tick.C:
					s.save(b, hiding(generation))
				}
			}
		}()
		busy := tail(b, s, req, calls)
		close(stop)
		<-done
		b.ReportMetric(float64(calm.Nanoseconds()), "calm-p99.9-ns")
		b.ReportMetric(float64(busy.Nanoseconds()), "reloading-p99.9-ns")
		b.ReportMetric(float64(busy)/float64(calm), "ratio")
	}
}

// tail is the 99.9th percentile of n calls.
func tail(b *testing.B, s *site, req shaper.Request, n int) time.Duration {
	b.Helper()
	took := make([]time.Duration, n)
	for i := range took {
		start := time.Now()
		if _, err := s.eng.Shape(context.Background(), req); err != nil {
			b.Fatal(err)
		}
		took[i] = time.Since(start)
	}
	slices.Sort(took)
	return took[n-1-n/1000]
}
