package plan

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// near finds the offsets of a text without escapes at which a rule may find its name. One
// search serves all names.
type near struct {
	ends         scan.WordEnds
	last, before byteSet // the last two bytes of texts that may end with a name
}

// newNear returns nil if names may end with any byte.
func newNear(e *Endings, s *Spots) *near {
	if e.Any {
		return nil
	}
	n := &near{}
	tails := e.folded.last(e.exact.last(nil, 3), 3)
	last, before, single := lastBytes(tails)
	n.addFolded(&last, &before)
	if single != (byteSet{}) {
		n.ends.AddEnds([3]func(byte) bool{anyByte, anyByte, single.has})
	}
	if s != nil {
		tails = s.words.last(tails, 3)
	}
	n.addWords(tails)
	n.ends.ExceptQuotes()
	n.last, n.before, _ = lastBytes(tails)
	for c := range n.last { // separators and wide characters may stand anywhere
		if separates(byte(c)) || isWide(byte(c)) {
			n.last[c], n.before[c] = true, true
		}
		n.before[c] = n.before[c] || single != (byteSet{})
	}
	return n
}

// lastBytes returns the last bytes of names, the bytes before them, and the names of one byte.
func lastBytes(tails [][]byte) (last, before, single byteSet) {
	for _, tail := range tails {
		if last.addFolded(tail[len(tail)-1]); len(tail) > 1 {
			before.addFolded(tail[len(tail)-2])
		} else {
			single.addFolded(tail[0])
		}
	}
	return last, before, single
}

// addFolded adds the ends of folded names that contain separators or characters beyond ASCII.
func (n *near) addFolded(last, before *byteSet) {
	// Separators, or characters beyond ASCII, among the last letters.
	gap := func(c byte) bool { return separates(c) || isWide(c) }
	n.ends.AddEnds([3]func(byte) bool{anyByte, isWide, last.has})
	n.ends.AddEnds([3]func(byte) bool{gap, before.has, last.has})
	// The letters beyond ASCII that fold to ASCII: the long s, the full-width letters and the
	// kelvin sign. No byte of a Chinese character begins a long s.
	isLong := func(c byte) bool { return last['s'] && (c == "ſ"[0] || c == "ſ"[1]) }
	n.ends.AddEnds([3]func(byte) bool{
		anyByte,
		func(c byte) bool { return separates(c) || isLong(c) && utf8.RuneStart(c) },
		func(c byte) bool { return last[c] || isLong(c) && !utf8.RuneStart(c) },
	})
	n.ends.AddEnds([3]func(byte) bool{
		func(c byte) bool { return c == 0xEF || c == 0xE2 },
		func(c byte) bool { return c == 0xBC || c == 0xBD || c == 0x84 },
		func(c byte) bool { return !utf8.RuneStart(c) },
	})
}

// addWords adds the last bytes of names. A tail of two bytes covers each longer tail with it.
func (n *near) addWords(tails [][]byte) {
	known := map[string]bool{}
	slices.SortStableFunc(tails, func(a, b []byte) int { return len(a) - len(b) })
	for _, tail := range tails {
		lower := string(bytes.ToLower(tail))
		if len(tail) < minWord || known[lower] || known[lower[len(lower)-minWord:]] {
			continue
		}
		known[lower] = true
		n.ends.Add(tail)
	}
}

// kelvin is the kelvin sign, which folds to a k. Editors may replace it by a K.
const kelvin = '\u212A'

// foldsToWord reports whether a character beyond ASCII folds to an ASCII letter or digit.
func foldsToWord(r rune) bool {
	return r >= '０' && r <= '９' || r >= 'Ａ' && r <= 'Ｚ' || r >= 'ａ' && r <= 'ｚ' || r == kelvin || r == 'ſ'
}

func isWide(c byte) bool { return c >= utf8.RuneSelf }

func anyByte(byte) bool { return true }

func equals(c byte) func(byte) bool { return func(d byte) bool { return d == c } }

type byteSet [256]bool

func (s *byteSet) has(c byte) bool { return s[c] }

func (s *byteSet) addFolded(c byte) { s[c], s[upper(c)], s[lowered(c)] = true, true, true }

// IsNear reports whether [Names.NextName] is available for these names.
func (n *Names) IsNear() bool { return n.near != nil }

// NextName returns the first offset after from at which a name of a rule, or the last word of
// one, may end. No quote and no word character follows. It returns len(text)+1 if there is
// none. It does not read escapes.
func (n *Names) NextName(text []byte, from int) int {
	for end := n.near.ends.Next(text, from); end <= len(text); end = n.near.ends.Next(text, end) {
		if n.endsAt(text, end) {
			return end
		}
	}
	return len(text) + 1
}

// FitsEnd reports whether the last two bytes of a text may end a name. The text must not be
// empty.
func (n *Names) FitsEnd(text []byte) bool {
	last := text[len(text)-1]
	return n.near.last[last] && (len(text) == 1 || !isWord[last] || n.near.before[text[len(text)-2]])
}

// MayEnd reports whether a text may end with a name. The text must not be empty.
func (n *Names) MayEnd(text []byte) bool { return n.FitsEnd(text) && n.endsAt(text, len(text)) }

// endsAt reports whether a name may end at an offset greater than 0.
func (n *Names) endsAt(text []byte, end int) bool {
	if n.Spots != nil && n.Spots.EndsAt(text, end) || n.Endings.Fit(text[:end]) {
		return true
	}
	r, size := utf8.DecodeLastRune(text[:end])
	return size > 1 && foldsToWord(r)
}
