// Package diff compares a document with its shaped form, line by line.
package diff

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Append appends a unified diff of two valid documents to dst, or nothing if they are the same.
// Both are laid out with two blanks per level, without commas at line ends.
//
// A line of before shows in full only if after has the same line. Any other value is one line
// with its name and its size. So the diff shows no value that after lacks. Time and memory are
// linear in the laid out texts.
func Append(dst []byte, name string, before, after []byte) []byte {
	if bytes.Equal(before, after) {
		return dst
	}
	is := lines(after)
	left := count(is)
	was := redact(lines(before), left)
	return appendHunks(fmt.Appendf(dst, "--- %s\n+++ %s\n", name, name), align(was, is, left))
}

func lines(doc []byte) []string {
	var all []string
	for line := range bytes.Lines(scan.AppendIndent(nil, doc, "  ")) {
		all = append(all, string(bytes.TrimRight(line, ",\n")))
	}
	return all
}

func count(lines []string) map[string]int {
	all := map[string]int{}
	for _, line := range lines {
		all[line]++
	}
	return all
}

// container is an open container of the document before.
type container struct {
	first  int  // its first line
	size   int  // its bytes in compact form, so far
	judged bool // stays is known
	stays  bool // its first value of a known name is in the new document
}

// redact replaces the values that shown lacks by their names and sizes. A container becomes one
// line if shown lacks its first line. An element becomes one line also if it does not stay.
func redact(lines []string, shown map[string]int) []string {
	known := map[string]bool{}
	for line := range shown {
		label, _ := split(line)
		known[label] = true
	}
	out, open := make([]string, 0, len(lines)), []container{{}}
	for _, line := range lines {
		label, value := split(line)
		if last := value[len(value)-1]; last == '{' || last == '[' {
			open = append(open, container{first: len(out)})
			out = append(out, line)
			continue
		}
		size, shows := len(value), shown[line] > 0
		if value == "}" || value == "]" {
			c := open[len(open)-1]
			open = open[:len(open)-1]
			label, _ = split(out[c.first])
			isElement := len(open) > 1 && !strings.HasSuffix(label, ": ")
			size, shows = c.size+1, shown[out[c.first]] > 0 && (c.stays || !isElement)
			if !shows {
				out = out[:c.first]
			}
		} else if known[label] {
			for i := len(open) - 1; i >= 0 && !open[i].judged; i-- {
				open[i].judged, open[i].stays = true, shows
			}
		}
		if !shows {
			line = gone(label, size)
		}
		out = append(out, line)
		above := &open[len(open)-1]
		above.size += len(strings.TrimLeft(label, " ")) + size + 1 // with a comma or the first bracket
		if strings.HasSuffix(label, ": ") {
			above.size-- // the compact form has no blank here
		}
	}
	return out
}

// split divides a line before its value. The label is the indentation and the name.
func split(line string) (label, value string) {
	start := len(line) - len(strings.TrimLeft(line, " "))
	if line[start] == '"' {
		_, end := scan.NextToken([]byte(line), start)
		if strings.HasPrefix(line[end:], ": ") {
			start = end + len(": ")
		}
	}
	return line[:start], line[start:]
}

// gone returns the line of a value that the new document lacks.
func gone(label string, size int) string {
	if size == 1 {
		return label + "… (1 byte)"
	}
	return fmt.Sprintf("%s… (%d bytes)", label, size)
}

// change is one line of a diff.
type change struct {
	op   byte // ' ', '-' or '+'
	line string
}

// align compares lines that have the same order in both documents, except a few. left counts
// the lines of is.
func align(was, is []string, left map[string]int) []change {
	ahead := count(was)
	all := make([]change, 0, max(len(was), len(is)))
	for len(was) > 0 || len(is) > 0 {
		op := byte('-')
		switch {
		case len(was) > 0 && len(is) > 0 && was[0] == is[0]:
			op = ' '
		case len(was) == 0 || len(is) > 0 && ahead[is[0]] == 0 && (left[was[0]] > 0 || follows(all, is[0])):
			op = '+'
		}
		if op == '+' {
			all = append(all, change{op, is[0]})
		} else {
			all = append(all, change{op, was[0]})
			ahead[was[0]]--
			was = was[1:]
		}
		if op != '-' {
			left[is[0]]--
			is = is[1:]
		}
	}
	return all
}

// follows reports whether a new line belongs below the last change: after another new line, or
// in place of a value of the same name.
func follows(all []change, line string) bool {
	if len(all) == 0 {
		return false
	}
	last := all[len(all)-1]
	was, _ := split(last.line)
	is, _ := split(line)
	return last.op == '+' || last.op == '-' && was == is
}

// appendHunks appends the changes with up to three equal lines around each.
func appendHunks(dst []byte, all []change) []byte {
	const around = 3
	before, after, done := 1, 1, 0 // the numbers of the line all[done]
	for at := 0; at < len(all); at++ {
		if all[at].op == ' ' {
			continue
		}
		start, end := max(done, at-around), at+1
		for i := at + 1; i < len(all) && i <= end+2*around; i++ {
			if all[i].op != ' ' {
				end = i + 1
			}
		}
		end = min(len(all), end+around)
		before, after = before+start-done, after+start-done
		olds, news := 0, 0
		var text []byte
		for _, c := range all[start:end] {
			text = append(append(append(text, c.op), c.line...), '\n')
			if c.op != '+' {
				olds++
			}
			if c.op != '-' {
				news++
			}
		}
		dst = fmt.Appendf(dst, "@@ -%d,%d +%d,%d @@\n", before-empty(olds), olds, after-empty(news), news)
		dst = append(dst, text...)
		before, after, done, at = before+olds, after+news, end, end-1
	}
	return dst
}

// empty returns 1 for a side of a hunk without lines. Its number is then that of the line
// above.
func empty(lines int) int {
	if lines == 0 {
		return 1
	}
	return 0
}
