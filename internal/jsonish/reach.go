package jsonish

import (
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Reach returns the span to withhold for the name that Next returned last: the value
// behind the name, or an empty span. It includes the values of names inside that also
// reports as private. Those may reach further. The end of one value may be inside quotes
// of another, since an apostrophe of prose opens no quote. Next continues behind all of
// them.
//
// Reach reads as far as it returns. Do not call it for a name whose value stays: Next
// continues inside that value.
func (a *Assignments) Reach(of Assignment, also func(Assignment) bool) (all scan.Span) {
	if of.Bare {
		all = a.joined(of)
	} else {
		all = a.reach(of, also)
	}
	a.at, a.floor = min(max(all.End, of.Behind), a.to), max(all.End, a.floor)
	return all
}

// reach is Reach for a name with a sign.
func (r *finder) reach(of Assignment, also func(Assignment) bool) scan.Span {
	v := r.value(of)
	all := scan.Span{Start: v.start, End: v.end}
	var open openValues
	open.add(v)
	for at := of.Behind; all.End < len(r.text); {
		found, ok := r.signedFrom(at, all.End)
		if !ok {
			break
		}
		at = found.Behind
		if !also(found) || open.covers(r.text, found) {
			continue
		}
		if v = r.value(found); !open.add(v) {
			all.End = len(r.text)
		}
		all.End = max(all.End, v.end)
	}
	return all
}

// openValues are the open values at the place of a name. Their number is bounded, so that
// text is read only so often. Beyond the bound, everything is withheld.
type openValues struct {
	list [8]openValue
	n    int
}

// openValue is a value, and how far it was passed.
type openValue struct {
	value
	at int
}

// add opens one more value, and reports whether there is room.
func (o *openValues) add(v value) bool {
	if o.n == len(o.list) {
		return false
	}
	o.list[o.n] = openValue{v, v.from}
	o.n++
	return true
}

// covers reports whether the value of a name ends within an open value. Outside of quotes,
// both see the same brackets and quotes from there on, if both are read alike. In the
// lines of a block, no other line is indented deeper.
func (o *openValues) covers(text lex.Text, found Assignment) (covered bool) {
	i, kept := found.Behind, 0
	below := text.InLine(i)
	block := !found.Quoted && below < len(text) && lex.IsLineEnd(text[below])
	next := text.Blanks(i)
	comment := found.Quoted && text.PassComments(next) > next
	for _, v := range o.list[:o.n] {
		if v.end <= i {
			continue
		}
		if block {
			covered = covered || v.block
		} else if !covered && !comment && v.quoted == found.Quoted && i < v.line {
			for v.at < i {
				v.at = text.Pass(v.from, v.at, v.quoted)
			}
			covered = v.at == i
		}
		o.list[kept] = v
		kept++
	}
	o.n = kept
	return covered
}
