package kit

import (
	"bytes"
	"slices"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// The functions of this file read and set points of a valid text. The names are those of
// contracts, never a user's. Of two members with one name, the first counts.

// Get returns the value of a member. It returns nil if object is no object or lacks it.
func Get(object []byte, name string) []byte {
	if i := scan.Space(object, 0); i == len(object) || object[i] != '{' {
		return nil // gjson would look for an object inside a string
	}
	found := gjson.GetBytes(object, gjson.Escape(name))
	if !found.Exists() {
		return nil
	}
	return object[found.Index : found.Index+len(found.Raw)]
}

// Put sets a member of an object and leaves the rest as written. Null or an absent value
// becomes an object. For any other value it returns nil.
func Put(object []byte, name string, value []byte) []byte {
	if IsNull(object) {
		object = []byte("{}")
	}
	if Kind(object) != "object" {
		return nil
	}
	end := bytes.LastIndexByte(object, '}') + 1 // sjson drops the space behind it
	set, _ := sjson.SetRawBytes(object[:end], gjson.Escape(name), value)
	return append(set, object[end:]...)
}

// AddMissing appends to a list those of the values that it does not hold. A value that is no
// list becomes the first item of one. The list may be long; pass few values.
func AddMissing(list []byte, values [][]byte) []byte {
	switch {
	case IsNull(list):
		list = []byte("[]")
	case Kind(list) != "array":
		list = Array([][]byte{list})
	}
	missing := slices.Clone(values)
	gjson.ParseBytes(list).ForEach(func(_, item gjson.Result) bool {
		missing = slices.DeleteFunc(missing, func(v []byte) bool { return string(v) == item.Raw })
		return len(missing) > 0
	})
	list = Compact(list)
	for i, v := range missing {
		if !slices.ContainsFunc(missing[:i], func(earlier []byte) bool { return bytes.Equal(earlier, v) }) {
			list, _ = sjson.SetRawBytes(list, "-1", v)
		}
	}
	return list
}
