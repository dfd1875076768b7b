package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/seed-7aa78ce4/shape/bench/lab/captures"
)

const (
	beginning = "<!-- counters: written by make counters -->\n"
	ending    = "<!-- counters: end -->"
)

// publish writes the table of errors into a page, between its marks.
func publish(path string, texts []captures.Text) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(page), beginning)
	_, after, ends := strings.Cut(rest, ending)
	if !begins || !ends {
		return fmt.Errorf("%s has no place for a table, between %q and %q", path, strings.TrimSpace(beginning), ending)
	}
	table := table(accuracies(texts))
	fmt.Print(table)
	return os.WriteFile(path, []byte(before+beginning+table+ending+after), 0o666)
}

// table has a line for each server.
func table(all []accuracy) string {
	var b strings.Builder
	b.WriteString("| server | texts | mean | p95 | worst | smaller texts | off by at most, tokens |\n|---|---|---|---|---|---|---|\n")
	for _, a := range all {
		fmt.Fprintf(&b, "| %s | %d | ", a.server, len(a.relative))
		if len(a.relative) > 0 {
			fmt.Fprintf(&b, "%.1f %% | %.1f %% | %.1f %%", 100*a.mean(), 100*a.within(0.95), 100*a.within(1))
		} else {
			b.WriteString("– | – | –")
		}
		fmt.Fprintf(&b, " | %d | %d |\n", a.smaller, a.off)
	}
	return b.String()
}
