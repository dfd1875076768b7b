package tables

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// MayHold reports whether a text may contain an object with the member $columns, in any
// spelling. It is false for most texts without a dollar sign.
func MayHold(text []byte) bool {
	escapes := bytes.Contains(text, []byte(`\u00`))
	return bytes.Contains(text, []byte(Marker)) || escapes && bytes.Contains(text, []byte(`"$`)) || escapes && bytes.Contains(text, []byte(`\u0024`))
}

// List returns the list that a table stands for. ok is false if the object is no table or the
// list exceeds its limit.
func List(object []byte, lim scan.Limits) (list []byte, ok bool) {
	list, err := Expand(object, lim)
	return list, err == nil && len(list) > 0 && list[0] == '['
}

// Table returns the table for a list from List that may have lost values. It returns the list
// itself if a table cannot express it.
func Table(list []byte) []byte {
	if Marked(list) {
		return list
	}
	f := folder{copier: copier{tree: grow(list)}}
	x := table{}
	for row := range f.inside(0) {
		if f.kind(row) != '{' || !x.take(f.tree, row, mostLevels) {
			return list
		}
	}
	x.weigh(f.tree, 0)
	f.table(0, &x, scan.Limits{}.OrDefault().Depth)
	f.upTo(uint32(len(list)))
	return f.out
}
