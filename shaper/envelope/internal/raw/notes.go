package raw

import (
	"bytes"
	"slices"

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
// becomes the first item of one. The list may be long, the values are few.
func AddMissing(list []byte, values [][]byte) []byte {
	switch {
	case IsNull(list):
		list = []byte("[]")
	case Kind(list) != "array":
		list = Array([][]byte{list})
	}
	held := make([]bool, len(values))
	Any(list, func(element []byte) bool {
		for i, v := range values {
			held[i] = held[i] || bytes.HasPrefix(element, v) && end(element) == len(v)
		}
		return false
	})
	out := Compact(list)
	out = out[:len(out)-1]
	for i, v := range values {
		if held[i] || contains(values[:i], v) {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, v...)
	}
	return append(out, ']')
}

func contains(list [][]byte, value []byte) bool {
	return slices.ContainsFunc(list, func(v []byte) bool { return bytes.Equal(v, value) })
}
