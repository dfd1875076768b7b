package scan

import (
	"bytes"
	"slices"
)

// Sorter writes texts with the members of every object in the order of their
// names. It keeps its tables between calls; it is not safe for concurrent use.
// The zero value is ready.
type Sorter struct {
	src     []byte
	objects []object // in the order in which they open, but for those that are in order
	members []member // of these objects, each one's together and in order
	pending []member // of the objects that are open
	open    []opened
	parts   []part
	a, b    []byte // the names that are compared
}

// object is one whose members are written in another order.
type object struct {
	start, end  uint32 // from bracket to bracket
	first, last uint32 // its part of members
	after       uint32 // the first object that opens behind it
}

// member is a member from the quote that opens its name to the end of its value.
type member struct {
	start, end uint32
	objects    uint32 // the first object that opens in it, or behind it
}

// opened is a container that is being read; of an array there is nothing to know.
type opened struct {
	isObject bool
	index    uint32 // in objects
	pending  int    // how many there were before
}

// part is a piece of the text that is being written, with the members to write
// before it.
type part struct {
	start, end  uint32
	objects     uint32
	first, last uint32
}

// Append appends a valid compact text, with the members of each object in the
// order of their unescaped names by code point; equal names stay in their order.
// All else is copied byte for byte. Time is linear but for the comparisons, and
// memory about five times the text at most.
func (s *Sorter) Append(dst, src []byte) []byte {
	s.src = src
	s.objects, s.members, s.pending = s.objects[:0], s.members[:0], s.pending[:0]
	s.index()
	return s.write(dst)
}

// index finds the objects that are not in order, and orders their members.
func (s *Sorter) index() {
	for i := 0; i < len(s.src); {
		switch c := s.src[i]; c {
		case '"':
			i, _ = stringEnd(s.src, i+1)
			continue
		case '{':
			s.open = append(s.open, opened{true, uint32(len(s.objects)), len(s.pending)})
			s.objects = append(s.objects, object{start: uint32(i)})
			s.begin(i + 1)
		case '[':
			s.open = append(s.open, opened{})
		case ',':
			if s.open[len(s.open)-1].isObject {
				s.pending[len(s.pending)-1].end = uint32(i)
				s.begin(i + 1)
			}
		case '}', ']':
			last := len(s.open) - 1
			if s.open[last].isObject {
				s.close(s.open[last], uint32(i))
			}
			s.open = s.open[:last]
		}
		i++
	}
}

// begin notes the member that begins at i, if one does.
func (s *Sorter) begin(i int) {
	if s.src[i] == '"' {
		s.pending = append(s.pending, member{start: uint32(i), objects: uint32(len(s.objects))})
	}
}

// close orders the members of the object whose closing bracket is at i. One that
// is in order, as all in it are, is forgotten.
func (s *Sorter) close(c opened, i uint32) {
	all := s.pending[c.pending:]
	if len(all) > 0 {
		all[len(all)-1].end = i
	}
	if slices.IsSortedFunc(all, s.compare) && int(c.index) == len(s.objects)-1 {
		s.objects = s.objects[:c.index]
	} else {
		slices.SortStableFunc(all, s.compare)
		o := &s.objects[c.index]
		o.end, o.after, o.first = i, uint32(len(s.objects)), uint32(len(s.members))
		s.members = append(s.members, all...)
		o.last = uint32(len(s.members))
	}
	s.pending = s.pending[:c.pending]
}

// compare compares the names of two members; that UTF-8 is compared byte by byte
// is as good as by code points.
func (s *Sorter) compare(x, y member) int {
	s.a, s.b = s.name(s.a[:0], x), s.name(s.b[:0], y)
	return bytes.Compare(s.a, s.b)
}

func (s *Sorter) name(dst []byte, m member) []byte {
	end, _ := stringEnd(s.src, int(m.start)+1)
	return AppendUnquote(dst, s.src[m.start+1:end-1])
}

// write copies the text, from object to object.
func (s *Sorter) write(dst []byte) []byte {
	s.parts = append(s.parts[:0], part{end: uint32(len(s.src))})
	for len(s.parts) > 0 {
		p := &s.parts[len(s.parts)-1]
		switch {
		case p.first < p.last:
			m := s.members[p.first]
			p.first++
			if dst[len(dst)-1] != '{' {
				dst = append(dst, ',')
			}
			s.parts = append(s.parts, part{start: m.start, end: m.end, objects: m.objects})
		case int(p.objects) < len(s.objects) && s.objects[p.objects].start < p.end:
			o := s.objects[p.objects]
			dst = append(dst, s.src[p.start:o.start+1]...)
			p.start, p.objects, p.first, p.last = o.end, o.after, o.first, o.last
		default:
			dst = append(dst, s.src[p.start:p.end]...)
			s.parts = s.parts[:len(s.parts)-1]
		}
	}
	return dst
}
