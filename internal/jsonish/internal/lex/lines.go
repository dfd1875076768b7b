package lex

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Text is searched eight bytes at a time, as one word. A mark is the high bit of a byte
// that is looked for. A borrow may mark the bytes above a find as well, so that only the
// lowest mark is certain.
const (
	wordSize = 8
	ones     = 0x0101010101010101
	highs    = 0x80 * ones
)

// zeroBytes marks the bytes of a word that are zero.
func zeroBytes(w uint64) uint64 { return (w - ones) &^ w & highs }

// Opening returns the index of the first opening bracket from i on, square or curly.
func (t Text) Opening(i int) int {
	for ; i < len(t)-7; i += wordSize {
		if m := zeroBytes((binary.LittleEndian.Uint64(t[i:]) | 0x20*ones) ^ '{'*ones); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(t) && t[i]|0x20 != '{' {
		i++
	}
	return i
}

// Separator returns the index of the first colon or equals sign from i on. Either may be
// full-width.
func (t Text) Separator(i int) int {
	for ; i < len(t)-7; i += wordSize {
		w := binary.LittleEndian.Uint64(t[i:])
		if m := zeroBytes(w^':'*ones) | zeroBytes(w^'='*ones) | zeroBytes(w^WideLead*ones); m != 0 {
			i += bits.TrailingZeros64(m) / 8
			if t[i] != WideLead || WideSign(t[i:]) != 0 {
				return i
			}
			i -= wordSize - 1 // continues behind that byte
		}
	}
	for i < len(t) && t[i] != ':' && t[i] != '=' && WideSign(t[i:]) == 0 {
		i++
	}
	return i
}

// WideLead is the first byte of a full-width sign.
const WideLead = 0xef

// WideSign returns the sign whose full-width form begins the text, a colon or an equals
// sign. 0 is none.
func WideSign(text []byte) byte {
	if len(text) > 2 && text[0] == WideLead && text[1] == 0xbc && (text[2] == 0x9a || text[2] == 0x9d) {
		return text[2] - (0x9a - ':')
	}
	return 0
}

// IsLineEnd reports whether a byte ends a line.
func IsLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// LineEnd returns the index of the first line end from i on.
func (t Text) LineEnd(i int) int {
	for ; i < len(t)-7; i += wordSize {
		w := binary.LittleEndian.Uint64(t[i:])
		if m := zeroBytes(w^'\n'*ones) | zeroBytes(w^'\r'*ones); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(t) && !IsLineEnd(t[i]) {
		i++
	}
	return i
}

// NextLine returns the start of the line behind the line end at i.
func (t Text) NextLine(i int) int {
	if i+1 < len(t) && t[i] == '\r' && t[i+1] == '\n' {
		return i + 2
	}
	return min(i+1, len(t))
}

// LineStart returns the start of the line of i, or a place before i if the line is long.
func (t Text) LineStart(i int) int {
	floor := max(0, i-MaxLine)
	if n := bytes.LastIndexAny(t[floor:i], "\r\n"); n >= 0 {
		return floor + n + 1
	}
	return floor
}

// Near returns the end of the line of i, or a place behind i if the line is long.
func (t Text) Near(i int) int { return t[:min(len(t), i+MaxLine)].LineEnd(i) }

// EndsLine reports whether i is the end of the text or of a line.
func (t Text) EndsLine(i int) bool { return i >= len(t) || IsLineEnd(t[i]) }

// IsBlankLine reports whether the line at i holds nothing, and is not the end of the text.
func (t Text) IsBlankLine(i int) bool {
	i = t.InLine(i)
	return i < len(t) && IsLineEnd(t[i])
}

// IsItem reports whether the line at i begins like the item of a list.
func (t Text) IsItem(i int) bool {
	return t[i] == '-' && (i+1 == len(t) || IsGap(t[i+1]))
}

// Paragraph returns the end of the paragraph at i, the line end before a blank line, if
// it comes before to. Else it is that place, and not ended.
func (t Text) Paragraph(i, to int) (end int, ended bool) {
	to = min(to, len(t))
	for end = t[:to].LineEnd(i); end < to; end = t[:to].LineEnd(end) {
		next := t.NextLine(end)
		if t.IsBlankLine(next) {
			return end, true
		}
		end = next
	}
	return to, to == len(t)
}

// BeginsLine reports whether only blanks precede i on its line.
func (t Text) BeginsLine(i int) bool {
	for i > 0 && !IsLineEnd(t[i-1]) {
		r, size := utf8.DecodeLastRune(t[:i])
		if !IsBlank(r) {
			return false
		}
		i -= size
	}
	return true
}

// BeginsItsLine reports whether only blanks, dashes of lists and a quote precede the name
// at i on its line.
func (t Text) BeginsItsLine(i int) bool {
	for i > 0 {
		switch c := t[i-1]; c {
		case ' ', '\t', '-', '"', '\'', '$':
			i--
		default:
			return IsLineEnd(c)
		}
	}
	return true
}
