package scan

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// copies compares the kernels with the twins on the string at quote. It fails if the text
// differs, if a kernel writes behind its room, or if it stops without a reason. It takes
// any text, and quotes it as well.
func copies(t *testing.T, src []byte, quote int) {
	t.Helper()
	end, _, kind := stringRest(src, quote+1, quote+1, len(src), false)
	if kind == KindNone {
		want := unquotedTwin(src[quote+1 : end-1])
		for _, room := range []int{0, len(want), len(want) + reach, 2 * len(src)} {
			inRoom(t, room, func(dst []byte) []byte {
				got, e, k := Unquote(dst, src, quote, len(src))
				if !bytes.Equal(got, want) || e != end || k != KindNone {
					t.Fatalf("%q at %d, in %d bytes: %q, %d, %v, want %q, %d", src, quote, room, got, e, k, want, end)
				}
				return got
			})
		}
	}
	text := src[quote:]
	if got, want := AppendUnquote(nil, text), unquotedTwin(text); !bytes.Equal(got, want) {
		t.Fatalf("%q: unquoted %q, want %q", text, got, want)
	}
	want := quotedTwin(text)
	for _, room := range []int{0, len(want), len(text) + growth + 1, 7 * len(src)} {
		inRoom(t, room, func(dst []byte) []byte {
			got := AppendQuote(dst, text)
			if !bytes.Equal(got, want) {
				t.Fatalf("%q, in %d bytes: quoted %q, want %q", text, room, got, want)
			}
			if room >= len(want) && cap(got) != room {
				t.Fatalf("%q, in %d bytes: quoted into %d", text, room, cap(got))
			}
			return got
		})
	}
	if kernel {
		lasting(t, src, quote+1)
	}
}

// inRoom fails if write changes bytes behind its room.
func inRoom(t *testing.T, size int, write func([]byte) []byte) {
	t.Helper()
	fence := []byte("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef")
	room := append(make([]byte, size, size+len(fence)), fence...)
	write(room[:0:size])
	if !bytes.Equal(room[size:], fence) {
		t.Fatalf("behind %d bytes stands %q", size, room[size:])
	}
}

// lasting fails where a kernel stops before it has to.
func lasting(t *testing.T, src []byte, i int) {
	t.Helper()
	room := make([]byte, 6*len(src)+growth)
	isSound := func(at int) bool { return invalidUTF8(src[:at+reach/2], at) == at+reach/2 }
	for _, room := range [][]byte{nil, room} {
		_, next, _ := readText(room, src, i, &squeezes)
		if next <= len(src)-reach && src[next] != '"' && src[next] >= ' ' && isSound(next) && (src[next] != '\\' || unescaped[src[next+1]] != 0) {
			t.Fatalf("%q from %d on: read up to %d", src, i, next)
		}
	}
	if _, next := copyEscaped(room, src, i, &escapes); next <= len(src)-reach && isSound(next) {
		t.Fatalf("%q from %d on: escaped up to %d", src, i, next)
	}
}

// unquotedTwin is AppendUnquote byte by byte.
func unquotedTwin(src []byte) (text []byte) {
	for i := 0; i < len(src); {
		if src[i] == '\\' {
			text, i = appendUnescaped(text, src, i)
		} else {
			text, i = append(text, src[i]), i+1
		}
	}
	return text
}

// quotedTwin is AppendQuote rune by rune.
func quotedTwin(text []byte) []byte {
	quoted := []byte{'"'}
	for _, r := range string(text) {
		if r < utf8.RuneSelf && escapes[r] != 0 {
			quoted = appendEscape(quoted, byte(r))
		} else {
			quoted = utf8.AppendRune(quoted, r)
		}
	}
	return append(quoted, '"')
}

// Each byte is quoted as it was: by a letter where it has one, else by its number.
func TestAppendEscape(t *testing.T) {
	for c := range 256 {
		want := ""
		if at := strings.IndexByte("\"\\\b\f\n\r\t", byte(c)); at >= 0 {
			want = `\` + `"\bfnrt`[at:at+1]
		} else if c < ' ' {
			want = `\u00` + "01"[c>>4:c>>4+1] + "0123456789abcdef"[c&0xF:c&0xF+1]
		}
		if got := appendEscape(slices.Clone([]byte("x")), byte(c)); string(got) != "x"+want {
			t.Errorf("byte %d: %s, want %s", c, got, want)
		}
	}
}

// For long texts with escapes, the kernels and the twins return the same text. They copy
// nothing behind its end.
func TestUnquoteLongTexts(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for range 5_000 {
		var text []byte
		for size := rng.IntN(600); len(text) < size; {
			if piece := textPieces[rng.IntN(len(textPieces))]; rng.IntN(3) == 0 {
				text = append(text, piece...)
			} else {
				text = append(text, `plain \"words\" of \\ a text\n, `[:rng.IntN(32)]...)
			}
		}
		want := unquotedTwin(text)
		inRoom(t, len(text), func(dst []byte) []byte {
			got := AppendUnquote(dst, text)
			if !bytes.Equal(got, want) {
				t.Fatalf("%q: %q, want %q", text, got, want)
			}
			return got
		})
	}
}
