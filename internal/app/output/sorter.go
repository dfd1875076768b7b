package output

import (
	"bytes"
	"math"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// sorter writes texts with the members of every object in the order of their names. It
// reuses its tables between calls, and is not safe for concurrent use. The zero value is
// ready.
type sorter struct {
	src     []byte
	objects []object // in the order of their start; an object in order all through has no entry
	members []member // of these objects: grouped by object, sorted in each group
	pending []member // of the open objects
	open    []opened
	parts   []part
	a, b    []byte // scratch: the two compared names
}

// object is an object whose members are written in another order.
type object struct {
	start, end  uint32 // from bracket to bracket
	first, last uint32 // its range of members
	after       uint32 // the first object that starts behind it
}

// member reaches from the quote that opens its name to the end of its value.
type member struct {
	start, end uint32
	objects    uint32 // the first object that starts in it or behind it
}

// opened is an open container. The fields after isObject serve objects only.
type opened struct {
	isObject bool
	index    uint32 // in objects
	pending  int    // length of pending when it opened
}

// part is a piece of the text to write. Its members, if any, come first.
type part struct {
	start, end  uint32
	objects     uint32
	first, last uint32
}

// Append appends src, a valid compact text, with the members of each object sorted by code
// points of their unescaped names. Equal names keep their order. All other bytes stay. Time
// is linear but for the comparisons. Memory is at most about five times the text.
func (s *sorter) Append(dst, src []byte) []byte {
	s.src = src
	s.objects, s.members, s.pending = s.objects[:0], s.members[:0], s.pending[:0]
	s.index()
	return s.write(dst)
}

// index lists the objects that are not in order, and sorts their members.
func (s *sorter) index() {
	for i := 0; i < len(s.src); {
		switch c := s.src[i]; c {
		case '"':
			i, _, _ = scan.String(s.src, i, math.MaxInt)
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

// begin appends the member that starts at i. It appends none to an empty object.
func (s *sorter) begin(i int) {
	if s.src[i] == '"' {
		s.pending = append(s.pending, member{start: uint32(i), objects: uint32(len(s.objects))})
	}
}

// close sorts the members of the object whose closing bracket is at i. It forgets an object
// that is in order, together with all objects in it.
func (s *sorter) close(c opened, i uint32) {
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

// compare compares the names of two members byte by byte. In UTF-8 that is the order of
// code points.
func (s *sorter) compare(x, y member) int {
	s.a, s.b = s.name(s.a[:0], x), s.name(s.b[:0], y)
	return bytes.Compare(s.a, s.b)
}

func (s *sorter) name(dst []byte, m member) []byte {
	end, _, _ := scan.String(s.src, int(m.start), math.MaxInt)
	return scan.AppendUnquote(dst, s.src[m.start+1:end-1])
}

// write copies the text, from object to object.
func (s *sorter) write(dst []byte) []byte {
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
