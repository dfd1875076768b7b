package pass

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// lookahead reads ahead of the pass: it counts the elements of arrays and finds duplicate
// names. It keeps its memory between documents.
type lookahead struct {
	src      []byte
	lim      *scan.Limits
	sizes    []arraySize // counted ahead, by offset
	passed   int         // entries of sizes that the pass left behind
	counting []int       // of the open containers: index into sizes, -1 for an object
	inObject []bool      // scratch of tokens
	names    scan.Names  // to find duplicates
	obsolete positions   // of the names that a duplicate replaces
	skip     scan.Skipper
	loud     int // containers before this offset are walked for their strings
	ends     int // end of a document that others follow; 0 if not known yet
}

// reset prepares for a document.
func (l *lookahead) reset(src []byte, lim *scan.Limits) {
	l.src, l.lim, l.sizes, l.passed = src, lim, l.sizes[:0], 0
	l.loud, l.ends, l.obsolete = 0, 0, nil
}

// end returns the end of the document at src[start], or of the valid part of a broken one. more
// means that other documents may follow. Without more, end is the end of the text.
func (l *lookahead) end(start int, more bool) int {
	if !more {
		return len(l.src)
	}
	if l.ends == 0 {
		l.ends = l.skip.End(l.src, start)
	}
	return l.ends
}

// token is one piece of a JSON text.
type token struct {
	kind tokenKind
	pos  int
	end  int // of a name: after its closing quote
}

type tokenKind uint8

const (
	openArray tokenKind = iota
	openObject
	closing
	memberName
	scalarValue
)

// tokens calls visit for the tokens of the value at src[i], until visit returns false. It stops
// at a fault. The pass itself reports the fault later.
func (l *lookahead) tokens(i int, visit func(token) bool) {
	inObject := l.inObject[:0]
	defer func() { l.inObject = inObject }()
	name, more := false, true // name: the next string is a member name
	for i = scan.Space(l.src, i); i < len(l.src); i = scan.Space(l.src, i) {
		switch c := l.src[i]; c {
		case '[':
			more = visit(token{kind: openArray, pos: i})
			inObject, name, i = append(inObject, false), false, i+1
		case '{':
			more = visit(token{kind: openObject, pos: i})
			inObject, name, i = append(inObject, true), true, i+1
		case ']', '}':
			more = visit(token{kind: closing, pos: i})
			inObject, name, i = inObject[:max(0, len(inObject)-1)], false, i+1
		case ',':
			name, i = len(inObject) > 0 && inObject[len(inObject)-1], i+1
		case ':':
			i++
		default:
			t, ok := l.scalar(i, name)
			if !ok {
				return
			}
			more = visit(t)
			name, i = false, t.end
		}
		if !more || len(inObject) == 0 || len(inObject) > l.lim.Depth {
			return
		}
	}
}

// scalar reads the scalar at src[i]. A name must be a string.
func (l *lookahead) scalar(i int, name bool) (t token, ok bool) {
	end, kind := scan.Scalar(l.src, i, l.lim.StringBytes)
	if kind != scan.KindNone || name && l.src[i] != '"' {
		return token{}, false
	}
	if name {
		return token{kind: memberName, pos: i, end: end}, true
	}
	return token{kind: scalarValue, pos: i, end: end}, true
}

// member returns the offset of the value of the first member with a name in the object at
// src[i]. Obsolete members do not count. It returns -1 if there is none, or a fault comes first.
func (l *lookahead) member(i int, name string) int {
	found := -1
	l.skip.EachMember(l.src, i, func(read []byte, key, value int) bool {
		if string(read) == name && !l.obsolete.has(key) {
			found = value
		}
		return found < 0
	})
	return found
}

// arraySize is the number of elements of the array at an offset.
type arraySize struct {
	pos, size int
}

// maxSizes bounds the arrays that are counted ahead. Later arrays are counted in their turn.
// The bound grows with the document. A fixed bound would count a chain of arrays too often, if
// each last element holds the rest.
func (l *lookahead) maxSizes() int { return max(1<<10, len(l.src)/16) }

