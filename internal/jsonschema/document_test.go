package jsonschema

import (
	"fmt"
	"math"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// FuzzDocument: a document is read or refused exactly as by the scanner. Its values end at
// the same places, with and without lists of its containers.
func FuzzDocument(f *testing.F) {
	for _, doc := range []string{`{"a":[1,{"b":null}],"c":"\u0061"}`, `[`, `{"a"`, `{"a":}`, `{"a":1,}`, `[1 2]`, `[1}`, `1 2`, "\ufeff1", ``, ` `, `"\ud800"`, ` [ [ ] , { } ] `, `{1:2}`, `nul`, `{"[":"]"}`} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var d document
		err := d.read(text)
		if want := scan.Check(text, scan.Limits{}, false); fmt.Sprint(err) != fmt.Sprint(want) {
			t.Fatalf("%v, the scanner says %v", err, want)
		}
		if err != nil {
			return
		}
		listed := document{src: text, steps: math.MaxInt / 2}
		checkValue(t, &d, &listed, d.root())
	})
}

func checkValue(t *testing.T, d, listed *document, v value) {
	if err := scan.Check(d.raw(v), scan.Limits{}, false); err != nil {
		t.Fatalf("%s: %v", d.raw(v), err)
	}
	if other := listed.value(v.at); other != v {
		t.Fatalf("%v, but %v of a list", v, other)
	}
	if d.kind(v)&(array|object) == 0 {
		return
	}
	held := 0
	for c := d.in(v); c.next(); held++ {
		checkValue(t, d, listed, c.value)
	}
	if (held == 0) != scan.IsEmpty(d.src, v.at) {
		t.Fatalf("%s holds %d values", d.raw(v), held)
	}
}
