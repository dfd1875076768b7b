package jsonish

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// readings is the memory for the readings of a name.
type readings struct {
	text, next []byte
}

// keptText is how much of that is kept for the next text.
const keptText = 1 << 16

func (r *readings) trim() {
	if cap(r.text)+cap(r.next) > keptText {
		*r = readings{}
	}
}

// maxReadings bounds how often escapes are taken for escapes of escapes: each time
// doubles their backslashes.
const maxReadings = 16

// Readings calls yield with each text that a name may stand for, until it returns false.
// The first is the name as written. The others are unescaped, once for each string around
// it. A bare word may be the last one of a name of several words. A bare word behind a
// backslash may begin with the rest of an escape, or end in an escaped blank. A quoted
// name may have lost its beginning to a quote in it.
func (a *Assignments) Readings(of Assignment, yield func(name []byte) bool) {
	if of.URL || a.commandOf(of) != "" {
		yield(passwordName)
		return
	}
	if !of.Quoted {
		if a.phrases(of.Name, yield) {
			a.bare(of.Name, yield)
		}
		return
	}
	if !a.readings.of(a.text[of.Name.Start:of.Name.End], yield) {
		return
	}
	if all, ok := longer(a.text, of.Name); ok {
		a.readings.of(a.text[all.Start:all.End], yield)
	}
}

// mostBefore is how many words before a bare word may belong to its name, as in "API key".
const mostBefore = 2

// phrases yields a bare word with the words before it on its line, separated by one blank.
// It reports whether to continue.
func (a *Assignments) phrases(word scan.Span, yield func(name []byte) bool) bool {
	start := word.Start
	for range mostBefore {
		before := a.wordBefore(start)
		if before == start {
			break
		}
		if start = before; !yield(a.text[start:word.End]) {
			return false
		}
	}
	return true
}

// wordBefore returns the start of the bare word that ends one blank before i; i is none.
func (a *Assignments) wordBefore(i int) (start int) {
	if a.prev(i) != ' ' {
		return i
	}
	if start = bareWord(a.text, i-1); start == i-1 {
		return i
	}
	return start
}

// bare yields the readings of a bare word.
func (a *Assignments) bare(word scan.Span, yield func(name []byte) bool) {
	name := a.text[word.Start:word.End]
	if !yield(name) {
		return
	}
	if other := plain(a.text, word.Start, word.End); len(other) > 0 && len(other) < len(name) && !yield(other) {
		return
	}
	if start := a.escapedStart(word.Start); start < word.Start {
		a.readings.of(a.text[start:word.End], yield)
	}
	if !bytes.HasSuffix(a.text[:word.Start], []byte(`\`)) {
		return
	}
	n := lost(name)
	if n > 0 && n < len(name) && !yield(name[n:]) {
		return
	}
	end := writtenBlanksBack(a.text, word.End)
	if n < len(name) || end >= word.Start || bytes.ContainsAny(a.text[end:word.End], lineEnders) {
		return
	}
	if start := bareWord(a.text, end); start < end {
		a.bare(scan.Span{Start: start, End: end}, yield)
	}
}

// escapedStart returns the start of a bare word with JavaScript escapes that continues at
// i: pass\u0077ord, pass\u{77}ord.
func (a *Assignments) escapedStart(i int) (start int) {
	for range maxReadings {
		escape := i
		if a.prev(i) == '}' {
			floor := max(0, i-len(`\u{10ffff}`))
			escape = max(floor, floor+bytes.LastIndexByte(a.text[floor:i], '{')-1)
		}
		if escape == len(a.text) || a.prev(escape) != '\\' {
			return i
		}
		if r, n := coded(a.text[escape:]); n == 0 || !isOfWords(r) {
			return i
		}
		i = bareWord(a.text, escape-1)
	}
	return i
}

// lineEnders occur in escapes of a line end, and in no escape of another blank.
const lineEnders = "nraAdD"

// of yields a name as written and unescaped, and reports whether to continue.
func (r *readings) of(name []byte, yield func(name []byte) bool) bool {
	if !yield(name) {
		return false
	}
	r.text = append(r.text[:0], name...)
	for range maxReadings {
		if i := bytes.IndexByte(r.text, '\\'); i < 0 || i == len(r.text)-1 {
			break
		}
		r.next = unescape(r.next[:0], r.text)
		if r.text, r.next = r.next, r.text; !yield(r.text) {
			return false
		}
	}
	return true
}

// controls are the letters that a backslash makes a control character of.
var controls = []byte("nrtbfv0")

// lost returns the length of the part of an escape at the beginning of a word behind a
// backslash. Such an escape stands for no part of a word.
func lost(word []byte) int {
	if r, n := coded(word); n > 0 && !isOfWords(r) {
		return n
	}
	if bytes.IndexByte(controls, word[0]) >= 0 {
		return 1
	}
	return 0
}

// unescape appends the text of a string as most languages read it. An unknown escape
// becomes its character.
func unescape(dst, src []byte) []byte {
	for {
		i := bytes.IndexByte(src, '\\')
		if i < 0 || i+1 == len(src) {
			return append(dst, src...)
		}
		dst = append(dst, src[:i]...)
		r, n := unescaped(src[i+1:])
		dst = utf8.AppendRune(dst, r)
		src = src[i+1+n:]
	}
}

// unescaped returns the character of an escape without its backslash, and its length.
func unescaped(seq []byte) (r rune, n int) {
	if r, n = coded(seq); n > 0 {
		return r, n
	}
	if k := bytes.IndexByte(controls, seq[0]); k >= 0 {
		return rune("\n\r\t\b\f\v\x00"[k]), 1
	}
	r, n = utf8.DecodeRune(seq)
	return r, n
}

// coded is the character whose number a sequence gives in hexadecimal digits, a
// pair of surrogates included, and the length of that; 0 is none.
func coded(seq []byte) (r rune, n int) {
	switch seq[0] {
	case 'x':
		n = 2
	case 'u':
		n = 4
	case 'U':
		n = 8
	}
	if len(seq) > 3 && seq[0] == 'u' && seq[1] == '{' {
		digits := bytes.IndexByte(seq[:min(len(seq), 9)], '}') - 2
		if r, ok := hexadecimal(seq[2:], max(digits, 0)); ok && digits > 0 {
			return r, digits + 3
		}
	}
	if r, ok := octal(seq); ok {
		return r, 3
	}
	r, ok := hexadecimal(seq[1:], n)
	if n == 0 || !ok {
		return 0, 0
	}
	if rest := seq[1+n:]; utf16.IsSurrogate(r) && len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
		if low, ok := hexadecimal(rest[2:], 4); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			return utf16.DecodeRune(r, low), 1 + n + 6
		}
	}
	return r, 1 + n
}

// octal is the character whose number a sequence gives in three octal digits.
func octal(seq []byte) (r rune, ok bool) {
	if len(seq) < 3 || seq[0] > '3' {
		return 0, false
	}
	for _, c := range seq[:3] {
		if c-'0' > 7 {
			return 0, false
		}
		r = r<<3 | rune(c-'0')
	}
	return r, r > 0
}
