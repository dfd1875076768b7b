package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// known are the mutants that nobody could tell from the original, by package and
// key, each with the reason.
type known map[string]map[string]string

// readKnown reads a list: a line "# path" for a package, and below it a line
// "key -- reason" for each mutant.
func readKnown(name string) (known, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	all, section, number := known{}, "", 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "# "); ok {
			section = title
			all[section] = map[string]string{}
			continue
		}
		key, reason, ok := strings.Cut(line, " -- ")
		if line == "" {
			continue
		}
		if !ok || reason == "" || section == "" {
			return nil, fmt.Errorf("%s:%d: want \"key -- reason\" below a package", name, number)
		}
		all[section][key] = reason
	}
	return all, nil
}

// result is what is told of a package.
type result struct {
	killed, lived, unreached, equivalent int
	stale                                int // listed, but no survivor
}

// efficacy is the share of mutants that are killed, in per cent, of all that
// could be.
func (r result) efficacy() float64 {
	return 100 * float64(r.killed) / float64(max(1, r.killed+r.lived+r.unreached))
}

// report prints the survivors of a package and its figures.
func report(out io.Writer, p *pkg, all known) (r result) {
	listed, used := all[module(p)], map[string]bool{}
	for _, m := range p.mutants {
		_, isKnown := listed[m.key]
		switch {
		case m.fate == killed:
			r.killed++
		case isKnown:
			r.equivalent++
			used[m.key] = true
		case m.fate == lived:
			r.lived++
			fmt.Fprintf(out, "lived      %s/%s\t%s\n", module(p), m.place, m.key)
		default:
			r.unreached++
			fmt.Fprintf(out, "unreached  %s/%s\t%s\n", module(p), m.place, m.key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(listed)) {
		if !used[key] {
			r.stale++
			fmt.Fprintf(out, "listed, but no survivor: %s\n", key)
		}
	}
	fmt.Fprintf(out, "%s: %d mutants, %d killed, %d lived, %d unreached, %d equivalent: efficacy %.1f %%\n",
		module(p), len(p.mutants), r.killed, r.lived, r.unreached, r.equivalent, r.efficacy())
	return r
}

// module is a package's path within its module.
func module(p *pkg) string {
	const root = "github.com/seed-7aa78ce4/shape/"
	return path.Clean(strings.TrimPrefix(p.path, root))
}
