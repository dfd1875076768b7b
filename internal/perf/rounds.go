package main

import (
	"fmt"
	"io"

	"github.com/seed-7aa78ce4/shape/internal/checkout"
	"github.com/seed-7aa78ce4/shape/internal/rounds"
)

// interleave runs two binaries in turn, for n rounds, and returns what each
// of them measured. The one that goes first changes from round to round.
func interleave(sides [2]string, n int, args []string, log io.Writer) (results [2]results, err error) {
	results[0], results[1] = newResults(), newResults()
	runs := 0
	err = rounds.InTurn(n, len(sides), func(side int) error {
		out, err := checkout.Run("", sides[side], args...)
		if err != nil {
			return err
		}
		runs++
		fmt.Fprintf(log, "\rperf: %d of %d runs", runs, n*len(sides))
		return results[side].read(out)
	})
	fmt.Fprintln(log)
	return results, err
}
