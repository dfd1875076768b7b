package report

import (
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// LongestPath bounds the bytes of a path, so that spelling takes bounded time.
const LongestPath = 200

// longestName bounds the bytes of a name that are read for a path. An escape takes at most six
// bytes for each byte that it stands for, so a longer name fills a path.
const longestName = 6 * LongestPath

// Mask spells the path of a list or string as a mask, such as results[].entities. It keeps its
// memory between paths.
type Mask struct{ path, name []byte }

// Reset begins a path.
func (m *Mask) Reset() { m.path = m.path[:0] }

// IsFull reports whether more steps would not show.
func (m *Mask) IsFull() bool { return len(m.path) > LongestPath }

// Element appends the step to an element.
func (m *Mask) Element() { m.path = append(m.path, "[]"...) }

// Member appends the step to a member. src begins behind the quote before its name, and the
// text is valid.
func (m *Mask) Member(src []byte) {
	if len(m.path) > 0 {
		m.path = append(m.path, '.')
	}
	name, escaped := nameWithin(src)
	if escaped {
		m.name = scan.AppendUnquote(m.name[:0], name)
		name = m.name
	}
	if fieldmask.IsBare(name) {
		m.path = append(m.path, name...)
	} else {
		m.path = scan.AppendQuote(m.path, name)
	}
}

// Bytes returns the path, valid until the next Reset: "." without steps. A longer path than
// LongestPath ends in an ellipsis.
func (m *Mask) Bytes() []byte {
	if len(m.path) == 0 {
		m.path = append(m.path, '.')
	}
	if end := LongestPath; len(m.path) > end {
		for !utf8.RuneStart(m.path[end]) {
			end--
		}
		m.path = append(m.path[:end], "…"...)
	}
	return m.path
}

// nameWithin returns the beginning of src up to the quote that ends a name. Of a longer name it
// returns just over longestName bytes, with whole escapes and characters.
func nameWithin(src []byte) (name []byte, escaped bool) {
	for i := 0; ; {
		switch {
		case src[i] == '"', i > longestName && utf8.RuneStart(src[i]):
			return src[:i], escaped
		case isPair(src[i:]):
			escaped = true
			i += len(`\ud83d\ude00`)
		case src[i] == '\\' && src[i+1] == 'u':
			escaped = true
			i += len(`\u0000`)
		case src[i] == '\\':
			escaped = true
			i += len(`\n`)
		default:
			i++
		}
	}
}

// isPair reports whether src begins with the escapes of a surrogate pair.
func isPair(src []byte) bool {
	if src[0] != '\\' || src[1] != 'u' || src[2]|0x20 != 'd' || src[6] != '\\' || src[7] != 'u' || src[8]|0x20 != 'd' {
		return false
	}
	high, low := src[3]|0x20, src[9]|0x20
	return (high == '8' || high == '9' || high == 'a' || high == 'b') && low >= 'c' && low <= 'f'
}
