package scan

import "math"

// Unlimited has no limit but the largest size of a document. It serves a text that was
// checked before.
var Unlimited = Limits{Depth: math.MaxInt, DocumentBytes: math.MaxInt, StringBytes: math.MaxInt, Members: math.MaxInt}

// EachMember visits the members of the object at src[i] until visit returns false,
// the object ends, or the text is broken; what is broken inside a string or a container
// that ends may be passed. key is where a name begins, value where
// its value does; the name is unescaped, and valid until the next one. It reads no
// further than it must, and keeps no limit.
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

// memberAt is the name of the member at src[key], unescaped in room where it has to be, and
// where its value begins; it is not ok where the text is broken before that.
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

// Walk visits the members or the elements of the container at src[i], of a valid text, and
// returns where that ends. visit is given the name of a member as [Skipper.EachMember] has
// it, nil for an element, and returns where the value ends, or 0 where it has not found
// out: so that who reads what is in it reads it once. Any other value has none.
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

// comma returns the place of the comma behind the value at src[i]; ok is false
// where none is there.
func (s *Skipper) comma(src []byte, i int) (at int, ok bool) {
	if i >= len(src) {
		return i, false
	}
	end, kind := s.Value(src, i, 0, &Unlimited)
	at = Space(src, end)
	return at, kind == KindNone && at < len(src) && src[at] == ','
}
