package jsonschema

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// Values of one list are equal, whatever they look like; those of two are not.
func TestEqual(t *testing.T) {
	classes := [][]string{
		{`null`}, {`true`}, {`false`},
		{`0`, `-0`, `0.00`, `0e7`}, {`1`, `1.0`, `10e-1`, `0.1E1`}, {`-1`, `-1.0`}, {`10`, `1e1`}, {`1e400`}, {`1e401`},
		{`""`}, {`"a"`, `"\u0061"`}, {`"0"`}, {`"é"`, `"\u00e9"`}, {`"😀"`, `"\ud83d\ude00"`}, {`"a/b"`, `"a\/b"`},
		{`[]`, `[ ]`}, {`[[]]`}, {`[1,2]`, `[1.0, 2]`}, {`[2,1]`}, {`[12]`}, {`["1,2"]`}, {`[null]`},
		{`{}`}, {`{"a":1,"b":[]}`, `{"b":[],"a":1}`, `{ "\u0062" : [ ] , "a" : 1e0 }`}, {`{"a":1}`}, {`{"a":{"b":1}}`}, {`{"a":"b"}`}, {`{"":""}`},
	}
	forms := map[string]int{}
	for i, class := range classes {
		for _, value := range class {
			form := canonical(t, value)
			if other, seen := forms[form]; seen && other != i {
				t.Errorf("%s equals %s", value, classes[other][0])
			}
			forms[form] = i
		}
	}
	if len(forms) != len(classes) {
		t.Errorf("%d forms of %d values", len(forms), len(classes))
	}
}

// FuzzLawsEqual: two documents have one form exactly if they decode to the same.
func FuzzLawsEqual(f *testing.F) {
	for seed := range testkit.Seeds(500) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := newRandom(seed)
		a, b := r.document(2), r.document(2)
		var x, y any
		if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
			t.Fatalf("%s or %s is no JSON", a, b)
		}
		if got, want := canonical(t, a) == canonical(t, b), reflect.DeepEqual(x, y); got != want {
			t.Errorf("%s equals %s: %v", a, b, got)
		}
	})
}

func canonical(t *testing.T, value string) string {
	t.Helper()
	var d document
	if err := d.read([]byte(value)); err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	return string(d.appendCanonical(nil, d.root()))
}
