package raw

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// The functions of this file look for something in a valid text, and read no
// further than they must. The text of a value may go on behind it.

var skippers = sync.Pool{New: func() any { return new(scan.Skipper) }}

// Find returns the value of the first member of a name in an object, nil where it
// has none, and for any other value.
func Find(object []byte, name string) (value []byte) {
	Each(object, func(found, at []byte) bool {
		if string(found) == name {
			value = at[:end(at)]
		}
		return value == nil
	})
	return value
}

// end is where the value ends with which a text begins.
func end(text []byte) int {
	s := skippers.Get().(*scan.Skipper)
	defer skippers.Put(s)
	return s.End(text, 0)
}

// First is the value with which a text begins.
func First(text []byte) []byte { return text[:end(text)] }

// Each calls visit for the members of an object until it returns false. The text
// of the value goes on behind it.
func Each(object []byte, visit func(name, value []byte) bool) {
	s := skippers.Get().(*scan.Skipper)
	defer skippers.Put(s)
	s.EachMember(object, scan.Space(object, 0), func(name []byte, _, value int) bool { return visit(name, object[value:]) })
}

// Walk calls visit for the members of an object or the elements of an array with which a
// text begins, and returns how long that is. The text of a value goes on behind it: visit
// returns how long it is, or 0 where it has not found out.
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

// Scalar is the scalar with which a text begins. A container is left as it is: of
// what goes on behind it nothing is read.
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
