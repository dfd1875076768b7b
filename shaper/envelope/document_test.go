package envelope_test

import (
	"reflect"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// A member is found by its unescaped name.
func TestDocFindsMembers(t *testing.T) {
	d, err := envelope.Open([]byte(` {"a":1, "b\u0063":{"x":[2]} } `), envelope.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a": "1", "bc": `{"x":[2]}`, "x": "", "": ""} {
		if got := string(d.Value(name)); got != want || d.Has(name) != (want != "") {
			t.Errorf("%q: %q", name, got)
		}
	}
	if !d.Has("a", "bc") || d.Has("a", "x") {
		t.Error("Has wants each name")
	}
}

// OpenPart indexes selected members of a root, and of the named object in it, by number and
// name.
func TestOpenPart(t *testing.T) {
	few := func(i int, name []byte) bool { return i == 0 || string(name) == "c" }
	d, err := envelope.OpenPart([]byte(`{"a":1,"b":2,"c":{"x":3,"y":4,"c":5}}`), &envelope.Limits{}, few, "c")
	if err != nil || len(d.Members) != 2 || string(d.Value("c")) != `{"x":3,"y":4,"c":5}` || d.Has("b") {
		t.Errorf("%+v, %v", d.Members, err)
	}
	if len(d.Result) != 2 || string(d.ResultValue("x")) != "3" || string(d.ResultValue("c")) != "5" {
		t.Errorf("in the member: %+v", d.Result)
	}
	valid, err := envelope.OpenPart(d.Raw, nil, few, "c")
	if err != nil || !reflect.DeepEqual(valid, d) {
		t.Errorf("of a valid text %+v, %v, want %+v", valid, err, d)
	}
	d, err = envelope.OpenPart([]byte(`{"a":{},"b":2,"b":3}`), &envelope.Limits{}, func(int, []byte) bool { return false }, "a")
	if err != nil || d.Twice != 14 || d.Result != nil {
		t.Errorf("a name twice is told at %d where it is not indexed, %v", d.Twice, err)
	}
}

// A value that is no object, or holds a name twice, gives an empty document.
func TestIndexIsLenient(t *testing.T) {
	for text, members := range map[string]int{`{"a":1}`: 1, ` {}`: 0, `[1]`: 0, `null`: 0, ``: 0, `{"a":1,"a":2}`: 0} {
		if d := envelope.Index([]byte(text)); len(d.Members) != members {
			t.Errorf("%s: %d members", text, len(d.Members))
		}
	}
}
