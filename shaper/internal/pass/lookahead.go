package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// lookahead knows what stands further on in a document: the lengths of arrays,
// and names that come again. It keeps its memory between documents.
type lookahead struct {
	src      []byte
	lim      *scan.Limits
	sizes    []arraySize // counted ahead, in the order of their places
	passed   int         // of them, those that the pass has left behind
	counting []int       // of the containers open while arrays are counted: index into sizes, -1 is none
	inObject []bool      // scratch of tokens
	names    scan.Names  // that come again
	skip     scan.Skipper
	loud     int // up to there, containers are walked for the strings in them
	ends     int // where a document ends that others follow; 0 until somebody asks
}

// reset readies the machine for a document.
func (l *lookahead) reset(src []byte, lim *scan.Limits) {
	l.src, l.lim, l.sizes, l.passed = src, lim, l.sizes[:0], 0
	l.loud, l.ends = 0, 0
}

// end is where the document at src[start] ends, or is broken, which is with the text
// unless more follows: others may, each of which would look through all that is left.
func (l *lookahead) end(start int, more bool) int {
	if !more {
		return len(l.src)
	}
	if l.ends == 0 {
		l.ends = l.skip.End(l.src, start)
	}
	return l.ends
}

// token is one piece of a JSON text as the look-ahead sees it.
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

// tokens calls visit for the tokens of the value at src[i], until it returns false. It
// stops where the text is broken, which the pass itself will report.
func (l *lookahead) tokens(i int, visit func(token) bool) {
	inObject := l.inObject[:0]
	defer func() { l.inObject = inObject }()
	name, more := false, true // the next string is a member name; visit wants to go on
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

// scalar reads the scalar at src[i], which must be a string where a name is due.
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

// member finds the value of the first member of a name, other than those at the
// places that do not count, in the object at src[i]; -1 is that it has none, or that
// the text is broken before it.
func (l *lookahead) member(i int, name string, superseded places) int {
	found := -1
	l.skip.EachMember(l.src, i, func(read []byte, key, value int) bool {
		if string(read) == name && !superseded.has(key) {
			found = value
		}
		return found < 0
	})
	return found
}

// arraySize is the length of an array, and where it begins.
type arraySize struct {
	pos, size int
}

// maxSizes bounds the arrays that are counted ahead. What comes after them is
// counted when its turn comes. It grows with the document, of which a part would
// else be counted the more often the larger that is: arrays whose last element is
// one that holds all the rest.
func (l *lookahead) maxSizes() int { return max(1<<10, len(l.src)/16) }

// size counts the elements of the array at src[i]. The arrays inside it are
// counted on the way, so that hardly a part of a document is counted twice.
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

// count takes in a token of an array whose elements are counted.
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

// superseded are the places of the member names that do not count because the
// object holds the same name again: of each name the first or the last copy counts.
// What the text holds after a fault is not looked at, nor what is behind as many
// members as an object may have.
func (l *lookahead) superseded(last bool) places {
	var obsolete places
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
				obsolete.add(before, len(l.src))
			}
		}
		return true
	})
	l.counting = members
	return obsolete
}

// forget lets go of what belongs to the caller.
func (l *lookahead) forget() {
	l.src = nil
	l.names.Reset()
	if cap(l.sizes) > Scratch/16 {
		l.sizes = nil
	}
}
