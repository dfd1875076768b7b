package jsonschema

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// Parts of a schema are found where they stand.
func TestAt(t *testing.T) {
	s := compiled(t, `{"properties":{"b":{"$ref":"#/$defs/x~1y"},"a":{}},"allOf":[{"type":"null"}],"$defs":{"x/y":{"properties":{"c":true},"type":"object"}}}`)
	if got := s.Properties(); !slices.Equal(got, []string{"b", "a"}) {
		t.Errorf("properties %q", got)
	}
	ref := s.At("/properties/b").Ref()
	if ref == nil || *ref != *s.At("/$defs/x~1y") || !slices.Equal(ref.Properties(), []string{"c"}) || ref.Ref() != nil || ref.Keyword("title") != nil {
		t.Errorf("the reference leads to %v", ref)
	}
	for _, nothing := range []string{"x", "/x", "/properties", "/allOf/1", "/allOf/-1", "/allOf/0/type", "/allOf/0/type/x"} {
		if part := s.At(nothing); part != nil {
			t.Errorf("%s is a schema", nothing)
		}
	}
	if faults, err := s.At("/allOf/0").Validate([]byte("0")); err != nil || len(faults) != 1 {
		t.Errorf("a part finds %v, %v", faults, err)
	}
	if s.At("/allOf/0").Properties() != nil {
		t.Error("properties out of nothing")
	}
}

// Advice leaves room for faults.
func TestAdviceAndFaults(t *testing.T) {
	s, err := Compile([]byte(`{"items":{"type":"object","x-should":["a"]}}`), Options{Advice: "x-should", Faults: 2})
	if err != nil {
		t.Fatal(err)
	}
	faults, err := s.Validate([]byte(`[{},{},{},1,2,3]`))
	got := ""
	for _, f := range faults {
		got += fmt.Sprint(f.Path, f.Keyword)
	}
	if want := "[0]x-should[1]x-should[3]type[4]type"; got != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// The ways to many faults share the names on them.
func TestWaysShareNames(t *testing.T) {
	s, err := Compile([]byte(`{"$defs":{"a":{"additionalProperties":{"$ref":"#/$defs/a"},"items":false}},"$ref":"#/$defs/a"}`), Options{Faults: 1000})
	if err != nil {
		t.Fatal(err)
	}
	document := []byte(strings.Repeat(`{"`+strings.Repeat("n", 1<<16)+`":`, 16) + "[" + strings.Repeat("1,", 999) + "1]" + strings.Repeat("}", 16))
	if took := testkit.Allocated(func() { _, err = s.Validate(document) }); err != nil || took > 4*len(document) {
		t.Errorf("%d bytes for %d, %v", took, len(document), err)
	}
}

func TestOptions(t *testing.T) {
	const schema = `{"allOf":[false],"items":{"type":["object","array"],"not":{}},"x-should":["a"]}`
	s, err := Compile([]byte(schema), Options{Skip: []string{"allOf", "not"}, Unique: true, Advice: "x-should", Faults: 2})
	if err != nil {
		t.Fatal(err)
	}
	for document, want := range map[string]string{
		`[{},[]]`:                             "",
		`[{"a":1,"b":[],"\u0061":1}]`:         "[0]uniqueNames",
		`[1,2,3]`:                             "[0]type[1]type",
		`{}`:                                  "[]x-should",
		`{"a":1}`:                             "",
		`{"b":{"c":1,"c":1}}`:                 "[]x-should",
		`{"b":1,"b":1}`:                       "[]uniqueNames",
		`[{"a":{"b":1,"c":1}},{"a":1,"b":1}]`: "",
	} {
		faults, err := s.Validate([]byte(document))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range faults {
			got += fmt.Sprint(f.Path, f.Keyword)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", document, got, want)
		}
	}
	if bare := compiled(t, `{"x-should":["a"]}`); bare.At("") == nil {
		t.Error("a schema is no part of itself")
	} else if faults, err := bare.Validate([]byte(`{"b":1,"b":2}`)); err != nil || faults != nil {
		t.Errorf("options that nobody set: %v, %v", faults, err)
	}
}
