package jsonish

import (
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Reach returns the span to withhold for the name that Next returned last: the value behind the
// name, or an empty span. It includes the values of names inside that also reports as private.
// Those may reach further. The end of one value may be inside quotes of another, since an
// apostrophe of prose opens no quote. Next continues behind all of them.
//
// Reach reads as far as it returns. Do not call it for a name whose value stays: Next
// continues inside that value.
func (a *Assignments) Reach(of Assignment, also func(Assignment) bool) (all scan.Span) {
	open := make(openValues, 1, 8)
	if of.Bare {
		all = a.joined(of)
	} else {
		open[0] = a.value(of)
		all = scan.Span{Start: open[0].start, End: open[0].end}
	}
	for at := of.Behind; !of.Bare && all.End < len(a.text); {
		found, ok := a.signedFrom(at, all.End)
		if !ok {
			break
		}
		at = found.Behind
		if !also(found) {
			continue
		}
		covered := false
		if open, covered = open.covers(a.text, found); covered {
			continue
		}
		v := a.value(found)
		if all.End = max(all.End, v.end); len(open) == cap(open) {
			all.End = len(a.text)
		} else {
			open = append(open, v)
		}
	}
	a.at, a.floor = min(max(all.End, of.Behind), a.to), max(all.End, a.floor)
	return all
}

// openValues are the open values at the place of a name. Their number is bounded, so that
// text is read only so often. Beyond the bound, everything is withheld.
type openValues []value

// covers returns the values that are open at a name, and reports whether the value of the name
// ends within one of them. Outside of quotes, both see the same brackets and quotes from there
// on, if both are read alike. In the lines of a block, no other line is indented deeper.
func (o openValues) covers(text lex.Text, found Assignment) (open openValues, covered bool) {
	i := found.Behind
	block := !found.Quoted && text.IsBlankLine(i)
	next := text.Blanks(i)
	comment := found.Quoted && text.PassComments(next) > next
	open = o[:0]
	for _, v := range o {
		if v.end <= i {
			continue
		}
		if block {
			covered = covered || v.block
		} else if !covered && !comment && v.quoted == found.Quoted && i < v.line {
			for v.passed = max(v.passed, v.from); v.passed < i; {
				v.passed = text.Pass(v.from, v.passed, v.quoted)
			}
			covered = v.passed == i
		}
		open = append(open, v)
	}
	return open, covered
}
