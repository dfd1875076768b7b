package bmcis

import "github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"

// List is a list that the contract requires: nil is written as [], never as null.
type List[T any] []T

func (l List[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return kit.Encode([]T(l))
}

// Counts says how many there are of each kind: nil is written as {}, never as null.
type Counts map[string]int

func (c Counts) MarshalJSON() ([]byte, error) {
	if c == nil {
		return []byte("{}"), nil
	}
	return kit.Encode(map[string]int(c))
}
