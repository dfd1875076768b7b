package plan

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// near finds the places of a text without escapes at which a rule may find its name, in one
// search for all names.
type near struct{ ends scan.WordEnds }

// newNear returns nil if names may end with anything.
func newNear(e *Endings, s *Spots) *near {
	if e.Any {
		return nil
	}
	var words [][]byte
	if s != nil {
		words = slices.Concat(s.words...)
	}
	var last, before, single byteSet // the last bytes of names, those before them, and names of one
	for _, tail := range e.texts() {
		if last.addFolded(tail[len(tail)-1]); len(tail) < minWord {
			single.addFolded(tail[0])
			continue
		}
		before.addFolded(tail[len(tail)-2])
		if !slices.ContainsFunc(words, func(word []byte) bool { return bytes.HasSuffix(tail, word) }) {
			words = append(words, tail)
		}
	}
	n := &near{}
	// Separators, or characters beyond ASCII, among the last letters of a folded name.
	gap := func(c byte) bool { return separates(c) || isWide(c) }
	n.ends.AddEnds([3]func(byte) bool{anyByte, separates, last.has})
	n.ends.AddEnds([3]func(byte) bool{anyByte, isWide, last.has})
	n.ends.AddEnds([3]func(byte) bool{gap, before.has, last.has})
	// The letters beyond ASCII that fold to one of it: the full-width ones, the sign of
	// kelvin, and the long s.
	n.ends.AddEnds([3]func(byte) bool{
		func(c byte) bool { return c == 0xEF || c == 0xE2 || last['s'] },
		func(c byte) bool { return c == 0xBC || c == 0xBD || c == 0x84 || last['s'] && c == 0xC5 },
		func(c byte) bool { return !utf8.RuneStart(c) },
	})
	if single != (byteSet{}) {
		n.ends.AddEnds([3]func(byte) bool{anyByte, anyByte, single.has})
	}
	for _, word := range words {
		n.ends.Add(word)
	}
	n.ends.ExceptQuotes()
	return n
}

// foldsToWord reports whether a character beyond ASCII counts as a letter or a digit of it.
func foldsToWord(r rune) bool {
	return r >= '０' && r <= '９' || r >= 'Ａ' && r <= 'Ｚ' || r >= 'ａ' && r <= 'ｚ' || r == 'K' || r == 'ſ'
}

func isWide(c byte) bool { return c >= utf8.RuneSelf }

func anyByte(byte) bool { return true }

func is(c byte) func(byte) bool { return func(d byte) bool { return d == c } }

type byteSet [256]bool

func (s *byteSet) has(c byte) bool { return s[c] }

func (s *byteSet) addFolded(c byte) { s[c], s[upper(c)], s[lowered(c)] = true, true, true }

// texts lists what names end with.
func (e *Endings) texts() (all [][]byte) {
	for _, tails := range e.tails {
		for _, tail := range tails {
			all = append(all, tail.text)
		}
	}
	return all
}

// IsBetween holds for the bytes that stand between a name and its sign.
func IsBetween(c byte) bool { return c == ' ' || c == '\t' || c == '"' || c == '\'' || c == '\\' }

// IsNear reports whether [Names.NextName] serves these names.
func (n *Names) IsNear() bool { return n.near != nil }

// NextName returns the first place behind from at which a name of a rule may end, or the last
// word of one, and no quote stands; len(text)+1 is none. Escapes are not read.
func (n *Names) NextName(text []byte, from int) int {
	for end := n.near.ends.Next(text, from); end <= len(text); end = n.near.ends.Next(text, end) {
		if n.EndsAt(text, end) {
			return end
		}
	}
	return len(text) + 1
}

// EndsAt reports whether a name may end so at a place of a text, which is not its beginning.
func (n *Names) EndsAt(text []byte, end int) bool {
	if n.Spots != nil && n.Spots.EndsAt(text, end) || n.Endings.Fit(text[:end]) {
		return true
	}
	r, size := utf8.DecodeLastRune(text[:end])
	return size > 1 && foldsToWord(r)
}
