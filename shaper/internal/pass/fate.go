package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// fate is what becomes of a value, as far as that can be told before it is read.
type fate uint8

const (
	open      fate = iota // [Pass.value] decides
	dropped               // without a word
	excluded              // the same, and its container must know
	forbidden             // the same, for privacy or a tier: its strings are collected
	kept                  // as it is
	set                   // the same, but for null, which elision takes
	entered               // it is a container in which something is decided
	copied                // it is a container that is kept as it is

	elided // it is null, as only the value itself tells
)

// stays reports whether the fate is that of a value that stays, as it is.
func (what fate) stays() bool { return what == kept || what == set || what == copied }

// fates are the fate of a value that is a scalar, and of one that is a container.
type fates struct{ scalar, container fate }

// terms are what the fates of the values in a container depend on, beside the state
// of each. Fates are made of nothing else, so that containers on equal terms may
// share them, whatever plans they are walked under. They are settled when a container is
// entered, and those of one in it of which nothing is asked differ in the first two.
type terms struct {
	state    *fieldmask.State // the container's own
	isObject bool
	asked    bool // somebody wants to be asked about each value
	enter    bool // containers are entered, since elision or a bound may take something in them
	nulls    bool // those that are members go
	looks    bool // strings in containers that are copied have to be asked for
	bounded  bool // so have arrays, for how many elements they keep
}

// become makes the terms those of a container inside one on other terms, of which nothing
// is asked. It copies no more at once than was written at once: a processor waits for that.
func (t *terms) become(state *fieldmask.State, isObject bool, around *terms) {
	t.state, t.isObject = state, isObject
	t.asked, t.enter, t.nulls, t.looks, t.bounded = around.asked, around.enter, around.nulls, around.looks, around.bounded
}

// closer is the bracket that closes the container.
func (t *terms) closer() byte {
	if t.isObject {
		return '}'
	}
	return ']'
}

// agree settles the terms of a container, but for what it is.
func (p *Pass) agree(f *frame) {
	elides, hiding := p.plan.Elides && f.payload, p.plan.Hiding
	f.asked = f.asked || p.trace != nil || f.acts.Limit.Max >= 0 || !f.isObject && p.most(f) >= 0 || p.asksForNote(f)
	f.enter, f.nulls = elides || f.payload && p.limited.areThere(), elides && p.plan.Resolved.Elide.Null
	f.bounded = f.payload && p.limited.items > 0
	f.looks = hiding != nil && (f.free || hiding.Acts())
}

// foretell returns the fates of a value at a state. They are open for a value that the
// plan has marked, whatever for: this is the one place where a value may be let pass
// without any more questions than [Pass.foretold] asks.
func (t *terms) foretell(to *fieldmask.State) fates {
	switch {
	case t.asked || len(to.Marks()) > 0:
		return fates{}
	case to.Excluded() && to.Forbidden() >= 0:
		return fates{forbidden, forbidden}
	case to.Excluded():
		return fates{excluded, excluded}
	case to.Verdict() == fieldmask.Drop:
		return fates{dropped, dropped}
	case to.Verdict() == fieldmask.Partial:
		return fates{dropped, t.ofContainer(to)}
	case t.nulls && t.isObject:
		return fates{set, t.ofContainer(to)}
	}
	return fates{kept, t.ofContainer(to)}
}

// ofContainer is the fate of a container that is not dropped.
func (t *terms) ofContainer(to *fieldmask.State) fate {
	switch {
	case t.bounded:
		return open
	case t.enter || !to.Whole():
		return entered
	case t.looks:
		return open
	}
	return copied
}

// foretold reads the value at src[start], which is not open, inside so many containers,
// and returns its fate and where it ends. It is open all the same where a string may not
// stay as it is, and where the text is broken: who decides then reads it again.
func (p *Pass) foretold(all fates, start, depth int) (what fate, end int) {
	var kind scan.Kind
	switch c := p.src[start]; c {
	case '"':
		if what = all.scalar; p.hider.opened.start == start && p.hider.opened.end > 0 && what >= kept {
			return open, start
		}
		var escaped bool
		end, escaped, kind = scan.String(p.src, start, p.doc.Limits.StringBytes)
		if what >= kept && (p.plan.Hiding != nil || p.limited.chars > 0) && kind == scan.KindNone &&
			(p.mayBeLong(start, end) || !p.stays(start, end, escaped)) {
			p.hider.opened = stringRead{start, end, escaped}
			return open, start
		}
	case '{', '[':
		if what = all.container; what > forbidden || what == open {
			return what, start
		}
		end, kind = p.skip.Value(p.src, start, p.doc.Depth+depth, &p.doc.Limits)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		what = all.scalar
		end, kind = scan.Number(p.src, start)
	default:
		end, kind = scan.Scalar(p.src, start, p.doc.Limits.StringBytes)
		if what = all.scalar; what == set && c == 'n' {
			what = elided
		}
	}
	if kind != scan.KindNone {
		return open, start
	}
	p.collectFate(what, start, end)
	return what, end
}

// settle handles a value to which a step leads that knows its fates.
func (p *Pass) settle(f *frame, v *value) int {
	if v.start >= len(p.src) {
		return p.fail(v.start, scan.KindEOF)
	}
	what, end := p.foretold(v.step.fates, v.start, len(p.stack))
	return p.befall(f, v, what, end)
}

// befall handles a value in f with its fate, as foretold read it up to src[end].
func (p *Pass) befall(f *frame, v *value, what fate, end int) int {
	switch what {
	case open:
		return p.value(f, v)
	case entered:
		return p.enter(f, v)
	case kept, set:
		p.out.member(v, end, f.isFirst())
		f.kept++
	case copied:
		return p.whole(f, v)
	default:
		p.lose(&f.reading, what, v.state, 1)
	}
	return end
}
