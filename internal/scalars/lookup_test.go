package scalars

import (
	"strconv"

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
