package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/hide"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// look returns what is to be hidden in the string v in f, which ends at src[end].
func (p *Pass) look(f *frame, v *value, end int) ([]hide.Edit, hide.Counts) {
	raw := p.src[v.start+1 : end-1]
	escaped := bytes.IndexByte(raw, '\\') >= 0
	if v.acts.Are(plan.Sealed) || !p.hider.Looks(raw, escaped) {
		return nil, hide.Counts{}
	}
	said := raw
	if escaped {
		p.text = scan.AppendUnquote(p.text[:0], raw)
		said = p.text
	}
	if p.hider.Follows() {
		p.hider.Stood(func(yield func([]byte)) { p.way(f, v, yield) })
	}
	edits, counts := p.hider.Edits(hide.String{Raw: raw, Text: said, Place: p.hidingAt(f, v), Censors: p.censors(f, v)})
	if counts.Withheld > 0 && p.plan.Hiding.Refuse {
		p.fail(v.start, scan.KindUnreadable)
	}
	return edits, counts
}

// censors reports whether privacy patterns act on the string v in f.
func (p *Pass) censors(f *frame, v *value) bool {
	return len(p.plan.Resolved.Patterns) > 0 && !v.acts.Are(plan.Protocol) && free(f, v)
}

// places is the place of a container in the masks that hide in strings.
type places struct {
	hide.Place
	known bool
}

// hidingAt is the place of the value v in f. It is only looked for where a string
// asks, and for each container once.
func (p *Pass) hidingAt(f *frame, v *value) hide.Place {
	if f == nil || p.plan.Hiding.Uniform {
		return hide.Root(p.plan.Hiding)
	}
	last := len(p.stack) - 1
	first := last
	for first > 0 && !p.stack[first].hiding.known {
		first--
	}
	if !p.stack[first].hiding.known {
		p.stack[first].hiding = places{hide.Root(p.plan.Hiding), true}
	}
	for i := first + 1; i <= last; i++ {
		child := &p.stack[i]
		child.hiding = places{p.step(&p.stack[i-1], &child.head, child.nth), true}
	}
	return p.step(f, &v.head, f.read-1)
}

// step is the place of the member of f that h begins, or of the nth element.
func (p *Pass) step(f *frame, h *head, nth int) hide.Place {
	rules := p.plan.Hiding
	if f.isObject {
		return f.hiding.Member(rules, p.members.unquote(p.src, h.key, h.keyEnd))
	}
	if f.size == 0 && f.hiding.NeedsSize() {
		f.size = p.ahead.size(f.start)
	}
	return f.hiding.Element(rules, nth, f.size)
}

// way tells the names on the way to the value v in f.
func (p *Pass) way(f *frame, v *value, yield func(name []byte)) {
	for i := range p.stack {
		if h := &p.stack[i].head; h.key >= 0 {
			yield(p.members.unquote(p.src, h.key, h.keyEnd))
		}
	}
	if v.head.key >= 0 {
		yield(p.members.unquote(p.src, v.head.key, v.head.keyEnd))
	}
}
