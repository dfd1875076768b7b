package taint

import (
	"bytes"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// span is a part of a text.
type span struct{ from, to int }

// unescape returns a text with each JSON escape decoded, and reports whether there was one. A
// backslash that begins no escape stays.
func unescape(text []byte) (said []byte, found bool) {
	said = make([]byte, 0, len(text))
	var room [utf8.UTFMax]byte
	for at := 0; at < len(text); {
		read, decoded := step(text, at, &room)
		said = append(said, decoded...)
		found = found || read > 1
		at += read
	}
	return said, found
}

// outward maps spans of the result of unescape to spans of its text. The spans must ascend.
func outward(text []byte, spans []span) {
	var room [utf8.UTFMax]byte
	at, said := 0, 0
	to := func(offset int) int {
		for said < offset {
			read, decoded := step(text, at, &room)
			at, said = at+read, said+len(decoded)
		}
		return at
	}
	for i, s := range spans {
		spans[i] = span{to(s.from), to(s.to)}
	}
}

// step reads one byte or one escape of a text and returns its content. It decodes an escape
// into room. It never reads more than one character.
func step(text []byte, at int, room *[utf8.UTFMax]byte) (read int, said []byte) {
	if text[at] != '\\' || at+1 == len(text) {
		return 1, text[at : at+1]
	}
	switch c := text[at+1]; c {
	case '"', '\\', '/', '\'':
		return 2, text[at+1 : at+2]
	case 'n', 't', 'r', 'b', 'f':
		room[0] = controls[c]
		return 2, room[:1]
	case 'u':
		if r, read := numbered(text[at:]); read > 0 {
			return read, room[:utf8.EncodeRune(room[:], r)]
		}
	}
	return 1, text[at : at+1]
}

var controls = [256]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f'}

// numbered reads an escape such as \u0041, or a pair of surrogates. read is 0 if text
// begins with none.
func numbered(text []byte) (r rune, read int) {
	r, ok := hex(text)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) && len(text) > 6 {
		if low, ok := hex(text[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
	}
	return r, 6
}

// hex reads \uXXXX.
func hex(text []byte) (r rune, ok bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	for _, c := range text[2:6] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// spells reports whether a text has an escape of a character that needs none: a numeric
// escape, such as \u0041, or an escaped slash.
func spells(text []byte) bool {
	at := bytes.IndexByte(text, '\\')
	return at >= 0 && needless().Next(text, at) <= len(text)
}

var needless = sync.OnceValue(func() *scan.WordEnds {
	var e scan.WordEnds
	e.AddBytes([3]string{"", `\`, "u"})
	e.AddBytes([3]string{"", `\`, "/"})
	return &e
})
