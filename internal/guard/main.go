// Command guard holds the speed of the tree to that which was recorded:
//
//	go run ./internal/guard            # fails where it fell
//	go run ./internal/guard -record    # writes what it measures
//
// Times differ from machine to machine and from minute to minute. What it compares is
// how many times faster than gjson.Valid, in the same run, W2 goes through a document;
// the best of many rounds on either side, in processor time of one thread. It measures
// anew before it fails.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/seed-7aa78ce4/shape/bench"
)

const (
	floor    = 0.8 // of what was recorded
	attempts = 5   // before it fails
)

// guarded are the corpora that are held: a for what a call costs, c for what a byte
// does.
var guarded = []string{"a", "c"}

func main() {
	record := flag.Bool("record", false, "write what is measured, to be held from now on")
	rounds := flag.Int("rounds", 25, "how often each side runs")
	turn := flag.Duration("turn", 20*time.Millisecond, "how long, each time")
	flag.Parse()
	var corpora []bench.Corpus
	for _, c := range bench.Corpora(1 << 20) {
		if slices.Contains(guarded, c.Name) {
			corpora = append(corpora, c)
		}
	}
	measure := func(c bench.Corpus) (float64, error) { return ratio(c, *rounds, *turn) }
	err := run(os.Stdout, corpora, *record, measure)
	if err != nil {
		fmt.Fprintln(os.Stderr, "guard:", err)
		os.Exit(1)
	}
}

// run holds each corpus to what was recorded, or records it.
func run(out io.Writer, corpora []bench.Corpus, record bool, measure func(bench.Corpus) (float64, error)) error {
	all, err := read()
	if err != nil {
		return err
	}
	if record {
		return write(out, all, corpora, measure)
	}
	held := all[runtime.GOARCH]
	if held == nil {
		fmt.Fprintf(out, "guard: nothing is recorded for %s\n", runtime.GOARCH)
		return nil
	}
	for _, c := range corpora {
		got, err := holds(held[c.Name], func() (float64, error) { return measure(c) })
		if err != nil {
			return fmt.Errorf("W2 on %s: %w", c.Name, err)
		}
		fmt.Fprintf(out, "guard: W2 on %s is %.2f × gjson.Valid, of %.2f recorded\n", c.Name, got, held[c.Name])
	}
	return nil
}

// holds measures until a ratio is not under the floor. One that is too low may be
// another program's doing, one that is high enough cannot be.
func holds(recorded float64, measure func() (float64, error)) (best float64, err error) {
	for range attempts {
		got, err := measure()
		if err != nil {
			return 0, err
		}
		if best = max(best, got); best >= floor*recorded {
			return best, nil
		}
	}
	return best, fmt.Errorf("%.2f × gjson.Valid is less than %.0f %% of the %.2f recorded: make perf BASE=<a commit before> tells where; make guard RECORD=1 writes it where that is meant", best, 100*floor, recorded)
}
