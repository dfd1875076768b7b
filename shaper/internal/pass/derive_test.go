package pass

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
)

// A derived field is cut by code points and lines, and shows the cut.
func TestBeginning(t *testing.T) {
	for _, c := range []struct {
		text  string
		chars int
		want  string
		lines int
	}{
		{"", 1, "", 0}, {"a", 1, "a", 0}, {"ab", 1, "a...", 0}, {"abc", 3, "abc", 0}, {"é😀x", 2, "é😀...", 0}, {"é😀", 2, "é😀", 0}, {"\xff\xfe", 1, "\xff...", 0},
		{"a\nb", 2, "a\n...", 0}, {"a\nb\nc", 9, "a...", 1}, {"a\nb\nc", 2, "a\n...", 2}, {"a\nb\nc\n", 9, "a\nb...", 2}, {"a\nb\n", 9, "a\nb\n", 2}, {"\nb", 9, "...", 1},
	} {
		text := []byte(c.text)
		if got := string(beginning(text, excerpt.Most{Chars: c.chars, Lines: c.lines})); got != c.want {
			t.Errorf("%q to %d and %d lines: %q, want %q", c.text, c.chars, c.lines, got, c.want)
		}
		if string(text) != c.text {
			t.Errorf("%q was written to: %q", c.text, text)
		}
	}
}
