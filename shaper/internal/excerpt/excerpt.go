// Package excerpt shortens texts so that they say how much of them is gone (GUARANTEES,
// comfort).
package excerpt

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// Of returns a text of no more than so many code points as it is, and the beginning of a
// longer one with a mark behind it,
//
//	the beginning… +1,204 chars
//
// Of a text of several lines whole lines are left at the beginning, for two thirds of the
// code points, and at the end, with the mark in a line between them:
//
//	… +120 lines, 4,512 chars
//
// A block of code between fences (CommonMark 0.31.2, 4.5) is there whole or not at all,
// and of a first line that is too long the beginning. What would come out no shorter
// stays, and an excerpt of so many code points is one already. More code points never
// leave less of a text. The text is not written to.
func Of(text []byte, chars int) []byte {
	if len(text) <= chars {
		return text
	}
	n := utf8.RuneCount(text)
	if n <= chars || isExcerpt(text, n, chars) {
		return text
	}
	var out []byte
	if i := bytes.IndexByte(text, '\n'); i >= 0 && i < len(text)-1 {
		out = lines(text, n, chars)
	} else {
		kept := prefix(text, chars)
		out = appendCount(append(bytes.Clone(text[:kept]), begins...), n-chars, endsChars)
	}
	if len(out) >= len(text) || utf8.RuneCount(out) >= n {
		return text
	}
	return out
}

// The parts of a mark.
const (
	begins    = "… +"
	endsLines = " lines, "
	endsChars = " chars"
	longest   = 64 // code points that a mark has at most, with the ends of its line
)

// lines is an excerpt of a text of several lines, and of n code points.
func lines(text []byte, n, chars int) []byte {
	head, tail := ends(text, n, chars)
	gone := text[head:tail]
	count := bytes.Count(gone, []byte("\n"))
	if gone[len(gone)-1] != '\n' {
		count++
	}
	out := bytes.Clone(text[:head])
	if head > 0 && text[head-1] != '\n' {
		out = append(out, '\n')
	}
	out = appendCount(append(out, begins...), count, endsLines)
	out = appendCount(out, utf8.RuneCount(gone), endsChars)
	if tail == len(text) {
		return out
	}
	return append(append(out, '\n'), text[tail:]...)
}

// ends is where the beginning of an excerpt ends, and where its end begins.
func ends(text []byte, n, chars int) (head, tail int) {
	third := chars / 3
	most := prefix(text, chars-third)
	least := most + prefix(text[most:], n-chars)
	tail = len(text)
	var f fence
	for at := 0; at < len(text); {
		if at >= least && !f.isOpen() {
			tail = at
			break
		}
		next := lineEnd(text, at)
		f.line(text[at:next])
		switch {
		case f.isOpen():
		case next <= most:
			head = next
		case at == 0:
			head = most // of a first line that is too long
		}
		at = next
	}
	return head, tail
}

// lineEnd is where the line ends that begins at text[at].
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// prefix is how many bytes the first code points of a text have.
func prefix(text []byte, chars int) (end int) {
	for end < len(text) && chars > 0 {
		_, size := utf8.DecodeRune(text[end:])
		end += size
		chars--
	}
	return end
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
