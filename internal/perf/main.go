// Command perf compares the speed of the tree with that of a base commit:
//
//	go run ./internal/perf -base COMMIT
//
// It builds the benchmarks of both, runs them in turn for some rounds, so that
// what else the machine does falls on both alike, and prints the best and the
// median of each, with the ratio of the bests: above 1 the tree is faster.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

// options are what the command is asked for.
type options struct {
	base      string
	rounds    int
	bench     string // a pattern, as go test takes it
	benchtime string // of one benchmark in one round
	strict    bool   // a ratio below the threshold is a failure
	threshold float64
}

func main() {
	var o options
	flag.StringVar(&o.base, "base", "", "the commit to compare with")
	flag.IntVar(&o.rounds, "rounds", 20, "how often each benchmark runs on either side")
	flag.StringVar(&o.bench, "bench", "^Benchmark(Shape|Corpora|Mixed)$", "which benchmarks")
	flag.StringVar(&o.benchtime, "benchtime", "20ms", "how long each runs in a round")
	flag.BoolVar(&o.strict, "strict", false, "fail where a ratio is under the threshold, or the tree allocates more")
	flag.Float64Var(&o.threshold, "threshold", 0.97, "the ratio that -strict asks for")
	flag.Parse()
	if err := o.run(os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "perf:", err)
		os.Exit(1)
	}
}

// run builds, measures and prints. Progress goes to log.
func (o options) run(out, log io.Writer) error {
	if o.base == "" {
		return fmt.Errorf("which commit to compare with? -base COMMIT, or make perf BASE=COMMIT")
	}
	dir, err := os.MkdirTemp("", "shape-perf-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sides, err := build(dir, o.base, log)
	if err != nil {
		return err
	}
	results, err := interleave(sides, o.rounds, o.args(), log)
	if err != nil {
		return err
	}
	rows := compare(results[0], results[1])
	table(out, rows)
	if slow := o.failures(rows); o.strict && len(slow) > 0 {
		return fmt.Errorf("slower than %.2f × of %s, or more allocations: %q", o.threshold, o.base, slow)
	}
	return nil
}

// args are those of a benchmark binary for one round.
func (o options) args() []string {
	return []string{"-test.run", "^$", "-test.bench", o.bench, "-test.benchtime", o.benchtime, "-test.benchmem"}
}

// failures are the benchmarks that fall short of the threshold, in time or in
// allocations.
func (o options) failures(rows []row) (names []string) {
	for _, r := range rows {
		if r.ratio() < o.threshold || r.tree.allocs*o.threshold > r.base.allocs {
			names = append(names, r.name)
		}
	}
	return names
}
