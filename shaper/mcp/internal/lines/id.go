package lines

import "github.com/seed-7aa78ce4/shape/internal/scan"

// ID finds the id of a message that comes in pieces.
type ID struct {
	depth             int // of the brackets that are open
	inString, escaped bool
	word              []byte // at depth 1: the string or number that is read
	isID              bool   // the member that is read is the id
	id                []byte // nil as long as none was read
}

// mostWord bounds the kept bytes of a name or an id.
const mostWord = 1 << 10

// Text returns the id as written, nil as long as none was read.
func (r *ID) Text() []byte { return r.id }

// Take reads the next piece of the message.
func (r *ID) Take(piece []byte) {
	for _, c := range piece {
		switch {
		case r.inString:
			r.inside(c)
		case c == '"':
			r.inString = true
			r.word = r.word[:0]
			r.keep(c)
		case c == '{' || c == '[':
			r.depth++
		case c == '}' || c == ']':
			r.ends()
			r.depth--
		case r.depth != 1:
		case c == ':':
			r.isID = string(scan.AppendUnquote(nil, r.word)) == `"id"`
			r.word = r.word[:0]
		case c == ',':
			r.ends()
		case c > ' ':
			r.keep(c)
		}
	}
}

// inside takes a byte of a string.
func (r *ID) inside(c byte) {
	r.keep(c)
	switch {
	case r.escaped:
		r.escaped = false
	case c == '\\':
		r.escaped = true
	case c == '"':
		r.inString = false
	}
}

func (r *ID) keep(c byte) {
	if r.depth == 1 && len(r.word) < mostWord {
		r.word = append(r.word, c)
	}
}

// ends ends a member of the message.
func (r *ID) ends() {
	if r.depth != 1 {
		return
	}
	if r.isID && len(r.word) > 0 && len(r.word) < mostWord {
		r.id = append([]byte{}, r.word...)
	}
	r.isID, r.word = false, r.word[:0]
}

// KeyOf returns the value of an id, without its spelling.
func KeyOf(id []byte) string {
	if id[0] == '"' {
		return `"` + scan.Text(id)
	}
	return string(id)
}

// OfKey returns the id with a key of [KeyOf], as it is written.
func OfKey(key string) []byte {
	if key[0] == '"' {
		return scan.AppendQuote(nil, []byte(key[1:]))
	}
	return []byte(key)
}
