package clientfile

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Edit replaces a part of a text.
type Edit struct {
	start, end int
	with       string
}

// Apply returns the text after edits.
func (f *File) Apply(edits []Edit) []byte { return apply(f.text, edits, 0) }

// apply returns a part of a text after edits. The part starts at offset from of the text that
// the edits are for.
func apply(text []byte, edits []Edit, from int) []byte {
	var out []byte
	at := 0
	for _, e := range inOrder(edits) {
		out = append(append(out, text[at:e.start-from]...), e.with...)
		at = e.end - from
	}
	return append(out, text[at:]...)
}

func inOrder(edits []Edit) []Edit {
	edits = slices.Clone(edits)
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].start < edits[j].start })
	return edits
}

// secrets returns the edits that hide the values of variables and headers. In a file with hooks
// they hide all strings.
func (f *File) secrets() (edits []Edit) {
	if f.layout.Hooks {
		for _, at := range f.root.leaves() {
			edits = append(edits, Edit{at.start, at.end, `"…"`})
		}
	}
	for _, s := range f.Servers {
		for _, name := range []string{f.layout.Env, f.layout.Headers} {
			if _, v := s.entry.member(name); v != nil {
				for _, at := range v.leaves() {
					edits = append(edits, Edit{at.start, at.end, `"…"`})
				}
			}
		}
	}
	return edits
}

// Difference returns the edits in the format of diff -U0. The values of variables and headers
// are not shown.
func (f *File) Difference(name string, edits []Edit) string {
	out := fmt.Sprintf("--- %s\n+++ %s\n", name, name)
	moved := 0 // lines added so far
	secrets := f.secrets()
	for h := range f.hunks(edits) {
		part := f.text[h.start:h.end]
		var hidden []Edit
		for _, e := range secrets {
			isEdited := slices.ContainsFunc(h.edits, func(of Edit) bool { return of.start < e.end && e.start < of.end })
			if e.start >= h.start && e.end <= h.end && !isEdited {
				hidden = append(hidden, e)
			}
		}
		before, after := splitLines(apply(part, hidden, h.start)), splitLines(apply(part, append(hidden, h.edits...), h.start))
		line := bytes.Count(f.text[:h.start], []byte("\n")) + 1
		out += changed(line, line+moved, before, after)
		moved += len(after) - len(before)
	}
	return out
}

func splitLines(text []byte) []string {
	lines := strings.ReplaceAll(string(text), "\r\n", "\n")
	return strings.Split(strings.TrimSuffix(lines, "\n"), "\n")
}

// hunk is a range of whole lines with its edits.
type hunk struct {
	span
	edits []Edit
}

// hunks yields the changed lines. Touching ranges are one hunk.
func (f *File) hunks(edits []Edit) func(func(hunk) bool) {
	return func(yield func(hunk) bool) {
		var h hunk
		for _, e := range inOrder(edits) {
			start := bytes.LastIndexByte(f.text[:e.start], '\n') + 1
			end := len(f.text)
			if n := bytes.IndexByte(f.text[e.end:], '\n'); n >= 0 {
				end = e.end + n + 1
			}
			if h.edits != nil && start > h.end {
				if !yield(h) {
					return
				}
				h = hunk{}
			}
			if h.edits == nil {
				h.start = start
			}
			h.end, h.edits = max(h.end, end), append(h.edits, e)
		}
		if h.edits != nil {
			yield(h)
		}
	}
}

// Compare returns two files in the format of diff -U0, as one change. The values of variables and
// headers are not shown.
func Compare(was, is string, before, after *File) string {
	a, b := splitLines(before.Apply(before.secrets())), splitLines(after.Apply(after.secrets()))
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	a, b = a[same:], b[same:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return fmt.Sprintf("--- %s\n+++ %s\n", was, is) + changed(same+1, same+1, a, b)
}

// changed returns one change of lines.
func changed(line, now int, before, after []string) string {
	out := fmt.Sprintf("@@ -%d,%d +%d,%d @@\n", line, len(before), now, len(after))
	for _, l := range before {
		out += "-" + l + "\n"
	}
	for _, l := range after {
		out += "+" + l + "\n"
	}
	return out
}
