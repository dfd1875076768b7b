package plan

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Endings tell cheaply that no rule finds its name before some place of a string,
// however the string is written.
type Endings struct {
	// Any tells that a rule ends with what is no name, or with one that may be
	// spelled in other ways: nothing is told then.
	Any bool

	last          [256]bool // the bytes that names end with
	exact, folded tails     // folded ones are in lower case; separators may stand behind them
}

// IsWord holds for the bytes of which names are made that are spelled in one way
// but for escapes of numbers, and that no other byte of them stands in.
func IsWord(c byte) bool { return isWord[c] }

var isWord = func() (is [256]bool) {
	for c := range is {
		lower := byte(c) | 0x20
		is[c] = lower >= 'a' && lower <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '$'
	}
	return is
}()

func (e *Endings) add(path fieldmask.Path) {
	last, ok := path.Last()
	tail := last.Tail()
	if !ok || tail == "" || slices.ContainsFunc([]byte(tail), func(c byte) bool { return !IsWord(c) }) {
		e.Any = true
		return
	}
	c := tail[len(tail)-1]
	if e.last[c] = true; last.IsFolded() {
		e.last[upper(c)] = true
		e.folded.add([]byte(tail))
	} else {
		e.exact.add([]byte(tail))
	}
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		c &^= 0x20
	}
	return c
}

// Ends reports whether a name may end with a byte, as it is.
func (e *Endings) Ends(c byte) bool { return e.last[c] || !e.folded.isEmpty() && separates(c) }

// Fit reports whether a name may end where a text ends, which is not empty.
func (e *Endings) Fit(text []byte) bool {
	if !e.folded.isEmpty() {
		for len(text) > 0 && separates(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
		if len(text) == 0 {
			return false
		}
	}
	return e.last[text[len(text)-1]] && (e.fitsExact(text) || e.fitsFolded(text))
}

// fitsExact reports whether a text ends with an exact name.
func (e *Endings) fitsExact(text []byte) bool {
	if e.exact.isEmpty() {
		return false
	}
	at := int32(0)
	for i := len(text) - 1; i >= 0; i-- {
		if at = e.exact.step(at, text[i]); at == 0 {
			return false
		} else if e.exact.nodes[at].ends {
			return true
		}
	}
	return false
}

// fitsFolded reports whether a text ends with a folded name. A letter beyond ASCII may
// stand for any, and an escape such as \n for a blank.
func (e *Endings) fitsFolded(text []byte) bool {
	if e.folded.isEmpty() {
		return false
	}
	at := int32(0)
	for i := len(text) - 1; i >= 0; i-- {
		c := text[i]
		if c >= utf8.RuneSelf || c == '\\' {
			return true
		}
		if next := e.folded.step(at, lowered(c)); next != 0 {
			at = next
		} else if !separates(c) {
			return i > 0 && text[i-1] == '\\' && strings.IndexByte("nrtfv", c) >= 0
		}
		if e.folded.nodes[at].ends {
			return true
		}
	}
	return false
}

// separates holds for the bytes that do not count in a folded name.
func separates(c byte) bool { return c == '_' || c == '-' || c == '.' || c == ' ' || c == '\t' }
