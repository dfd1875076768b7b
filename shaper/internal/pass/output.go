package pass

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// output is what the pass writes. Spans of the input that touch are copied as
// one, as late as possible, and all that came after a checkpoint can be taken back.
type output struct {
	scan.Spans     // of the input
	end        int // Src[From:end] is kept but not copied yet
}

// checkpoint is a place in the output to which it can be taken back.
type checkpoint struct {
	dst       int
	from, end uint32
}

// emit appends Src[a:b].
func (o *output) emit(a, b int) {
	if a != o.end {
		o.leap(a)
	}
	o.end = b
}

// leap leaves out what comes up to Src[at].
func (o *output) leap(at int) {
	o.flush()
	o.From = at
}

// flush copies the pending span.
func (o *output) flush() { o.Spans.Copy(o.end) }

// literal appends text that is not in the input.
func (o *output) literal(text []byte) {
	o.flush()
	o.Dst = append(o.Dst, text...)
	o.From, o.end = 0, 0
}

// quote appends text as a JSON string.
func (o *output) quote(text []byte) {
	o.flush()
	o.Dst = scan.AppendQuote(o.Dst, text)
	o.From, o.end = 0, 0
}

// reserve makes room for n bytes behind the pending span.
func (o *output) reserve(n int) { o.Dst = slices.Grow(o.Dst, n+o.end-o.From) }

// head appends what stands before a value; first tells that it is the first one
// that its container keeps.
func (o *output) head(h *head, first bool) {
	if !first {
		o.emit(h.comma, h.comma+1)
	}
	switch {
	case h.key < 0:
	case h.colon == h.keyEnd:
		o.emit(h.key, h.colon+1)
	default:
		o.emit(h.key, h.keyEnd)
		o.emit(h.colon, h.colon+1)
	}
}

// before returns where what stands before the value at Src[start] begins, if the two are
// one piece in the output. Where white space is among it, it is appended without that,
// and what is left begins with the value. first is as for head.
func (o *output) before(h *head, start int, first bool) (at int) {
	at, end := h.comma, h.comma+1
	if h.key >= 0 {
		if first {
			at, end = h.key, h.key
		}
		if h.key == end && h.keyEnd == h.colon {
			end = h.colon + 1
		}
	} else if first {
		at, end = start, start
	}
	if end == start {
		return at
	}
	o.head(h, first)
	return start
}

// member appends a value that ends at Src[end] with what stands before it; first as
// for head.
func (o *output) member(v *value, end int, first bool) {
	o.emit(o.before(&v.head, v.start, first), end)
}

// whole appends the value that begins at Src[start], inside depth containers, as it is
// but for white space between its tokens. It returns where that ends, or its first fault.
func (o *output) whole(skip *scan.Skipper, start, depth int, lim *scan.Limits) (end int, kind scan.Kind) {
	o.emit(start, start)
	end, kind = skip.Copy(&o.Spans, start, depth, lim)
	if o.end = o.From; kind == scan.KindNone {
		o.end = end
	}
	return end, kind
}

// length is how long the output is by now, with what is not copied yet.
func (o *output) length() int { return len(o.Dst) + o.end - o.From }

// size is how long the output is by now, all of it copied.
func (o *output) size() int {
	o.flush()
	return len(o.Dst)
}

// ends reports whether the output from a size on is the given value.
func (o *output) ends(size int, value []byte) bool {
	o.flush()
	return bytes.Equal(o.Dst[size:], value)
}

func (o *output) checkpoint() checkpoint {
	return checkpoint{len(o.Dst), uint32(o.From), uint32(o.end)}
}

// rollback takes the output back to a checkpoint: three integers, no tree.
func (o *output) rollback(c checkpoint) {
	o.Dst, o.From, o.end = o.Dst[:c.dst], int(c.from), int(c.end)
}
