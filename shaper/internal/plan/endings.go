package plan

import (
	"bytes"
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

	bucket [256]uint8 // by the last byte; 0 is none
	tails  [][]ending // of a bucket, from 1
	folds  bool       // some tail is folded, so that separators may stand behind it
}

// ending is the end of a name, folded or exact.
type ending struct {
	text   []byte
	folded bool
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
	end := ending{[]byte(tail), last.IsFolded()}
	c := tail[len(tail)-1]
	e.put(c, end)
	if e.folds = e.folds || end.folded; end.folded && upper(c) != c {
		e.put(upper(c), end)
	}
}

// put adds an ending of names whose last byte is c.
func (e *Endings) put(c byte, end ending) {
	at := &e.bucket[c]
	if *at == 0 {
		e.tails = append(e.tails, nil)
		*at = uint8(len(e.tails))
	}
	e.tails[*at-1] = append(e.tails[*at-1], end)
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		c &^= 0x20
	}
	return c
}

// Ends reports whether a name may end with a byte, as it is.
func (e *Endings) Ends(c byte) bool { return e.bucket[c] != 0 || e.folds && separates(c) }

// Fit reports whether a name may end where a text ends, which is not empty.
func (e *Endings) Fit(text []byte) bool {
	if e.folds {
		for len(text) > 0 && separates(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
		if len(text) == 0 {
			return false
		}
	}
	at := e.bucket[text[len(text)-1]]
	if at == 0 {
		return false
	}
	for _, tail := range e.tails[at-1] {
		if tail.fits(text) {
			return true
		}
	}
	return false
}

// fits reports whether a text ends so. A letter beyond ASCII may stand for any, and an escape
// such as \n for a blank.
func (e *ending) fits(text []byte) bool {
	if !e.folded {
		return bytes.HasSuffix(text, e.text)
	}
	rest := e.text
	for i := len(text) - 1; i >= 0 && len(rest) > 0; i-- {
		switch c := text[i]; {
		case c >= utf8.RuneSelf || c == '\\':
			return true
		case upper(c) == upper(rest[len(rest)-1]):
			rest = rest[:len(rest)-1]
		case !separates(c):
			return i > 0 && text[i-1] == '\\' && strings.IndexByte("nrtfv", c) >= 0
		}
	}
	return len(rest) == 0
}

// separates holds for the bytes that do not count in a folded name.
func separates(c byte) bool { return c == '_' || c == '-' || c == '.' || c == ' ' || c == '\t' }
