// Package repeats says once what a JSON text holds several times, and puts it back, byte
// for byte: a later object, array or string that is the same becomes a reference to the
// first.
//
//	[{"owner":{"id":1,"name":"a long name"}},{"owner":{"$same":"2/0/owner"}}]
//
// A reference is a relative JSON pointer: so many containers up from where it stands, and
// down by names and positions from there. It holds wherever the text around it is put,
// and in both halves of a tool result alike.
package repeats

import "bytes"

const (
	marker  = `"$same"` // the name of the only member of a reference
	opening = `{` + marker + `:"`
	closing = `"}`
)

const (
	shortest   = 40 // bytes of what is worth a reference
	mostSteps  = 16 // of a reference, up and down
	mostGrowth = 16 // times the text that has the references, up to any of them
)

// Marked reports whether a text may hold a reference, or a string in it may.
func Marked(text []byte) bool {
	name := []byte(marker[1 : len(marker)-1])
	for {
		i := bytes.Index(text, name)
		if i < 0 {
			return false
		}
		behind := i + len(name)
		if i > 0 && text[i-1] == '"' && behind < len(text) && (text[behind] == '"' || text[behind] == '\\') {
			return true
		}
		text = text[behind:]
	}
}
