// Package classes classifies each byte of a text and the bytes before it, as far as its
// cost in tokens depends on them. It is an automaton of tables that reads a text once.
// internal/counters fits the costs, and shaper/tokens adds them up.
package classes

import "sync"

// Class is the class of a byte by itself.
type Class uint8

// The classes. The first byte of a multi-byte character shows its script, roughly.
const (
	Small Class = iota
	Capital
	Digit
	Blank
	Line    // the end of one
	Control // tabs, for the most part
	Quote   // a sign of JSON
	Sign
	Follow // a byte inside a character
	Accent // Latin letters beyond ASCII
	Cyrillic
	Script // Greek, Hebrew, Arabic
	Indic
	Symbol // dashes, quotes, arrows
	Han
	Hangul
	Emoji
	NumClasses
)

// Of returns the class of each byte. Its table is made on first use, as are those of [Next]
// and [Known]. A program that counts nothing starts without them.
var Of = sync.OnceValue(func() *[256]Class {
	var table [256]Class
	for c := range table {
		table[c] = classOf(byte(c))
	}
	return &table
})

func classOf(c byte) Class {
	switch {
	case c >= 'a' && c <= 'z':
		return Small
	case c >= 'A' && c <= 'Z':
		return Capital
	case c >= '0' && c <= '9':
		return Digit
	case c == ' ':
		return Blank
	case c == '\n' || c == '\r':
		return Line
	case c < ' ':
		return Control
	case c >= 0x80:
		return scriptOf(c)
	}
	return signOf(c)
}

func signOf(c byte) Class {
	switch c {
	case '"', '{', '}', '[', ']', ':', ',':
		return Quote
	}
	return Sign
}

func scriptOf(c byte) Class {
	switch {
	case c < 0xC0:
		return Follow
	case c < 0xC6:
		return Accent
	case c >= 0xD0 && c < 0xD4:
		return Cyrillic
	case c < 0xE0:
		return Script
	case c < 0xE2:
		return Indic
	case c == 0xE2:
		return Symbol
	case c < 0xEA:
		return Han
	case c < 0xF0:
		return Hangul
	}
	return Emoji
}
