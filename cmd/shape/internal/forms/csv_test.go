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
		name, in, want string
		lost           []string
	}{
		{"a list", `[{"a":1,"b":"x"},{"a":2.50,"b":true}]`, "a,b\n1,x\n2.50,true", nil},
		{"rows with other members", `[{"a":1},{"b":null,"c":""},{"a":2,"c":3}]`, "a,b,c\n1,,\n,,\n2,,3", nil},
		{"what is nested stays JSON", `[{"a": {"b": [1, "x"]}, "c": []}]`, "a,c\n\"{\"\"b\"\":[1,\"\"x\"\"]}\",[]", nil},
		{"marks in cells", `[{"a|b":"x,\"y\"","c":"1\n2\r\n3","d":"\\|"}]`, "a|b,c,d\n\"x,\"\"y\"\"\",\"1\n2\r\n3\",\\|", nil},
		{"formulas stay as they are", `[{"a":"=1+1","b":"@x"}]`, "a,b\n=1+1,@x", nil},
		{"a list in an object", `{"total":2,"rows":[{"a":1}],"tags":[],"more":[1]}`, "a\n1", []string{"total", "tags", "more"}},
		{"a list in an object in an object", `{"data":{"rows":[{"a":1}],"n":1}}`, "a\n1", []string{"n"}},
		{"no rows", `{"rows":[],"n":0}`, "", []string{"n"}},
	} {
		got, lost, err := forms.AppendCSV([]byte("before"), []byte(c.in))
		if string(got) != "before"+c.want || !slices.Equal(lost, c.lost) || err != nil {
			t.Errorf("%s: lost %q, %v\ngot  %q\nwant %q", c.name, lost, err, got, c.want)
		}
	}
}

// A reader of CSV gets the cells that were written.
func TestCSVIsRead(t *testing.T) {
	got, _, err := forms.AppendCSV(nil, []byte(`[{"a":"x,\"y\"\n","b":" 1 "},{"a":"","b":"#"}]`))
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
		if got, _, err := forms.AppendCSV([]byte("before"), []byte(c.in)); err == nil || err.Error() != c.want || string(got) != "before" {
			t.Errorf("%s: %q, %v", c.in, got, err)
		}
	}
}

// Rows without common names make a table that is quadratic in its document. It is refused
// while the output and the memory are within a multiple of the document.
func TestSparseTables(t *testing.T) {
	const want = "no table: its rows share too few names, so that it would be over 16 times as large as the document"
	for _, rows := range []int{1, 10, 40, 1000, 4000} {
		text := sparse(rows)
		var out []byte
		var err error
		taken := allocated(func() { out, _, err = forms.AppendCSV(nil, text) })
		switch {
		case err == nil && len(out) > 16*len(text):
			t.Errorf("%d rows: %d bytes of %d", rows, len(out), len(text))
		case err != nil && (err.Error() != want || len(out) > 0 || rows <= 40):
			t.Errorf("%d rows: %v, %q", rows, err, out)
		case err == nil && rows >= 1000:
			t.Errorf("%d rows: not refused", rows)
		case taken > 400*len(text)+1<<16:
			t.Errorf("%d rows: %d bytes of memory for %d", rows, taken, len(text))
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
