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
	x := newIndex(src, 12)
	x.keep = keep
	return x.end(root(src, lim, '{', &x.container))
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
	if members, twice, err = x.end(root(src, lim, '{', &x.container)); err == nil && x.inside != nil {
		in = &Inside{At: x.inside.from}
		in.Members, in.Twice, err = x.inside.end(true, nil)
	}
	return members, twice, in, err
}

// index is the members of an object, as they are read.
type index struct {
	container
	from    int // start of the object
	read    int // members
	members []Member
	names   []byte // of all members, in one text
	room    [128]byte
}

// newIndex has room for some members.
func newIndex(src []byte, room int) *index {
	x := &index{members: make([]Member, 0, room)}
	x.src, x.to, x.names = src, x, x.room[:0]
	return x
}

// item adds a member.
func (x *index) item(key int, value Span) {
	end, _ := stringEnd(x.src, key+1)
	before := len(x.names)
	x.names = AppendUnquote(x.names, x.src[key+1:end-1])
	if x.read++; x.keep != nil && !x.keep(x.read-1, x.names[before:]) {
		x.names = x.names[:before]
		return
	}
	x.members = append(x.members, Member{Key: key - x.from, Start: value.Start - x.from, End: value.End - x.from, nameEnd: len(x.names)})
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

// Elements validates a document and returns the elements of its root array in order, or
// nil if the root is no array. Every error is an *Error.
func Elements(src []byte, lim Limits) ([]Span, error) {
	all := elements{}
	found, err := root(src, lim, '[', &container{src: src, to: &all})
	if !found || err != nil {
		return nil, err
	}
	return all, nil
}

type elements []Span

func (all *elements) item(_ int, value Span) { *all = append(*all, value) }

// root validates a document. If its root opens with the given bracket, c reads its items.
func root(src []byte, lim Limits, bracket byte, c *container) (found bool, err error) {
	lim = lim.OrDefault()
	err = document(src, &lim, func(i int) (int, Kind) {
		if found = i < len(src) && src[i] == bracket; found {
			c.lim = &lim
			return c.read(i)
		}
		two := skippers.Get().(*[2]Skipper)
		defer skippers.Put(two)
		return two[1].Value(src, i, 0, &lim)
	})
	return found, err
}

// skippers are pairs to reuse: one for the root, one for the values in it.
var skippers = sync.Pool{New: func() any { return new([2]Skipper) }}

// container is an object or an array whose items are read.
type container struct {
	src    []byte
	lim    *Limits
	depth  int                           // containers around it
	to     interface{ item(int, Span) }  // receives each item: the place of its name, if it has one, and its value
	twice  int                           // start of the first duplicate name
	keep   func(i int, name []byte) bool // selects the indexed members; nil keeps all
	wanted string                        // name of the member to index as well, if its value is an object
	inside *index                        // that one
}

// read reads the container at i with two skippers: a strict one for its names,
// and one for the values in it.
func (c *container) read(i int) (end int, kind Kind) {
	src, lim := c.src, c.lim
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
				c.twice = key
				outer.Strict = false // one is enough
				outer.members--
				i, kind = outer.name(src, key, lim)
			}
			if kind != KindNone {
				return i, kind
			}
		}
		start := i
		if i, kind = c.value(inner, key, i); kind != KindNone {
			return i, kind
		}
		c.to.item(key, Span{start, i})
		if i, kind = outer.next(src, i); kind != KindNone || len(outer.open) == 0 {
			return i, kind
		}
	}
}

// value reads the value at i of the name at key.
func (c *container) value(inner *Skipper, key, i int) (end int, kind Kind) {
	isWanted := c.wanted != "" && c.inside == nil && i < len(c.src) && c.src[i] == '{' &&
		bytes.HasPrefix(c.src[key+1:], []byte(c.wanted)) && c.src[key+1+len(c.wanted)] == '"'
	switch {
	case !isWanted:
		return inner.Value(c.src, i, c.depth+1, c.lim)
	case c.depth+1 >= c.lim.Depth:
		return i, KindDepth
	}
	x := newIndex(c.src, 4)
	x.lim, x.depth, x.from, x.keep = c.lim, c.depth+1, i, c.keep
	c.inside = x
	return x.container.read(i)
}
