package forms_test

import (
	"encoding/csv"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/forms"
)

func TestTables(t *testing.T) {
	for _, c := range []struct {
		name, in      string
		csv, markdown string
		lost          []string
	}{
		{"a list", `[{"a":1,"b":"x"},{"a":2.50,"b":true}]`, "a,b\n1,x\n2.50,true", "| a | b |\n| --- | --- |\n| 1 | x |\n| 2.50 | true |", nil},
		{"rows with other members", `[{"a":1},{"b":null,"c":""},{"a":2,"c":3}]`, "a,b,c\n1,,\n,,\n2,,3", "| a | b | c |\n| --- | --- | --- |\n| 1 |  |  |\n|  |  |  |\n| 2 |  | 3 |", nil},
		{"what is nested stays JSON", `[{"a": {"b": [1, "x"]}, "c": []}]`, "a,c\n\"{\"\"b\"\":[1,\"\"x\"\"]}\",[]", "| a | c |\n| --- | --- |\n| {\"b\":[1,\"x\"]} | [] |", nil},
		{"marks in cells", `[{"a|b":"x,\"y\"","c":"1\n2\r\n3","d":"\\|"}]`, "a|b,c,d\n\"x,\"\"y\"\"\",\"1\n2\r\n3\",\\|", "| a\\|b | c | d |\n| --- | --- | --- |\n| x,\"y\" | 1<br>2<br>3 | \\\\\\| |", nil},
		{"formulas stay as they are", `[{"a":"=1+1","b":"@x"}]`, "a,b\n=1+1,@x", "| a | b |\n| --- | --- |\n| =1+1 | @x |", nil},
		{"a list in an object", `{"total":2,"rows":[{"a":1}],"tags":[],"more":[1]}`, "a\n1", "| a |\n| --- |\n| 1 |", []string{"total", "tags", "more"}},
		{"a list in an object in an object", `{"data":{"rows":[{"a":1}],"n":1}}`, "a\n1", "| a |\n| --- |\n| 1 |", []string{"n"}},
		{"no rows", `{"rows":[],"n":0}`, "", "", []string{"n"}},
	} {
		for form, want := range map[string]string{"csv": c.csv, "markdown": c.markdown} {
			got, lost, err := forms.Append([]byte("before"), form, []byte(c.in))
			if string(got) != "before"+want || !slices.Equal(lost, c.lost) || err != nil {
				t.Errorf("%s, %s: lost %q, %v\ngot  %q\nwant %q", c.name, form, lost, err, got, want)
			}
		}
	}
}

// What CSV says is what a reader of CSV reads.
func TestCSVIsRead(t *testing.T) {
	got, _, err := forms.Append(nil, "csv", []byte(`[{"a":"x,\"y\"\n","b":" 1 "},{"a":"","b":"#"}]`))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(got))).ReadAll()
	want := [][]string{{"a", "b"}, {"x,\"y\"\n", " 1 "}, {"", "#"}}
	if err != nil || !slices.EqualFunc(rows, want, slices.Equal[[]string]) {
		t.Errorf("%q, %v", rows, err)
	}
}

func TestNoTables(t *testing.T) {
	const none = "the payload is no list of objects, and no object that holds one such list"
	for _, c := range []struct{ in, want string }{
		{`1`, none}, {`"x"`, none}, {`[1]`, none}, {`[{"a":1},2]`, none}, {`{}`, none}, {`{"a":1,"b":2}`, none}, {`{"a":{"b":1}}`, none},
		{`{"a":[{"x":1}],"b":[{"x":1}]}`, none}, {`{"a":[],"b":[]}`, none},
		{`[{"a":1,"\u0061":2}]`, "an object holds a name twice"},
	} {
		for _, form := range []string{"csv", "markdown"} {
			if got, _, err := forms.Append([]byte("before"), form, []byte(c.in)); err == nil || err.Error() != c.want || string(got) != "before" {
				t.Errorf("%s, %s: %q, %v", form, c.in, got, err)
			}
		}
	}
}

// Rows without common names make a table that is quadratic in its document. It is refused
// while the output and the memory are within a multiple of the document.
func TestSparseTables(t *testing.T) {
	const want = "no table: its rows share too few names, so that it would be over 16 times as large as the document"
	for _, form := range []string{"csv", "markdown"} {
		for _, rows := range []int{1, 10, 40, 1000, 4000} {
			text := sparse(rows)
			var out []byte
			var err error
			taken := allocated(func() { out, _, err = forms.Append(nil, form, text) })
			switch {
			case err == nil && len(out) > 16*len(text):
				t.Errorf("%s, %d rows: %d bytes of %d", form, rows, len(out), len(text))
			case err != nil && (err.Error() != want || len(out) > 0 || rows <= 40):
				t.Errorf("%s, %d rows: %v, %q", form, rows, err, out)
			case err == nil && rows >= 1000:
				t.Errorf("%s, %d rows: not refused", form, rows)
			case taken > 400*len(text)+1<<16:
				t.Errorf("%s, %d rows: %d bytes of memory for %d", form, rows, taken, len(text))
			}
		}
	}
}

