package classes

import (
	"slices"
	"testing"
)

func states(text string) (all []State) {
	at := Begin
	for i := range len(text) {
		at = Next()[at][Of()[text[i]]]
		all = append(all, at)
	}
	return all
}

func TestStates(t *testing.T) {
	for text, want := range map[string][]State{
		"   ":      {AfterBlank, AfterBlanks, AfterBlanks},
		"aB c":     {AfterSmall, AfterCapital, AfterBlank, AfterSmall},
		"1234 5":   {AfterDigit, AfterDigit2, AfterDigit3, AfterDigit, AfterBlank, AfterDigit},
		"a\n\t\r":  {AfterSmall, AfterLine, AfterControl, AfterLine},
		`":",a"`:   {AfterQuote, AfterQuotes, AfterQuotes, AfterQuotes, AfterSmall, AfterQuote},
		` "a .-=:`: {AfterBlank, AfterQuotes, AfterSmall, AfterBlank, AfterSigns, AfterSigns, AfterSigns, AfterQuotes},
		`a.b-"`:    {AfterSmall, AfterSign, AfterSmall, AfterSign, AfterQuotes},
		"né":       {AfterSmall, AfterAccent, AfterAccent},
		"дλ字":      {AfterCyrillic, AfterCyrillic, AfterScript, AfterScript, AfterHan, AfterHan, AfterHan},
		"ह—한😀":     {AfterIndic, AfterIndic, AfterIndic, AfterSymbol, AfterSymbol, AfterSymbol, AfterHangul, AfterHangul, AfterHangul, AfterEmoji, AfterEmoji, AfterEmoji, AfterEmoji},
	} {
		if got := states(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// How many digits there were matters to no other class, nor how many blanks.
func TestPair(t *testing.T) {
	for _, c := range []struct {
		before State
		class  Class
		want   State
	}{
		{AfterDigit, Digit, AfterDigit}, {AfterDigit2, Digit, AfterDigit}, {AfterDigit3, Digit, AfterDigit3},
		{AfterDigit3, Small, AfterDigit}, {AfterDigit2, Quote, AfterDigit}, {AfterSigns, Small, AfterSigns}, {AfterBlanks, Blank, AfterBlanks}, {AfterBlanks, Sign, AfterBlank}, {Begin, Digit, Begin},
	} {
		if got := Pair(c.before, c.class); got != c.want {
			t.Errorf("%d behind %d: %d, want %d", c.class, c.before, got, c.want)
		}
	}
}

// The known properties of two bytes hold at every place.
func TestKnown(t *testing.T) {
	for text, want := range map[string]State{`a"`: AfterQuote, "1a": AfterSmall, "a1": AfterDigit, ` "`: AfterQuotes, "::": AfterQuotes, "a字": AfterHan, "12": Begin, "\n\n": AfterLine, "  ": AfterBlanks, "a ": AfterBlank, "a\x80": AfterSmall, "\x80\x80": Begin} {
		if got := Known()[Of()[text[0]]][Of()[text[1]]]; got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	for _, before := range []string{"", "a", "A", "1", "12", " ", "\n", ":", "::", ".", "é", "字"} {
		for _, pair := range []string{`a"`, "1a", "a1", "aB", "a字", "::", ` "`} {
			if all := states(before + pair); all[len(all)-1] != Known()[Of()[pair[0]]][Of()[pair[1]]] {
				t.Errorf("%q behind %q: %d", pair, before, all[len(all)-1])
			}
		}
	}
}

// No byte leads out of the tables, whatever came before it, nor back to where no byte is.
func TestTablesAreClosed(t *testing.T) {
	for s, row := range Next() {
		for c, next := range row {
			if next == Begin && s != int(Begin) || next >= NumStates {
				t.Errorf("from %d by %d to %d", s, c, next)
			}
		}
	}
}
