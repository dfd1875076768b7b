package pass

import (
	"math"
	"sync"
	"sync/atomic"
)

// The elements of a large array may be shaped by several passes at once, where all of
// them are alike to the plan. Each helper takes a part of the array: the text from one
// element on up to where another one seems to begin.
//
// Where a part begins is guessed (see [sign]), and proved by the one before it: it is
// right if that one, itself right, stands behind a comma of the array when its text
// ends. Then the two together are what one pass comes to. What a helper does in a part
// that is not right, or cannot do as one pass would, is thrown away, and the walk goes
// on from there alone: so it finds every fault itself, and what helpers say is never
// an error.

// PartBytes is about how large the parts of an array are.
const PartBytes = 1 << 20

// crew is what a pass knows of those that may help it.
type crew struct {
	most  int // parts at once
	bytes int // of a part, about
	from  int // of the text, where they may help
	wrong int // how often in a row nothing came of it

	depth int // deeper in, they wait for an array around to have them first,
	until int // up to there
}

// ready readies the crew for a document.
func (c *crew) ready(doc *Doc) {
	*c = crew{bytes: doc.Part, depth: math.MaxInt}
	if c.bytes == 0 {
		c.bytes = PartBytes
	}
	if c.most = min(doc.Jobs, len(doc.Body)/c.bytes); c.most < 2 {
		c.from = math.MaxInt
	}
}

// due is where others may help with an array, the innermost of some containers: not
// before it has shown that it is no short list.
func (c *crew) due(r *reading, depth int) int {
	if depth > c.depth {
		return max(c.from, c.until)
	}
	return max(c.from, int(r.start)+c.bytes/16)
}

// later has the crew wait until the walk has come further, the longer the more often
// nothing came of its help.
func (c *crew) later(at int) {
	const most = 10 // doublings, which words of 32 bits hold
	c.from = at + c.bytes<<min(c.wrong, most)
	c.wrong++
}

// share has others help with the array f, on top of the stack, from behind an element
// that ends at src[i]. It returns where they got to, which is behind an element, too.
func (p *Pass) share(f *frame, i int) int {
	p.crew.depth = math.MaxInt
	if around := p.larger(i); around >= 0 {
		p.crew.depth, p.crew.until = around+1, i+p.crew.bytes
		return i
	}
	sign, start := p.signOf(i)
	if sign == nil || !p.areAlike(f) {
		p.crew.later(i)
		return i
	}
	t := team{pass: p, sign: sign, next: start, work: make(chan *part, p.crew.most+1)}
	defer t.dismiss()
	return t.shape(f, i)
}

// larger is how many containers are around an array around the innermost one that has
// many elements, none of them large; -1 where there is none.
func (p *Pass) larger(i int) int {
	for depth := range p.stack[:len(p.stack)-1] {
		f := &p.stack[depth]
		if f.isAlike() && (i-int(f.start))/max(f.read, 1) < p.crew.bytes/4 {
			return depth
		}
	}
	return -1
}

// isAlike reports whether f is an array of which one fate is that of all elements.
func (f *frame) isAlike() bool {
	s := f.row.elements()
	return s != nil && s.fates != (fates{})
}

// areAlike reports whether nobody asks for single elements of f: for what becomes of
// them, or for where they are. Where names come again, what is copied whole keeps all
// copies, and what a pattern may fit behind it has a say in that.
func (p *Pass) areAlike(f *frame) bool {
	switch rules := p.plan.Hiding; {
	case !f.isAlike() || p.superseded != nil && p.plan.Resolved.Censors():
		return false
	case rules == nil || rules.Uniform:
		return true
	default:
		p.hidingAt(f, &value{head: noHead}) // so that the place of f is known
		return p.site(len(p.stack) - 1).IsUniform(rules)
	}
}

// team are those that help with one array.
type team struct {
	pass  *Pass // that has them help
	sign  *sign
	next  int     // where the next part begins; -1 where none does
	parts []*part // that are not joined yet, in their order
	work  chan *part
	over  atomic.Bool // nobody waits for the parts any more
	hands sync.WaitGroup
}

// shape has parts of the array f shaped, from behind an element that ends at src[i], as
// long as they prove right. It returns where the last of them ends.
func (t *team) shape(f *frame, i int) int {
	p := t.pass
	for range p.crew.most {
		t.hands.Go(t.help)
	}
	for w, joined := t.first(), 1; w != nil; w, joined = t.first(), joined+1 {
		<-w.done
		if !p.take(f, w) {
			break
		}
		if joined > p.crew.most {
			p.crew.wrong = 0
		}
		i, t.parts = w.at, t.parts[1:]
		arrived := w.arrived
		if w.release(); !arrived { // from then on it is somebody else's
			break
		}
	}
	p.crew.later(i)
	return i
}

// first is the first part that is not joined yet, nil where there is none. As many
// others are underway behind it as there are helpers.
func (t *team) first() *part {
	for t.next >= 0 && len(t.parts) <= t.pass.crew.most {
		start, end := t.next, t.end()
		if t.next = end; end < 0 {
			break
		}
		if end == len(t.pass.src) {
			t.next = -1
		}
		w := partOf(t.pass, start, end)
		t.parts = append(t.parts, w)
		t.work <- w // which has room for all of them
	}
	if len(t.parts) == 0 {
		return nil
	}
	return t.parts[0]
}

// end is where the next part ends: where one begins that is as large, or with the text;
// -1 where nobody can say.
func (t *team) end() int {
	src, size := t.pass.src, t.pass.crew.bytes
	if len(src)-t.next <= 2*size {
		return len(src)
	}
	return t.sign.next(src, t.next+size, t.next+4*size)
}

// help shapes parts until there are no more.
func (t *team) help() {
	for w := range t.work {
		if !t.over.Load() {
			w.shape()
		}
		close(w.done)
	}
}

// dismiss ends the work: what is left of it is in vain. Nobody is at work then.
func (t *team) dismiss() {
	t.over.Store(true)
	close(t.work)
	t.hands.Wait()
	for _, w := range t.parts {
		w.release()
	}
}
