package profiles

import (
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles/internal/origin"
)

// Origin is where a value of the configuration was written.
type Origin = origin.Origin

// place is the place of a value: its JSON Pointer, and the function that turns pointers of
// that source into origins.
type place struct {
	pointer string
	locate  func(pointer string) Origin
}

// inFile is the root of a configuration whose values position knows; nil knows pointers alone.
func inFile(position func(pointer string) Origin) place {
	if position == nil {
		position = func(pointer string) Origin { return Origin{Pointer: pointer} }
	}
	return place{locate: position}
}

// outside is the root of a source without a file: the built-ins, or a call.
func outside(source string) place {
	return place{locate: func(pointer string) Origin { return Origin{Pointer: source + " " + pointer} }}
}

// key returns the place of the value under a key, or under a key of a key.
func (p place) key(tokens ...string) place {
	p.pointer += words.Pointer(tokens...)
	return p
}

// index is the place of an element.
func (p place) index(i int) place { return p.key(strconv.Itoa(i)) }

func (p place) origin() Origin { return p.locate(p.pointer) }

// said is a value and where it was said; the zero said says nothing.
type said[T any] struct {
	value  T
	origin Origin
	ok     bool
}

func say[T any](value *T, at place) said[T] {
	if value == nil {
		return said[T]{}
	}
	return said[T]{value: *value, origin: at.origin(), ok: true}
}

// or returns s, or the earlier word where s says nothing.
func (s said[T]) or(earlier said[T]) said[T] {
	if s.ok {
		return s
	}
	return earlier
}
