package testkit

import (
	"encoding/json"
	"math/big"
	"slices"
)

// Equal compares decoded JSON: objects unordered, numbers by value (1 is 1.0
// and is not true).
func Equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && sameNumber(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, Equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && len(a) == len(b) && contains(a, b)
	}
	return a == b
}

// EqualJSON compares two documents as [Equal] does. A text that is not JSON equals
// nothing.
func EqualJSON(a, b []byte) bool {
	return json.Valid(a) && json.Valid(b) && Equal(decode(a), decode(b))
}

// contains reports whether got holds all of want: the members of objects, and
// for any other value an equal one.
func contains(want, got any) bool {
	members, ok := want.(map[string]any)
	if !ok {
		return Equal(want, got)
	}
	object, ok := got.(map[string]any)
	if !ok {
		return false
	}
	for name, value := range members {
		if other, ok := object[name]; !ok || !Equal(value, other) {
			return false
		}
	}
	return true
}

func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	x, okX := new(big.Rat).SetString(a.String())
	y, okY := new(big.Rat).SetString(b.String())
	return okX && okY && x.Cmp(y) == 0
}
