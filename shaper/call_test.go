package shaper

import (
	"reflect"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// Calls that differ in any setting have plans of their own.
func TestSettingsTellCallsApart(t *testing.T) {
	seen := map[string]string{string(appendSettings(nil, &profiles.Settings{})): "none"}
	for i := range reflect.TypeFor[profiles.Settings]().NumField() {
		var s profiles.Settings
		field := reflect.ValueOf(&s).Elem().Field(i)
		field.Set(reflect.New(field.Type().Elem()))
		name := reflect.TypeFor[profiles.Settings]().Field(i).Name
		key := string(appendSettings(nil, &s))
		if other, dup := seen[key]; dup {
			t.Errorf("%s counts as %s", name, other)
		}
		seen[key] = name
	}
}

// An empty root is an object, also to a walker that never indexed one.
func TestEmptyRoot(t *testing.T) {
	eng, err := New(profiles.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"tier":null,"tool_version":null,"tool_id":null,"request_id":null,"capabilities":null,"duration_ms":null,"error":null,"upgrade_hints":[],"data":null}`
	for range 2 { // the second walker goes ahead under the plan of the first
		req := Request{Dialect: "scalpel", Profile: "debug", Body: []byte("{}")}
		out, _, err := eng.shape(new(walker), nil, job{Request: req})
		if err != nil || string(out) != want {
			t.Errorf("%s, %v", out, err)
		}
	}
}
