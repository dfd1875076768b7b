package classes

import "sync"

// State summarises the bytes so far, as far as they affect the cost of the next one.
// Tokenizers first split a text. A piece is a word with the blank or the one
// sign before it, up to three digits, or white space. It may also be signs with a blank
// before and line ends behind. So the cost of a byte depends on the one before it. The
// cost of a digit depends on the number of digits before. The cost of a sign depends on
// whether another sign or a blank precedes it.
type State uint8

// The states.
const (
	Begin State = iota
	AfterSmall
	AfterCapital
	AfterDigit // the first of three
	AfterDigit2
	AfterDigit3
	AfterBlank
	AfterBlanks
	AfterLine
	AfterControl
	AfterQuote
	AfterQuotes // or one behind a blank
	AfterSign
	AfterSigns // or one behind a blank
	AfterAccent
	AfterCyrillic
	AfterScript
	AfterIndic
	AfterSymbol
	AfterHan
	AfterHangul
	AfterEmoji
	NumStates
)

// Next returns the state after a byte by the state before it and by its class.
var Next = sync.OnceValue(func() *[NumStates][NumClasses]State {
	var table [NumStates][NumClasses]State
	for s := range NumStates {
		for c := range NumClasses {
			table[s][c] = step(s, c)
		}
	}
	return &table
})

func step(s State, c Class) State {
	switch c {
	case Small, Capital:
		return AfterSmall + State(c-Small)
	case Digit:
		if s == AfterDigit || s == AfterDigit2 {
			return s + 1
		}
		return AfterDigit
	case Blank:
		if s.isBlank() {
			return AfterBlanks
		}
		return AfterBlank
	case Line, Control:
		return AfterLine + State(c-Line)
	case Quote, Sign:
		return sign(s, AfterQuote+2*State(c-Quote))
	case Follow:
		return s
	}
	return AfterAccent + State(c-Accent)
}

func (s State) isBlank() bool { return s == AfterBlank || s == AfterBlanks }

// sign returns the state after a sign; alone is the state after a lone one.
func sign(s, alone State) State {
	if s.isBlank() || s >= AfterQuote && s <= AfterSigns {
		return alone + 1
	}
	return alone
}

// Pair returns the state before a byte of class c, reduced to the parts that affect its
// cost. For digits, that is the number of digits before, and whether they begin another
// three. For a blank, it is the number of blanks.
func Pair(before State, c Class) State {
	switch {
	case before == AfterDigit2 || before == AfterDigit3 && c != Digit:
		return AfterDigit
	case before == AfterBlanks && c != Blank:
		return AfterBlank
	}
	return before
}

// Known returns the state after two bytes by their classes, if no byte before them matters,
// and Begin otherwise.
var Known = sync.OnceValue(func() *[NumClasses][NumClasses]State {
	var table [NumClasses][NumClasses]State
	for before := range NumClasses {
		for c := range NumClasses {
			table[before][c] = known(before, c)
		}
	}
	return &table
})

func known(before, c Class) State {
	one := step(step(Begin, before), c)
	for s := range NumStates {
		if step(step(s, before), c) != one {
			return Begin
		}
	}
	return one
}
