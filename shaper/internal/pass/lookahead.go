package pass

import "github.com/seed-7aa78ce4/shape/internal/scan"

// lookahead knows what stands further on in a document: the lengths of arrays,
// and names that come again. It keeps its memory between documents.
type lookahead struct {
	src      []byte
	lim      *scan.Limits
	sizes    []arraySize // counted ahead, in the order of their places
	passed   int         // of them, those that the pass has left behind
	counting []int       // of the containers open while arrays are counted: index into sizes, -1 is none
	inObject []bool      // scratch of tokens
	name     []byte      // scratch: an unescaped name
	skip     scan.Skipper
	loud     int // up to there, containers are walked for the strings in them
}

// reset readies the machine for a document.
func (l *lookahead) reset(src []byte, lim *scan.Limits) {
	l.src, l.lim, l.sizes, l.passed = src, lim, l.sizes[:0], 0
	l.loud = 0
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

// tokens calls visit for the tokens of the value at src[i]. It stops where the
// text is broken, which the pass itself will report.
func (l *lookahead) tokens(i int, visit func(token)) {
	inObject := l.inObject[:0]
	defer func() { l.inObject = inObject }()
	name := false // the next string is a member name
	for i = scan.Space(l.src, i); i < len(l.src); i = scan.Space(l.src, i) {
		switch c := l.src[i]; c {
		case '[':
			visit(token{kind: openArray, pos: i})
			inObject, name, i = append(inObject, false), false, i+1
		case '{':
			visit(token{kind: openObject, pos: i})
			inObject, name, i = append(inObject, true), true, i+1
		case ']', '}':
			visit(token{kind: closing, pos: i})
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
			visit(t)
			name, i = false, t.end
		}
		if len(inObject) == 0 || len(inObject) > l.lim.Depth {
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
func (l *lookahead) member(i int, name string, superseded map[int]bool) int {
	found := -1
	l.skip.EachMember(l.src, i, func(read []byte, key, value int) bool {
		if string(read) == name && !superseded[key] {
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
// counted when its turn comes.
const maxSizes = 1 << 20

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
func (l *lookahead) count(t token) {
	innermost := len(l.counting) - 1
	if t.kind == closing {
		l.counting = l.counting[:max(0, innermost)]
		return
	}
	if innermost >= 0 && l.counting[innermost] >= 0 {
		l.sizes[l.counting[innermost]].size++
	}
	switch {
	case t.kind == openArray && len(l.sizes) < maxSizes:
		l.counting = append(l.counting, len(l.sizes))
		l.sizes = append(l.sizes, arraySize{pos: t.pos})
	case t.kind == openArray || t.kind == openObject:
		l.counting = append(l.counting, -1)
	}
}

// superseded lists the member names, by their places, that do not count because
// the object holds the same name again: of each name the first or the last copy
// counts. What the text holds after a fault is not looked at.
func (l *lookahead) superseded(last bool) map[int]bool {
	obsolete := map[int]bool{}
	var open []map[string]int // name to place, of each open object; nil is an array
	l.tokens(0, func(t token) {
		switch t.kind {
		case openArray:
			open = append(open, nil)
		case openObject:
			open = append(open, map[string]int{})
		case closing:
			open = open[:max(0, len(open)-1)]
		case memberName:
			seen := open[len(open)-1]
			l.name = scan.AppendUnquote(l.name[:0], l.src[t.pos+1:t.end-1])
			switch before, again := seen[string(l.name)]; {
			case again && !last:
				obsolete[t.pos] = true
				return
			case again:
				obsolete[before] = true
			}
			seen[string(l.name)] = t.pos
		}
	})
	return obsolete
}

// forget lets go of what belongs to the caller.
func (l *lookahead) forget() {
	l.src = nil
	if cap(l.name) > Scratch {
		l.name = nil
	}
}
