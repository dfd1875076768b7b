package lexis

import (
	"slices"
	"testing"
)

func states(text string) (all []State) {
	at := Begin
	for i := range len(text) {
		at = Next[at][Classes[text[i]]]
		all = append(all, at)
	}
	return all
}

func TestStates(t *testing.T) {
	for text, want := range map[string][]State{
		"ab cd":         {WordBare, Letter2, Blank1, Word, Letter2},
		".a b":          {Sign1, WordLed, Blank1, Word},
		"::a":           {Quote1, Quote2, WordBare},
		"aBcDE fG":      {WordBare, Hump, Letter2, Hump, Capital2, Blank1, Word, Hump},
		"HTTPSay X_Y":   {NameBare, Capital2, Capitals, Capitals, Capitals, Uncapital, Letter2, Blank1, Name, Sign1, NameLed},
		"1234 5":        {Digit1, Digit2, Digit3, Digit1, Blank1, DigitBlank},
		"7f7F":          {Digit1, WordDigit, Digit1, NameDigit},
		"   \t\ta":      {Blank1, Blank2, Blanks, Control1, Controls, WordBare},
		"a\n\n\n ,\n\r": {WordBare, Line1, Lines, Lines, Blank1, QuoteBlank, LineSign, LineSign},
		`":"",,`:        {Quote1, Quote2, Quote3, Quotes, Quotes, Quotes},
		` -"=`:          {Blank1, SignBlank, Quote2, Sign3},
		"abcdefghijk":   {WordBare, Letter2, Letter3, Letter4, Letter5, Letter6, Letter7, Letter8, Letter9, Letters, Letters},
		"né":            {WordBare, Accented, Accented},
		"д字":            {Scripted, Scripted, Han1, Han1, Han1},
		"ह—한😀":          {Indic1, Indic1, Indic1, Symbol1, Symbol1, Symbol1, Hangul1, Hangul1, Hangul1, Emoji1, Emoji1, Emoji1, Emoji1},
	} {
		if got := states(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// What is known of a byte by the one before it is so wherever the two stand.
func TestKnown(t *testing.T) {
	for text, want := range map[string]State{"a\"": Quote1, "1a": WordDigit, "a1": Digit1, "aB": Hump, "a字": Han1, "ab": Begin, "::": Begin, ".a": Begin, "12": Begin, "\n\n": Begin} {
		if got := Known()[Classes[text[0]]][Classes[text[1]]]; got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	for _, before := range []string{"", "a", "aB", "A", "1", "12", " ", "\n", ":", "::", ".", "é", "字"} {
		for _, pair := range []string{"a\"", "1a", "a1", "aB", "a字"} {
			if all := states(before + pair); all[len(all)-1] != Known()[Classes[pair[0]]][Classes[pair[1]]] {
				t.Errorf("%q behind %q: %d", pair, before, all[len(all)-1])
			}
		}
	}
}

// No byte leads out of the tables, whatever came before it, nor back to where no byte is.
func TestTablesAreClosed(t *testing.T) {
	for s, row := range Next {
		for c, next := range row {
			if next == Begin && s != int(Begin) || next >= NumStates {
				t.Errorf("from %d by %d to %d", s, c, next)
			}
		}
	}
}
