// Package tables folds lists of objects in JSON into tables, in which each name stands
// once, and back, byte for byte:
//
//	[{"id":1,"name":"a"},{"id":2},{"name":"c"}]
//	{"$columns":["id","name"],"absent":"~","rows":[[1,"a"],[2],["~","c"]]}
//
// A row ends with its last member. Before it, what absent says stands for a member that
// is not there; no other cell of the table is that text. The members of a row stand in
// the order of the columns, so that a list of objects that do not agree on an order stays
// as it is. What is no such table, to the byte, is none, whatever its members are called.
package tables

import "bytes"

const (
	// Marker is the name of the first member of a table.
	Marker = "$columns"
	marker = `"` + Marker + `"`
	absent = `"absent"`
	rows   = `"rows"`
)

// Of a table the bounds are those of what it grows by: a cell of one digit and its comma
// stand for a name, its colon and both.
const (
	mostColumns = 128
	longestName = 64 // bytes, as it is written
	fewestRows  = 2
)

// Marked reports whether a text may hold a table, or a string in it may.
func Marked(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '$') // which is rare
		if i < 0 {
			return false
		}
		before, behind := i-1, i+len(marker)-1
		if before >= 0 && behind <= len(text) && bytes.HasPrefix(text[before:], []byte(marker[:len(marker)-1])) && isQuote(text[behind-1]) {
			return true
		}
		text = text[i+1:]
	}
}

// isQuote reports whether a name ends before a byte, in a string or in none.
func isQuote(c byte) bool { return c == '"' || c == '\\' }
