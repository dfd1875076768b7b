package scan

import (
	"bytes"
	"unicode/utf8"
)

// Cursor goes along a string, and tells where in what is written each place of its
// text is. It goes forwards only, so that all places of a text cost one walk. The
// text is what [AppendUnquote] makes of it.
type Cursor struct {
	src  []byte // what stands between the quotes
	raw  int    // the place in src of
	text int    // this place in the text
	next int    // the first backslash from raw on, or len(src)
}

// NewCursor returns a cursor at the beginning of a string, given what stands
// between its quotes.
func NewCursor(src []byte) Cursor {
	c := Cursor{src: src}
	c.find()
	return c
}

// To goes on to a place of the text, which is none before the last one, and
// returns the place of what is written for it. A place inside a character counts
// as the one after it.
func (c *Cursor) To(text int) int {
	for c.text < text && c.raw < len(c.src) {
		if c.raw < c.next {
			n := min(c.next-c.raw, text-c.text)
			c.raw, c.text = c.raw+n, c.text+n
			continue
		}
		end, kind := escape(c.src, c.raw)
		if kind != KindNone {
			c.raw, c.text = c.raw+1, c.text+1 // it stays as it is written
		} else {
			c.text += widthOf(c.src[c.raw+1 : end])
			c.raw = end
		}
		c.find()
	}
	return c.raw
}

func (c *Cursor) find() {
	if i := bytes.IndexByte(c.src[c.raw:], '\\'); i >= 0 {
		c.next = c.raw + i
	} else {
		c.next = len(c.src)
	}
}

// widthOf is how many bytes of text a valid escape sequence stands for, given
// without its first backslash.
func widthOf(seq []byte) int {
	switch {
	case seq[0] != 'u':
		return 1
	case len(seq) > len(`uXXXX`): // a surrogate pair
		return utf8.UTFMax
	}
	r, _ := hex4(seq, 1)
	return utf8.RuneLen(r)
}
