package pass

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// This file reads what is foretold: members that a row has in compact text, and
// elements whose fates are those of all in their array. What comes otherwise, however
// it does, is read by [Pass.member] and [Pass.element].

// object reads the members of the object on top of the stack, until one is a
// container to enter or the object ends.
func (p *Pass) object(f *frame, i int) int {
	for depth := len(p.stack); len(p.stack) == depth && !p.fault.failed; {
		if f.names == repeating && !f.hasExtra && p.isCompact(f, i) {
			if i = p.repeat(f, i); len(p.stack) > depth {
				break
			}
			if i < len(p.src) && p.src[i] == '}' {
				return p.close(f, i)
			}
		}
		i = p.member(f, i)
	}
	return i
}

// isCompact reports whether the next member of f is there at once, behind its comma.
func (p *Pass) isCompact(f *frame, i int) bool {
	if f.read > 0 {
		i++
	}
	return i < len(p.src) && p.src[i] == '"'
}

// repeat reads members as long as the row of an object foretells them and what
// becomes of them, in compact text. What comes otherwise is left for member.
func (p *Pass) repeat(f *frame, i int) int {
	src, names, steps := p.src, f.row.names, f.row.steps
	for f.read < len(steps) {
		s := &steps[f.read]
		text := names[s.from:s.end]
		start := i + len(text)
		if start > len(src) || s.fates == (fates{}) || string(src[i:start]) != string(text) {
			break
		}
		what, end := p.foretold(s.fates, start)
		if what == open && !p.isString(start) {
			break
		}
		at := i // of the name, which no comma is before in the output
		if f.kept == 0 && f.read > 0 {
			at++
		}
		s.at = uint32(i)
		f.read++
		switch what {
		case dropped:
		case kept, set:
			p.out.emit(at, end)
			f.kept++
		default:
			v := s.value(f, i, start)
			if end = p.befall(f, &v, what, end); what == entered {
				return end
			}
		}
		i = end
	}
	return i
}

// value is that of the member of f that was read last, which the step foretold: src[at]
// is its comma, or the quote of the first member's name, and src[start] the value.
func (s *step) value(f *frame, at, start int) value {
	v := value{state: s.to, acts: plan.NoActs, start: start, head: head{comma: at, key: at, keyEnd: start - 1, colon: start - 1}}
	if f.read > 1 {
		v.head.key++
	}
	return v
}

// isString reports whether a string begins at src[start]: one of which something has
// to be asked, where its fate is open.
func (p *Pass) isString(start int) bool { return start < len(p.src) && p.src[start] == '"' }

// array reads the elements of the array on top of the stack, until one is a container
// to enter or the array ends.
func (p *Pass) array(f *frame, i int) int {
	for depth := len(p.stack); len(p.stack) == depth && !p.fault.failed; {
		if f.fates != (fates{}) {
			if i = p.repeatElements(f, i); len(p.stack) > depth {
				break
			}
			if i < len(p.src) && p.src[i] == ']' {
				return p.close(f, i)
			}
		}
		i = p.element(f, i)
	}
	return i
}

// repeatElements is repeat for the elements of an array.
func (p *Pass) repeatElements(f *frame, i int) int {
	for start := i; i < len(p.src); start = i {
		if f.read > 0 {
			if start++; p.src[i] != ',' || start == len(p.src) {
				break
			}
		}
		what, end, n := f.scalar, 0, 0
		if c := p.src[start]; c <= '9' && c >= '-' {
			end, n = scan.Numbers(p.src, start)
		}
		if n == 0 {
			what, end = p.foretold(f.fates, start)
			n = 1
		}
		if what == open && !p.isString(start) {
			break
		}
		f.read += n
		switch what {
		case dropped:
		case kept:
			p.out.element(i, start, end, f.isFirst())
			f.kept += n
		default:
			v := f.element(i, start)
			if end = p.befall(f, &v, what, end); what == entered {
				return end
			}
		}
		i = end
	}
	return i
}

// element is the element src[start], which a comma at src[i] stands before.
func (f *frame) element(i, start int) value {
	return value{state: f.elem, acts: plan.NoActs, start: start, head: head{comma: i, key: -1}}
}
