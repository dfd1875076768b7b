package scan

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Unlimited has no limit but the largest size of a document. It serves a text that was
// checked before.
var Unlimited = Limits{Depth: math.MaxInt, DocumentBytes: math.MaxInt, StringBytes: math.MaxInt, Members: math.MaxInt}

// EachMember visits the members of the object at src[i]. It stops if visit returns false,
// at the end of the object, or at a fault. It may pass a fault inside a string or in a
// container that ends. key is the start of a name, value the start of its value. The name
// is unescaped, and valid until the next call of visit. EachMember reads no further than
// it must, and applies no limit.
func (s *Skipper) EachMember(src []byte, i int, visit func(name []byte, key, value int) bool) {
	if i >= len(src) || src[i] != '{' {
		return
	}
	var unescaped []byte
	for more := true; more; {
		key := Space(src, i+1)
		name, value, ok := memberAt(src, key, &unescaped)
		if !ok || !visit(name, key, value) {
			return
		}
		i, more = s.comma(src, value)
	}
}

// memberAt returns the name of the member at src[key] and the start of its value. It
// unescapes a name into room if necessary. ok is false if the text is broken before the
// value.
func memberAt(src []byte, key int, room *[]byte) (name []byte, value int, ok bool) {
	end, escaped, kind := String(src, key, math.MaxInt)
	colon := Space(src, end)
	if kind != KindNone || colon >= len(src) || src[colon] != ':' {
		return nil, colon, false
	}
	if name = src[key+1 : end-1]; escaped {
		*room = AppendUnquote((*room)[:0], name)
		name = *room
	}
	return name, Space(src, colon+1), true
}

// EachElement is EachMember for the elements of the array at src[i].
func (s *Skipper) EachElement(src []byte, i int, visit func(value int) bool) {
	if i >= len(src) || src[i] != '[' || IsEmpty(src, i) {
		return
	}
	for more := true; more; {
		value := Space(src, i+1)
		if !visit(value) {
			return
		}
		i, more = s.comma(src, value)
	}
}

// Walk visits the members or elements of the container at src[i] in a valid text, and
// returns its end. visit gets the name of a member as in [Skipper.EachMember], or nil for
// an element. It returns the end of the value, or 0 if it did not read that far. A value
// that is no container has no items.
func (s *Skipper) Walk(src []byte, i int, visit func(name []byte, value int) (end int)) (end int) {
	if !IsOpener(src[i]) || IsEmpty(src, i) {
		return s.End(src, i)
	}
	var name, unescaped []byte
	isObject := src[i] == '{'
	for {
		i = Space(src, i+1)
		if isObject {
			name, i, _ = memberAt(src, i, &unescaped)
		}
		end := visit(name, i)
		if end == 0 {
			end = s.End(src, i)
		}
		if i = Space(src, end); src[i] != ',' {
			return i + 1
		}
	}
}

// End returns the end of the value at src[i], or the place of its first fault. It keeps
// no limit.
func (s *Skipper) End(src []byte, i int) int {
	end, _ := s.Value(src, i, 0, &Unlimited)
	return end
}

// comma returns the place of the comma behind the value at src[i]. ok is false if there is
// none.
func (s *Skipper) comma(src []byte, i int) (at int, ok bool) {
	if i >= len(src) {
		return i, false
	}
	end, kind := s.Value(src, i, 0, &Unlimited)
	at = Space(src, end)
	return at, kind == KindNone && at < len(src) && src[at] == ','
}

// IsEmpty reports whether the value at src[i] is a container with nothing in it.
func IsEmpty(src []byte, i int) bool {
	if src[i] != '{' && src[i] != '[' {
		return false
	}
	inside := Space(src, i+1)
	return inside < len(src) && src[inside] == src[i]+2 // endsOutsideString the container
}

// IsBare reports whether a valid text has no content. It is null, or it has only
// containers and names.
func IsBare(src []byte) bool {
	i := Space(src, 0)
	if i < len(src) && src[i] == 'n' {
		return true
	}
	for i < len(src) {
		switch src[i] {
		case '{', '}', '[', ']', ',', ':', ' ', '\t', '\r', '\n':
			i++
		case '"':
			end, _, _ := String(src, i, len(src))
			if i = Space(src, end); i >= len(src) || src[i] != ':' {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// OpensInside reports whether a string of the text may hold JSON, or a name may look like
// that. It looks for a backslash, a byte beyond ASCII, or a quote before the first byte of
// a value.
func OpensInside(text []byte) bool {
	i := 0
	for ; i < len(text)-7; i += wordSize {
		w := word(text, i)
		if w&highs != 0 || backslashes(w) != 0 {
			return true
		}
		for found := quotes(w); found != 0; found &= found - 1 {
			if opensAt(text, i+first(found)) {
				return true
			}
		}
	}
	for ; i < len(text); i++ {
		if text[i] == '\\' || text[i] >= utf8.RuneSelf || opensAt(text, i) {
			return true
		}
	}
	return false
}

// opensAt reports whether text[i] is a quote before the first byte of a nested value.
func opensAt(text []byte, i int) bool {
	return text[i] == '"' && i+1 < len(text) && strings.IndexByte(`{[/ `, text[i+1]) >= 0
}
