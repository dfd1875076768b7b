package pass

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Under a plan that hides something, strings are places where JSON may stand, in
// containers too of which no rule takes a member. To copy such a container as a
// whole all the same, it is searched for a string that has to be looked into: by
// its bytes, which costs next to nothing where only excludes hide.

// isQuiet reports whether nothing in a container has to be looked into: no string
// has an escape, nor does one begin with what [hide.Hider.Looks] takes for a value.
// A container that is not quiet is walked, and so are all in it, so that no byte is
// searched twice.
func (p *Pass) isQuiet(v *value) bool {
	if p.plan.Hiding == nil || !p.plan.Hiding.Acts() {
		return true // patterns alone are asked for elsewhere
	}
	if p.plan.Hiding.Private != nil || v.start < p.ahead.loud {
		return false
	}
	end, _ := p.skip.Value(p.src, v.start, p.doc.Depth+len(p.stack), &p.doc.Limits)
	if opensInside(p.src[v.start:end]) {
		p.ahead.loud = end
		return false
	}
	return true
}

// opensInside reports whether a string of a text may hold JSON, or a name may look
// as if it did: it has a backslash, a byte beyond ASCII, or a quote before what begins a
// value. Eight bytes are looked at as one word.
func opensInside(text []byte) bool {
	i := 0
	for ; i < len(text)-8; i += 8 {
		w := binary.LittleEndian.Uint64(text[i:])
		if w&highs != 0 || zeros(w^'\\'*ones) != 0 {
			return true
		}
		for quotes := zeros(w ^ '"'*ones); quotes != 0; quotes &= quotes - 1 {
			if opensAt(text, i+bits.TrailingZeros64(quotes)/8) {
				return true
			}
		}
	}
	for ; i < len(text); i++ {
		if text[i] == '\\' || text[i] >= utf8.RuneSelf || opensAt(text, i) {
			return true
		}
	}
	return false
}

// opensAt reports whether a quote stands at text[i], and behind it what begins a value.
func opensAt(text []byte, i int) bool {
	return text[i] == '"' && i+1 < len(text) && strings.IndexByte(`{[/ `, text[i+1]) >= 0
}

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// zeros marks the bytes of a word that are zero, at their highest bits, and it may be ones
// behind them.
func zeros(w uint64) uint64 { return (w - ones) &^ w & highs }
