package lexis

import "sync"

// State is where a byte stands: what it is, and what of the bytes before it has a say in
// its cost. Tokenizers take a text apart first: into words with the blank or the one sign
// before them, up to three digits, signs with a blank before and ends of lines behind
// them, and white space. A capital begins a word of its own behind a small letter.
type State uint8

// The states. The first ones begin a word.
const (
	Begin     State = iota
	Word            // a small letter, after a blank
	WordBare        // after nothing that leads it
	WordLed         // after one sign
	WordDigit       // after a digit: of no language
	Letter2         // small letters of a word, by their number
	Letter3
	Letter4
	Letter5
	Letter6
	Letter7
	Letter8
	Letter9
	Letters // beyond
	Name    // a capital, as Word and those after it
	NameBare
	NameLed
	NameDigit
	Hump       // a capital after a small letter
	Capital2   // a capital after one
	Capitals   // and more of them
	Uncapital  // a small letter after capitals
	Accented   // a letter beyond ASCII, and each of its bytes
	Digit1     // digits, by threes
	DigitBlank // the first one, after a blank, which then is alone
	Digit2
	Digit3
	Blank1
	Blank2
	Blanks
	LineSign // the end of a line after a sign
	Line1
	Lines
	Control1
	Controls
	Quote1
	QuoteBlank // after a blank
	Quote2     // after another sign
	Quote3
	Quotes
	Sign1 // as quotes
	SignBlank
	Sign2
	Sign3
	Signs
	Scripted // each byte of a character
	Indic1
	Symbol1
	Han1
	Hangul1
	Emoji1
	NumStates
)

// Next is the state of a byte by that of the one before it and by its class.
var Next = func() (table [NumStates][NumClasses]State) {
	for s := range NumStates {
		for c := range NumClasses {
			table[s][c] = step(s, c)
		}
	}
	return table
}()

// Known is the state of a byte by its class and that of the byte before it, where nothing
// that stands further back has a say; Begin where it has. The table is made when it is
// asked for first: a program that counts nothing long starts without.
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
	one := Next[Next[Begin][before]][c]
	for s := range NumStates {
		if Next[Next[s][before]][c] != one {
			return Begin
		}
	}
	return one
}

func step(s State, c Class) State {
	switch c {
	case Small:
		return small(s)
	case Capital:
		return capital(s)
	case Digit:
		return digit(s)
	case Blank, Line, Control:
		return space(s, c)
	case Quote:
		return sign(s, Quote1)
	case Sign:
		return sign(s, Sign1)
	case Follow:
		return s
	case Accent:
		return Accented
	}
	return Scripted + State(c-Script)
}

func (s State) in(first, last State) bool { return s >= first && s <= last }

func (s State) isBlank() bool { return s.in(Blank1, Blanks) }
func (s State) isDigit() bool { return s.in(Digit1, Digit3) }
func (s State) isSign() bool  { return s.in(Quote1, Signs) }
func (s State) isAlone() bool { return s == Quote1 || s == Sign1 }

func small(s State) State {
	switch {
	case s.isBlank():
		return Word
	case s.in(Word, WordDigit), s.in(Name, Hump), s == Uncapital, s == Accented:
		return Letter2
	case s.in(Letter2, Letter9):
		return s + 1
	case s == Letters:
		return Letters
	case s.in(Capital2, Capitals):
		return Uncapital
	case s.isAlone():
		return WordLed
	case s.isDigit():
		return WordDigit
	}
	return WordBare
}

func capital(s State) State {
	switch {
	case s.isBlank():
		return Name
	case s.in(Name, Hump):
		return Capital2
	case s.in(Capital2, Capitals):
		return Capitals
	case s.in(Word, Accented):
		return Hump
	case s.isAlone():
		return NameLed
	case s.isDigit():
		return NameDigit
	}
	return NameBare
}

func digit(s State) State {
	switch {
	case s.isBlank():
		return DigitBlank
	case s == Digit1 || s == DigitBlank:
		return Digit2
	case s == Digit2:
		return Digit3
	}
	return Digit1
}

func space(s State, c Class) State {
	switch {
	case c == Blank:
		return more(s, Blank1, Blanks)
	case c == Control:
		return more(s, Control1, Controls)
	case s.isSign() || s == LineSign:
		return LineSign
	}
	return more(s, Line1, Lines)
}

// more is the state after s in a run of those from first to last.
func more(s, first, last State) State {
	if s.in(first, last) {
		return min(s+1, last)
	}
	return first
}

// sign is a sign of a run that may begin with the other kind. The states of both kinds
// are in one order.
func sign(s, first State) State {
	switch s {
	case Quote1, QuoteBlank, Sign1, SignBlank:
		return first + (Quote2 - Quote1)
	case Quote2, Sign2:
		return first + (Quote3 - Quote1)
	case Quote3, Quotes, Sign3, Signs:
		return first + (Quotes - Quote1)
	}
	if s.isBlank() {
		return first + (QuoteBlank - Quote1)
	}
	return first
}
