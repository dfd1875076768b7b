package scalars

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// At returns the scalar at a pointer of a response. ok is false for any other value.
func At(body []byte, pointer string) (Scalar, bool) {
	doc, _ := Decode(body)
	value, ok := lookup(doc, words.Path(pointer))
	if !ok {
		return Scalar{}, false
	}
	return scalar(value, Scalar{Pointer: pointer})
}

// IsObject reports whether a pointer of a response leads to an object.
func IsObject(body []byte, pointer string) bool {
	doc, _ := Decode(body)
	value, _ := lookup(doc, words.Path(pointer))
	_, is := inside(value).(map[string]any)
	return is
}

// lookup goes a path, through texts too.
func lookup(value any, path []string) (any, bool) {
	for _, step := range path {
		ok := false
		switch v := inside(value).(type) {
		case map[string]any:
			value, ok = v[step]
		case []any:
			i, err := strconv.Atoi(step)
			if ok = err == nil && i >= 0 && i < len(v); ok {
				value = v[i]
			}
		}
		if !ok {
			return nil, false
		}
	}
	return value, true
}

// scalar returns the scalar of a value that is no container.
func scalar(value any, leaf Scalar) (Scalar, bool) {
	switch v := value.(type) {
	case string:
		leaf.Text, leaf.String = v, true
	case json.Number:
		leaf.Text = v.String()
	case bool:
		leaf.Text = strconv.FormatBool(v)
	case nil:
		leaf.Text = "null"
	default:
		return leaf, false
	}
	return leaf, true
}

// inside is the container that a text holds and nothing else, or the value itself.
func inside(value any) any {
	text, ok := value.(string)
	if begin := strings.TrimLeft(text, " \t\r\n"); !ok || begin == "" || begin[0] != '{' && begin[0] != '[' {
		return value
	}
	if held, ok := Decode([]byte(text)); ok {
		return held
	}
	return value
}
