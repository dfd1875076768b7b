// Package excerpt shortens texts so that they say how much of them is gone (GUARANTEES,
// comfort).
package excerpt

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// Most is how much of a text is left at most; 0 is all.
type Most struct{ Chars, Lines int }

// Of returns a text of no more code points and lines than most as it is, and the
// beginning of a longer one with a mark behind it,
//
//	the beginning… +1,204 chars
//
// Of a text of several lines whole lines are left, two thirds of it at the beginning and
// a third at the end, with the mark in a line between them:
//
//	… +120 lines, 4,512 chars
//
// A block of code between fences (CommonMark 0.31.2, 4.5) is there whole or not at all,
// and of a first line that has too many code points the beginning. What would come out no
// shorter stays, and an excerpt of as much is one already. Where more may be left, no less
// of a text is. The text is not written to.
func Of(text []byte, most Most) []byte {
	if most.Lines == 0 && len(text) <= most.Chars {
		return text
	}
	n := utf8.RuneCount(text)
	if most.holds(n, lines(text)) || isExcerpt(text, n, most) {
		return text
	}
	var out []byte
	if i := bytes.IndexByte(text, '\n'); i >= 0 && i < len(text)-1 {
		out = between(text, most)
	} else {
		kept := Prefix(text, most.Chars)
		out = appendCount(append(bytes.Clone(text[:kept]), begins...), n-most.Chars, endsChars)
	}
	if len(out) >= len(text) || utf8.RuneCount(out) >= n {
		return text
	}
	return out
}

// holds reports whether so many code points and lines are no more than there may be.
func (m Most) holds(chars, lines int) bool {
	return (m.Chars == 0 || chars <= m.Chars) && (m.Lines == 0 || lines <= m.Lines)
}

// lines is how many lines a text has; the last one may lack its end.
func lines(text []byte) int {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// The parts of a mark.
const (
	begins    = "… +"
	endsLines = " lines, "
	endsChars = " chars"
)

// between is an excerpt of a text of several lines.
func between(text []byte, most Most) []byte {
	head, tail := ends(text, most)
	gone := text[head:tail]
	out := bytes.Clone(text[:head])
	if head > 0 && text[head-1] != '\n' {
		out = append(out, '\n')
	}
	out = appendCount(append(out, begins...), lines(gone), endsLines)
	out = appendCount(out, utf8.RuneCount(gone), endsChars)
	if tail == len(text) {
		return out
	}
	return append(append(out, '\n'), text[tail:]...)
}

// ends is where the beginning of an excerpt ends, and where its end begins.
func ends(text []byte, most Most) (head, tail int) {
	first, last := most.room(text)
	tail = len(text)
	var f fence
	for at := 0; at < len(text); {
		if at >= last && !f.isOpen() {
			tail = at
			break
		}
		next := lineEnd(text, at)
		f.line(text[at:next])
		switch {
		case f.isOpen():
		case next <= first:
			head = next
		case at == 0:
			head = first // of a line that is too long
		}
		at = next
	}
	return head, tail
}

// room is where the beginning of an excerpt ends at the latest, and where its end begins
// at the earliest.
func (m Most) room(text []byte) (first, last int) {
	first = len(text)
	if m.Chars > 0 {
		third := m.Chars / 3
		first, last = Prefix(text, m.Chars-third), suffix(text, third)
	}
	if m.Lines > 0 {
		third := m.Lines / 3
		first, last = min(first, linesEnd(text, m.Lines-third)), max(last, linesEnd(text, lines(text)-third))
	}
	return first, last
}

// linesEnd is where the first n lines of a text end.
func linesEnd(text []byte, n int) (end int) {
	for ; n > 0 && end < len(text); n-- {
		end = lineEnd(text, end)
	}
	return end
}

// lineEnd is where the line ends that begins at text[at].
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// Beginning is where the first code points and lines end of a text; what ends the last
// line is left out where there are more.
func (m Most) Beginning(text []byte) int {
	end := len(text)
	if m.Chars > 0 {
		end = Prefix(text, m.Chars)
	}
	if at := linesEnd(text, m.Lines); m.Lines > 0 && at < len(text) {
		end = min(end, at-len("\n"))
	}
	return end
}

// Prefix is how many bytes the first code points of a text have.
func Prefix(text []byte, chars int) (end int) {
	for end < len(text) && chars > 0 {
		_, size := utf8.DecodeRune(text[end:])
		end += size
		chars--
	}
	return end
}

// suffix is where the last code points of a text begin.
func suffix(text []byte, chars int) (start int) {
	for start = len(text); start > 0 && chars > 0; chars-- {
		_, size := utf8.DecodeLastRune(text[:start])
		start -= size
	}
	return start
}

// appendCount appends a number, its digits in groups, and what is counted.
func appendCount(b []byte, n int, of string) []byte {
	digits := strconv.Itoa(n)
	for i, d := range []byte(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b = append(b, ',')
		}
		b = append(b, d)
	}
	return append(b, of...)
}
