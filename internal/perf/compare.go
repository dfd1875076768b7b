package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// row compares one benchmark.
type row struct {
	name       string
	base, tree summary
}

// ratio is how many times faster the tree is, by the best of either side: the
// best is what the machine disturbed the least.
func (r row) ratio() float64 { return r.base.best / r.tree.best }

// compare lists the benchmarks that both sides have, in the order of the tree.
func compare(base, tree results) (rows []row) {
	for _, name := range tree.names {
		if b := base.samples[name]; b != nil {
			rows = append(rows, row{name, b.summary(), tree.samples[name].summary()})
		}
	}
	return rows
}

// table writes a line for each benchmark.
func table(out io.Writer, rows []row) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "base best\tmedian\ttree best\tmedian\tratio\tallocs\t  benchmark")
	for _, r := range rows {
		fmt.Fprintf(w, "%v\t%v\t%v\t%v\t%.3f\t%s\t  %s\n",
			ns(r.base.best), ns(r.base.median), ns(r.tree.best), ns(r.tree.median), r.ratio(), allocations(r), r.name)
	}
	w.Flush()
}

func ns(n float64) time.Duration {
	d := time.Duration(n)
	switch {
	case d > time.Second:
		return d.Round(time.Millisecond)
	case d > time.Millisecond:
		return d.Round(time.Microsecond)
	}
	return d
}

// allocations are those of an operation, and what they were where that differs.
func allocations(r row) string {
	if r.base.allocs == r.tree.allocs {
		return fmt.Sprint(r.tree.allocs)
	}
	return fmt.Sprintf("%v → %v", r.base.allocs, r.tree.allocs)
}
