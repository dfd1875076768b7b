package plan

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Endings tells cheaply that no rule can find its name before an offset of a string, with or
// without escapes.
type Endings struct {
	// Any means that nothing can be excluded: the last name of a rule is a pattern, or it
	// has several spellings.
	Any bool

	last          [256]bool // the last bytes of the names
	exact, folded tails     // folded names are in lower case; separators may follow them
}

// IsWord reports whether a byte belongs to names with one spelling, numeric escapes aside.
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
	if !ok || tail == "" || slices.ContainsFunc([]byte(tail), func(c byte) bool { return !isWord[c] }) {
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

// Ends reports whether a name may end with the byte.
func (e *Endings) Ends(c byte) bool { return e.last[c] || !e.folded.isEmpty() && separates(c) }

// Fit reports whether a name may end at the end of a text, which must not be empty.
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

// fitsFolded reports whether a text ends with a folded name. A letter beyond ASCII may stand
// for any letter, and an escape such as \n for a space.
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

// separates reports whether folded names ignore the byte.
func separates(c byte) bool { return c == '_' || c == '-' || c == '.' || c == ' ' || c == '\t' }
