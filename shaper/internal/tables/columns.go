// Package tables folds JSON lists of objects into tables, and expands them again byte for
// byte. In a table each name stands once:
//
//	[{"id":1,"name":"a"},{"id":2},{"name":"c"}]
//	{"$columns":["id","name"],"absent":"~","rows":[[1,"a"],[2],["~","c"]]}
//
// A row ends with its last member. Before it, the text of "absent" stands for a missing
// member; no other cell has that text. All rows must have their members in the order of the
// columns. Otherwise the list stays as it is. An object that Fold would not write is no table,
// whatever its names.
//
// A column of objects, or of lists of objects, has columns of its own. Its cells are rows, or
// lists of rows. Any other value in it stays as it is, such as null.
//
//	[{"user":{"id":1},"tags":[{"name":"a"}]},{"user":null,"tags":[]}]
//	{"$columns":[{"user":["id"]},{"tags":[["name"]]}],"rows":[[[1],[["a"]]],[null,[]]]}
//
// A column with one scalar in all rows has it beside its name, and no cells.
//
//	[{"id":1,"kind":"page"},{"id":2,"kind":"page"}]
//	{"$columns":["id",{"kind":"page"}],"rows":[[1],[2]]}
package tables

import "bytes"

const (
	// Marker is the name of the first member of a table.
	Marker = "$columns"
	marker = `"` + Marker + `"`
	absent = `"absent"`
	rows   = `"rows"`
)

// The bounds limit the growth of an expanded table: a cell of two bytes can become a member
// with a long name.
const (
	mostColumns = 128
	longestName = 64 // bytes, as written
	fewestRows  = 2
	mostLevels  = 8   // of columns in columns
	mostShared  = 256 // bytes of the members that each row of a table shares
)

// Marked reports whether a text, or a string nested in it, may contain a table.
func Marked(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '$') // rare in most texts
		if i < 0 {
			return false
		}
		before, behind := i-1, i+len(marker)-1
		if before >= 0 && behind <= len(text) && bytes.HasPrefix(text[before:], []byte(marker[:len(marker)-1])) && (text[behind-1] == '"' || text[behind-1] == '\\') {
			return true
		}
		text = text[i+1:]
	}
}
