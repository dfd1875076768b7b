package secrets

import (
	"math/bits"
	"regexp/syntax"
	"strings"
)

// bytesOf is a set of bytes.
type bytesOf [256]bool

// step is a run of bytes of one set, with the least and the largest number of them.
type step struct {
	set      *bytesOf
	min, max int
}

// unlimited is the largest number of bytes of a step without a limit.
const unlimited = 1 << 20

// shape is a sequence of steps that every match of an expression fits. It is wider than
// the expression: alternatives are joined and boundaries left out.
type shape []step

// shapeOf returns the shape of an expression.
func shapeOf(re *syntax.Regexp) (s shape) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			s = append(s, step{runes([]rune{r, r}, re.Flags&syntax.FoldCase != 0), 1, size(r)})
		}
	case syntax.OpCharClass:
		s = shape{{runes(re.Rune, false), 1, size(re.Rune[len(re.Rune)-1])}}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		s = shape{{runes([]rune{0, 0x10FFFF}, false), 1, 4}}
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			s = append(s, shapeOf(sub)...)
		}
	case syntax.OpStar:
		s = shapeOf(re.Sub[0]).times(0, -1)
	case syntax.OpPlus:
		s = shapeOf(re.Sub[0]).times(1, -1)
	case syntax.OpQuest:
		s = shapeOf(re.Sub[0]).times(0, 1)
	case syntax.OpRepeat:
		s = shapeOf(re.Sub[0]).times(re.Min, re.Max)
	case syntax.OpAlternate:
		s = alternatives(re.Sub)
	}
	return s
}

// size returns the largest number of bytes of a character up to r.
func size(r rune) int {
	if r < 0x80 {
		return 1
	}
	return 4
}

// runes returns the bytes of characters in ranges, given by pairs. Beyond ASCII these
// are all bytes from 0x80 on.
func runes(pairs []rune, fold bool) *bytesOf {
	var set bytesOf
	for i := 0; i < len(pairs); i += 2 {
		for r := pairs[i]; r <= min(pairs[i+1], 0x7F); r++ {
			set[r] = true
			if c := byte(r) | 0x20; fold && 'a' <= c && c <= 'z' {
				set[c], set[c&^0x20] = true, true
			}
		}
		if pairs[i+1] >= 0x80 || fold {
			for c := 0x80; c <= 0xFF; c++ {
				set[c] = true
			}
		}
	}
	return &set
}

// times returns the shape repeated, as one step unless it stands once. A negative most
// is no limit.
func (s shape) times(least, most int) shape {
	if least == 1 && most == 1 || len(s) == 0 {
		return s
	}
	one := s.joined()
	one.min *= least
	if most < 0 {
		one.max = unlimited
	}
	one.max = min(one.max*max(most, 1), unlimited)
	return shape{one}
}

// joined returns one step that all runs of the shape fit.
func (s shape) joined() step {
	all := step{set: new(bytesOf)}
	for _, t := range s {
		for c, has := range t.set {
			all.set[c] = all.set[c] || has
		}
		all.min += t.min
		all.max = min(all.max+t.max, unlimited)
	}
	return all
}

// alternatives returns one step that all alternatives fit.
func alternatives(subs []*syntax.Regexp) shape {
	var all step
	for i, sub := range subs {
		s := shapeOf(sub)
		one := s.joined()
		if i == 0 {
			all = one
			continue
		}
		for c, has := range one.set {
			all.set[c] = all.set[c] || has
		}
		all.min, all.max = min(all.min, one.min), max(all.max, one.max)
	}
	return shape{all}
}

// end returns an offset that no match ends behind, if the shape starts at text[i]. Each step
// reads on from the end of the step before it.
func (s shape) end(text []byte, i int) int {
	for _, t := range s {
		for most := min(len(text), i+t.max); i < most && t.set[text[i]]; i++ {
		}
	}
	return i
}

// start returns an offset that no match starts before, if the shape ends at text[i].
func (s shape) start(text []byte, i int) int {
	for n := len(s) - 1; n >= 0; n-- {
		for least := max(0, i-s[n].max); i > least && s[n].set[text[i-1]]; i-- {
		}
	}
	return i
}

// from returns the parts of the shape that can start with a keyword. The keyword fits, and
// starts with a step of few bytes, such as a literal or an alternative.
func (s shape) from(keyword string) (starts []int) {
	for i, t := range s {
		if t.min > 0 && t.set.isWord(keyword) && s[i:].accepts([]byte(keyword), false, true) {
			starts = append(starts, i)
		}
	}
	return starts
}

// isWord reports whether b is the set of a literal or of alternatives that hold the start of
// keyword. A class of all letters or digits is no such set.
func (b *bytesOf) isWord(keyword string) bool {
	c := keyword[0]
	return (b[c] || b[strings.ToUpper(keyword)[0]]) && !(b['x'] && b['q'] && b['z'] && b['j']) && !(b['1'] && b['7'] && b['9'])
}

// accepts reports whether text can start with the shape, as far as 64 bytes tell. In raw text,
// as JSON writes it, a backslash ends the test. If prefix is set, text may also be a mere
// beginning of a match, in any case of letters.
func (s shape) accepts(text []byte, raw, prefix bool) bool {
	text = text[:min(len(text), 64)]
	at := uint64(1) // a bit for each number of bytes read
	for _, t := range s {
		stands := t.mask(text, at, prefix)
		ended := uint64(0)
		if t.min == 0 {
			ended = at
		}
		for n := 1; n <= t.max && at != 0; n++ {
			if at&stands&(1<<63) != 0 || prefix && len(text) < 64 && at>>len(text)&1 != 0 {
				return true
			}
			if raw && hasEscape(text, at) {
				return true
			}
			at = (at & stands) << 1
			if n >= t.min {
				ended |= at
			}
		}
		if at = ended; at == 0 {
			return false
		}
	}
	return true
}

// mask returns the places of text with a byte of the set. It looks as far as the step can read
// from a place in at.
func (t step) mask(text []byte, at uint64, anyCase bool) (stands uint64) {
	last := bits.Len64(at) - 1
	for i := bits.TrailingZeros64(at); i < len(text) && i < last+t.max; i++ {
		c := text[i]
		switch {
		case t.set[c] || anyCase && 'a' <= c && c <= 'z' && t.set[c&^0x20]:
			stands |= 1 << i
		case i >= last:
			return stands
		}
	}
	return stands
}

// hasEscape reports whether a backslash stands at one of the places.
func hasEscape(text []byte, at uint64) bool {
	for ; at != 0; at &= at - 1 {
		if i := bits.TrailingZeros64(at); i < len(text) && text[i] == '\\' {
			return true
		}
	}
	return false
}
