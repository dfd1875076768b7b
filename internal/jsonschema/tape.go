package jsonschema

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// kinds is a set of JSON types. The type of a value is a set of one, but that
// of a number without a fraction, which the keyword "type" also calls integer.
type kinds uint8

const (
	null kinds = 1 << iota
	boolean
	number
	text
	array
	object
	integer // in the keyword "type" only
)

// kindNames are the names of the types, in the order of the bits.
var kindNames = [...]string{"null", "boolean", "number", "string", "array", "object", "integer"}

// String names a set of one.
func (k kinds) String() string {
	for i, name := range kindNames {
		if k == 1<<i {
			return name
		}
	}
	return ""
}

func kindOf(c byte) kinds {
	switch c {
	case '{':
		return object
	case '[':
		return array
	case '"':
		return text
	case 't', 'f':
		return boolean
	case 'n':
		return null
	}
	return number
}

// tape is a document as the flat list of its values, each before what it holds,
// so that a value that many schemas look at is read once. A member is two
// entries, its name and its value.
type tape struct {
	src     []byte
	entries []entry
	open    []int // containers that are being read, outermost first
}

// entry is a value, or the name of a member.
type entry struct {
	start, end int32 // in the document
	next       int32 // the entry after the value and all that it holds
	size       int32 // members or elements
	kind       kinds
	escaped    bool // the string holds escapes
}

// limits of a document: offsets fit an entry.
var limits = scan.Limits{}.OrDefault()

// read fills the tape from a document. Its error is a *scan.Error.
func (t *tape) read(src []byte) error {
	t.src, t.entries, t.open = src, t.entries[:0], t.open[:0]
	at, kind := 0, scan.KindNone
	switch {
	case len(src) > limits.DocumentBytes:
		at, kind = limits.DocumentBytes, scan.KindSize
	case bytes.HasPrefix(src, []byte(words.ByteOrderMark)):
		kind = scan.KindBOM
	default:
		at, kind = t.document()
	}
	if kind != scan.KindNone {
		return scan.NewError(src, at, kind)
	}
	return nil
}

func (t *tape) document() (i int, kind scan.Kind) {
	for i = scan.Space(t.src, 0); ; i = scan.Space(t.src, i) {
		if i, kind = t.item(i); kind != scan.KindNone {
			return i, kind
		}
		if i, kind = t.after(i); kind != scan.KindNone {
			return i, kind
		}
		if len(t.open) == 0 {
			if i = scan.Space(t.src, i); i < len(t.src) {
				return i, scan.KindTrailing
			}
			return i, scan.KindNone
		}
	}
}

// item reads a member or an element, up to the opening bracket and what follows
// it where that is a container that holds something.
func (t *tape) item(i int) (next int, kind scan.Kind) {
	for {
		if last := len(t.open) - 1; last >= 0 {
			holder := &t.entries[t.open[last]]
			holder.size++
			if holder.kind == object {
				if i, kind = t.name(i); kind != scan.KindNone {
					return i, kind
				}
			}
		}
		if i >= len(t.src) || t.src[i] != '{' && t.src[i] != '[' {
			return t.scalar(i)
		}
		if len(t.open) >= limits.Depth {
			return i, scan.KindDepth
		}
		closer := t.src[i] + 2 // of both brackets
		t.open = append(t.open, len(t.entries))
		t.add(i, i, kindOf(t.src[i]), false)
		if i = scan.Space(t.src, i+1); i < len(t.src) && t.src[i] == closer {
			t.leave(i + 1)
			return i + 1, scan.KindNone
		}
	}
}

func (t *tape) name(i int) (next int, kind scan.Kind) {
	end, escapes, kind := scan.String(t.src, i, limits.StringBytes)
	if kind != scan.KindNone {
		return end, kind
	}
	t.add(i, end, text, escapes != scan.NoEscapes)
	if i = scan.Space(t.src, end); i >= len(t.src) {
		return i, scan.KindEOF
	}
	if t.src[i] != ':' {
		return i, scan.KindColon
	}
	return scan.Space(t.src, i+1), scan.KindNone
}

func (t *tape) scalar(i int) (end int, kind scan.Kind) {
	escapes := scan.NoEscapes
	if i < len(t.src) && t.src[i] == '"' {
		end, escapes, kind = scan.String(t.src, i, limits.StringBytes)
	} else {
		end, kind = scan.Scalar(t.src, i, limits.StringBytes)
	}
	if kind == scan.KindNone {
		t.add(i, end, kindOf(t.src[i]), escapes != scan.NoEscapes)
	}
	return end, kind
}

// add adds a value; a container is completed when it is left.
func (t *tape) add(start, end int, kind kinds, escaped bool) {
	if len(t.entries) == cap(t.entries) {
		t.grow(start)
	}
	t.entries = append(t.entries, entry{int32(start), int32(end), int32(len(t.entries) + 1), 0, kind, escaped})
}

// grow makes room for as many entries as the rest of the document will have if it
// is like what was read up to i, but for no more than three times those that
// there are.
func (t *tape) grow(i int) {
	n := len(t.entries)
	rest := (len(t.src)-i)*n/(i+1) + n/16
	room := make([]entry, n, n+max(min(rest, 3*n), n/4, 16)) // slices.Grow would touch all of it
	copy(room, t.entries)
	t.entries = room
}

// after reads what follows a value: brackets that close, or the comma before
// the next.
func (t *tape) after(i int) (next int, kind scan.Kind) {
	for len(t.open) > 0 {
		if i = scan.Space(t.src, i); i >= len(t.src) {
			return i, scan.KindEOF
		}
		if t.src[i] == ',' {
			return i + 1, scan.KindNone
		}
		if holder := t.entries[t.open[len(t.open)-1]]; t.src[i] != t.src[holder.start]+2 {
			return i, scan.KindComma
		}
		i++
		t.leave(i)
	}
	return i, scan.KindNone
}

// leave closes the innermost container, which ends before end.
func (t *tape) leave(end int) {
	last := len(t.open) - 1
	holder := &t.entries[t.open[last]]
	holder.end, holder.next = int32(end), int32(len(t.entries))
	t.open = t.open[:last]
}

// raw is a value as it is written.
func (t *tape) raw(v int) []byte { return t.src[t.entries[v].start:t.entries[v].end] }

// next is the entry after a value.
func (t *tape) next(v int) int { return int(t.entries[v].next) }

// text is the text of a string or a name; dst is where it goes if it has to be
// unescaped.
func (t *tape) text(v int, dst *[]byte) []byte {
	e := &t.entries[v]
	raw := t.src[e.start+1 : e.end-1]
	if !e.escaped {
		return raw
	}
	*dst = scan.AppendUnquote((*dst)[:0], raw)
	return *dst
}

// string is the text of a string or a name, for good.
func (t *tape) string(v int) string {
	var scratch []byte
	return string(t.text(v, &scratch))
}

// member returns the value of a member; the last one counts where there are
// several of that name.
func (t *tape) member(v int, name string) (value int, ok bool) {
	if t.entries[v].kind != object {
		return 0, false
	}
	var scratch []byte
	for m, end := v+1, t.next(v); m < end; m = t.next(m + 1) {
		if string(t.text(m, &scratch)) == name {
			value, ok = m+1, true
		}
	}
	return value, ok
}