// size counts the elements of the array at src[i]. It counts the arrays inside on the way, so
// that few bytes are read twice.
func (l *lookahead) size(i int) int {
	for ; l.passed < len(l.sizes); l.passed++ {
		if s := l.sizes[l.passed]; s.pos == i {
			return s.size
		}
	}
	l.sizes, l.passed, l.counting = l.sizes[:0], 0, l.counting[:0]
	l.tokens(i, l.count)
	return l.sizes[0].size
}

// count counts a token of an array.
func (l *lookahead) count(t token) (more bool) {
	innermost := len(l.counting) - 1
	if t.kind == closing {
		l.counting = l.counting[:max(0, innermost)]
		return true
	}
	if innermost >= 0 && l.counting[innermost] >= 0 {
		l.sizes[l.counting[innermost]].size++
	}
	switch {
	case t.kind == openArray && len(l.sizes) < l.maxSizes():
		l.counting = append(l.counting, len(l.sizes))
		l.sizes = append(l.sizes, arraySize{pos: t.pos})
	case t.kind == openArray || t.kind == openObject:
		l.counting = append(l.counting, -1)
	}
	return true
}

// findObsolete sets l.obsolete to the offsets of the names that do not count. Of equal names in
// an object the first or the last one counts. It stops at a fault, and at an object with more
// members than allowed.
func (l *lookahead) findObsolete(last bool) {
	l.names.Reset()
	members := l.counting[:0] // of each open object; -1 is an array
	l.tokens(0, func(t token) bool {
		switch t.kind {
		case openArray:
			members = append(members, -1)
		case openObject:
			members = append(members, 0)
			l.names.Open()
		case closing:
			if len(members) == 0 {
				return false
			}
			if members[len(members)-1] >= 0 {
				l.names.Close()
			}
			members = members[:len(members)-1]
		case memberName:
			read := &members[len(members)-1]
			if *read++; *read > l.lim.Members {
				return false
			}
			escaped := bytes.ContainsRune(l.src[t.pos:t.end], '\\')
			before, again := t.pos, false
			if last {
				before, again = l.names.Move(l.src, t.pos+1, t.end-1, escaped)
				before-- // the quote
			} else {
				again = l.names.Add(l.src, t.pos+1, t.end-1, escaped)
			}
			if again {
				l.obsolete.add(before, len(l.src))
			}
		}
		return true
	})
	l.counting = members
}

// forget drops the data of the caller and large memory.
func (l *lookahead) forget() {
	l.src, l.obsolete = nil, nil
	l.names.Reset()
	if cap(l.sizes) > Scratch/16 {
		l.sizes = nil
	}
}

// positions is a set of offsets in a text, with one bit for each byte. The zero value is empty.
type positions []uint64

// add adds an offset in a text of a size.
func (s *positions) add(at, size int) {
	if *s == nil {
		*s = make(positions, size/64+1)
	}
	(*s)[at/64] |= 1 << (at % 64)
}

func (s positions) has(at int) bool { return s != nil && s[at/64]&(1<<(at%64)) != 0 }

// rank finds the elements of the array f that stay under a budget. They have the largest numbers
// in the member to rank by. Among equals the first ones stay. It ranks by no hidden member,
// since the order would reveal it.
func (c *core) rank(f *frame) {
	most, by := c.most(f), []byte(f.acts.Rank)
	if c.limits.tight.Items == 0 || most < 0 {
		return
	}
	if s := f.State.Element(0, 1).Member(by); s.Excluded() || c.plan.Acts(s).Redact != nil {
		return
	}
	var ranks []float64
	c.ahead.skip.EachElement(c.src, int(f.start), func(value int) bool {
		ranks = append(ranks, c.ahead.number(value, f.acts.Rank))
		return true
	})
	if len(ranks) <= most || c.inDigest() {
		return
	}
	order := make([]int, len(ranks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ranks[b], ranks[a]) })
	best := make([]bool, len(ranks))
	for _, i := range order[:most] {
		best[i] = true
	}
	c.widen(f).best = best
}

// number returns the number in the member of the object at src[i], or minus infinity.
func (l *lookahead) number(i int, name string) float64 {
	at := l.member(i, name)
	if at < 0 || at >= len(l.src) {
		return math.Inf(-1)
	}
	end, kind := scan.Number(l.src, at)
	if kind != scan.KindNone {
		return math.Inf(-1)
	}
	n, _ := strconv.ParseFloat(string(l.src[at:end]), 64) // infinity if it is too large
	return n
}
