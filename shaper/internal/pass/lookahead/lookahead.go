// Package lookahead reads a JSON text ahead of the pass: it counts the elements of arrays, finds
// members by name, and finds duplicate names.
package lookahead

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Lookahead reads one document after the other and keeps its memory between them. The zero value
// is ready for Reset.
type Lookahead struct {
	Skip scan.Skipper // to read members and elements

	src      []byte
	lim      *scan.Limits
	sizes    []arraySize // counted ahead, by offset
	passed   int         // entries of sizes that the pass left behind
	counting []int       // of the open containers: index into sizes, -1 for an object
	inObject []bool      // scratch of tokens
	names    scan.Names  // to find duplicates
	obsolete positions   // of the names that a duplicate replaces
	around   []int       // ends of the lists that Differ compared
	ends     int         // end of a document that others follow; 0 if not known yet
}

// Reset prepares for a document.
func (l *Lookahead) Reset(src []byte, lim *scan.Limits) {
	l.src, l.lim, l.sizes, l.passed = src, lim, l.sizes[:0], 0
	l.ends, l.obsolete, l.around = 0, nil, l.around[:0]
}

// End returns the end of the document at src[start], or of the valid part of a broken one. more
// means that other documents may follow. Without more, end is the end of the text.
func (l *Lookahead) End(start int, more bool) int {
	if !more {
		return len(l.src)
	}
	if l.ends == 0 {
		l.ends = l.Skip.End(l.src, start)
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
func (l *Lookahead) tokens(i int, visit func(token) bool) {
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
func (l *Lookahead) scalar(i int, name bool) (t token, ok bool) {
	end, kind := scan.Scalar(l.src, i, l.lim.StringBytes)
	if kind != scan.KindNone || name && l.src[i] != '"' {
		return token{}, false
	}
	if name {
		return token{kind: memberName, pos: i, end: end}, true
	}
	return token{kind: scalarValue, pos: i, end: end}, true
}

// Member returns the offset of the value of the first member with a name in the object at
// src[i]. Obsolete members do not count. It returns -1 if there is none, or a fault comes first.
func (l *Lookahead) Member(i int, name string) int {
	found := -1
	l.Skip.EachMember(l.src, i, func(read []byte, key, value int) bool {
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
func (l *Lookahead) maxSizes() int { return max(1<<10, len(l.src)/16) }

// Size counts the elements of the array at src[i]. It counts the arrays inside on the way, so
// that few bytes are read twice.
func (l *Lookahead) Size(i int) int {
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
func (l *Lookahead) count(t token) (more bool) {
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

// FindObsolete finds the names that do not count, see [Lookahead.IsObsolete]. Of equal names in
// an object the first or the last one counts. It stops at a fault, and at an object with more
// members than allowed.
func (l *Lookahead) FindObsolete(last bool) {
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

// Forget drops the data of the caller, and memory of more than scratch bytes.
func (l *Lookahead) Forget(scratch int) {
	l.src, l.obsolete = nil, nil
	l.names.Reset()
	if cap(l.sizes) > scratch/16 {
		l.sizes = nil
	}
}

// HasObsolete reports whether FindObsolete found a name.
func (l *Lookahead) HasObsolete() bool { return l.obsolete != nil }

// IsObsolete reports whether a duplicate replaces the name at an offset.
func (l *Lookahead) IsObsolete(at int) bool { return l.obsolete.has(at) }

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

// Best marks the most elements of the array at src[i] with the largest numbers in a member. Among
// equals the first ones are marked. The result is nil if the array has no more than most elements.
func (l *Lookahead) Best(i int, member string, most int) (best []bool) {
	var ranks []float64
	l.Skip.EachElement(l.src, i, func(value int) bool {
		ranks = append(ranks, l.number(value, member))
		return true
	})
	if len(ranks) <= most {
		return nil
	}
	order := make([]int, len(ranks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ranks[b], ranks[a]) })
	best = make([]bool, len(ranks))
	for _, i := range order[:most] {
		best[i] = true
	}
	return best
}

// number returns the number in the member of the object at src[i], or minus infinity.
func (l *Lookahead) number(i int, name string) float64 {
	at := l.Member(i, name)
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
