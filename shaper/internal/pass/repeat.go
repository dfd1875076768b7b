package pass

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// This file reads what is foretold: members that a row has in compact text, and
// elements whose fates are those of all in their array. What comes otherwise, however
// it does, is read by [Pass.member] and [Pass.element].

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
		switch {
		case start > 0:
			i = p.descend(f, i, start)
		case !f.asked && i < len(p.src) && p.src[i] == f.closer():
			return p.close(f, i)
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
	}
	return p.repeatElements(r, i, depth)
}

// repeatMembers is repeat for the members of an object, in compact text.
func (p *Pass) repeatMembers(r *reading, i, depth int) (next, start int) {
	for steps := r.row.steps; r.read < len(steps); {
		s := &steps[r.read]
		text := r.row.names[s.from:s.end]
		start := i + len(text)
		if start >= len(p.src) || s.fates == (fates{}) || string(p.src[i:start]) != string(text) {
			break
		}
		what, end := p.foretold(s.fates, start, depth)
		switch what {
		case open:
			return i, 0
		case entered:
			return i, start
		}
		at := i // of the name, which no comma is before in the output
		if r.kept == 0 && r.read > 0 {
			at++
		}
		s.at = uint32(i)
		switch r.read++; what {
		case kept, set:
			p.out.emit(at, end)
			r.kept++
		case copied:
			end = p.copy(r, at, start, depth)
		default:
			r.lose(what)
		}
		i = end
	}
	return i, 0
}

// repeatElements is repeat for the elements of an array.
func (p *Pass) repeatElements(r *reading, i, depth int) (next, start int) {
	all := r.row.steps[0].fates
	for start := i; i < len(p.src) && all != (fates{}); start = i {
		if r.read > 0 {
			if start++; p.src[i] != ',' || start == len(p.src) {
				break
			}
		}
		what, end, n := all.scalar, 0, 0
		if c := p.src[start]; c <= '9' && c >= '-' {
			end, n = scan.Numbers(p.src, start)
		}
		if n == 0 {
			what, end = p.foretold(all, start, depth)
			n = 1
		}
		switch what {
		case open:
			return i, 0
		case entered:
			return i, start
		}
		at := i // the comma
		if r.kept == 0 {
			at = start
		}
		switch r.read += n; what {
		case kept:
			p.out.emit(at, end)
			r.kept += n
		case copied:
			end = p.copy(r, at, start, depth)
		default:
			r.lose(what)
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

// lose notes the fate of a value that goes.
func (r *reading) lose(what fate) {
	switch what {
	case excluded:
		r.gone |= toExclude
	case elided:
		r.gone |= toElision
	}
}

// lead returns the step to the next member or element of f, which is to be entered, as
// repeat found it at src[i] and its value at src[start]; and where that begins, with what
// stands before it in the output, and its name, if it is a member.
func (r *reading) lead(i, start int) (s *step, at, key int) {
	at = i
	if s = &r.row.steps[0]; r.row.isObject {
		s = &r.row.steps[r.read]
		s.at = uint32(i)
		if key = i; r.read > 0 {
			key++
		}
		start = key
	}
	if r.read++; r.kept == 0 {
		at = start
	}
	return s, at, key
}

// descend enters the value at src[start] of the next member or element of f, as repeat
// found it at src[i], and those in it that are foretold likewise: each is on the terms
// of the one around it, and nothing is asked of any. One in which there is no more than
// what is foretold is never pushed.
func (p *Pass) descend(f *frame, i, start int) int {
	for start > 0 {
		depth := len(p.stack)
		if p.doc.Depth+depth >= p.doc.Limits.Depth {
			return p.fail(start, scan.KindDepth)
		}
		s, at, key := f.lead(i, start)
		undo, on, r := p.out.checkpoint(), f.terms, reading{start: uint32(start)}
		on.state, on.isObject = s.to, p.src[start] == '{'
		p.begin(&r, &on, s, depth)
		p.out.emit(at, start+1)
		i, start = p.repeat(&r, start+1, depth+1)
		if r.kept > 0 && start == 0 && i < len(p.src) && p.src[i] == on.closer() {
			p.out.emit(i, i+1)
			f.kept++
			return i + 1
		}
		child := p.push(&r, undo)
		child.terms, child.acts, child.key = on, plan.NoActs, uint32(key)
		child.free, child.payload = f.free, f.payload
		if !on.isObject && on.state.NeedsSize() {
			p.equip(child)
		}
		f = child
	}
	return i
}
