package hide

import (
	"bytes"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// glance is what a look at a string needs to know.
type glance struct {
	Words  bool   // names in words matter, and not those of JSON alone
	src    []byte // the document
	equals int    // the next equals sign in src, from where it was looked for last
}

// Looks reports whether a string may hold something to hide, given as it is written
// between its quotes. It is all that most strings cost.
//
// What is hidden in a string has a name there, in JSON or in words, with a colon or
// an equals sign behind it. So it looks back from each of them for the last name of
// a rule, and reports what it is not sure of. Where only excludes hide, strings are
// left that have no escapes, for the names of JSON have quotes, and that begin with
// no bracket.
func (h *Hider) Looks(raw []byte, escaped bool) bool {
	if len(h.rules.Names.Withholds) > 0 {
		return true
	}
	switch opens := escaped || len(raw) > 0 && Opening[raw[0]]; {
	case !opens:
		return h.Words && (h.stands(raw, ':', false) || h.stands(raw, '=', false))
	case h.rules.Censors() || h.rules.Names.Endings.Any:
		return true
	}
	return escaped && bytes.Contains(raw, escapedSign) || h.stands(raw, ':', escaped) || h.stands(raw, '=', escaped)
}

// LooksAt is [Hider.Looks] of the string src[from:to] without escapes, and without
// [Opening]. Strings are asked for in their order.
func (h *Hider) LooksAt(from, to int) bool {
	switch ends := &h.rules.Names.Endings; {
	case ends.Any:
		return h.Looks(h.src[from:to], false)
	case to-from <= ends.Shortest:
		return false
	}
	if h.equals < from {
		h.equals = len(h.src)
		if n := bytes.IndexByte(h.src[from:], '='); n >= 0 {
			h.equals = from + n
		}
	}
	raw := h.src[from:to]
	return h.stands(raw, ':', false) || h.equals < to && h.stands(raw, '=', false)
}

// Opening holds for the bytes with which a value begins that has no quotes, or a
// comment, and for those that may be blanks before it.
var Opening = func() (is [256]bool) {
	for c := range is {
		is[c] = c == '{' || c == '[' || c == '/' || c == ' ' || c >= utf8.RuneSelf
	}
	return is
}()

// escapedSign begins the escapes of a colon and an equals sign, and of few others.
var escapedSign = []byte("u003")

// stands reports whether a name may stand before one of the signs of a string.
func (h *Hider) stands(raw []byte, sign byte, escaped bool) bool {
	ends := &h.rules.Names.Endings
	for i := bytes.IndexByte(raw, sign); i >= 0; {
		if ends.Any || nameBefore(ends, raw, i, escaped) {
			return true
		}
		next := bytes.IndexByte(raw[i+1:], sign)
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return false
}

// nameBefore reports whether a name of the endings may stand before a sign at i,
// with blanks, quotes and their backslashes between them.
func nameBefore(ends *plan.Endings, raw []byte, i int, escaped bool) bool {
	for i > 0 {
		switch c := raw[i-1]; {
		case plan.IsWord(c) && !escaped:
			return ends.Fit(raw[:i])
		case plan.IsWord(c):
			start := wordStart(raw, i)
			if isTab := i-start == 1 && c == 't' && behindBackslash(raw, start); !isTab {
				return fits(ends, raw, start, i)
			}
			i = start
		case between[c]:
			i--
		default:
			return c < ' ' || c == '/' || c >= utf8.RuneSelf // a line end, a comment, a blank of another kind
		}
	}
	return false
}

// between holds for what stands between a name and its sign.
var between = [256]bool{' ': true, '\t': true, '"': true, '\'': true, '\\': true}

// fits reports whether a name may end where a word does that is written with
// escapes in it, or behind one.
func fits(ends *plan.Endings, raw []byte, start, end int) bool {
	if behindBackslash(raw, start) && (end-start == 1 || bytes.IndexByte(spellers, raw[start]) < 0) {
		return true
	}
	return ends.Fit(raw[start:end])
}

func behindBackslash(raw []byte, i int) bool { return i > 0 && raw[i-1] == '\\' }

// spellers are the letters behind a backslash that spell no other letter.
var spellers = []byte("nrtbfv0")

// wordStart is where the word begins that ends at i.
func wordStart(raw []byte, i int) int {
	for i > 0 && plan.IsWord(raw[i-1]) {
		i--
	}
	return i
}
