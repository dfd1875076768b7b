package jsonschema

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// appendCanonical appends a form of a value that two values share exactly if
// they are equal (JSON Schema core §4.2.2): names in order, strings unescaped,
// numbers without what is no digit of theirs.
func (d *document) appendCanonical(dst []byte, v value) []byte {
	kind := d.kind(v)
	dst = append(dst, byte(kind))
	switch kind {
	case text:
		var scratch []byte
		return appendSized(dst, d.text(v, &scratch))
	case number:
		return appendDecimal(dst, decimalOf(d.raw(v)))
	case array:
		for c := d.in(v); c.next(); {
			dst = d.appendCanonical(dst, c.value)
		}
		return append(dst, 0) // which is no kind
	case object:
		return d.appendMembers(dst, v)
	}
	return append(dst, d.src[v.at]) // true, false or null
}

func (d *document) appendMembers(dst []byte, v value) []byte {
	type member struct {
		name  []byte
		value value
	}
	var members []member
	for c := d.in(v); c.next(); {
		var scratch []byte
		members = append(members, member{d.text(c.name, &scratch), c.value})
	}
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.name, b.name) })
	dst = binary.AppendUvarint(dst, uint64(len(members)))
	for _, m := range members {
		dst = d.appendCanonical(appendSized(dst, m.name), m.value)
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
