package envelope_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// A syntax error can be matched by a program. It has a place and no content.
func TestSyntaxErrors(t *testing.T) {
	open := func(raw []byte) error { _, err := envelope.Open(raw, envelope.Limits{Depth: 2}); return err }
	for _, c := range []struct {
		name string
		read func([]byte) error
		doc  string
		want envelope.SyntaxError
		said string
	}{
		{"no JSON", open, "{\n \"secret\": x}", envelope.SyntaxError{Reason: "invalid_json", Offset: 13, Line: 2, Column: 12, Pointer: "/secret"},
			"2:12: invalid character at start of value (at /secret, offset 13)"},
		{"a name twice", open, `{"a":1,"a":2}`, envelope.SyntaxError{Reason: "duplicate_name", Offset: 7, Line: 1, Column: 8, Pointer: "/a"},
			"1:8: duplicate member name (at /a, offset 7)"},
		{"too deep", open, `[[[1]]]`, envelope.SyntaxError{Reason: "too_large", Offset: 2, Line: 1, Column: 3, Pointer: "/0/0"},
			"1:3: nested too deeply (at /0/0, offset 2)"},
		{"no JSON at all", envelope.Check, ``, envelope.SyntaxError{Reason: "invalid_json", Line: 1, Column: 1}, "1:1: unexpected end of input (offset 0)"},
		{"a name twice below", envelope.CheckUnique, `{"b":{"a":1,"a":2}}`, envelope.SyntaxError{Reason: "duplicate_name", Offset: 12, Line: 1, Column: 13, Pointer: "/b/a"},
			"1:13: duplicate member name (at /b/a, offset 12)"},
	} {
		fault, ok := errors.AsType[*envelope.SyntaxError](c.read([]byte(c.doc)))
		if !ok {
			t.Errorf("%s: no such fault", c.name)
			continue
		}
		got := envelope.SyntaxError{Reason: fault.Reason, Offset: fault.Offset, Line: fault.Line, Column: fault.Column, Pointer: fault.Pointer}
		if got != c.want || fault.Error() != c.said {
			t.Errorf("%s: %+v, %q", c.name, got, fault.Error())
		}
	}
	if err := envelope.Check([]byte(`{"a":1,"a":2}`)); err != nil {
		t.Errorf("a name twice is JSON: %v", err)
	}
	if text := (&envelope.SyntaxError{Reason: "too_large"}).Error(); text != "too_large" {
		t.Errorf("a fault of one's own says %q", text)
	}
}

// The faults of a validation are one error, and each of them can be matched.
func TestFindingsAreErrors(t *testing.T) {
	var none envelope.Findings
	if err := none.Err(); err != nil {
		t.Error(err)
	}
	err := envelope.Findings{Errors: []envelope.Finding{{Path: "a.b", Message: "is required"}, {Message: "must be object"}}}.Err()
	if fault, ok := errors.AsType[*envelope.FieldError](err); !ok || fault.Field != "a.b" || fault.Problem != "is required" {
		t.Errorf("%+v", fault)
	}
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 2 || lines[1] != "must be object" {
		t.Errorf("%q", lines)
	}
}
