package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

const mark = "[withheld]"

// change is a stretch of a text that a mark replaced.
type change struct {
	start, end int // offsets in the input
}

// changes aligns the output with the input: between two marks the output repeats
// the input. ok is false if it does not, as where JSON lost a member.
func changes(in, out string) (all []change, ok bool) {
	parts := strings.Split(out, mark)
	if !strings.HasPrefix(in, parts[0]) {
		return nil, false
	}
	at := len(parts[0])
	for i, part := range parts[1:] {
		next := strings.Index(in[at:], part)
		if i == len(parts)-2 { // the rest of the input
			next = len(in) - at - len(part)
		}
		if next < 0 || !strings.HasPrefix(in[at+next:], part) {
			return nil, false
		}
		if in[at:at+next] != mark { // a mark of the input itself
			all = append(all, change{at, at + next})
		}
		at += next + len(part)
	}
	return all, at == len(in)
}

// lines returns how many lines of the text the changes touch.
func lines(in string, all []change) int {
	n, done := 0, 0 // lines that end before done are counted
	for _, c := range all {
		start := max(c.start, done)
		if c.end < start {
			continue
		}
		n += 1 + strings.Count(in[start:c.end], "\n")
		done = len(in)
		if i := strings.IndexByte(in[c.end:], '\n'); i >= 0 {
			done = c.end + i + 1
		}
	}
	return n
}

// paragraphs returns over how many paragraphs the change reaches.
func paragraphs(in string, c change) int {
	n, blank := 1, false
	for i, line := range strings.Split(in[c.start:c.end], "\n") {
		isBlank := i > 0 && strings.Trim(line, " \t\r/#*;-%") == "" // in a comment as well
		if blank && !isBlank {
			n++
		}
		blank = isBlank
	}
	return n
}

// lost is the number of lines of in that out does not have, for outputs without
// alignment.
func lost(in, out string) int {
	left := map[string]int{}
	for line := range strings.Lines(out) {
		left[line]++
	}
	n := 0
	for line := range strings.Lines(in) {
		if left[line]--; left[line] < 0 {
			n++
		}
	}
	return n
}

// total sums up a corpus.
type total struct {
	files, lines, changed int
	largest               int // paragraphs of one mark
	largestAt             string
	worst                 []fileCount // files with most changed lines
}

// fileCount is the number of changed lines of a file.
type fileCount struct {
	path    string
	changed int
}

const mostWorst = 3

// add counts one file.
func (t *total) add(path, in, out string) {
	t.files++
	t.lines += strings.Count(in, "\n")
	if in == out {
		return
	}
	all, ok := changes(in, out)
	changed := lines(in, all)
	if !ok {
		all, changed = nil, lost(in, out)
	}
	t.changed += changed
	t.worst = append(t.worst, fileCount{path, changed})
	slices.SortFunc(t.worst, func(a, b fileCount) int { return cmp.Or(b.changed-a.changed, strings.Compare(a.path, b.path)) })
	t.worst = t.worst[:min(mostWorst, len(t.worst))]
	for _, c := range all {
		if n := paragraphs(in, c); n > t.largest {
			t.largest, t.largestAt = n, fmt.Sprintf("%s:%d", path, 1+strings.Count(in[:c.start], "\n"))
		}
	}
}

func (t *total) withinBound() bool {
	return t.changed*linesPerChange <= t.lines && t.largest <= paragraphsPerMark
}

func (t *total) print(out io.Writer, name string) {
	rate := "none"
	if t.changed > 0 {
		rate = fmt.Sprintf("1 in %d", t.lines/t.changed)
	}
	fmt.Fprintf(out, "%-8s %6d files %9d lines %6d changed (%s), largest mark %d paragraphs %s\n",
		name, t.files, t.lines, t.changed, rate, t.largest, t.largestAt)
	for _, f := range t.worst {
		fmt.Fprintf(out, "         %6d changed in %s\n", f.changed, f.path)
	}
}
