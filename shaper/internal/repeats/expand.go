package repeats

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/nodes"
)

// Expand returns a document with what they refer to in the place of references, in strings
// that are documents of their own as well, and without white space. A document without
// references is returned as it is. What leads nowhere, or would have the text grow more,
// or deeper, than Fold does, is no reference. The error is a [*scan.Error] where the
// document is no JSON, or takes more than its limit once it is expanded.
func Expand(doc []byte, lim scan.Limits) ([]byte, error) {
	if !Marked(doc) {
		return doc, nil
	}
	lim = lim.OrDefault()
	e := expander{lim: lim, nesting: maxNesting}
	out, err := e.document(doc)
	if err == nil && len(out) > lim.DocumentBytes {
		err = scan.NewError(doc, 0, scan.KindSize)
	}
	if err != nil || !e.found {
		return doc, err
	}
	return out, nil
}

// expander writes a text without references.
type expander struct {
	nodes.Copier
	places  places
	written []written // what became of each value so far
	lim     scan.Limits
	nesting int // strings that may be entered
	inside  int // bytes by which texts in strings grew
	found   bool
}

// written is what became of a value.
type written struct {
	start, end uint32 // in the output
	height     int32  // containers in each other
}

func (e *expander) document(doc []byte) ([]byte, error) {
	if err := scan.Check(doc, e.lim, false); err != nil {
		return nil, err
	}
	e.Tree = nodes.Grow(scan.AppendCompact(nil, doc))
	e.places, e.written = placesIn(e.Tree), make([]written, len(e.Nodes))
	e.value(0, 0)
	e.UpTo(uint32(len(e.Src)))
	return e.Out, nil
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
	if e.nesting == 0 || !Marked(quoted) {
		return
	}
	text := scan.AppendUnquote(nil, quoted[1:len(quoted)-1])
	inner := expander{lim: e.lim, nesting: e.nesting - 1}
	if out, err := inner.document(text); err == nil && inner.found {
		e.found = true
		before := len(e.Out)
		e.Out = scan.AppendQuote(e.Out, out)
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
