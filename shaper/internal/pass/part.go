package pass

import (
	"errors"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// part is a part of a large array, and the pass that shapes it.
type part struct {
	pass    Pass
	out     []byte // memory for its output
	start   int    // of its first element
	at      int    // behind its last one
	arrived bool   // and behind the comma after that one its text ends
	done    chan struct{}
	taken   taint.Values
}

// parts are memory to reuse.
var parts = sync.Pool{New: func() any { return new(part) }}

// partOf readies a part of the array on top of the stack of p, src[start:end].
func partOf(p *Pass, start, end int) *part {
	w := parts.Get().(*part)
	w.start, w.arrived, w.done = start, false, make(chan struct{})
	doc := p.doc
	doc.Body, doc.More, doc.Index, doc.Jobs = doc.Body[:end], true, nil, 0
	if doc.Inner != nil {
		doc.Inner = nobody{}
	}
	if doc.Taken != nil {
		w.taken.Reset()
		doc.Taken = &w.taken
	}
	h := &w.pass
	h.ready(p.plan, &doc, w.out[:0])
	h.superseded, h.ahead.loud, h.ahead.ends = p.superseded, p.ahead.loud, end
	h.stack = append(h.stack, p.stack...)
	f := h.top()
	f.read, f.kept, f.gone = 0, 0, 0
	h.begin(&f.reading, &f.terms, nil, len(h.stack)-1)
	if f.acts == plan.NoActs {
		f.acts = noEnd
	}
	for _, s := range p.hider.sites[:min(len(p.hider.sites), len(p.stack))] {
		s.entered = false
		h.hider.sites = append(h.hider.sites, s)
	}
	return w
}

// noEnd are the acts of an array that is not to end with what is in it.
var noEnd = &plan.Acts{Limit: plan.NoActs.Limit}

// nobody shapes documents inside while others are at work: that is for one pass to do.
type nobody struct{}

var errNobody = errors.New("pass: documents inside are shaped by one pass")

func (nobody) Shape(Inside) (Shaped, error) { return Shaped{}, errNobody }

// shape shapes the part. A panic in it is a fault like others: if the part is right, the
// walk that does it again panics as well.
func (w *part) shape() {
	p := &w.pass
	defer func() {
		if recover() != nil {
			*p = Pass{fault: fault{failed: true}} // nobody knows what is left of it
		}
	}()
	w.at, w.arrived = p.elements(w.start)
	p.out.flush()
	w.out = p.out.Dst
}

// elements reads elements of the array on top of the stack, until the array ends or the
// text does, behind a comma, which is arrived then. It returns where the last one ends.
func (p *Pass) elements(i int) (end int, arrived bool) {
	depth := len(p.stack)
	for !p.fault.failed {
		f, at := p.top(), scan.Space(p.src, i)
		switch {
		case at == len(p.src):
		case p.src[at] == ']':
			return i, false
		case f.read > 0 && p.src[at] == ',' && scan.Space(p.src, at+1) == len(p.src):
			return i, true
		}
		before, start := f.read, 0
		if i, start = p.repeat(&f.reading, i, depth); start > 0 {
			i = p.descend(f, i, start)
		} else if f.read == before {
			i = p.element(f, i)
		}
		i = p.walk(depth, i)
	}
	return i, false
}

// take joins to the array f what comes next in it, which a helper has shaped. It fails
// where that is not what this pass would have come to.
func (p *Pass) take(f *frame, w *part) bool {
	h := &w.pass
	if h.fault.failed || h.limited.sites != (Sites{}) ||
		!p.told.Withheld.goesOn(&h.told.Withheld) || !p.told.Opaque.goesOn(&h.told.Opaque) || !p.told.Missed.goesOn(&h.told.Missed) || !p.told.Shortened.goesOn(&h.told.Shortened) || h.told.Cuts.isFull() || h.told.Texts.isFull() || // they lack what one pass names
		p.plan.Hiding != nil && !p.hider.Join(&h.hider.Hider) {
		return false
	}
	part := h.top()
	if part.kept > 0 {
		if f.kept > 0 {
			p.out.literal([]byte{','})
		}
		p.out.literal(w.out)
	}
	f.read, f.kept = f.read+part.read, f.kept+part.kept
	f.gone |= part.gone
	p.told.Cuts.join(h.told.Cuts)
	p.told.Texts.join(h.told.Texts)
	p.told.Withheld.goOn(&h.told.Withheld)
	p.told.Opaque.goOn(&h.told.Opaque)
	p.told.Missed.goOn(&h.told.Missed)
	p.told.Shortened.goOn(&h.told.Shortened)
	p.told.Tightened += h.told.Tightened
	p.told.Low += h.told.Low
	p.told.noteText(h.told.Text)
	if p.hider.Taken != nil {
		p.hider.Taken.Join(&w.taken)
	}
	return true
}

// release gives the memory of the part back.
func (w *part) release() {
	w.pass.Forget()
	if cap(w.out) > Scratch {
		w.out = nil
	}
	parts.Put(w)
}
