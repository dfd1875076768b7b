package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// This file reads what is foretold: members that a row has, and elements whose fates are
// those of all in their array. What comes otherwise, however it does, is read by
// [Pass.member] and [Pass.element].

// reading is how far a container is read. Of most containers nothing else is needed.
type reading struct {
	row        *row   // nil where it has none
	read, kept int    // members or elements
	start      uint32 // of the container
	names      naming // of an object
	gone       losses // to what members or elements did
}

// losses are what took something out of a container, but for include lists.
type losses uint8

const (
	toExclude losses = 1 << iota
	toElision        // which the masks had kept
)

// items reads the members or elements of the container on top of the stack, until one
// is a container that is pushed or the container ends.
func (p *Pass) items(f *frame, i int) int {
	for depth := len(p.stack); len(p.stack) == depth && !p.fault.failed; {
		start := 0
		if !f.asked {
			i, start = p.repeat(&f.reading, i, depth)
		}
		switch end := scan.Space(p.src, i); {
		case start > 0:
			i = p.descend(f, i, start)
		case !f.asked && end < len(p.src) && p.src[end] == f.closer():
			return p.close(f, end)
		case f.isObject:
			i = p.member(f, i)
		default:
			i = p.element(f, i)
		}
	}
	return i
}

// repeat reads members or elements of the innermost of so many containers, as long as
// its row foretells them and what becomes of them. Where the next one is to be entered,
// it begins at src[start]; start is 0 where what comes is not foretold.
func (p *Pass) repeat(r *reading, i, depth int) (next, start int) {
	switch {
	case r.names != repeating || len(r.row.steps) == 0:
		return i, 0
	case r.row.isObject:
		return p.repeatMembers(r, i, depth)
	case r.row.steps[0].fates == (fates{}):
		return i, 0
	}
	return p.repeatElements(r, i, depth)
}

// repeatMembers is repeat for the members of an object, in compact text.
func (p *Pass) repeatMembers(r *reading, i, depth int) (next, start int) {
	for steps := r.row.steps; r.read < len(steps); {
		s := &steps[r.read]
		start := r.row.fits(s, p.src, i)
		if start == 0 || s.fates == (fates{}) {
			return p.repeatSpaced(r, i, depth)
		}
		if s.container == entered && scan.IsOpener(p.src[start]) {
			return i, start
		}
		what, end := p.foretold(s.fates, start, depth)
		if what == open {
			break
		}
		at := i // of the name, which no comma is before in the output
		if r.kept == 0 && r.read > 0 {
			at++
		}
		s.at = uint32(i + min(r.read, 1))
		switch r.read++; what {
		case kept, set:
			p.out.emit(at, end)
			r.kept++
		case copied:
			end = p.copy(r, at, start, depth)
		default:
			p.lose(r, what, s.to, 1)
		}
		i = end
	}
	return i, 0
}

// repeatSpaced is repeatMembers where white space is in the text.
func (p *Pass) repeatSpaced(r *reading, i, depth int) (next, start int) {
	for steps := r.row.steps; r.read < len(steps); {
		s := &steps[r.read]
		key, start := p.spaced(r.row.names[s.from:s.end], i)
		if start >= len(p.src) || s.fates == (fates{}) {
			break
		}
		what, end := p.foretold(s.fates, start, depth)
		switch what {
		case open:
			return i, 0
		case entered:
			return i, start
		}
		at := start
		if what.stays() {
			h := s.head(r.read, i, key)
			at = p.out.before(&h, start, r.kept == 0)
		}
		s.at = uint32(key)
		switch r.read++; what {
		case kept, set:
			p.out.emit(at, end)
			r.kept++
		case copied:
			end = p.copy(r, at, start, depth)
		default:
			p.lose(r, what, s.to, 1)
		}
		i = end
	}
	return i, 0
}

// spaced finds a name of a row, as compact text has it, at src[i] with white space around
// it. It returns where the name and the value begin, or len(src) where it is not there.
func (p *Pass) spaced(text []byte, i int) (key, start int) {
	if text[0] == ',' {
		if i >= len(p.src) || p.src[i] != ',' {
			return i, len(p.src)
		}
		text, i = text[1:], i+1
	}
	key = scan.Space(p.src, i)
	end := key + len(text)
	if end > len(p.src) || string(p.src[key:end]) != string(text) {
		return key, len(p.src)
	}
	return key, scan.Space(p.src, end)
}

// head is what stands before the value of the member of the step, which is the nth of
// its object, behind a comma or a bracket at src[i], and whose name is at src[key].
func (s *step) head(n, i, key int) head {
	colon := key + int(s.end-s.from) - 1 - min(n, 1)
	return head{comma: i, key: key, keyEnd: colon, colon: colon}
}

