package table

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// The literals below "key" become "?".
var inserts = []struct{ text, want string }{
	{"INSERT INTO t (id, key) VALUES (1, 'x');", "INSERT INTO t (id, key) VALUES (1, ?);"},
	{"insert into `t`(`key`,`id`)\nvalues\n('x', 1),\n(2, 'y')", "insert into `t`(`key`,`id`)\nvalues\n(?, 1),\n(?, 'y')"},
	{"INTO t (id, key) VALUES (1, f('x', 2)), (2, N'it''s'), (3, 0x00) -- 'z'", "INTO t (id, key) VALUES (1, ?), (2, ?), (3, ?) -- 'z'"},

	// escapes, and backslashes of PostgreSQL
	{`INTO t (key, id) VALUES ('a\'b', 'c'), ('a\\', 'c')`, `INTO t (key, id) VALUES (?, 'c'), (?, 'c')`},
	{`INTO t (id, key) VALUES ('C:\', 'x')`, `INTO t (id, key) VALUES ('C:\', ?)`},

	// another number of values, and values that end nowhere
	{"INTO t (id, key) VALUES ('x'), (1, 'y')", "INTO t (id, key) VALUES (?), (1, ?)"},
	{"INTO t (id, key) VALUES (1, 'x", "INTO t (id, key) VALUES (1, ?"},

	// expressions, and other statements
	{"INTO t (id, key) VALUES (1, ?), (2, $1), (3, NULL)", "INTO t (id, key) VALUES (1, ?), (2, $1), (3, NULL)"},
	{"INTO t (id, key) SELECT 1, 'x'", "INTO t (id, key) SELECT 1, 'x'"},
	{"f(id, key) VALUES (1, 'x')", "f(id, key) VALUES (1, 'x')"},
	{"INTO t (id, key", "INTO t (id, key"},
	{"INTO t (key) VALUES", "INTO t (key) VALUES"},
}

func TestHideInsert(t *testing.T) {
	many := strings.Repeat("a, ", 70)
	for _, c := range append(inserts, struct{ text, want string }{
		"INTO t (" + many + "key) VALUES (" + many + "'x')", "INTO t (" + many + "key) VALUES (?)",
	}) {
		var got []byte
		copied := 0
		at := bytes.Index([]byte(c.text), []byte("key"))
		isKey := func(name []byte) bool { return string(name) == "key" }
		end, ok := HideInsert([]byte(c.text), scan.Span{Start: at, End: at + len("key")}, isKey, func(cell scan.Span) {
			got = append(append(got, c.text[copied:cell.Start]...), '?')
			copied = cell.End
		})
		if got = append(got, c.text[copied:]...); string(got) != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
		if copied > end || end > len(c.text) || !ok && copied > 0 {
			t.Errorf("%q: ends at %d, %t", c.text, end, ok)
		}
	}
}
