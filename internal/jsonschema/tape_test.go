package jsonschema

import (
	"fmt"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// FuzzTape: a document is read, or refused, as the scanner does it.
func FuzzTape(f *testing.F) {
	for _, doc := range []string{`{"a":[1,{"b":null}],"c":"\u0061"}`, `[`, `{"a"`, `{"a":}`, `{"a":1,}`, `[1 2]`, `[1}`, `1 2`, "\ufeff1", ``, ` `, `"\ud800"`, `[[],{}]`, `{1:2}`, `nul`} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		var tp tape
		err := tp.read(doc)
		if want := scan.Check(doc, scan.Limits{}, false); fmt.Sprint(err) != fmt.Sprint(want) {
			t.Fatalf("%v, the scanner says %v", err, want)
		}
		if err != nil {
			return
		}
		for v := range tp.entries {
			if err := scan.Check(tp.raw(v), scan.Limits{}, false); err != nil {
				t.Fatalf("entry %d: %v", v, err)
			}
		}
		if end := tp.next(0); end != len(tp.entries) {
			t.Fatalf("the root ends before entry %d of %d", end, len(tp.entries))
		}
	})
}
