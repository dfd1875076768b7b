package lex

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// WideBlanks has the first byte of every blank outside ASCII.
func TestBlanksBeginLikeThis(t *testing.T) {
	begin := map[byte]bool{}
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if IsBlank(r) {
			begin[string(r)[0]] = true
		}
	}
	for c := range begin {
		if strings.IndexByte(scan.WideBlanks, c) < 0 {
			t.Errorf("a blank begins with %#x", c)
		}
	}
	if len(begin) != len(scan.WideBlanks) {
		t.Errorf("blanks begin with %d bytes, not %d", len(begin), len(scan.WideBlanks))
	}
}
