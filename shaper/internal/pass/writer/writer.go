// Package writer writes the output of a pass. It joins adjacent spans of the input and copies them
// as late as possible.
package writer

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Writer appends spans of Src and other text to Dst. It can take back everything after a
// checkpoint.
type Writer struct {
	scan.Spans     // of the input
	end        int // Src[From:end] is kept but not copied yet

	// Twin is a string of Dst that quotes another part of Dst, or empty.
	Twin   scan.Span
	quoted scan.Span // the last document in a string, if it is still there
	twins  int       // both end before this offset of Dst
}

// Head holds the offsets of the tokens before a value: the comma, the member name and its
// colon. -1 means absent.
type Head struct {
	Comma, Key, KeyEnd, Colon int
}

// Checkpoint is a position of the output.
type Checkpoint struct {
	dst       int
	from, end uint32
}

// Emit appends Src[a:b].
func (w *Writer) Emit(a, b int) {
	if a != w.end {
		w.leap(a)
	}
	w.end = b
}

// leap copies the pending span and begins one at Src[at]. It is apart from Emit so that Emit
// is inlined.
func (w *Writer) leap(at int) {
	w.Flush()
	w.From = at
}

// Flush copies the pending span.
func (w *Writer) Flush() { w.Spans.Copy(w.end) }

// Literal appends text that is not in the input.
func (w *Writer) Literal(text []byte) {
	w.Flush()
	w.Dst = append(w.Dst, text...)
	w.From, w.end = 0, 0
}

// Quote appends text as a JSON string.
func (w *Writer) Quote(text []byte) {
	w.Flush()
	w.Dst = scan.AppendQuote(w.Dst, text)
	w.From, w.end = 0, 0
}

// Document appends a document as a JSON string. Again appends it once more, as a value.
func (w *Writer) Document(text []byte) {
	start := w.Size()
	w.Quote(text)
	w.quoted, w.Twin, w.twins = scan.Span{Start: start, End: len(w.Dst)}, scan.Span{}, len(w.Dst)
}

// Again is called with the text of the last call of Document.
func (w *Writer) Again(text []byte) {
	w.Literal(text)
	w.Twin, w.twins = w.quoted, len(w.Dst)
}

// Reserve makes room for the pending span and n more bytes.
func (w *Writer) Reserve(n int) { w.Dst = slices.Grow(w.Dst, n+w.end-w.From) }

// Head appends the tokens before a value. isFirst omits the comma.
func (w *Writer) Head(h *Head, isFirst bool) {
	if !isFirst {
		w.Emit(h.Comma, h.Comma+1)
	}
	switch {
	case h.Key < 0:
	case h.Colon == h.KeyEnd:
		w.Emit(h.Key, h.Colon+1)
	default:
		w.Emit(h.Key, h.KeyEnd)
		w.Emit(h.Colon, h.Colon+1)
	}
}

// Before returns the offset of the head of the value at Src[start] if both are one span of the
// output. If white space separates them, it appends the head and returns start.
func (w *Writer) Before(h *Head, start int, isFirst bool) (at int) {
	at, end := h.Comma, h.Comma+1
	if h.Key >= 0 {
		if isFirst {
			at, end = h.Key, h.Key
		}
		if h.Key == end && h.KeyEnd == h.Colon {
			end = h.Colon + 1
		}
	} else if isFirst {
		at, end = start, start
	}
	if end == start {
		return at
	}
	w.Head(h, isFirst)
	return start
}

// Member appends the value Src[start:end] with its head.
func (w *Writer) Member(h *Head, start, end int, isFirst bool) {
	w.Emit(w.Before(h, start, isFirst), end)
}

// Whole appends the value at Src[start] without the white space between its tokens. depth
// containers are around it. It returns the end of the value, or its first fault.
func (w *Writer) Whole(skip *scan.Skipper, start, depth int, lim *scan.Limits) (end int, kind scan.Kind) {
	w.Emit(start, start)
	end, kind = skip.Copy(&w.Spans, start, depth, lim)
	if w.end = w.From; kind == scan.KindNone {
		w.end = end
	}
	return end, kind
}

// Size copies the pending span and returns the length of the output.
func (w *Writer) Size() int {
	w.Flush()
	return len(w.Dst)
}

// Ends reports whether the output from offset size on equals value.
func (w *Writer) Ends(size int, value []byte) bool {
	w.Flush()
	return bytes.Equal(w.Dst[size:], value)
}

// Checkpoint returns the position.
func (w *Writer) Checkpoint() Checkpoint {
	return Checkpoint{len(w.Dst), uint32(w.From), uint32(w.end)}
}

// Rollback takes the output back to a checkpoint.
func (w *Writer) Rollback(c Checkpoint) {
	w.Dst, w.From, w.end = w.Dst[:c.dst], int(c.from), int(c.end)
	if c.dst < w.twins {
		w.quoted, w.Twin = scan.Span{}, scan.Span{}
	}
}
