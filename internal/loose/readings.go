package loose

import (
	"bytes"
	"unicode/utf8"
)

// readings is the memory for what a name says.
type readings struct {
	text, next []byte
}

// maxReadings bounds how often escapes are taken for escapes of escapes.
const maxReadings = 8

// Readings calls yield with each text that a name may stand for, until it
// returns false: as it is written, and unescaped once for each string that it
// may stand in. A bare word behind a backslash may have lost its first letter to
// an escape.
func (a *Assignments) Readings(of Assignment, yield func(name []byte) bool) {
	name := a.text[of.Name.Start:of.Name.End]
	if !yield(name) {
		return
	}
	if !of.Quoted {
		if at := of.Name.Start; at > 0 && a.text[at-1] == '\\' && bytes.IndexByte([]byte("nrtbfv"), name[0]) >= 0 {
			yield(name[1:])
		}
		return
	}
	r := &a.readings
	r.text = append(r.text[:0], name...)
	for range maxReadings {
		if bytes.IndexByte(r.text, '\\') < 0 {
			return
		}
		r.next = unescape(r.next[:0], r.text)
		if r.text, r.next = r.next, r.text; !yield(r.text) {
			return
		}
	}
}

// unescape appends the text of a string as most languages read it: an escape
// that none of them knows stands for its character.
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

// unescaped is what an escape, given without its backslash, stands for, and its
// length.
func unescaped(seq []byte) (r rune, n int) {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}
	if k := digits[seq[0]]; k > 0 {
		if r, ok := hexadecimal(seq[1:], k); ok {
			return r, 1 + k
		}
	}
	if k := bytes.IndexByte([]byte("nrtbfv0"), seq[0]); k >= 0 {
		return rune("\n\r\t\b\f\v\x00"[k]), 1
	}
	r, n = utf8.DecodeRune(seq)
	return r, n
}
