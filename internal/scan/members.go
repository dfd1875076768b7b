package scan

import "sync"

// Span is a part of a text: src[Start:End].
type Span struct{ Start, End int }

// Member is a member of a root object.
type Member struct {
	Name       string // unescaped
	Key        int    // offset of the quote that opens the name
	Start, End int    // of the value
	nameEnd    int    // in the text of all names
}

// Members validates a document and returns the members of its root object in
// their order, or nil where the root is no object. A name that the root holds
// twice is an error; objects inside it are not looked at for that. Where keep is
// not nil, it says which members are returned, by their place and their name.
// Every error is an *Error.
func Members(src []byte, lim Limits, keep func(i int, name []byte) bool) ([]Member, error) {
	members, twice, err := Index(src, lim, keep)
	if err == nil && twice > 0 {
		return nil, NewError(src, twice, KindDuplicate)
	}
	return members, err
}

// Index is [Members] where a name may come again: twice is where the first that
// does begins, 0 where none does. Every copy is returned. Where the text is broken
// behind it, the name is the error, as the first fault.
func Index(src []byte, lim Limits, keep func(i int, name []byte) bool) (members []Member, twice int, err error) {
	members = make([]Member, 0, 12)
	names := make([]byte, 0, 128) // of all members, in one text
	read := 0
	found, err := root(src, lim, '{', &twice, func(key int, value Span) {
		end, _ := stringEnd(src, key+1)
		before := len(names)
		names = AppendUnquote(names, src[key+1:end-1])
		if read++; keep != nil && !keep(read-1, names[before:]) {
			names = names[:before]
			return
		}
		members = append(members, Member{Key: key, Start: value.Start, End: value.End, nameEnd: len(names)})
	})
	switch {
	case err != nil && twice > 0:
		return nil, twice, NewError(src, twice, KindDuplicate)
	case !found || err != nil:
		return nil, 0, err
	}
	text, from := string(names), 0
	for i := range members {
		m := &members[i]
		m.Name, from = text[from:m.nameEnd], m.nameEnd
	}
	return members, twice, nil
}

// Elements validates a document and returns the elements of its root array in
// their order, or nil where the root is no array. Every error is an *Error.
func Elements(src []byte, lim Limits) ([]Span, error) {
	elements := []Span{}
	found, err := root(src, lim, '[', nil, func(_ int, value Span) { elements = append(elements, value) })
	if !found || err != nil {
		return nil, err
	}
	return elements, nil
}

// root validates a document. Where its root opens with the given bracket, it
// calls add for each item, with the offset of its name, if it has one, and its
// value. The first name that comes again is noted in twice, or a fault where that
// is nil.
func root(src []byte, lim Limits, bracket byte, twice *int, add func(key int, value Span)) (found bool, err error) {
	lim = lim.OrDefault()
	err = document(src, &lim, func(i int) (int, Kind) {
		if found = i < len(src) && src[i] == bracket; found {
			return items(src, i, &lim, twice, add)
		}
		two := skippers.Get().(*[2]Skipper)
		defer skippers.Put(two)
		return two[1].Value(src, i, 0, &lim)
	})
	return found, err
}

// skippers are pairs to reuse: for the root, and for what is in it.
var skippers = sync.Pool{New: func() any { return new([2]Skipper) }}

// items reads the container at i with two skippers: a strict one for its names,
// and one for the values in it.
func items(src []byte, i int, lim *Limits, twice *int, add func(key int, value Span)) (end int, kind Kind) {
	two := skippers.Get().(*[2]Skipper)
	defer skippers.Put(two)
	outer, inner := &two[0], &two[1]
	outer.reset()
	defer outer.names.Reset() // what is large is not kept
	i, empty := outer.enter(src, i)
	if empty {
		return i + 1, KindNone
	}
	for {
		key := i
		if outer.members != inArray {
			i, kind = outer.name(src, i, lim)
			if kind == KindDuplicate && twice != nil {
				*twice = key
				outer.Strict = false // one is enough
				outer.members--
				i, kind = outer.name(src, key, lim)
			}
			if kind != KindNone {
				return i, kind
			}
		}
		start := i
		if i, kind = inner.Value(src, i, 1, lim); kind != KindNone {
			return i, kind
		}
		add(key, Span{start, i})
		if i, kind = outer.next(src, i); kind != KindNone || len(outer.open) == 0 {
			return i, kind
		}
	}
}

// reset closes what an earlier text left open, and readies the skipper to find
// names that come again.
func (s *Skipper) reset() {
	s.Strict = true
	s.open = s.open[:0]
	s.names.Reset()
}
