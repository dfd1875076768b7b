package texts_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

func TestRegister(t *testing.T) {
	const kind = texts.Kind("of a test")
	if _, ok := texts.Lookup(kind); ok {
		t.Error("a kind without a transform was found")
	}
	wrong := errors.New("wrong")
	texts.Register(kind, func(r texts.Request) (string, error) {
		switch r.Room {
		case 1:
			return "", wrong
		case 2:
			return r.Text + "!", nil
		}
		return "x", nil
	})
	transform, ok := texts.Lookup(kind)
	if !ok {
		t.Fatal("the transform was not found")
	}
	for _, c := range []struct {
		name string
		in   texts.Request
		want string
		err  string
	}{
		{"shorter", texts.Request{Text: "text"}, "x", ""},
		{"longer", texts.Request{Text: "text", Room: 2}, "text", ""},
		{"as long", texts.Request{Text: "t"}, "t", ""},
		{"failed", texts.Request{Text: "text", Room: 1}, "text", "wrong"},
		{"large", texts.Request{Text: strings.Repeat("x", texts.MaxBytes+1)}, strings.Repeat("x", texts.MaxBytes+1), "of a test: the text has 8388609 bytes, more than 8388608"},
	} {
		out, err := transform(c.in)
		if out != c.want || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %.20q, %v", c.name, out, err)
		}
	}
}

func TestNamedParts(t *testing.T) {
	for _, c := range []struct {
		part, words string
		want        bool
	}{
		{"## Install the tool", "install", true},
		{"shaper/Engine.go", "query engine.go", true},
		{"## Install", "in", false}, // too short
		{"## Install", "remove", false},
		{"## Install", "", false},
	} {
		if got := texts.Names(c.part, strings.Fields(c.words)); got != c.want {
			t.Errorf("%q, %q: %v", c.part, c.words, got)
		}
	}
}

func TestIsFailure(t *testing.T) {
	for line, want := range map[string]bool{
		"ERROR: disk is full": true, "--- FAIL: TestA": true, "npm WARN old": true, " × one": true, "permission denied": true,
		"all is well": false, "": false, "ok 1": false,
	} {
		if texts.IsFailure(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}
