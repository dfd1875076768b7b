package prefilter

import "regexp/syntax"

// The beginning of a match may be its least selective part: an e-mail address begins with a
// letter. So the search also considers the rest of the expression from each mandatory item on.

const (
	mostRests  = 12 // considered rests of an expression
	mostItems  = 64 // distinguished items of a sequence
	mostNested = 3  // nesting depth of alternatives that are split
)

// widths are the bounds on the number of fragments, tried in this order. The search stops once
// the price is low enough.
var widths = [...]int{1, 4, most}

const most = 16

// fragments returns the best finding for an expression.
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

// rest is an expression from one of its items on. The item may consist of alternatives.
type rest struct {
	*program     // nil before first use, or if it is too large
	items        []*syntax.Regexp
	alternatives []*syntax.Regexp
	reading      *reading
}

// rests returns the rest of an expression from each mandatory item on.
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

// beginning returns at most the given number of fragments with which the rest begins.
func (r *rest) beginning(most int) finding {
	if r.program == nil {
		r.program = compile(&syntax.Regexp{Op: syntax.OpConcat, Sub: r.items}, r.reading)
	}
	if r.program == nil {
		return nothing
	}
	return r.program.beginning(most)
}

// ofEach returns the fragments of all alternatives.
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

// flatten appends the items of a sequence. It splits off the last turn of a repetition, and
// splits a literal after each character that may be escaped.
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
		less := &syntax.Regexp{Op: syntax.OpRepeat, Sub: re.Sub, Min: re.Min - 1, Max: re.Max}
		if re.Max > 0 {
			less.Max--
		}
		return flatten(append(items, less), re.Sub[0])
	case re.Op == syntax.OpLiteral:
		return appendLiteral(items, re)
	}
	return append(items, re)
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

// isOptional reports whether an item may be empty by its kind. The rest after it is then as
// selective.
func isOptional(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpAlternate:
		return false
	case syntax.OpRepeat:
		return re.Min == 0
	}
	return true
}
