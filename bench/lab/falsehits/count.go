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

// lines returns the numbers of the lines that the changes touch, from 0 on.
func lines(in string, all []change) (touched []int) {
	for _, c := range all {
		first := strings.Count(in[:c.start], "\n")
		for n := range 1 + strings.Count(in[c.start:c.end], "\n") {
			if len(touched) == 0 || touched[len(touched)-1] < first+n {
				touched = append(touched, first+n)
			}
		}
	}
	return touched
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
	private               int // changed lines that hold the value of a private name
	repeated              int // other changed lines that hold such a value once more
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

// leastRepeated is the least length of a hidden value that is hidden elsewhere.
const leastRepeated = 8

// sides returns how many changed lines hold the value of a private name, and how many others
// hold only such values.
func sides(in string, all []change, private map[int]bool) (own, repeated int) {
	values, others := strings.Builder{}, []change{}
	for n, line := range strings.Split(in, "\n") {
		if private[n] {
			values.WriteString(line + "\n")
		}
	}
	for _, line := range lines(in, all) {
		if private[line] {
			own++
		}
	}
	for _, c := range all {
		text := in[c.start:c.end]
		if !private[strings.Count(in[:c.start], "\n")] && len(text) >= leastRepeated && strings.Contains(values.String(), text) {
			others = append(others, c)
		}
	}
	return own, len(lines(in, others))
}

// others returns the number of changed lines that hold no value of a private name.
func (t *total) others() int { return t.changed - t.private - t.repeated }

// add counts one file. The private lines are those that have to change.
func (t *total) add(path, in, out string, private map[int]bool) {
	t.files++
	t.lines += strings.Count(in, "\n")
	if in == out {
		return
	}
	all, ok := changes(in, out)
	touched := lines(in, all)
	changed := len(touched)
	if ok {
		own, again := sides(in, all, private)
		t.private += own
		t.repeated += again
	}
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
	return t.others()*linesPerChange <= t.lines && t.largest <= paragraphsPerMark
}

func (t *total) print(out io.Writer, name string) {
	fmt.Fprintf(out, "%-8s %6d files %9d lines %6d changed (%s), largest mark %d paragraphs %s\n",
		name, t.files, t.lines, t.changed, rate(t.lines, t.changed), t.largest, t.largestAt)
	if t.private > 0 {
		fmt.Fprintf(out, "         %6d are values of private names, %d repeat such a value, %d are others (%s)\n",
			t.private, t.repeated, t.others(), rate(t.lines, t.others()))
	}
	for _, f := range t.worst {
		fmt.Fprintf(out, "         %6d changed in %s\n", f.changed, f.path)
	}
}

// rate is the share of changed lines.
func rate(lines, changed int) string {
	if changed == 0 {
		return "none"
	}
	return fmt.Sprintf("1 in %d", lines/changed)
}
