// Package outline shortens Markdown and source code that exceed their room. Importing it for
// its side effect registers the transforms of [texts.Markdown] and [texts.Code]. Each heading
// and each signature stays, with the number of its line:
//
//	12 ## Install
//	40 ## Use
//
// A section stays whole if the words of the call name its heading, or if the room allows.
package outline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

func init() {
	texts.Register(texts.Markdown, Markdown)
	texts.Register(texts.Code, Code)
}

// end is the end of an outline. noteSize is the room of its last line.
const (
	end      = " lines left out\n"
	noteSize = 48
)

// stays reports whether a text is within its room, or an outline already.
func stays(r texts.Request) bool {
	return r.Room == 0 || len(r.Text) <= r.Room || strings.HasSuffix(r.Text, end)
}

// section is a part of a text, from its heading or signature to the next one.
type section struct {
	start, end int // lines
	head       int // line of the heading; -1 for the part before the first one
	text       string
}

// shorten writes the sections of a text beyond its room. A section that is not whole stays as
// its heading. Lines of such sections follow until half of the room is used, or a fence opens.
func shorten(r texts.Request, lines []string, sections []section) string {
	room, isWhole := r.Room-noteSize, make([]bool, len(sections))
	for i, s := range sections {
		isWhole[i] = s.head >= 0 && texts.Names(lines[s.head], r.Words)
		if isWhole[i] {
			room -= len(s.text)
		} else {
			room -= len(s.line(lines))
		}
	}
	for i, s := range sections {
		if more := len(s.text) - len(s.line(lines)); !isWhole[i] && more <= room {
			isWhole[i] = true
			room -= more
		}
	}
	var b strings.Builder
	left := 0
	for i, s := range sections {
		if isWhole[i] {
			b.WriteString(s.text)
			continue
		}
		left += s.end - s.start
		next := s.start
		if s.head >= 0 {
			b.WriteString(s.line(lines))
			left--
			next = s.head + 1
		}
		for ; room > r.Room/2 && next < s.end && len(lines[next]) <= room && !isFence(lines[next]); next++ {
			b.WriteString(lines[next])
			room -= len(lines[next])
			left--
		}
	}
	if left == 0 {
		return b.String()
	}
	return fmt.Sprintf("%s\n… %d of %d"+end, strings.TrimSuffix(b.String(), "\n"), left, len(lines))
}

func isFence(line string) bool {
	line = strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// split returns the lines of a text with their ends.
func split(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if last := len(lines) - 1; last > 0 && lines[last] == "" {
		return lines[:last]
	}
	return lines
}

// line returns the heading of a section with its number.
func (s *section) line(lines []string) string {
	if s.head < 0 {
		return ""
	}
	return fmt.Sprintf("%d %s\n", s.head+1, strings.TrimRight(lines[s.head], " \t\r\n{"))
}

// divide returns the sections that start at some lines; heads are the lines of their headings.
func divide(lines []string, starts, heads []int) []section {
	if len(starts) == 0 || starts[0] > 0 {
		starts, heads = slices.Insert(starts, 0, 0), slices.Insert(heads, 0, -1)
	}
	sections := make([]section, len(starts))
	for i, start := range starts {
		end := len(lines)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		sections[i] = section{start: start, end: end, head: heads[i], text: strings.Join(lines[start:end], "")}
	}
	return sections
}
