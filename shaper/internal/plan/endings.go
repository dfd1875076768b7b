package plan

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Endings tell cheaply that no rule finds its name before some place of a string,
// however the string is written.
type Endings struct {
	// Any tells that a rule ends with what is no name, or with one that may be
	// spelled in other ways: nothing is told then.
	Any bool

	bucket [256]uint8 // by the last byte; 0 is none
	tails  [][][]byte // of a bucket, from 1
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
	at := &e.bucket[tail[len(tail)-1]]
	if *at == 0 {
		e.tails = append(e.tails, nil)
		*at = uint8(len(e.tails))
	}
	e.tails[*at-1] = append(e.tails[*at-1], []byte(tail))
}

// Ends reports whether a name may end with a byte, as it is.
func (e *Endings) Ends(c byte) bool { return e.bucket[c] != 0 }

// Fit reports whether a name may end where a text ends, which is not empty.
func (e *Endings) Fit(text []byte) bool {
	at := e.bucket[text[len(text)-1]]
	if at == 0 {
		return false
	}
	for _, tail := range e.tails[at-1] {
		if bytes.HasSuffix(text, tail) {
			return true
		}
	}
	return false
}
