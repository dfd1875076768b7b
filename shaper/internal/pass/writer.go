package pass

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// writer writes the output of a pass. It joins adjacent spans of the input and copies them as
// late as possible. It can take back everything after a checkpoint.
type writer struct {
	scan.Spans     // of the input
	end        int // Src[From:end] is kept but not copied yet
}

// checkpoint is a position of the output.
type checkpoint struct {
	dst       int
	from, end uint32
}

// emit appends Src[a:b].
func (w *writer) emit(a, b int) {
	if a != w.end {
		w.leap(a)
	}
	w.end = b
}

// leap copies the pending span and begins one at Src[at]. It is apart from emit so that emit
// is inlined.
func (w *writer) leap(at int) {
	w.flush()
	w.From = at
}

// flush copies the pending span.
func (w *writer) flush() { w.Spans.Copy(w.end) }

// literal appends text that is not in the input.
func (w *writer) literal(text []byte) {
	w.flush()
	w.Dst = append(w.Dst, text...)
	w.From, w.end = 0, 0
}

// quote appends text as a JSON string.
func (w *writer) quote(text []byte) {
	w.flush()
	w.Dst = scan.AppendQuote(w.Dst, text)
	w.From, w.end = 0, 0
}

// reserve makes room for the pending span and n more bytes.
func (w *writer) reserve(n int) { w.Dst = slices.Grow(w.Dst, n+w.end-w.From) }

// head appends the tokens before a value. isFirst omits the comma.
func (w *writer) head(h *head, isFirst bool) {
	if !isFirst {
		w.emit(h.comma, h.comma+1)
	}
	switch {
	case h.key < 0:
	case h.colon == h.keyEnd:
		w.emit(h.key, h.colon+1)
	default:
		w.emit(h.key, h.keyEnd)
		w.emit(h.colon, h.colon+1)
	}
}

// before returns the offset of the head of the value at Src[start] if both are one span of the
// output. If white space separates them, it appends the head and returns start.
func (w *writer) before(h *head, start int, isFirst bool) (at int) {
	at, end := h.comma, h.comma+1
	if h.key >= 0 {
		if isFirst {
			at, end = h.key, h.key
		}
		if h.key == end && h.keyEnd == h.colon {
			end = h.colon + 1
		}
	} else if isFirst {
		at, end = start, start
	}
	if end == start {
		return at
	}
	w.head(h, isFirst)
	return start
}

// member appends a value that ends at Src[end], with its head.
func (w *writer) member(v *value, end int, isFirst bool) {
	w.emit(w.before(&v.head, v.start, isFirst), end)
}

// whole appends the value at Src[start] without the white space between its tokens. depth
// containers are around it. It returns the end of the value, or its first fault.
func (w *writer) whole(skip *scan.Skipper, start, depth int, lim *scan.Limits) (end int, kind scan.Kind) {
	w.emit(start, start)
	end, kind = skip.Copy(&w.Spans, start, depth, lim)
	if w.end = w.From; kind == scan.KindNone {
		w.end = end
	}
	return end, kind
}

// size copies the pending span and returns the length of the output.
func (w *writer) size() int {
	w.flush()
	return len(w.Dst)
}

// ends reports whether the output from offset size on equals value.
func (w *writer) ends(size int, value []byte) bool {
	w.flush()
	return bytes.Equal(w.Dst[size:], value)
}

func (w *writer) checkpoint() checkpoint {
	return checkpoint{len(w.Dst), uint32(w.From), uint32(w.end)}
}

// rollback takes the output back to a checkpoint.
func (w *writer) rollback(c checkpoint) {
	w.Dst, w.From, w.end = w.Dst[:c.dst], int(c.from), int(c.end)
}
