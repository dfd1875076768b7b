package toolresult

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// HasBlock reports whether an array holds a block of a type that the protocol
// knows. It reads no further than the first one.
func HasBlock(content []byte) bool {
	return kit.Any(content, func(item []byte) bool { return isBlock(kit.Find(item, "type")) })
}

// isBlock reports whether a value is the type of a block that the protocol knows.
func isBlock(kind []byte) bool {
	if bytes.IndexByte(kind, '\\') >= 0 {
		kind = kit.Quote(kit.Text(kind))
	}
	switch string(kind) {
	case `"text"`, `"image"`, `"audio"`, `"resource"`, `"resource_link"`:
		return true
	}
	return false
}
