package kit

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// The functions below read single values of a text that is known to be valid JSON. A nil
// value is an absent one.

// Kind names the JSON type of a value, "" for none.
func Kind(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	switch raw[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

var Null = []byte("null")

// IsNull reports whether a value is null or absent.
func IsNull(raw []byte) bool { return len(raw) == 0 || raw[0] == 'n' }

// Text returns the text of a string value, "" for any other value.
func Text(raw []byte) string {
	if Kind(raw) != "string" {
		return ""
	}
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	return string(scan.AppendUnquote(nil, inner))
}

// OneOf returns the text of raw. It allocates no string for one of the usual values.
func OneOf(raw []byte, usual ...string) string {
	if Kind(raw) == "string" {
		for _, u := range usual {
			if string(raw[1:len(raw)-1]) == u {
				return u
			}
		}
	}
	return Text(raw)
}

// Quote writes a text as a JSON string.
func Quote(s string) []byte { return AppendQuote(nil, []byte(s)) }

// AppendQuote appends a text as a JSON string.
func AppendQuote(dst, text []byte) []byte { return scan.AppendQuote(dst, text) }

// Number returns the text of a number, "" for any other value.
func Number(raw []byte) json.Number {
	if Kind(raw) != "number" {
		return ""
	}
	return json.Number(raw)
}

// Integer returns the value of a whole number that fits 64 bits, as it may be
// written in JSON ("10", "10.0", "1e1").
func Integer(raw []byte) (int64, bool) {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return n, true
	}
	if Kind(raw) != "number" || !Integral(string(raw)) {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	const exact = 1 << 53 // beyond it a float may stand for several integers
	return int64(f), err == nil && -exact < f && f < exact
}

// Integral reports whether a JSON number has no fraction.
func Integral(number string) bool {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	fraction = strings.TrimRight(fraction, "0")
	if strings.Trim(whole+fraction, "-0") == "" || exponent == "" {
		return fraction == ""
	}
	shift, err := strconv.Atoi(exponent)
	if err != nil { // an exponent beyond any digits that a text can hold
		return exponent[0] != '-'
	}
	if fraction == "" {
		zeros := len(whole) - len(strings.TrimRight(whole, "0"))
		return shift >= -zeros
	}
	return shift >= len(fraction)
}

// Elements returns the elements of an array, none for any other value.
func Elements(raw []byte) [][]byte {
	spans, err := scan.Elements(raw, scan.Limits{})
	if err != nil {
		return nil
	}
	elements := make([][]byte, len(spans))
	for i, s := range spans {
		elements[i] = raw[s.Start:s.End]
	}
	return elements
}

// Array writes values as a JSON array.
func Array[T ~[]byte](values []T) []byte {
	size := len("[]")
	for _, v := range values {
		size += len(v) + len(",")
	}
	out := append(make([]byte, 0, size), '[')
	for i, v := range values {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, v...)
	}
	return append(out, ']')
}

// IsJSON reports whether a text is JSON.
func IsJSON(text []byte) bool { return scan.Check(text, scan.Limits{}, false) == nil }

// Compact returns a value without the space around its tokens.
func Compact(value []byte) []byte { return scan.AppendCompact(nil, value) }

// Trim cuts the whitespace around a JSON text.
func Trim(doc []byte) []byte { return bytes.Trim(doc, " \t\r\n") }

// Join adds a name or an index to a dotted path.
func Join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// DecodeBase64 reads the standard and the URL-safe alphabet, padded or not.
func DecodeBase64(s string) ([]byte, error) {
	s = strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(s, "="))
	return base64.RawURLEncoding.DecodeString(s)
}

// BaseName returns the part of a name after its last dot.
func BaseName(kind string) string { return kind[strings.LastIndexByte(kind, '.')+1:] }

// The functions below look for something in a valid text, and read no further than they
// must. The text of a value may go on behind it.

var skippers = sync.Pool{New: func() any { return new(scan.Skipper) }}

// Find returns the value of the first member of a name in an object. It returns nil if there
// is none, and for any other value.
func Find(object []byte, name string) (value []byte) {
	Each(object, func(found, at []byte) bool {
		if string(found) == name {
			value = at[:end(at)]
		}
		return value == nil
	})
	return value
}

// end returns the offset after the value at the start of a text.
func end(text []byte) int {
	s := skippers.Get().(*scan.Skipper)
	defer skippers.Put(s)
	return s.End(text, 0)
}

// First returns the value at the start of a text.
func First(text []byte) []byte { return text[:end(text)] }

// Each calls visit for the members of an object until it returns false. The text
// of the value goes on behind it.
func Each(object []byte, visit func(name, value []byte) bool) {
	s := skippers.Get().(*scan.Skipper)
	defer skippers.Put(s)
	s.EachMember(object, scan.Space(object, 0), func(name []byte, _, value int) bool { return visit(name, object[value:]) })
}

// Walk calls visit for the members of an object, or the elements of an array, at the start of
// a text. It returns the length of the container. The value passed to visit continues behind
// its end. visit returns the length of the value, or 0 if it did not find the end.
func Walk(container []byte, visit func(name, value []byte) (n int)) (n int) {
	s := skippers.Get().(*scan.Skipper)
	defer skippers.Put(s)
	return s.Walk(container, 0, func(name []byte, at int) int {
		if n := visit(name, container[at:]); n > 0 {
			return at + n
		}
		return 0
	})
}

// Scalar returns the scalar at the start of a text. It returns the text itself for a
// container, and reads nothing behind its bracket.
func Scalar(text []byte) []byte {
	if k := Kind(text); k == "object" || k == "array" {
		return text
	}
	return First(text)
}

// Any reports whether one of the elements of an array is as asked; the text of
// each goes on behind it.
func Any(array []byte, is func(element []byte) bool) (found bool) {
	s := skippers.Get().(*scan.Skipper)
	defer skippers.Put(s)
	s.EachElement(array, scan.Space(array, 0), func(at int) bool {
		found = is(array[at:])
		return !found
	})
	return found
}

// IsEmpty reports whether a container has nothing in it.
func IsEmpty(container []byte) bool { return scan.IsEmpty(container, 0) }
