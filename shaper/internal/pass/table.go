package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// table handles an object that has the member $columns, under rules that hide (GUARANTEES,
// tables). These rules see the list for which a table stands; to all other rules it is
// one value. It reports false for any other value.
func (p *Pass) table(f *frame, v *value) (end int, ok bool) {
	if !p.tabled || p.src[v.start] != '{' || !p.namesColumns(v.start) {
		return 0, false
	}
	if f == nil && p.doc.Index != nil { // the members of the root are asked for: not under a guess
		return p.fail(v.start, scan.KindTrailing), true
	}
	strict := p.skip.Strict
	p.skip.Strict = p.plan.Resolved.Duplicates == profiles.Reject
	end = p.skipValue(v.start)
	if p.skip.Strict = strict; p.fault.failed {
		return end, true
	}
	if p.hider.Follows() {
		p.way()
		p.hider.Stood(p.nameOf(f, v.head.key))
	}
	out, counts := p.hider.Table(p.src[v.start:end], p.hidingAt(f, v), p.censors(f, v))
	if p.note(f, v, counts); counts.Withheld > 0 && p.plan.Hiding.Refuse {
		return p.fail(v.start, scan.KindUnreadable), true
	}
	why := cause{reason: "kept"}
	switch partial := v.state.Verdict() == fieldmask.Partial; {
	case f == nil && (partial || out != nil && out[0] == '"'), partial && v.acts.Are(plan.Stays):
		p.vanish(f, v)
		return end, true
	case partial:
		p.decide(f, v, end, false, *unmatched)
		return end, true
	}
	p.out.head(&v.head, f.isFirst())
	if out == nil {
		p.out.emit(v.start, end)
	} else {
		p.out.literal(out)
	}
	f.took()
	p.decide(f, v, end, true, why)
	return end, true
}

// namesColumns reports whether the object at src[at] has the member $columns. Once such
// looks have read more than a multiple of the document, each object counts as one.
func (p *Pass) namesColumns(at int) (found bool) {
	end := at
	p.ahead.skip.EachMember(p.src, at, func(name []byte, _, value int) bool {
		end = value
		found = string(name) == tables.Marker || p.looked+end-at >= p.mostLooked()
		return !found
	})
	p.looked += end - at
	return found
}
