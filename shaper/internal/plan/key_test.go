package plan

import (
	"reflect"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// fields returns copies of a value, each with one field set.
func fields[T any](zero T, set func(field reflect.Value)) map[string]T {
	all := map[string]T{}
	kind := reflect.TypeFor[T]()
	for i := range kind.NumField() {
		one := zero
		field := reflect.ValueOf(&one).Elem().Field(i)
		if set(field); !reflect.DeepEqual(one, zero) {
			all[kind.Field(i).Name] = one
		}
	}
	return all
}

// something sets a field of a simple kind to a non-zero value.
func something(field reflect.Value) {
	switch field.Kind() {
	case reflect.String:
		field.SetString("mcp")
	case reflect.Bool:
		field.SetBool(true)
	case reflect.Slice:
		field.Set(reflect.ValueOf([]string{}))
	}
}

// Calls that differ in any part have different keys. Other tests cover the tool with its
// server, and the tier.
func TestCallsHaveTheirOwnKeys(t *testing.T) {
	seen := map[string]string{string(appendCall(nil, &Call{}, "")): "nothing"}
	note := func(name string, c Call, entries string) {
		key := string(appendCall(nil, &c, entries))
		if other, dup := seen[key]; dup {
			t.Errorf("%s counts as %s", name, other)
		}
		seen[key] = name
	}
	for name, c := range fields(Call{}, something) {
		note(name, c, "")
	}
	for name, k := range fields(profiles.Key{}, something) {
		if name != "Server" && name != "Tool" && name != "Tier" && name != "IsError" {
			note(name, Call{Key: k}, "")
		}
	}
	note("an entry", Call{}, "\x01")
	note("dialect auto", Call{Dialect: "auto"}, "")
	note("two masks", Call{Key: profiles.Key{Exclude: []string{"a", "b"}}}, "")
	note("one mask of two", Call{Key: profiles.Key{Exclude: []string{"a,b"}}}, "")
	note("a mask on the other side", Call{Key: profiles.Key{Exclude: []string{"a"}, Fields: []string{"b"}}}, "")
	note("both elsewhere", Call{Key: profiles.Key{Include: []string{"a"}, Exclude: []string{"b"}}}, "")
	note("an empty mask", Call{Key: profiles.Key{Include: []string{""}}}, "")
	note("an empty mask on the other side", Call{Key: profiles.Key{Exclude: []string{""}}}, "")
	note("null values", Call{Key: profiles.Key{Settings: profiles.Settings{ExcludeNullValues: new(false)}}}, "")
	note("null values, gone", Call{Key: profiles.Key{Settings: profiles.Settings{ExcludeNullValues: new(true)}}}, "")
}

// Answers to one call that differ in any part have different keys.
func TestAnswersHaveTheirOwnKeys(t *testing.T) {
	plainly := Answer{Dialect: envelope.Plain{}, Layout: &envelope.Layout{}}
	seen := map[string]string{string(appendAnswer(nil, plainly)): "nothing"}
	answers := fields(plainly, func(field reflect.Value) {
		switch field.Kind() {
		case reflect.Interface:
			field.Set(reflect.ValueOf(scalpel.Dialect{}))
		case reflect.Pointer:
			field.Set(reflect.ValueOf(&envelope.Layout{Name: "of a form"}))
		default:
			something(field)
		}
	})
	if len(answers) != reflect.TypeFor[Answer]().NumField() {
		t.Fatalf("%d answers", len(answers))
	}
	for name, a := range answers {
		key := string(appendAnswer(nil, a))
		if other, dup := seen[key]; dup {
			t.Errorf("%s counts as %s", name, other)
		}
		seen[key] = name
	}
}

// The key for the profiles comes from the call. The answer overrides the tier and the failure.
func TestKeyOfCall(t *testing.T) {
	c := Call{Key: profiles.Key{Tool: "t", Tier: "", Fields: []string{"a"}}, Strict: true}
	k := c.key(Answer{Tier: "pro", IsError: true})
	if k.Tool != "t" || k.Tier != "pro" || !k.IsError || len(k.Fields) != 1 || *k.Settings.DuplicatesScope != "everywhere" {
		t.Errorf("%+v", k)
	}
	if c.Settings.DuplicatesScope != nil || c.Tier != "" {
		t.Error("the call was written to")
	}
}

// The fields of a mode apply to the items, wherever the items are.
func TestLayersAtItems(t *testing.T) {
	spec := profiles.Spec{Tools: []profiles.Tool{{
		Name: "t", Items: new("a.rows"), IncludeOnly: []string{"a", "c"},
		ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"id"}}},
	}}}
	for _, dialect := range []string{"plain", "scalpel"} {
		p := laid(t, Call{Key: profiles.Key{Tool: "t", Mode: "m"}}, Answer{}, dialect, spec)
		prefix := map[string]string{"scalpel": "data."}[dialect]
		for path, want := range map[string]string{
			"a": "keep", "a.x": "keep", "a.rows": "partial", "a.rows.id": "keep", "a.rows.x": "drop", "b": "drop", "c": "keep",
		} {
			if got := verdicts[at(p, prefix+path).Verdict()]; got != want {
				t.Errorf("%s: %s is to %s, not to %s", dialect, path, got, want)
			}
		}
		lists := p.Acts(at(p, map[string]string{"scalpel": "data"}[dialect])).Lists
		for path, want := range map[string]string{"id": "drop", "a": "drop", "c": "drop"} {
			// include_only keeps a and c of the payload; the mode keeps id of its items, the
			// payload itself
			if got := verdicts[stateAt(lists, path).Verdict()]; got != want {
				t.Errorf("%s, a list: %s is to %s, not to %s", dialect, path, got, want)
			}
		}
	}
}

