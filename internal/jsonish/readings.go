package jsonish

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
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
	name := of.Name
	switch {
	case of.URL || a.commandOf(of) != "":
		yield(passwordName)
	case of.Quoted:
		if !a.readings.of(a.text[name.Start:name.End], yield) {
			return
		}
		if start, ok := longer(a.text, name); ok {
			a.readings.of(a.text[start:name.End], yield)
		}
	default:
		for start, n := name.Start, 0; n < mostBefore; n++ {
			before := a.text.WordBefore(start)
			if before == start {
				break
			}
			if start = before; !yield(a.text[start:name.End]) {
				return
			}
		}
		a.bare(name, yield)
	}
}

// passwordName is the name of the password of a URL or a command.
var passwordName = []byte("password")

// mostBefore is how many words before a bare word may belong to its name, as in "API key".
const mostBefore = 2

// longer returns the start of the name with the same end that contains the quote before
// it as an escaped one, as in "a\"b". ok is false if none is within reach.
func longer(text lex.Text, name scan.Span) (start int, ok bool) {
	const reach, quotes = 256, 8 // so that looking twice costs little
	sign := text.Before(name.Start)
	if !lex.IsQuote(sign) {
		return 0, false
	}
	closing := bytes.IndexByte(text[name.End:], sign) // behind so many backslashes
	floor := max(0, name.Start-reach)
	for open, n := name.Start-1, 0; n < quotes; n++ {
		if slashes := text.Backslashes(floor, open); slashes <= closing {
			return open + 1, n > 0 && slashes == closing
		}
		before := bytes.LastIndexByte(text[floor:open], sign)
		if before < 0 {
			break
		}
		open = floor + before
	}
	return 0, false
}

// bare yields the readings of a bare word.
func (a *Assignments) bare(word scan.Span, yield func(name []byte) bool) {
	name := a.text[word.Start:word.End]
	if !yield(name) {
		return
	}
	if other := plain(a.text, word); len(other) > 0 && len(other) < len(name) && !yield(other) {
		return
	}
	if start := a.escapedStart(word.Start); start < word.Start {
		a.readings.of(a.text[start:word.End], yield)
	}
	if a.text.Before(word.Start) != '\\' {
		return
	}
	n := 0 // the length of the part of an escape, as that stands for no part of a word
	if r, size := coded(name); size > 0 && !lex.IsOfWords(r) {
		n = size
	} else if bytes.IndexByte(controls, name[0]) >= 0 {
		n = 1
	}
	if n > 0 && n < len(name) && !yield(name[n:]) {
		return
	}
	end := a.text.WrittenBlanksBack(word.End)
	if n < len(name) || end >= word.Start || bytes.ContainsAny(a.text[end:word.End], "nraAdD") { // line ends
		return
	}
	if start := a.text.BareWord(end); start < end {
		a.bare(scan.Span{Start: start, End: end}, yield)
	}
}

// plain returns a bare word without the signs of a flag, a variable or coloured text:
// "--password", "$password", "-Dpassword", "-Ppassword". It also removes the rest of a terminal escape.
// It returns the word itself if there are none.
func plain(text lex.Text, of scan.Span) []byte {
	word := text[of.Start:of.End]
	if _, ok := colourStart(text, of.Start, 8); ok {
		if rest := bytes.TrimLeft(word, digits); len(rest) > 0 && rest[0] == 'm' {
			return rest[1:]
		}
	}
	trimmed := bytes.TrimLeft(word, "-$")
	if len(word)-len(trimmed) == 1 && len(trimmed) > 1 && word[0] == '-' && (trimmed[0] == 'D' || trimmed[0] == 'P') {
		trimmed = trimmed[1:]
	}
	return trimmed
}

// escapedStart returns the start of a bare word with JavaScript escapes that continues at
// i: pass\u0077ord, pass\u{77}ord.
func (a *Assignments) escapedStart(i int) (start int) {
	for range maxReadings {
		escape := i
		if a.text.Before(i) == '}' {
			floor := max(0, i-len(`\u{10ffff}`))
			escape = max(floor, floor+bytes.LastIndexByte(a.text[floor:i], '{')-1)
		}
		if escape == len(a.text) || a.text.Before(escape) != '\\' {
			return i
		}
		if r, n := coded(a.text[escape:]); n == 0 || !lex.IsOfWords(r) {
			return i
		}
		i = a.text.BareWord(escape - 1)
	}
	return i
}

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

// unescape appends the text of a string as most languages read it. An unknown escape
// becomes its character.
func unescape(dst, src []byte) []byte {
	for {
		i := bytes.IndexByte(src, '\\')
		if i < 0 || i+1 == len(src) {
			return append(dst, src...)
		}
		dst, src = append(dst, src[:i]...), src[i+1:]
		r, n := coded(src)
		if k := bytes.IndexByte(controls, src[0]); n == 0 && k >= 0 {
			r, n = rune("\n\r\t\b\f\v\x00"[k]), 1
		} else if n == 0 {
			r, n = utf8.DecodeRune(src)
		}
		dst, src = utf8.AppendRune(dst, r), src[n:]
	}
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
		if r, ok := number(seq[2:], max(digits, 0), 16); ok && digits > 0 {
			return r, digits + 3
		}
	}
	if r, ok := number(seq, 3, 8); ok && r > 0 && r <= 0xff {
		return r, 3
	}
	r, ok := number(seq[1:], n, 16)
	if n == 0 || !ok {
		return 0, 0
	}
	if rest := seq[1+n:]; utf16.IsSurrogate(r) && len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
		if low, ok := number(rest[2:], 4, 16); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			return utf16.DecodeRune(r, low), 1 + n + 6
		}
	}
	return r, 1 + n
}
