package pass

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// look returns what is to be hidden in the string v in f, which ends at src[end].
func (p *Pass) look(f *frame, v *value, end int, escaped bool) (redact.Edits, redact.Counts) {
	raw := p.src[v.start+1 : end-1]
	if v.acts.Are(plan.Sealed) || !p.hider.Looks(raw, scan.EscapesOf(raw)) {
		return nil, redact.Counts{}
	}
	said := raw
	if escaped {
		p.text = scan.AppendUnquote(p.text[:0], raw)
		said = p.text
	}
	return p.lookInto(f, v, redact.String{Raw: raw, Text: said, Place: p.hidingAt(f, v)}, nil)
}

// lookInto returns what is to be hidden in a string that stands for v in f, under a
// name of its own unless that is nil.
func (p *Pass) lookInto(f *frame, v *value, s redact.String, name []byte) (redact.Edits, redact.Counts) {
	if s.Censors = p.censors(f, v); p.hider.Follows() {
		p.way()
		if name == nil {
			name = p.nameOf(f, v.head.key)
		}
		p.hider.Stood(name)
	}
	edits, counts := p.hider.Edits(s)
	if counts.Withheld > 0 && p.plan.Hiding.Refuse {
		p.fail(v.start, scan.KindUnreadable)
	}
	return edits, counts
}

// lookAgain returns what is left of a text that stands for the string v in f, and is
// not what it was when it was looked into. It is at a place, under a name of its own
// unless that is nil.
func (p *Pass) lookAgain(f *frame, v *value, text []byte, at redact.Place, name []byte) []byte {
	raw := scan.AppendQuote(nil, text)
	raw = raw[1 : len(raw)-1]
	if v.acts.Are(plan.Sealed) || !p.hider.Looks(raw, scan.SignEscape) {
		return text
	}
	edits, counts := p.lookInto(f, v, redact.String{Raw: raw, Text: text, Place: at}, name)
	if len(edits) == 0 {
		return text
	}
	p.note(f, v, redact.Counts{Withheld: counts.Withheld})
	return scan.AppendUnquote(nil, redact.Append(nil, raw, edits))
}

// censors reports whether privacy patterns act on the string v in f.
func (p *Pass) censors(f *frame, v *value) bool {
	return p.plan.Censors() && !v.acts.Are(plan.Protocol) && free(f, v)
}

// hider hides in the strings of a document.
type hider struct {
	redact.Hider
	sites  []site     // of the open containers, as far as strings in them asked
	opened stringRead // the string that foretold opened last
}

// ready readies the hider for a document.
func (h *hider) ready(p *Pass) {
	h.Taken, h.opened = nil, stringRead{}
	if rules := p.plan.Hiding; rules != nil {
		if p.plan.Taints() {
			h.Taken = p.doc.Taken
		}
		h.Begin(rules, p.src, &p.doc.Limits, p.doc.Nesting, p.trace != nil)
		h.sites = h.sites[:0]
	}
}

// site is what is known of an open container for the strings in it, once one asked.
type site struct {
	redact.Place      // in the masks that hide in strings
	start        int  // of the container
	size         int  // of it, where the place needs to know
	known        bool // the place is
	entered      bool // the hider knows its name
}

// site is that of the container that i others are around.
func (p *Pass) site(i int) *site {
	for len(p.hider.sites) <= i {
		p.hider.sites = append(p.hider.sites, site{})
	}
	s := &p.hider.sites[i]
	if start := int(p.stack[i].start); s.start != start {
		*s = site{start: start} // another one stood there
	}
	return s
}

// hidingAt is the place of the value v in f. It is only looked for where a string
// asks, and for each container once.
func (p *Pass) hidingAt(f *frame, v *value) redact.Place {
	if f == nil || p.plan.Hiding.Uniform {
		return redact.Root(p.plan.Hiding)
	}
	first := len(p.stack) - 1
	for first > 0 && !p.site(first).known {
		first--
	}
	at := p.site(first).Place
	if !p.site(first).known {
		at = redact.Root(p.plan.Hiding)
	}
	for i := first; ; i++ {
		s := p.site(i)
		s.Place, s.known = at, true
		if i == len(p.stack)-1 {
			return p.step(i, at, v.head.key)
		}
		at = p.step(i, at, int(p.stack[i+1].key))
	}
}

// step is the place of the member whose name is at src[key], or of the element, which
// was read last and stays, where the container that i others are around is at a place.
func (p *Pass) step(i int, at redact.Place, key int) redact.Place {
	rules, f, s := p.plan.Hiding, &p.stack[i], p.site(i)
	if f.isObject {
		return at.Member(rules, p.members.nameAt(p.src, key)).Stays(rules)
	}
	if s.size == 0 && at.NeedsSize() {
		s.size = p.ahead.size(s.start)
	}
	return at.Element(rules, f.read-1, s.size).Stays(rules)
}

// way tells the hider the names on the way to the innermost container.
func (p *Pass) way() {
	entered := len(p.stack)
	for entered > 0 && !p.site(entered-1).entered {
		entered--
	}
	p.hider.Leave(entered)
	for i := entered; i < len(p.stack); i++ {
		p.hider.Enter(p.nameIn(i))
		p.site(i).entered = true
	}
}

// nameIn is the name of the container that i others are around, as nameOf has it.
func (p *Pass) nameIn(i int) []byte {
	if i == 0 {
		return nil
	}
	return p.nameOf(&p.stack[i-1], int(p.stack[i].key))
}

// nameOf is the name of a member of f, unescaped, until the next one is asked for; an
// element has none.
func (p *Pass) nameOf(f *frame, key int) []byte {
	if f == nil || !f.isObject {
		return nil
	}
	return p.members.nameAt(p.src, key)
}
