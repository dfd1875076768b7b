package jsonschema

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// appendCanonical appends a form of a value that two values share exactly if
// they are equal (JSON Schema core §4.2.2): names in order, strings unescaped,
// numbers without what is no digit of theirs.
func (t *tape) appendCanonical(dst []byte, v int) []byte {
	e := &t.entries[v]
	dst = append(dst, byte(e.kind))
	switch e.kind {
	case text:
		var scratch []byte
		return appendSized(dst, t.text(v, &scratch))
	case number:
		return appendDecimal(dst, decimalOf(t.raw(v)))
	case array:
		dst = binary.AppendUvarint(dst, uint64(e.size))
		for c := v + 1; c < int(e.next); c = t.next(c) {
			dst = t.appendCanonical(dst, c)
		}
		return dst
	case object:
		return t.appendMembers(dst, v)
	}
	return append(dst, t.src[e.start]) // true, false or null
}

func (t *tape) appendMembers(dst []byte, v int) []byte {
	type member struct {
		name  []byte
		value int
	}
	members := make([]member, 0, t.entries[v].size)
	for m, end := v+1, t.next(v); m < end; m = t.next(m + 1) {
		var scratch []byte
		members = append(members, member{t.text(m, &scratch), m + 1})
	}
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.name, b.name) })
	dst = binary.AppendUvarint(dst, uint64(len(members)))
	for _, m := range members {
		dst = t.appendCanonical(appendSized(dst, m.name), m.value)
	}
	return dst
}

func appendSized(dst, text []byte) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(text))), text...)
}

func appendDecimal(dst []byte, d decimal) []byte {
	dst = append(dst, byte(1+d.sign()))
	dst = binary.AppendVarint(dst, d.point)
	dst = binary.AppendUvarint(dst, uint64(d.count))
	for i := 0; i < len(d.digits); {
		var c byte
		c, i = d.digit(i)
		dst = append(dst, c)
	}
	return dst
}