// A named dialect may not be the document's dialect. Anchored privacy rules hide at the
// payload of each dialect.
func TestNamedDialects(t *testing.T) {
	spec := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{".pin"}}}}
	places := []string{"pin", "data.pin", "results.pin", "structuredContent.pin", "result.structuredContent.pin", "structuredContent.data.pin"}
	for _, named := range []bool{false, true} {
		call := Call{}
		if named {
			call.Dialect = "scalpel"
		}
		p := laid(t, call, Answer{}, "scalpel", spec)
		for _, path := range places {
			hidden := at(p, path).Verdict() == fieldmask.Drop
			if want := named || path == "data.pin"; hidden != want {
				t.Errorf("named %v: %s is hidden: %v", named, path, hidden)
			}
		}
	}
}

// TestClockStepByStep shows the second chance in a map of four entries, with reads of b.
func TestClockStepByStep(t *testing.T) {
	c := newClock[string](4)
	put := func(keys ...string) {
		for _, k := range keys {
			c.put([]byte(k), k)
		}
	}
	left := func() string {
		all := ""
		for _, k := range "abcdefghij" {
			if _, ok := c.peek(string(k)); ok {
				all += string(k)
			}
		}
		return all
	}
	for i, step := range []struct {
		do   func()
		want string
	}{
		{func() { put("a", "b", "c", "d") }, "abcd"},
		{func() { c.get([]byte("b")) }, "abcd"},
		{func() { put("e") }, "bcde"}, // a was the first entry
		{func() { put("f") }, "bdef"}, // b is spared once
		{func() { put("g") }, "befg"},
		{func() { put("h") }, "bfgh"},
		{func() { put("i") }, "fghi"}, // b goes without another read
	} {
		if step.do(); left() != step.want {
			t.Fatalf("step %d: %s, want %s", i, left(), step.want)
		}
	}
	for _, k := range "fghi" {
		c.get([]byte(string(k)))
	}
	if put("j"); c.len() != 4 || len(left()) != 4 { // if all entries were read, one is still evicted
		t.Errorf("%d entries: %s", c.len(), left())
	}
}
