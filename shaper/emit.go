package shaper

import "github.com/seed-7aa78ce4/shape/internal/scan"

// emit appends src[a:b] to the output. Spans that touch are copied as one, as
// late as possible.
func (w *walker) emit(a, b int) {
	if a == w.end {
		w.end = b
		return
	}
	w.flush()
	w.from, w.end = a, b
}

// flush copies the pending span.
func (w *walker) flush() {
	w.dst = append(w.dst, w.src[w.from:w.end]...)
	w.from = w.end
}

// literal appends text that is not in the input.
func (w *walker) literal(text []byte) {
	w.flush()
	w.dst = append(w.dst, text...)
	w.from, w.end = 0, 0
}

// emitHead appends what stands before a value that is kept in f.
func (w *walker) emitHead(f *frame, h head) {
	if f != nil && f.kept > 0 {
		w.emit(h.comma, h.comma+1)
	}
	if h.key >= 0 {
		w.emit(h.key, h.keyEnd)
		w.emit(h.colon, h.colon+1)
	}
}

// emitRaw appends a whole value, without its insignificant white space.
func (w *walker) emitRaw(a, b int, spaces bool) {
	if !spaces {
		w.emit(a, b)
		return
	}
	w.flush()
	w.dst = scan.AppendCompact(w.dst, w.src[a:b])
	w.from, w.end = 0, 0
}

func (w *walker) mark() mark { return mark{len(w.dst), w.from, w.end} }

// rollback takes the output back to a mark: three integers, no tree.
func (w *walker) rollback(m mark) {
	w.dst, w.from, w.end = w.dst[:m.dst], m.from, m.end
}
