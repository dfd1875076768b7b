package repeats

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/nodes"
)

// Expand returns a document with what they refer to in the place of references, as
// [nodes.Marks.Expand] has it. What leads nowhere, or would have the text grow more, or
// deeper, than Fold does, is no reference.
func Expand(doc []byte, lim scan.Limits) ([]byte, error) {
	return nodes.Marks{In: Marked, Undo: undo}.Expand(doc, lim)
}

// undo writes a text without references.
func undo(t *nodes.Tree, lim scan.Limits, inner func([]byte) ([]byte, bool)) ([]byte, bool) {
	e := expander{Copier: nodes.Copier{Tree: t}, lim: lim, inner: inner}
	e.places, e.written = placesIn(t), make([]written, len(e.Nodes))
	e.value(0, 0)
	e.UpTo(uint32(len(e.Src)))
	return e.Out, e.found
}

// expander writes a text without references.
type expander struct {
	nodes.Copier
	places  places
	written []written // what became of each value so far
	lim     scan.Limits
	inner   func(quoted []byte) (text []byte, found bool)
	inside  int // bytes by which texts in strings grew
	found   bool
}

// written is what became of a value.
type written struct {
	start, end uint32 // in the output
	height     int32  // containers in each other
}

// value expands what is in a value, in so many containers. It gives up where that takes
// more than its limit.
func (e *expander) value(n uint32, depth int) (height int) {
	if len(e.Out) > e.lim.DocumentBytes {
		return 0
	}
	at := &e.Nodes[n]
	e.UpTo(at.Start)
	start := len(e.Out)
	switch {
	case e.Kind(n) == '"':
		e.text(n)
	case e.refer(n, depth, &height):
	case scan.IsOpener(e.Kind(n)):
		for c := range e.Inside(n) {
			height = max(height, e.value(c, depth+1))
		}
		height++
	}
	e.UpTo(at.End)
	e.written[n] = written{uint32(start), uint32(len(e.Out)), int32(height)}
	return height
}

// text expands what is in a string.
func (e *expander) text(n uint32) {
	quoted := e.Value(n)
	if text, found := e.inner(quoted); found {
		e.found = true
		before := len(e.Out)
		e.Out = scan.AppendQuote(e.Out, text)
		e.inside += len(e.Out) - before - len(quoted)
		e.From = e.Nodes[n].End
	}
}

// refer writes what a value refers to, if it is a reference that could have been written
// here, and tells its height.
func (e *expander) refer(n uint32, depth int, height *int) bool {
	first, ok := e.first(n)
	if !ok {
		return false
	}
	as, end := e.written[first], e.Nodes[n].End
	size := int(as.end - as.start)
	grown := len(e.Out) + size - e.inside
	if size < shortest || size <= len(e.Value(n)) || grown > mostGrowth*int(end) || depth+int(as.height) > e.lim.Depth {
		return false
	}
	e.found, *height = true, int(as.height)
	e.Out = append(e.Out, e.Out[as.start:as.end]...)
	e.From = end
	return true
}

// first is the value to which another refers, which ends before that.
func (e *expander) first(n uint32) (first uint32, ok bool) {
	value := e.Value(n)
	if !bytes.HasPrefix(value, []byte(opening)) || e.Nodes[n].Next != n+2 {
		return 0, false
	}
	pointer, ok := bytes.CutSuffix(value[len(opening):], []byte(closing))
	if !ok || bytes.IndexByte(pointer, '\\') >= 0 {
		return 0, false
	}
	return e.places.follow(n, string(pointer))
}
