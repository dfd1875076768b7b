// Package beside measures a server beside a bare one. The load tests use it.
package beside

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Measure asks two servers in turn for a time, each at a rate in calls a second. It returns the
// quantiles of the times of server 0, those of server 1, and the differences. The error is the
// first one of ask, or that of ctx.
func Measure(ctx context.Context, rate int, long time.Duration, ask func(ctx context.Context, server int) error) (string, error) {
	var took [2][]time.Duration
	var fault error
	var mu sync.Mutex
	var all sync.WaitGroup
	ticks := time.NewTicker(time.Second / time.Duration(2*rate))
	defer ticks.Stop()
	for n := range int(long.Seconds() * float64(2*rate)) {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-ticks.C:
		}
		all.Go(func() {
			began := time.Now()
			err := ask(ctx, n%2)
			d := time.Since(began)
			mu.Lock()
			defer mu.Unlock()
			took[n%2] = append(took[n%2], d)
			if fault == nil {
				fault = err
			}
		})
	}
	all.Wait()
	var parts []string
	for _, at := range []int{50, 90, 99} {
		a, b := quantile(took[0], at), quantile(took[1], at)
		parts = append(parts, fmt.Sprintf("p%d %v beside %v: %v added", at, a, b, a-b))
	}
	return strings.Join(parts, "; "), fault
}

// quantile returns the value that a part of all values, in percent, lies below. It sorts them.
func quantile(all []time.Duration, part int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)*part/100].Round(10 * time.Microsecond)
}
