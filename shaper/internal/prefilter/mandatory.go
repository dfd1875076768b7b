package prefilter

import "regexp/syntax"

// Of what every match holds, its beginning is what may tell least: that of an e-mail
// address is a letter. So the beginnings of the rests of matches are looked at as
// well, from each place of the expression on that none goes around.

const (
	mostRests  = 12 // of an expression that are looked at
	mostItems  = 64 // of a sequence that are told apart
	mostNested = 3  // alternatives in alternatives that are looked at by themselves
)

// widths are how many fragments an expression has at the most; where few tell enough,
// more are not looked for.
var widths = [...]int{1, 4, most}

const most = 16

// fragments are the best ones with one of which some part of every match begins.
func fragments(re *syntax.Regexp, b *reading, nested int) finding {
	best := nothing
	rests := rests(re, b)
	for _, width := range widths {
		for i := range rests {
			r := &rests[i]
			if width == 1 && r.alternatives != nil && nested < mostNested {
				best = best.or(ofEach(r.alternatives, b, nested+1))
			}
			if best.price() > cheap {
				best = best.or(r.beginning(width))
			}
			if best.price() < cheap {
				return best
			}
		}
	}
	return best
}

// rest is an expression from a place of it on. What stands there may be one of some
// alternatives.
type rest struct {
	*program     // nil until it is asked for, or where it is too large
	items        []*syntax.Regexp
	alternatives []*syntax.Regexp
	reading      *reading
}

// rests are those of an expression from each place on that none goes around.
func rests(re *syntax.Regexp, b *reading) (all []rest) {
	items := flatten(nil, re)
	for i, item := range items {
		if isOptional(item) || len(all) == mostRests {
			continue
		}
		all = append(all, rest{items: items[i:], reading: b})
		if item.Op == syntax.OpAlternate {
			all[len(all)-1].alternatives = item.Sub
		}
	}
	return all
}

// beginning is what the rest begins with: so many fragments at the most.
func (r *rest) beginning(most int) finding {
	if r.program == nil {
		r.program = compile(&syntax.Regexp{Op: syntax.OpConcat, Sub: r.items}, r.reading)
	}
	if r.program == nil {
		return nothing
	}
	return r.program.beginning(most)
}

// ofEach are the fragments of some alternatives.
func ofEach(alternatives []*syntax.Regexp, b *reading, nested int) (all finding) {
	for _, re := range alternatives {
		one := fragments(re, b, nested)
		all.fragments = append(all.fragments, one.fragments...)
		if all.chance += one.chance; all.chance >= 1 || len(all.fragments) > most {
			return nothing
		}
	}
	return all
}

// flatten appends what an expression is a sequence of. The last turn of a repetition
// is apart from those before it; a literal is so behind what may have an escape.
func flatten(items []*syntax.Regexp, re *syntax.Regexp) []*syntax.Regexp {
	switch {
	case len(items) > mostItems:
	case re.Op == syntax.OpCapture:
		return flatten(items, re.Sub[0])
	case re.Op == syntax.OpConcat:
		for _, sub := range re.Sub {
			items = flatten(items, sub)
		}
		return items
	case re.Op == syntax.OpPlus:
		return flatten(append(items, &syntax.Regexp{Op: syntax.OpStar, Sub: re.Sub}), re.Sub[0])
	case re.Op == syntax.OpRepeat && re.Min > 0:
		return flatten(append(items, fewer(re)), re.Sub[0])
	case re.Op == syntax.OpLiteral:
		return appendLiteral(items, re)
	}
	return append(items, re)
}

// fewer is a repetition with a turn less.
func fewer(re *syntax.Regexp) *syntax.Regexp {
	less := &syntax.Regexp{Op: syntax.OpRepeat, Sub: re.Sub, Min: re.Min - 1, Max: re.Max}
	if re.Max > 0 {
		less.Max--
	}
	return less
}

func appendLiteral(items []*syntax.Regexp, re *syntax.Regexp) []*syntax.Regexp {
	from := 0
	for i, r := range re.Rune {
		one := &syntax.Inst{Op: syntax.InstRune, Rune: []rune{r}, Arg: uint32(re.Flags)}
		if on, _ := reads(one); i+1 == len(re.Rune) || !on.less(plain).isEmpty() {
			items = append(items, &syntax.Regexp{Op: re.Op, Flags: re.Flags, Rune: re.Rune[from : i+1]})
			from = i + 1
		}
	}
	return items
}

// isOptional reports whether an item may be empty by what it is: what follows it
// tells as much.
func isOptional(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpAlternate:
		return false
	case syntax.OpRepeat:
		return re.Min == 0
	}
	return true
}
