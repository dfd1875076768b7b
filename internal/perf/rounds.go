package main

import (
	"fmt"
	"io"

	"github.com/seed-7aa78ce4/shape/internal/checkout"
)

// interleave runs two binaries in turn, for some rounds, and returns what each
// of them measured. The one that goes first changes from round to round.
func interleave(sides [2]string, rounds int, args []string, log io.Writer) (results [2]results, err error) {
	results[0], results[1] = newResults(), newResults()
	for round := range rounds {
		for turn := range sides {
			side := (round + turn) % 2
			out, err := checkout.Run("", sides[side], args...)
			if err != nil {
				return results, err
			}
			if err := results[side].read(out); err != nil {
				return results, err
			}
		}
		fmt.Fprintf(log, "\rperf: round %d of %d", round+1, rounds)
	}
	fmt.Fprintln(log)
	return results, nil
}
