package scan

import (
	"bytes"
	"sync"
)

// Span is a part of a text: src[Start:End].
type Span struct{ Start, End int }

// Member is a member of a root object.
type Member struct {
	Name       string // unescaped
	Key        int    // offset of the quote that opens the name
	Start, End int    // of the value
	nameEnd    int    // in the text of all names
}

// Members validates a document and returns the members of its root object in order, or nil
// if the root is no object. A duplicate name in the root is an error. Objects inside the
// root are not checked for duplicates. keep selects the returned members by place and
// name; nil keeps all. Every error is an *Error.
func Members(src []byte, lim Limits, keep func(i int, name []byte) bool) ([]Member, error) {
	members, twice, err := Index(src, lim, keep)
	if err == nil && twice > 0 {
		return nil, NewError(src, twice, KindDuplicate)
	}
	return members, err
}

// Index is [Members] for a root with duplicate names. It returns every copy. twice is the
// start of the first duplicate name, or 0. If the text is broken behind that name, the
// name is the error, as the first fault.
func Index(src []byte, lim Limits, keep func(i int, name []byte) bool) (members []Member, twice int, err error) {
	members, twice, _, err = IndexBoth(src, lim, keep, "")
	return members, twice, err
}

// Inside is an object that is the value of a member.
type Inside struct {
	At      int      // its start
	Members []Member // their offsets count from there
	Twice   int      // relative to At; see [Index]
}

// IndexBoth is [Index] that also indexes one object in the root, in the same pass. That is
// the first object with the given name; keep selects its members too. in is nil if there
// is none. An empty name is not searched, and a name written with escapes is not found.
func IndexBoth(src []byte, lim Limits, keep func(i int, name []byte) bool, name string) (members []Member, twice int, in *Inside, err error) {
	x := newIndex(src, 12)
	x.keep, x.wanted = keep, name
	if members, twice, err = x.end(x.root(lim, '{')); err == nil && x.inside != nil {
		in = &Inside{At: x.inside.from}
		in.Members, in.Twice, err = x.inside.end(true, nil)
	}
	return members, twice, in, err
}

// Elements validates a document and returns the elements of its root array in order, or
// nil if the root is no array. Every error is an *Error.
func Elements(src []byte, lim Limits) ([]Span, error) {
	x := index{src: src, elements: []Span{}}
	if found, err := x.root(lim, '['); !found || err != nil {
		return nil, err
	}
	return x.elements, nil
}

// index is the members of an object, or the elements of an array, as they are read.
type index struct {
	src      []byte
	lim      *Limits
	depth    int                           // containers around it
	from     int                           // its start
	twice    int                           // start of the first duplicate name
	keep     func(i int, name []byte) bool // selects the members; nil keeps all
	wanted   string                        // name of the member to index as well, if its value is an object
	inside   *index                        // that one
	elements []Span                        // nil in an object
	read     int                           // members
	members  []Member
	names    []byte // of all members, in one text
	room     [128]byte
}

// newIndex has room for some members.
func newIndex(src []byte, room int) *index {
	x := &index{src: src, members: make([]Member, 0, room)}
	x.names = x.room[:0]
	return x
}

// root validates a document. If its root opens with the given bracket, x holds its items.
func (x *index) root(lim Limits, bracket byte) (found bool, err error) {
	lim = lim.OrDefault()
	err = document(x.src, &lim, func(i int) (int, Kind) {
		if found = i < len(x.src) && x.src[i] == bracket; found {
			x.lim = &lim
			return x.container(i)
		}
		two := skippers.Get().(*[2]Skipper)
		defer skippers.Put(two)
		return two[1].Value(x.src, i, 0, &lim)
	})
	return found, err
}

// skippers are pairs to reuse: one for the root, one for the values in it.
var skippers = sync.Pool{New: func() any { return new([2]Skipper) }}

// container reads the container at i with two skippers: a strict one for its names, and one
// for the values in it.
func (x *index) container(i int) (end int, kind Kind) {
	src, lim := x.src, x.lim
	two := skippers.Get().(*[2]Skipper)
	defer skippers.Put(two)
	outer, inner := &two[0], &two[1]
	outer.Strict, outer.open = true, outer.open[:0] // an earlier text may have left open containers
	outer.names.Reset()
	defer outer.names.Reset() // frees large tables
	i, empty := outer.enter(src, i)
	if empty {
		return i + 1, KindNone
	}
	for {
		key := i
		if outer.members != inArray {
			i, kind = outer.name(src, i, lim)
			if kind == KindDuplicate {
				x.twice = key
				outer.Strict = false // one is enough
				outer.members--
				i, kind = outer.name(src, key, lim)
			}
			if kind != KindNone {
				return i, kind
			}
		}
		start := i
		switch isWanted := x.wanted != "" && x.inside == nil && i < len(src) && src[i] == '{' &&
			bytes.HasPrefix(src[key+1:], []byte(x.wanted)) && src[key+1+len(x.wanted)] == '"'; {
		case !isWanted:
			i, kind = inner.Value(src, i, x.depth+1, lim)
		case x.depth+1 >= lim.Depth:
			kind = KindDepth
		default:
			x.inside = newIndex(src, 4)
			x.inside.lim, x.inside.depth, x.inside.from, x.inside.keep = lim, x.depth+1, i, x.keep
			i, kind = x.inside.container(i)
		}
		if kind != KindNone {
			return i, kind
		}
		if outer.members == inArray {
			x.elements = append(x.elements, Span{start, i})
		} else {
			closed, _ := stringEnd(src, key+1)
			before := len(x.names)
			x.names = AppendUnquote(x.names, src[key+1:closed-1])
			if x.read++; x.keep == nil || x.keep(x.read-1, x.names[before:]) {
				x.members = append(x.members, Member{Key: key - x.from, Start: start - x.from, End: i - x.from, nameEnd: len(x.names)})
			} else {
				x.names = x.names[:before]
			}
		}
		if i, kind = outer.next(src, i); kind != KindNone || len(outer.open) == 0 {
			return i, kind
		}
	}
}

// end names the members of an object, if one was found, once all was read.
func (x *index) end(found bool, err error) (members []Member, twice int, _ error) {
	switch {
	case err != nil && x.twice > 0:
		return nil, x.twice, NewError(x.src, x.twice, KindDuplicate)
	case !found || err != nil:
		return nil, 0, err
	}
	text, from := string(x.names), 0
	for i := range x.members {
		m := &x.members[i]
		m.Name, from = text[from:m.nameEnd], m.nameEnd
	}
	return x.members, max(0, x.twice-x.from), nil
}
