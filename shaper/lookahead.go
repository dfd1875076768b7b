package shaper

import "github.com/seed-7aa78ce4/shape/internal/scan"

// This file holds what looks ahead of the pass: at the lengths of arrays, and at
// names that come again.

// token is one piece of a JSON text as the look-ahead passes see it.
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
func (w *walker) tokens(i int, visit func(token)) {
	inObject := w.inObject[:0]
	defer func() { w.inObject = inObject }()
	name := false // the next string is a member name
	for i = scan.Space(w.src, i); i < len(w.src); i = scan.Space(w.src, i) {
		switch c := w.src[i]; c {
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
			end, kind := scan.Scalar(w.src, i, w.lim.StringBytes)
			if kind != scan.KindNone || name && c != '"' {
				return
			}
			t := token{kind: scalarValue, pos: i, end: end}
			if name {
				t.kind = memberName
			}
			visit(t)
			name, i = false, end
		}
		if len(inObject) == 0 || len(inObject) > w.lim.Depth {
			return
		}
	}
}

// arraySize is the length of an array, and where it begins.
type arraySize struct {
	pos, size int
}

// maxSizes bounds the arrays that are counted ahead. What comes after them is
// counted when its turn comes.
const maxSizes = 1 << 20

// arraySize counts the elements of the array at src[i]. The arrays inside it are
// counted on the way, so that hardly a part of a document is counted twice.
func (w *walker) arraySize(i int) int {
	for ; w.sized < len(w.sizes); w.sized++ {
		if s := w.sizes[w.sized]; s.pos == i {
			return s.size
		}
	}
	w.sizes, w.sized, w.counting = w.sizes[:0], 0, w.counting[:0]
	w.tokens(i, w.count)
	return w.sizes[0].size
}

// count takes in a token of an array whose elements are counted.
func (w *walker) count(t token) {
	innermost := len(w.counting) - 1
	if t.kind == closing {
		w.counting = w.counting[:max(0, innermost)]
		return
	}
	if innermost >= 0 && w.counting[innermost] >= 0 {
		w.sizes[w.counting[innermost]].size++
	}
	switch {
	case t.kind == openArray && len(w.sizes) < maxSizes:
		w.counting = append(w.counting, len(w.sizes))
		w.sizes = append(w.sizes, arraySize{pos: t.pos})
	case t.kind == openArray || t.kind == openObject:
		w.counting = append(w.counting, -1)
	}
}

// superseded lists the member names, by their place, that duplicates: first or
// last makes obsolete. It is nil where duplicates are refused.
func (w *walker) superseded() map[int]bool {
	if w.plan.rejectDuplicates {
		return nil
	}
	obsolete := map[int]bool{}
	var open []map[string]int // name to place, of each open object; nil is an array
	w.tokens(0, func(t token) {
		switch t.kind {
		case openArray:
			open = append(open, nil)
		case openObject:
			open = append(open, map[string]int{})
		case closing:
			open = open[:max(0, len(open)-1)]
		case memberName:
			seen := open[len(open)-1]
			w.name = scan.AppendUnquote(w.name[:0], w.src[t.pos+1:t.end-1])
			switch before, dup := seen[string(w.name)]; {
			case dup && !w.plan.keepLast:
				obsolete[t.pos] = true
				return
			case dup:
				obsolete[before] = true
			}
			seen[string(w.name)] = t.pos
		}
	})
	return obsolete
}
