package scan

import (
	"bytes"
	"testing"
)

// A cursor finds the written place of each place of a text.
func TestCursor(t *testing.T) {
	for _, c := range []struct {
		src, text string
	}{
		{``, ``}, {`abc`, `abc`}, {`\"a\"`, `"a"`}, {`a\\\n\u0041\u00e9b`, "a\\\nAéb"}, {`\ud83d\ude00!`, "😀!"},
		{`\ud83d!`, `\ud83d!`}, {`\q\`, `\q\`}, {`\u12`, `\u12`}, {`é\u20ac`, "é€"},
	} {
		if got := string(AppendUnquote(nil, []byte(c.src))); got != c.text {
			t.Errorf("%s says %q, want %q", c.src, got, c.text)
		}
	}
	for _, src := range []string{`x\"\u00e9\ud83d\ude00\\y\q`, `a\nbcd\nef`, `abc\qde\nf`, `\q\q\q\qabcdefgh`} {
		checkCursor(t, []byte(src))
	}
}

// checkCursor compares a cursor with the lengths of unquoted beginnings of a string.
func checkCursor(t *testing.T, src []byte) {
	t.Helper()
	whole := AppendUnquote(nil, src)
	c := NewCursor(src)
	for at := range len(whole) + 1 {
		raw := c.To(at)
		head, tail := AppendUnquote(nil, src[:raw]), AppendUnquote(nil, src[raw:])
		if len(head) < at || len(head) > at+3 || !bytes.Equal(append(head, tail...), whole) {
			t.Fatalf("%s: place %d of the text is %d: %q and %q", src, at, raw, head, tail)
		}
	}
	for _, end := range []int{len(whole), len(whole) + 1} {
		if len(src) > 0 && c.To(end) != len(src) {
			t.Fatalf("%s: the end is %d", src, c.To(end))
		}
	}
	for from := range len(whole) {
		for to := from; to <= len(whole); to++ {
			long, short := NewCursor(src), NewCursor(src)
			for at := range to + 1 {
				short.To(at)
			}
			if long.To(from); long.To(to) != short.To(to) {
				t.Fatalf("%s: place %d is %d from %d, and %d step by step", src, to, long.To(to), from, short.To(to))
			}
		}
	}
}
