// Package excerpt shortens texts and marks the size of the removed part (GUARANTEES, comfort).
package excerpt

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// Most bounds the size of an excerpt; 0 is no limit.
type Most struct{ Chars, Lines int }

// Of returns a text unchanged if it is within most. Otherwise it returns the beginning with a
// mark:
//
//	the beginning… +1,204 chars
//
// A text of several lines keeps whole lines, two thirds of most at the beginning and a third
// at the end. The mark is a line between them:
//
//	… +120 lines, 4,512 chars
//
// If the cut is inside a fenced code block (CommonMark 0.31.2, 4.5), the mark stands in the
// block. The excerpt keeps the opening and closing lines of the block, and most counts them:
//
//	```go
//	first line
//	… +120 lines, 4,512 chars
//	last line
//	```
//
// If the first line of the text or of a block is too long, its beginning stays. Of returns the
// text if the excerpt would not be shorter, or if the text is an excerpt of this size already.
// A larger most never gives a smaller excerpt. The text is not modified.
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

// holds reports whether numbers of code points and lines are within the limits.
func (m Most) holds(chars, lines int) bool {
	return (m.Chars == 0 || chars <= m.Chars) && (m.Lines == 0 || lines <= m.Lines)
}

// lines returns the number of lines. The last one may lack its newline.
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

// between returns an excerpt of a text of several lines.
func between(text []byte, most Most) []byte {
	blocks := blocksOf(text)
	head := headEnd(text, most, blocks)
	opened := blockAt(blocks, head)
	tail := tailStart(text, most, blocks, opened)
	var closing, opening []byte // lines of the removed part that the excerpt needs
	if opened != nil && tail >= opened.end {
		closing = text[opened.closing:opened.end]
	}
	if b := blockAt(blocks, tail); b != nil && b != opened {
		opening = text[b.start:b.body]
	}
	gone := text[head:tail]
	out := bytes.Clone(text[:head])
	if head > 0 && text[head-1] != '\n' {
		out = append(out, '\n')
	}
	out = appendCount(append(out, begins...), lines(gone)-lines(closing)-lines(opening), endsLines)
	out = appendCount(out, utf8.RuneCount(gone)-utf8.RuneCount(closing)-utf8.RuneCount(opening), endsChars)
	if len(closing) == 0 && tail == len(text) {
		return out
	}
	out = append(append(out, '\n'), closing...)
	return append(append(out, opening...), text[tail:]...)
}

// headEnd returns the end of the first part of an excerpt. It is the end of a line, or an
// offset in the first line of the text or of a block.
func headEnd(text []byte, most Most, blocks []block) int {
	room := Most{most.Chars - most.Chars/3, most.Lines - most.Lines/3}
	end := room.prefix(text)
	head := lastLine(text[:end])
	b := blockAt(blocks, head)
	switch {
	case head == 0 && (len(blocks) == 0 || blocks[0].start > 0):
		return end
	case b == nil:
		return head
	}
	left, ok := room.less(text[b.closing:b.end])
	if !ok {
		return b.start
	}
	if head = lastLine(text[:left.prefix(text)]); head > b.body {
		return head
	}
	if left.Chars > 1 { // the mark needs a line end before it
		if head = (Most{left.Chars - 1, left.Lines}).prefix(text); head > b.body {
			return head
		}
	}
	return b.start
}

// tailStart returns the start of the last part. The first part ends in the block opened.
func tailStart(text []byte, most Most, blocks []block, opened *block) int {
	room := Most{most.Chars / 3, most.Lines / 3}
	if room.Chars == 0 && most.Chars > 0 || room.Lines == 0 && most.Lines > 0 {
		return len(text)
	}
	tail := room.suffixLine(text)
	b := blockAt(blocks, tail)
	if b == nil || b == opened {
		return tail
	}
	if left, ok := room.less(text[b.start:b.body]); ok {
		if tail = left.suffixLine(text); tail < b.closing {
			return tail
		}
	}
	return b.end
}

// less returns the limits reduced by a part of a text, and whether anything is left.
func (m Most) less(part []byte) (left Most, ok bool) {
	left, ok = m, true
	if m.Chars > 0 {
		left.Chars -= utf8.RuneCount(part)
		ok = left.Chars > 0
	}
	if m.Lines > 0 {
		left.Lines -= lines(part)
		ok = ok && left.Lines > 0
	}
	return left, ok
}

// prefix returns the end of the first code points and lines of a text.
func (m Most) prefix(text []byte) (end int) {
	end = len(text)
	if m.Chars > 0 {
		end = Prefix(text, m.Chars)
	}
	if m.Lines > 0 {
		end = min(end, linesEnd(text, m.Lines))
	}
	return end
}

// suffixLine returns the start of the last lines within the limits.
func (m Most) suffixLine(text []byte) (start int) {
	if m.Chars > 0 {
		start = suffix(text, m.Chars)
	}
	if m.Lines > 0 {
		start = max(start, linesEnd(text, lines(text)-m.Lines))
	}
	if start > 0 && start < len(text) && text[start-1] != '\n' {
		start = lineEnd(text, start)
	}
	return start
}

// lastLine returns the start of the unfinished last line of a text.
func lastLine(text []byte) int { return bytes.LastIndexByte(text, '\n') + 1 }

// linesEnd returns the end of the first n lines of a text.
func linesEnd(text []byte, n int) (end int) {
	for ; n > 0 && end < len(text); n-- {
		end = lineEnd(text, end)
	}
	return end
}

// lineEnd returns the end of the line at text[at].
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// Beginning returns the end of the first code points and lines of a text. If more lines
// follow, it leaves out the last newline.
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

// Prefix returns the length in bytes of the first code points of a text.
func Prefix(text []byte, chars int) (end int) {
	for end < len(text) && chars > 0 {
		_, size := utf8.DecodeRune(text[end:])
		end += size
		chars--
	}
	return end
}

// suffix returns the start of the last code points of a text.
func suffix(text []byte, chars int) (start int) {
	for start = len(text); start > 0 && chars > 0; chars-- {
		_, size := utf8.DecodeLastRune(text[:start])
		start -= size
	}
	return start
}

// appendCount appends a number with grouped digits and a suffix.
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
