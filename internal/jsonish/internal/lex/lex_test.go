package lex

import (
	"strings"
	"testing"
)

// The searches by eight bytes find the same as one by one, at each offset.
func TestSearches(t *testing.T) {
	for name, c := range map[string]struct {
		find  func(t Text, i int) int
		signs []string
	}{
		"opening":   {Text.Opening, []string{"{", "["}},
		"separator": {Text.Separator, []string{":", "=", "：", "＝"}},
		"line end":  {Text.LineEnd, []string{"\n", "\r"}},
	} {
		for _, sign := range c.signs {
			for n := range 20 {
				text := strings.Repeat("a", n) + sign + strings.Repeat("\xefz", 9)
				for from := range n + 1 {
					if got := c.find(Text(text), from); got != n {
						t.Errorf("%s: %q from %d: %d", name, text, from, got)
					}
				}
				if got := c.find(Text(text), n+1); got != len(text) {
					t.Errorf("%s: %q behind the sign: %d", name, text, got)
				}
			}
		}
	}
}

func TestQuoteEnd(t *testing.T) {
	for text, want := range map[string]int{
		` "a" b`:         4,
		` "a\" b" c`:     8,
		` "C:\\" b`:      7,
		` \"a\" b`:       6,
		` \"a\\\" b\"c`:  12,
		` "a`:            3,
		` '''a'b''' c`:   10,
		` \u0022a\u0022`: 14,
	} {
		quote := strings.IndexAny(text, `"'u`)
		if got := Text(text).QuoteEnd(Text(text).QuoteAt(quote), 0, quote); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	const text = "a b\r\n\r\n  - c\n\td"
	if n := Text(text).NextLine(3); n != 5 {
		t.Errorf("the next line is at %d", n)
	}
	if end, ended := Text(text).Paragraph(0, len(text)); end != 3 || !ended {
		t.Errorf("the paragraph ends at %d, %t", end, ended)
	}
	if end, ended := Text(text).Paragraph(7, 10); end != 10 || ended {
		t.Errorf("a part of a paragraph ends at %d, %t", end, ended)
	}
	for i, want := range map[int]bool{0: true, 2: false, 9: true, 11: true, len(text) - 1: true} {
		if Text(text).BeginsItsLine(i) != want {
			t.Errorf("%d begins its line: %t", i, !want)
		}
	}
}

func TestBareWord(t *testing.T) {
	for text, want := range map[string]string{
		"a pass-word": "pass-word", "x.$key_1": "$key_1", "a ключ": "ключ", "a e\u0301": "e\u0301", "a\u200bb": "a\u200bb", "a.": "",
	} {
		if got := text[Text(text).BareWord(len(text)):]; got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
