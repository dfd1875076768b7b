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
		if n := bytes.IndexByte(text[at:], '\\'); n < 0 {
			said = append(said, text[at:]...)
			break
		} else if n > 0 {
			said, at = append(said, text[at:at+n]...), at+n
		}
		read, decoded := step(text, at, &room)
		said, at, found = append(said, decoded...), at+read, found || read > 1
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

// needless tells which needless escapes may stand in windows, so that a search decodes a text
// with them. Those of ASCII characters, such as \u0041, always may.
type needless struct {
	numbers bool // of characters beyond ASCII, such as \u00e9
	slashes bool // \/
}

// in reports whether a text has such an escape.
func (n needless) in(text []byte) bool {
	at := bytes.IndexByte(text, '\\')
	if at < 0 {
		return false
	}
	words := escapes[n]()
	for at = words.Next(text, at); at <= len(text); at = words.Next(text, at) {
		if c := text[at-1]; c == '/' || c == 'u' || at < len(text) && text[at] >= '0' && text[at] <= '7' {
			return true
		}
	}
	return false
}

var escapes = map[needless]func() *scan.WordEnds{
	{}:              sync.OnceValue(needless{}.words),
	{numbers: true}: sync.OnceValue(needless{numbers: true}.words),
	{slashes: true}: sync.OnceValue(needless{slashes: true}.words),
	{true, true}:    sync.OnceValue(needless{true, true}.words),
}

// words finds the beginnings of the escapes.
func (n needless) words() *scan.WordEnds {
	var e scan.WordEnds
	if n.numbers {
		e.AddBytes([3]string{"", `\`, "u"})
	} else {
		e.AddBytes([3]string{"u", "0", "0"})
	}
	if n.slashes {
		e.AddBytes([3]string{"", `\`, "/"})
	}
	return &e
}
