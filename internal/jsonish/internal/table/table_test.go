package table

import (
	"bytes"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// The cells below "key" become "?". The text after the table stays.
var tables = []struct{ text, want string }{
	// separators
	{"id,key\n1,x\n2,y\n", "id,key\n1,?\n2,?\n"},
	{"id;key\n1;x", "id;key\n1;?"},
	{"id\tkey\n1\tx y", "id\tkey\n1\t?"},
	{"|id|key|\n|--|---|\n|1|x y|", "|id|key|\n|--|---|\n|1|?|"},
	{"| id | key |\n| --- | --- |\n| 1 | x |", "| id | key |\n| --- | --- |\n| 1 | ? |"},
	{"│ id │ key │\n├────┼─────┤\n│ 1  │ x   │", "│ id │ key │\n├────┼─────┤\n│ 1  │ ?   │"},
	{"id  user  key\n1   a     x", "id  user  key\n1   a     ?"},

	{"+----+-----+\n| id | key |\n+====+=====+\n| 1 | x |\n+----+-----+\n| 2 | y |\n+----+-----+", "+----+-----+\n| id | key |\n+====+=====+\n| 1 | ? |\n+----+-----+\n| 2 | ? |\n+----+-----+"},
	{"a => select id || k;\nid | key\n---+----\n1 | x", "a => select id || k;\nid | key\n---+----\n1 | ?"},

	{"key  b\nx    y\n", "key  b\nx    y\n"},
	{"key  key\nx    y\n", "key  key\n?    ?\n"},
	{"id  key  n\n--  ---  -\n1\n2   x\n    y\n3   z    1", "id  key  n\n--  ---  -\n1\n2   ?\n    ?\n3   ?    1"},
	{"ID    KEY    N\n1\nkey   x      1\na word\nb     y      2", "ID    KEY    N\n1\nkey   x      1\na word\nb     y      2"},
	{"id  key  n\n1\n2   x\n(2 rows)\n3   y", "id  key  n\n1\n2   ?\n(2 rows)\n3   y"},
	{" id & key \\\\\n\\hline\n 1 & x \\\\\n\\hline", " id & key \\\\\n\\hline\n 1 & ?\n\\hline"},

	// one column
	{"key\n---\nab12cd34\nx\ny z", "key\n---\n?\n?\n?"},
	{"id        key\n-------------\nab12cd34\n1         x", "id        key\n-------------\nab12cd34\n1         ?"},
	{" id  key\n-------\n1    x", " id  key\n-------\n1    ?"},
	{"key\n---\nwords only", "key\n---\nwords only"},
	{"key\n---\nshort1\nab12cd34", "key\n---\nshort1\nab12cd34"},

	// quotes of CSV
	{"id,key\n1,\"x,y\"\n", "id,key\n1,?\n"},
	{"id,key\n1,\"x\n\"\"y\"\n2,z", "id,key\n1,?\n2,?"},
	{"key,id\n\"x,1", "key,id\n\"x,1"},

	// rows with more cells or fewer
	{"id,key,n\n1,x,y,2", "id,key,n\n1,x,y,2"},
	{"id,key,n\n1,x,2\n1,x,y,2", "id,key,n\n1,?,2\n1,?,2"},
	{"id,n,key\n1,2,x\n1,2", "id,n,key\n1,2,?\n1,2"},
	{"ID  NAME  key\n1   x", "ID  NAME  key\n1   x"},
	{"NAME  KEY   AGE\nkey   x     1d\na           2d", "NAME  KEY   AGE\nkey   x     1d\na           2d"},
	{"id  user  key\n1  1   a     x", "id  user  key\n1  1   a     ?"},

	// PostgreSQL
	{"COPY t (id, key) FROM stdin;\n1\tx\n\\.\n2\ty", "COPY t (id, key) FROM stdin;\n1\t?\n\\.\n2\ty"},
	{"copy t (id, key) from stdin csv;\n1,x", "copy t (id, key) from stdin csv;\n1,?"},
	{" key \n------\n x y\n(1 row)", " key \n------\n ?\n(1 row)"},

	// columns that the parts of a rule underline
	{"id key user\n-- --- ----\n1  x y two  words", "id key user\n-- --- ----\n1  ? two  words"},
	{"  id key\n  -- ---\n  12 x y\n\n  13 z", "  id key\n  -- ---\n  12 ?\n\n  13 z"},
	{"   ID key  n\n----- ---- -\n    1 x y  2", "   ID key  n\n----- ---- -\n    1 ?  2"},
	{"key id\n=== ==\nx   1\n    2", "key id\n=== ==\n?   1\n    2"},
	{"key b\n--- ---\nx   y", "key b\n--- ---\n?   y"},
	{"é key\n- ---\nx y z", "é key\n- ---\nx y z"},
	{"n key\n- ---\né y z  1", "n key\n- ---\n?  ?"},
	{"a key\n--- --\nx y", "a key\n--- --\nx y"},

	// the end of a table
	{"id,key\n1,x\n\n2,y", "id,key\n1,?\n\n2,y"},
	{"title:\nid,key\n1,x", "title:\nid,key\n1,?"},

	// no tables
	{"id,key", "id,key"},
	{"words\nid,key\n1,x", "words\nid,key\n1,x"},
	{"f(id,key)\nf(1,x)", "f(id,key)\nf(1,x)"},
	{"1,key\n2,x", "1,key\n2,x"},
	{"key\tx\nuser\ty", "key\tx\nuser\ty"},
	{"id,other\n1,key", "id,other\n1,key"},
	{"| key | x |\n+-----+---+", "| key | x |\n+-----+---+"},
	{"| a | 1 |\n| key | x |\n+-----+---+\n| b | 2 |", "| a | 1 |\n| key | x |\n+-----+---+\n| b | 2 |"},
	{"a | 1\n---|---\nkey  | x\n---|---\nb | 2", "a | 1\n---|---\nkey  | x\n---|---\nb | 2"},
	{"| name | value |\n+------+-------+\n| key | x |\n+-----+---+\n| b | y |", "| name | value |\n+------+-------+\n| key | x |\n+-----+---+\n| b | y |"},
}

func TestPrivateColumns(t *testing.T) {
	for _, c := range tables {
		var got []byte
		copied := 0
		at := bytes.Index([]byte(c.text), []byte("key"))
		start := 1 + bytes.LastIndexByte([]byte(c.text[:at]), '\n')
		isKey := func(name []byte) bool { return string(name) == "key" }
		end, ok := Hide([]byte(c.text), start, scan.Span{Start: at, End: at + len("key")}, isKey, func(cell scan.Span) {
			got = append(append(got, c.text[copied:cell.Start]...), '?')
			copied = cell.End
		})
		if got = append(got, c.text[copied:]...); string(got) != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
		if copied > end || !ok && copied > 0 {
			t.Errorf("%q: ends at %d, %t", c.text, end, ok)
		}
	}
}

func TestIsRule(t *testing.T) {
	for line, want := range map[string]bool{
		"---": true, "|--|--|": true, "+---+": true, "===": true, "├──┤": true, "═╪═": true,
		"-": false, "||": false, "--x": false, "é-": false,
	} {
		if IsRule([]byte(line)) != want {
			t.Errorf("%q: %t", line, !want)
		}
	}
}
