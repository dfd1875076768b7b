package scan

import (
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// pointer names the value that is being read at offset: after a member's name
// and before an element it is that member or element; after a whole value, and
// before and in a name, it is the container. doubtful tells that its last name had
// no colon yet.
func pointer(src []byte, offset int, kind Kind) (p string, doubtful bool) {
	if kind == KindSize {
		return "", false // a matter of the whole document
	}
	var t trail
	t.follow(src[:offset])
	if kind == KindComma {
		t.valueDone() // a number before the fault is complete after all
	}
	path := t.appendPointer(nil, src)
	if kind == KindDuplicate {
		if end, ok := stringEnd(src, offset+1); ok {
			path = words.AppendPointer(path, string(AppendUnquote(nil, src[offset+1:end-1])))
		}
	}
	return string(path), t.doubtful
}

// A trail is the way from the root to a place, told by brackets, names and
// commas alone, since the text may be broken.
type trail struct {
	levels   []level
	doubtful bool // the last token was a name
}

// A level is one container on the way.
type level struct {
	object     bool
	reading    bool // a value, which is the next step on the way
	index      int  // of that value in an array
	start, end int  // text of its name in an object
}

// follow goes the way to the end of src.
func (t *trail) follow(src []byte) {
	for i := 0; i < len(src); i++ {
		c := src[i]
		t.doubtful = t.doubtful && isSpace(c)
		switch c {
		case '{', '[':
			t.levels = append(t.levels, level{object: c == '{', reading: c == '['})
		case '}', ']':
			t.levels = t.levels[:max(0, len(t.levels)-1)]
			t.valueDone()
		case ',':
			t.comma()
		case '"':
			i = t.text(src, i+1) - 1
		case ' ', '\t', '\r', '\n', ':':
		default:
			i = t.scalar(src, i) - 1
		}
	}
}

// valueDone notes that the innermost container's value is complete.
func (t *trail) valueDone() {
	if n := len(t.levels); n > 0 {
		t.levels[n-1].reading = false
	}
}

// comma notes that a value is over, and what may come after it.
func (t *trail) comma() {
	if n := len(t.levels); n > 0 {
		top := &t.levels[n-1]
		top.index++
		top.reading = !top.object
	}
}

// text passes a string whose text begins at i, and takes it for a name where a
// name is due. A string without an end is still being read.
func (t *trail) text(src []byte, i int) (next int) {
	next, closed := stringEnd(src, i)
	if !closed {
		return len(src)
	}
	n := len(t.levels)
	if n == 0 || !t.levels[n-1].object || t.levels[n-1].reading {
		t.valueDone()
		return next
	}
	top := &t.levels[n-1]
	top.start, top.end, top.reading, t.doubtful = i, next-1, true, true
	return next
}

// scalar passes a number or a literal, which is complete only once something
// else follows it.
func (t *trail) scalar(src []byte, i int) (next int) {
	if next = tokenEnd(src, i); next < len(src) {
		t.valueDone()
	}
	return next
}

func (t *trail) appendPointer(dst, src []byte) []byte {
	for _, l := range t.levels {
		switch {
		case !l.reading:
		case l.object:
			dst = words.AppendPointer(dst, string(AppendUnquote(nil, src[l.start:l.end])))
		default:
			dst = strconv.AppendInt(append(dst, '/'), int64(l.index), 10)
		}
	}
	return dst
}