// repeatElements is repeat for the elements of an array.
func (p *Pass) repeatElements(r *reading, i, depth int) (next, start int) {
	all := r.row.steps[0].fates
	for start := i; i < len(p.src); start = i {
		if r.read > 0 {
			if start++; p.src[i] != ',' {
				break
			}
		}
		if start = scan.Space(p.src, start); start == len(p.src) {
			break
		}
		c := p.src[start]
		if all.container == entered && scan.IsOpener(c) {
			return i, start
		}
		what, end, n := all.scalar, 0, 0
		if c-'-' <= '9'-'-' {
			end, n = scan.Numbers(p.src, start)
		}
		if n == 0 {
			what, end = p.foretold(all, start, depth)
			n = 1
		}
		if what == open {
			break
		}
		at := i // the comma
		if r.kept == 0 {
			at = start
		} else if start > i+1 && what.stays() {
			p.out.emit(i, i+1)
			at = start
		}
		switch r.read += n; what {
		case kept:
			p.out.emit(at, end)
			r.kept += n
		case copied:
			end = p.copy(r, at, start, depth)
		default:
			p.lose(r, what, r.row.steps[0].to, n)
		}
		i = end
	}
	return i, 0
}

// copy copies the container at src[start], which is inside so many others. What stands
// before it in the output begins at src[at].
func (p *Pass) copy(r *reading, at, start, depth int) (end int) {
	p.out.emit(at, start)
	end, kind := p.out.whole(&p.skip, start, p.doc.Depth+depth, &p.doc.Limits)
	if kind != scan.KindNone {
		return p.fail(end, kind)
	}
	r.kept++
	return end
}

// lose notes the fate of n values at a state that go.
func (p *Pass) lose(r *reading, what fate, at *fieldmask.State, n int) {
	if what == forbidden {
		p.meet(at, n)
	}
	r.lose(what)
}

// lose notes the fate of a value that goes.
func (r *reading) lose(what fate) {
	switch what {
	case excluded, forbidden:
		r.gone |= toExclude
	case elided:
		r.gone |= toElision
	}
}

// lead returns the step to the next member or element, which is to be entered, as repeat
// found it at src[i] and its value at src[start]; and where that begins, with what stands
// before it in the output, and its name, if it is a member.
func (p *Pass) lead(r *reading, i, start int) (s *step, at, key int) {
	s, h, end := &r.row.steps[0], head{comma: i, key: -1}, i+min(r.read, 1)
	if at = i; r.kept == 0 {
		at = start
	}
	if r.row.isObject {
		s = &r.row.steps[r.read]
		key = scan.Space(p.src, end)
		s.at = uint32(key)
		if end = i + int(s.end-s.from); r.kept == 0 {
			at = key
		}
	}
	if start > end { // not in compact text
		if r.row.isObject {
			h = s.head(r.read, i, key)
		}
		at = p.out.before(&h, start, r.kept == 0)
	}
	r.read++
	return s, at, key
}

// descend enters the value at src[start] of the next member or element of f, as repeat
// found it at src[i], and those in it that are foretold likewise: each is on the terms
// of the one around it, and nothing is asked of any. One in which there is no more than
// what is foretold is never pushed.
func (p *Pass) descend(f *frame, i, start int) int {
	for start > 0 {
		depth := len(p.stack)
		if p.mayBePair(!f.isObject, start) {
			if f.isObject {
				return p.member(f, i)
			}
			return p.element(f, i)
		}
		if p.doc.Depth+depth >= p.doc.Limits.Depth {
			return p.fail(start, scan.KindDepth)
		}
		undo, r := p.out.checkpoint(), reading{start: uint32(start)}
		s, at, key := p.lead(&f.reading, i, start)
		var on terms
		on.become(s.to, p.src[start] == '{', &f.terms)
		if r.row = *s.row(on.isObject); r.row == nil || r.row.terms != on || !p.members.unique {
			p.begin(&r, &on, s, depth)
		}
		p.out.emit(at, start+1)
		i, start = p.repeat(&r, start+1, depth+1)
		if end := scan.Space(p.src, i); r.kept > 0 && start == 0 && end < len(p.src) && p.src[end] == on.closer() {
			p.out.emit(end, end+1)
			f.kept++
			return end + 1
		}
		child := p.push(&r, undo)
		child.become(on.state, on.isObject, &on)
		child.acts, child.key = plan.NoActs, uint32(key)
		child.free, child.payload = f.free, f.payload
		if !on.isObject && on.state.NeedsSize() {
			p.equip(child)
		}
		f = child
	}
	return i
}
