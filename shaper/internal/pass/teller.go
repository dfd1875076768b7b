package pass

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
)

// Teller is told what a pass decides, and holds nothing back: of each value, or of
// those at places of one pattern together.
type Teller struct {
	Each   func(Decision)        // nil where nobody asks
	Sums   *stats.Tally          // nil where nobody asks
	Tokens func(text []byte) int // that a text has, for the sums
}

// Decision is what became of one value of a response, and why.
type Decision struct {
	Pointer string // JSON Pointer (RFC 6901) in the input
	stats.Verdict
	Bytes int // of the value in the input
}

// spot is the place of an open container, once a value in it was told of.
type spot struct {
	start int // of the container
	at    stats.Place
}

// placeOf is the place of a value in f, the innermost open container. It is looked
// for only where somebody is told of it, and for each container once.
func (p *Pass) placeOf(f *frame, v *value) stats.Place {
	t := p.trace
	if f == nil {
		return t.root
	}
	for len(t.spots) < len(p.stack) {
		t.spots = append(t.spots, spot{})
	}
	i := len(p.stack) - 1
	for i > 0 && t.spots[i].start != int(p.stack[i].start) {
		i--
	}
	if i == 0 {
		t.spots[0] = spot{start: int(p.stack[0].start), at: t.root}
	}
	for i++; i < len(p.stack); i++ {
		f := &p.stack[i]
		t.spots[i] = spot{start: int(f.start), at: p.placeIn(&p.stack[i-1], t.spots[i-1].at, int(f.key))}
	}
	return p.placeIn(f, t.spots[i-1].at, v.head.key)
}

// placeIn is the place of an element of f, or of the member whose name is at src[key],
// where f is at a place.
func (p *Pass) placeIn(f *frame, at stats.Place, key int) stats.Place {
	if !f.isObject {
		return p.trace.teller.Sums.Element(at)
	}
	return p.trace.teller.Sums.Member(at, p.members.nameAt(p.src, key))
}

// amount is what a value takes that ends at src[end], with its name. Of one whose
// parts were told of apart that is no more than what is around them. A text is read
// without its escapes, and media are not read.
func (p *Pass) amount(v *value, end int, why cause) stats.Amount {
	from, around := v.start, 0
	if v.head.key >= 0 {
		from = v.head.key
	}
	if why.parts {
		end, around = v.start+1, 1
	}
	a := stats.Amount{Count: 1, Bytes: end + around - from}
	switch isText := p.src[v.start] == '"' && !why.parts; {
	case isText && v.acts.Are(plan.Slot):
		p.text = scan.AppendUnquote(p.text[:0], p.src[v.start+1:end-1])
		a.Tokens = p.trace.teller.Tokens(p.text)
		end = v.start
	case isText && v.acts.Are(plan.Media):
		end = v.start
	}
	a.Tokens += p.trace.teller.Tokens(p.src[from:end])
	return a
}

// locate says where the document inside v in f is, to those who are told of it.
func (p *Pass) locate(f *frame, v *value) (pointer string) {
	if !p.tells() {
		return ""
	}
	if p.trace.teller.Each != nil {
		pointer = p.pointerOf(f, v)
	}
	if p.trace.teller.Sums != nil {
		p.trace.at = p.placeOf(f, v)
	}
	return pointer
}
