// Package beside measures servers beside a bare one. The load tests use it.
package beside

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
)

// round is the time of one round. A longer one hides the noise of the machine in its p99.
const round = 2 * time.Second

// Measure asks servers in rounds, each at a rate in calls a second. It calls ask once for each
// server in an order by chance, and then again. The last server is the bare one. For each other
// one Measure returns a line with the median over all rounds of its quantiles, of the bare
// server's, and of the differences. In brackets is the middle half of the differences. A wide
// one tells of a busy machine. The error is the first one of ask, or that of ctx.
func Measure(ctx context.Context, rate int, long time.Duration, servers int, ask func(ctx context.Context, server int) error) ([]string, error) {
	rounds := max(1, int(long/round))
	found := make([][]quantiles, servers)
	for range rounds {
		took, err := once(ctx, rate*servers, max(1, int(min(long, round).Seconds()*float64(rate))), servers, ask)
		if err != nil {
			return nil, err
		}
		for server, all := range took {
			found[server] = append(found[server], quantilesOf(all))
		}
	}
	lines := make([]string, servers-1)
	for server := range lines {
		lines[server] = compare(found[server], found[servers-1])
	}
	return lines, nil
}

// once asks each server the same number of times, at a rate of all calls a second. It returns
// the times of each server.
func once(ctx context.Context, rate, times, servers int, ask func(ctx context.Context, server int) error) ([][]time.Duration, error) {
	took := make([][]time.Duration, servers)
	var fault error
	var mu sync.Mutex
	var all sync.WaitGroup
	defer all.Wait()
	ticks := time.NewTicker(time.Second / time.Duration(rate))
	defer ticks.Stop()
	for range times {
		for _, server := range rand.Perm(servers) {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-ticks.C:
			}
			all.Go(func() {
				began := time.Now()
				err := ask(ctx, server)
				d := time.Since(began)
				mu.Lock()
				defer mu.Unlock()
				took[server] = append(took[server], d)
				if fault == nil {
					fault = err
				}
			})
		}
	}
	all.Wait()
	return took, fault
}

// parts are the quantiles that a comparison tells, in percent.
var parts = [3]int{50, 90, 99}

type quantiles [len(parts)]time.Duration

func quantilesOf(all []time.Duration) (q quantiles) {
	for i, part := range parts {
		q[i] = quantile(all, part)
	}
	return q
}

// compare writes the medians over rounds of a server and of the bare one.
func compare(server, bare []quantiles) string {
	told := make([]string, len(parts))
	for i, part := range parts {
		var a, b, added []time.Duration
		for r := range server {
			a, b, added = append(a, server[r][i]), append(b, bare[r][i]), append(added, server[r][i]-bare[r][i])
		}
		told[i] = fmt.Sprintf("p%d %v beside %v: %v added (%v to %v)", part, quantile(a, 50), quantile(b, 50), quantile(added, 50), quantile(added, 25), quantile(added, 75))
	}
	return fmt.Sprintf("%s; medians of %d rounds", strings.Join(told, "; "), len(server))
}

// quantile returns the value that a part of all values, in percent, lies below. It sorts them.
func quantile(all []time.Duration, part int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)*part/100].Round(10 * time.Microsecond)
}
