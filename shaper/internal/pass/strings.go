package pass

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/hide"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// look returns what is to be hidden in the string v in f, which ends at src[end].
func (p *Pass) look(f *frame, v *value, end int, escapes scan.Escapes) (hide.Edits, hide.Counts) {
	raw := p.src[v.start+1 : end-1]
	if v.acts.Are(plan.Sealed) || !p.hider.Looks(raw, escapes) {
		return nil, hide.Counts{}
	}
	said := raw
	if escapes != scan.NoEscapes {
		p.text = scan.AppendUnquote(p.text[:0], raw)
		said = p.text
	}
	if p.hider.Follows() {
		p.way(v)
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

// places is what is known of a container for the strings in it, once one asked.
type places struct {
	hide.Place // in the masks that hide in strings
	known      bool
	entered    bool // the hider knows its name
}

func (k *places) at(place hide.Place) { k.Place, k.known = place, true }

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
		p.stack[first].hiding.at(hide.Root(p.plan.Hiding))
	}
	for i := first + 1; i <= last; i++ {
		child := &p.stack[i]
		child.hiding.at(p.step(&p.stack[i-1], &child.head, child.nth))
	}
	return p.step(f, &v.head, f.read-1)
}

// step is the place of the member of f that h begins, or of the nth element, which
// stays.
func (p *Pass) step(f *frame, h *head, nth int) hide.Place {
	rules := p.plan.Hiding
	if f.isObject {
		return f.hiding.Member(rules, p.members.unquote(p.src, h.key, h.keyEnd)).Stays(rules)
	}
	if f.size == 0 && f.hiding.NeedsSize() {
		f.size = p.ahead.size(f.start)
	}
	return f.hiding.Element(rules, nth, f.size).Stays(rules)
}

// way tells the hider the names on the way to the string v.
func (p *Pass) way(v *value) {
	entered := len(p.stack)
	for entered > 0 && !p.stack[entered-1].hiding.entered {
		entered--
	}
	p.hider.Leave(entered)
	for i := entered; i < len(p.stack); i++ {
		p.hider.Enter(p.nameOf(&p.stack[i].head))
		p.stack[i].hiding.entered = true
	}
	p.hider.Stood(p.nameOf(&v.head))
}

// nameOf is the name of a member, unescaped, until the next one is asked for; an
// element has none.
func (p *Pass) nameOf(h *head) []byte {
	if h.key < 0 {
		return nil
	}
	return p.members.unquote(p.src, h.key, h.keyEnd)
}