// sparse is a list of objects, each with a name of its own.
func sparse(rows int) []byte {
	text := []byte{'['}
	for i := range rows {
		text = fmt.Appendf(text, `{"k%d":%d},`, i, i)
	}
	text[len(text)-1] = ']'
	return text
}

// allocated returns the bytes that f allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

func TestTOON(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"an object", `{"id":1,"name":"Ada","on":true,"no":null}`, "id: 1\nname: Ada\non: true\nno: null"},
		{"nothing", `{}`, ""},
		{"a scalar", `"hello there"`, "hello there"},
		{"objects in objects", `{"a":{"b":{"c":1},"d":{}},"e":2}`, "a:\n  b:\n    c: 1\n  d:\ne: 2"},
		{"scalars", `{"tags":["a","b,c",1],"none":[]}`, "tags[3]: a,\"b,c\",1\nnone[0]:"},
		{"rows", `{"rows":[{"id":1,"name":"a"},{"name":"b, or c","id":2}],"n":2}`, "rows[2]{id,name}:\n  1,a\n  2,\"b, or c\"\nn: 2"},
		{"a root of rows", `[{"id":1},{"id":2}]`, "[2]{id}:\n  1\n  2"},
		{"a root of scalars", `[1,"x"]`, "[2]: 1,x"},
		{"an empty root", `[]`, "[0]:"},
		{"rows with other names", `[{"id":1},{"id":2,"x":null},{"y":1}]`, "[3]:\n  - id: 1\n  - id: 2\n    x: null\n  - y: 1"},
		{"rows of nothing", `{"a":[{},{}]}`, "a[2]:\n  -\n  -"},
		{"rows with more than scalars", `{"a":[{"id":1,"b":{"c":1}},{"id":2,"b":[1,2]}]}`, "a[2]:\n  - id: 1\n    b:\n      c: 1\n  - id: 2\n    b[2]: 1,2"},
		{"lists of lists", `{"a":[[1,2],[],[[3]]]}`, "a[3]:\n  - [2]: 1,2\n  - [0]:\n  - [1]:\n    - [1]: 3"},
		{"rows in an item have no head", `{"a":[[{"x":1},{"x":2}]]}`, "a[1]:\n  - [2]:\n    - x: 1\n    - x: 2"},
		{"what an item begins with", `[{"a":[{"x":1},{"x":2}],"n":1},{"b":[[1],2],"n":1},{"c":{"d":1},"n":1},{"e":{},"n":1}]`,
			"[4]:\n  - a[2]{x}:\n      1\n      2\n    n: 1\n  - b[2]:\n      - [1]: 1\n      - 2\n    n: 1\n  - c:\n      d: 1\n    n: 1\n  - e:\n    n: 1"},
		{"all kinds", `[1,{"a":1},"x",[true]]`, "[4]:\n  - 1\n  - a: 1\n  - x\n  - [1]: true"},
		{"names", `{"a.b":1,"_c":2,"d-e":3,"":4,"é":5,"f\"g":6,"1":7}`, "a.b: 1\n_c: 2\n\"d-e\": 3\n\"\": 4\n\"é\": 5\n\"f\\\"g\": 6\n\"1\": 7"},
		{"names of columns", `{"my rows":[{"a b":1},{"a b":2}]}`, "\"my rows\"[2]{\"a b\"}:\n  1\n  2"},
		{"texts that need quotes", `["","true","null","42","-x","- a","#a","05","+1","a:b","a\\b","[a]","{a}"," a","a\n","\u0004","a\"b",".5"]`,
			`[18]: "","true","null","42","-x","- a","#a","05","+1","a:b","a\\b","[a]","{a}"," a","a\n","\u0004","a\"b",".5"`},
		{"texts that need none", `["a b","True","a-b #c","日本 😀","x1","a|b","a'b"]`, "[7]: a b,True,a-b #c,日本 😀,x1,a|b,a'b"},
		{"numbers", `[1.0,-0,-0.0,1e6,1E-6,1.50,-2.5e1,0.1,100,9007199254740993,1e400,12.5e+1]`, "[12]: 1,0,0,1000000,0.000001,1.5,-25,0.1,100,9007199254740993,1e400,125"},
	} {
		got, lost, err := forms.Append([]byte("before"), "toon", []byte(c.in))
		if string(got) != "before"+c.want || lost != nil || err != nil {
			t.Errorf("%s: %v\ngot  %s\nwant %s", c.name, err, got, c.want)
		}
	}
	if _, _, err := forms.Append(nil, "toon", []byte(`{"a":{"b":1,"b":2}}`)); err == nil {
		t.Error("a name that comes twice is lost")
	}
}

// Deep documents take time and memory in line with their size.
func TestDeep(t *testing.T) {
	deep := strings.Repeat(`[`, 1000) + strings.Repeat(`]`, 1000)
	got, _, err := forms.Append(nil, "toon", []byte(deep))
	if lines := strings.Count(string(got), "\n") + 1; lines != 1000 || err != nil {
		t.Errorf("%d lines, %v", lines, err)
	}
}
