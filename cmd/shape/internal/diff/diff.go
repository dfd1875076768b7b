// Package diff compares a document with what became of it, line by line, as both are
// laid out.
package diff

import (
	"bytes"
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Append appends a unified diff of a document and what became of it, both valid and
// compact, each laid out by two blanks per level; nothing where they are the same.
//
// No value shows that is not in the outcome. A value that goes, or becomes another one,
// is one line with its name and its size: what it holds was never looked into for what
// must not show. Memory is linear in the texts, and so is time, but that texts which
// are equal up to a change deep in them are compared on each level.
func Append(dst []byte, name string, before, after []byte) []byte {
	if bytes.Equal(before, after) {
		return dst
	}
	w := walk{
		before: cursor{src: before, boxes: index(before)},
		after:  cursor{src: after, boxes: index(after)},
		out:    hunks{dst: fmt.Appendf(dst, "--- %s\n+++ %s\n", name, name)},
	}
	w.pair(nil, nil)
	for len(w.open) > 0 {
		w.step(&w.open[len(w.open)-1])
	}
	return w.out.end()
}

// walk goes through two documents at once.
type walk struct {
	before, after cursor
	open          []frame // containers that are in both
	out           hunks
	laid          []byte
}

// frame is a container that is open in both.
type frame struct {
	isObject bool
	// What is left of it.
	before, after int
	names         map[string]int // of what is left of the object before; nil until somebody asks
}

// step compares what comes next in a container.
func (w *walk) step(f *frame) {
	switch {
	case f.before == 0 && f.after == 0:
		w.close()
	case f.before == 0:
		w.insert(f)
	case f.after == 0 || !w.meets(f):
		w.drop(f)
	case f.isObject && !bytes.Equal(w.before.name(), w.after.name()):
		w.insert(f)
	default:
		name, also := w.before.take(f.isObject), w.after.take(f.isObject)
		f.left(name)
		f.before--
		f.after--
		w.pair(name, also)
	}
}

// meets reports whether what comes next after may be what comes next before, or is
// new: then what comes next before stays where it is.
func (w *walk) meets(f *frame) bool {
	if !f.isObject {
		return f.before <= f.after || like(w.before.value(), w.after.value())
	}
	b, a := w.before.name(), w.after.name()
	if bytes.Equal(a, b) {
		return true
	}
	if f.names == nil {
		f.names = w.before.names(f.before)
	}
	return f.names[string(a)] == 0
}

// left forgets a name that was passed.
func (f *frame) left(name []byte) {
	if f.names != nil {
		f.names[string(name)]--
	}
}

// drop tells of a value that is only before.
func (w *walk) drop(f *frame) {
	name := w.before.take(f.isObject)
	f.left(name)
	f.before--
	w.gone(name)
}

func (w *walk) gone(name []byte) {
	size := len(w.before.value())
	w.before.skip()
	w.laid = fmt.Appendf(label(w.laid[:0], name), "… (%d byte", size)
	if size != 1 {
		w.laid = append(w.laid, 's')
	}
	w.laid = append(w.laid, ')')
	w.out.line('-', len(w.open), w.laid)
}

// insert tells of a value that is only after.
func (w *walk) insert(f *frame) {
	name := w.after.take(f.isObject)
	f.after--
	w.lines('+', name)
}

// lines writes the lines of the value that comes next after.
func (w *walk) lines(op byte, name []byte) {
	w.laid = label(w.laid[:0], name)
	w.laid = scan.AppendIndent(w.laid, w.after.value(), "  ")
	w.after.skip()
	w.laid = w.after.comma(w.laid)
	for line := range bytes.Lines(w.laid) {
		w.out.line(op, len(w.open), bytes.TrimSuffix(line, []byte("\n")))
	}
}

// pair compares two values that stand at one place.
func (w *walk) pair(name, also []byte) {
	b, a := w.before.value(), w.after.value()
	switch {
	case bytes.Equal(b, a):
		w.before.skip()
		w.lines(' ', also)
	case a[0] == b[0] && w.after.items() > 0 && w.before.items() > 0:
		w.laid = append(label(w.laid[:0], also), a[0])
		w.out.line(' ', len(w.open), w.laid)
		w.open = append(w.open, frame{isObject: a[0] == '{', before: w.before.enter(), after: w.after.enter()})
	default:
		w.gone(name)
		w.lines('+', also)
	}
}

// close ends a container in both.
func (w *walk) close() {
	w.laid = append(w.laid[:0], w.after.src[w.after.at])
	w.before.at++
	w.after.at++
	w.laid = w.after.comma(w.laid)
	w.open = w.open[:len(w.open)-1]
	w.out.line(' ', len(w.open), w.laid)
}

func label(dst, name []byte) []byte {
	if name == nil {
		return dst
	}
	return append(append(dst, name...), ": "...)
}

// like reports whether an element may have become another one, by the first value
// that the latter holds: what is kept is kept as it is written.
func like(before, after []byte) bool {
	const most = 4096 // bytes to look at
	if before[0] != after[0] || before[0] != '{' && before[0] != '[' {
		return bytes.Equal(before, after)
	}
	first := firstOf(after)
	return len(first) == 0 || bytes.Contains(before[:min(len(before), most)], first[:min(len(first), most)])
}

// firstOf is the first scalar that a value holds, with its name.
func firstOf(src []byte) []byte {
	start := 0
	for i := 0; i < len(src); {
		switch src[i] {
		case '{', '[':
			i++
			start = i
		case ']', '}':
			return nil
		default:
			end := tokenEnd(src, i)
			if end == len(src) || src[end] != ':' {
				return src[start:end]
			}
			i = end + 1
		}
	}
	return nil
}
