package prefilter

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// program is a compiled expression that is read byte by byte. Conditions on the bytes around
// an offset, such as a word boundary, count as met.
type program struct {
	*syntax.Prog
	*reading
	seen  []int // by instruction: the last round that visited it
	round int
	open  []uint32
	known map[uint32]class // the classes of instructions, cached
}

// reading bounds the work for one expression.
type reading struct {
	left int // instructions left
	doubts
}

const mostRead = 1 << 17

func (r *reading) isSpent() bool { return r.left < 0 }

// compile compiles an expression. It returns nil if the expression is too large.
func compile(re *syntax.Regexp, r *reading) *program {
	if r.left -= sizeOf(re); r.isSpent() {
		return nil
	}
	p, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil
	}
	return &program{Prog: p, reading: r, seen: make([]int, len(p.Inst)), known: map[uint32]class{}}
}

// sizeOf returns the approximate number of instructions of an expression. It stops above
// mostRead.
func sizeOf(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		if n += sizeOf(sub); n > mostRead {
			return n
		}
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return n
}

// states holds the instructions that may read the next byte.
type states struct {
	reads []uint32
	ends  bool // the match may end here
}

// from returns the states reachable without reading.
func (p *program) from(starts []uint32) (s states) {
	p.round++
	p.open = append(p.open[:0], starts...)
	for len(p.open) > 0 {
		pc := p.open[len(p.open)-1]
		p.open = p.open[:len(p.open)-1]
		if p.seen[pc] == p.round {
			continue
		}
		p.seen[pc] = p.round
		p.left--
		switch i := &p.Inst[pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			p.open = append(p.open, i.Out, i.Arg)
		case syntax.InstCapture, syntax.InstEmptyWidth, syntax.InstNop:
			p.open = append(p.open, i.Out)
		case syntax.InstMatch:
			s.ends = true
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			s.reads = append(s.reads, pc)
		}
	}
	return s
}

// edge is a transition by the bytes of a class.
type edge struct {
	on class
	to []uint32
}

// edges returns the transitions from states by plain bytes, with disjoint classes. others
// holds the first bytes of all other characters.
func (p *program) edges(s states) (ways []edge, others class) {
	for _, pc := range s.reads {
		on := p.classOf(pc)
		p.left -= 1 + len(ways)
		others = others.or(on.less(plain))
		ways = split(ways, on.and(plain), p.Inst[pc].Out)
	}
	return ways, others
}

// classOf returns the first bytes of the characters that an instruction reads.
func (p *program) classOf(pc uint32) class {
	on, known := p.known[pc]
	if !known {
		var folds bool
		on, folds = reads(&p.Inst[pc])
		p.known[pc], p.fold = on, p.fold || folds
	}
	return on
}

// split adds a transition and keeps the classes disjoint.
func split(ways []edge, on class, to uint32) []edge {
	for i := range ways {
		both := ways[i].on.and(on)
		if both.isEmpty() {
			continue
		}
		on = on.less(both)
		if rest := ways[i].on.less(both); !rest.isEmpty() {
			ways = append(ways, edge{rest, slices.Clone(ways[i].to)})
		}
		ways[i].on = both
		ways[i].to = append(ways[i].to, to)
	}
	if !on.isEmpty() {
		ways = append(ways, edge{on, []uint32{to}})
	}
	return ways
}

// reads returns the first bytes of the characters that an instruction reads, without letters
// that fold to ASCII. An invalid UTF-8 byte counts as U+FFFD.
func reads(i *syntax.Inst) (on class, folds bool) {
	for r := range slices.Chunk(runes(i), 2) {
		from, to := r[0], r[1]
		on.span(int(from), int(min(to, unicode.MaxASCII)))
		switch {
		case to <= unicode.MaxASCII:
		case from == to && (from == longS || from == kelvin):
			folds = true
		case from <= utf8.RuneError && utf8.RuneError <= to:
			on = on.or(wide)
		default:
			on.span(lead(max(from, utf8.RuneSelf)), lead(to))
		}
	}
	return on, folds
}

// lead returns the first byte of a character outside ASCII.
func lead(r rune) int { return int(utf8.AppendRune(nil, r)[0]) }

// runes returns the ranges of characters that an instruction reads.
func runes(i *syntax.Inst) []rune {
	switch {
	case i.Op == syntax.InstRuneAny:
		return []rune{0, unicode.MaxRune}
	case i.Op == syntax.InstRuneAnyNotNL:
		return []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}
	case len(i.Rune) != 1: // an empty class reads nothing
		return i.Rune
	}
	r := i.Rune[0]
	all := []rune{r, r}
	if syntax.Flags(i.Arg)&syntax.FoldCase != 0 {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			all = append(all, f, f)
		}
	}
	return all
}
