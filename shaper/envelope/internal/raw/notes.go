package raw

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Put sets a member of an object, and leaves all else as it is written. Null and
// what is absent become an object; for any other value it returns nil.
func Put(object []byte, name string, value []byte) []byte {
	if IsNull(object) {
		object = []byte("{}")
	}
	if Kind(object) != "object" {
		return nil
	}
	if m, ok := member(object, name); ok {
		return bytes.Join([][]byte{object[:m.Start], value, object[m.End:]}, nil)
	}
	end := bytes.LastIndexByte(object, '}')
	comma := []byte(",")
	if scan.Space(object, 1) == end {
		comma = nil
	}
	return bytes.Join([][]byte{object[:end], comma, Quote(name), []byte(":"), value, object[end:]}, nil)
}

// Get returns the value of a member, nil where there is none.
func Get(object []byte, name string) []byte {
	m, ok := member(object, name)
	if !ok {
		return nil
	}
	return object[m.Start:m.End]
}

// member finds the first member of a name.
func member(object []byte, name string) (m scan.Member, ok bool) {
	members, _, err := scan.Index(object, scan.Limits{}, func(_ int, n []byte) bool { return string(n) == name })
	if err != nil || len(members) == 0 {
		return m, false
	}
	return members[0], true
}

// AddMissing appends to a list the values that it does not hold. What is no list
// becomes the first item of one.
func AddMissing(list []byte, values [][]byte) []byte {
	elements := Elements(list)
	if Kind(list) != "array" && !IsNull(list) {
		elements = [][]byte{list}
	}
	for _, v := range values {
		if !contains(elements, v) {
			elements = append(elements, v)
		}
	}
	return Array(elements)
}

func contains(list [][]byte, value []byte) bool {
	for _, v := range list {
		if bytes.Equal(v, value) {
			return true
		}
	}
	return false
}
