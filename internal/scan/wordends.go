package scan

import "strings"

// WordEnds finds the ends of words in texts. The zero value has no words. It is safe for
// concurrent use once all words are added.
type WordEnds struct {
	tables [16 * 2 * wordBytes]byte // of the halves of bytes: see wordEnd
	words  int
	ends   int // of the words, those of AddEnds, up to five
}

const (
	wordBytes = 4                  // the last three bytes of a word and the one behind it
	wordBlock = 32 + wordBytes - 1 // bytes that the kernel reads for one step
)

// Add adds a word of two bytes or more. Its letters meet in upper and in lower case.
func (e *WordEnds) Add(word []byte) {
	bit := byte(1) << (e.words % (8 - e.ends))
	e.words++
	last := min(len(word), wordBytes-1)
	if last < wordBytes-1 {
		e.allow(0, bit, func(byte) bool { return true })
	}
	for i, c := range word[len(word)-last:] {
		e.allow(wordBytes-1-last+i, bit, func(d byte) bool { return d|0x20 == c|0x20 })
	}
	e.followedBy(notWord)
}

// notWord are products of high and low halves: the bytes of no word, and the underscore.
var notWord = []func(high, low byte) bool{
	func(high, _ byte) bool { return high < 3 || high >= 8 },
	func(high, low byte) bool { return high == 3 && low >= 10 },
	func(high, low byte) bool { return (high == 4 || high == 6) && low == 0 },
	func(high, low byte) bool { return (high == 5 || high == 7) && low >= 11 },
}

// ExceptQuotes leaves out ends directly before a quote. It applies to the words added so
// far.
func (e *WordEnds) ExceptQuotes() {
	clear(e.tables[16*2*(wordBytes-1):])
	e.followedBy(append([]func(high, low byte) bool{
		func(high, _ byte) bool { return high < 2 || high >= 8 },
		func(high, low byte) bool { return high == 2 && low != '"'&15 },
	}, notWord[1:]...))
}

// followedBy allows the bytes behind an end. Each product has a bit of its own.
func (e *WordEnds) followedBy(products []func(high, low byte) bool) {
	for n, of := range products {
		e.allow(wordBytes-1, 1<<n, func(c byte) bool { return of(c>>4, c&15) })
	}
}

// AddBytes adds words of three bytes, one of each set, before any byte. A set is one byte,
// or two bytes with equal low halves. An empty set has all bytes. AddEnds describes the
// matches of any other set.
func (e *WordEnds) AddBytes(sets [wordBytes - 1]string) {
	var in [wordBytes - 1]func(byte) bool
	for place, set := range sets {
		in[place] = func(c byte) bool { return set == "" || strings.IndexByte(set, c) >= 0 }
	}
	e.AddEnds(in)
	e.allow(wordBytes-1, 1, func(byte) bool { return true })
}

// AddEnds adds words that end with three bytes, one of each set. Zeros precede the text.
// It also matches a byte whose two halves are halves of bytes in the set. Words added
// later do not widen this, up to five such sets.
func (e *WordEnds) AddEnds(in [wordBytes - 1]func(byte) bool) {
	bit := byte(1) << (7 - e.ends)
	e.words, e.ends = e.words+1, min(e.ends+1, 5)
	for place, has := range in {
		e.allow(place, bit, has)
	}
	e.followedBy(notWord)
}

// allow sets a bit of the bytes that are in a set, at one of the places.
func (e *WordEnds) allow(place int, bit byte, in func(byte) bool) {
	for c := range 256 {
		if in(byte(c)) {
			e.tables[32*place+(c&15)] |= bit
			e.tables[32*place+16+(c>>4)] |= bit
		}
	}
}

// Next returns the first place behind i at which a word may end, or len(text)+1. Few other
// places match, and no letter, digit or underscore follows a word. i is 0 or more.
func (e *WordEnds) Next(text []byte, i int) int {
	if e.words == 0 {
		return len(text) + 1
	}
	at := max(0, i-wordBytes+2) // of the first byte that is looked at
	for end := i + 1; end < wordBytes-1; end++ {
		if e.endsAt(text, end) {
			return end // a short word at the beginning
		}
	}
	if kernel && at+wordBlock <= len(text) {
		at = wordEnd(text, at, &e.tables)
		if at+wordBlock <= len(text) {
			return at + wordBytes - 1
		}
	}
	if kernel && at+wordBytes-1 <= len(text) {
		var rest [2 * wordBlock]byte // zeros follow the text
		n := copy(rest[:], text[at:])
		if end := wordEnd(rest[:], 0, &e.tables) + wordBytes - 1; end <= n {
			return at + end
		}
		return len(text) + 1
	}
	for end := at + wordBytes - 1; end <= len(text); end++ {
		if e.endsAt(text, end) {
			return end
		}
	}
	return len(text) + 1
}

// endsAt reports whether the bytes around a place of a text match the tables. Outside the
// text there are zeros.
func (e *WordEnds) endsAt(text []byte, end int) bool {
	if end > len(text) {
		return false
	}
	common := byte(0xFF)
	for n := range wordBytes {
		var c byte
		if i := end - wordBytes + 1 + n; i >= 0 && i < len(text) {
			c = text[i]
		}
		bits := e.tables[32*n+int(c&15)] & e.tables[32*n+16+int(c>>4)]
		if n < wordBytes-1 {
			common &= bits
		} else if bits == 0 {
			return false
		}
	}
	return common != 0
}
