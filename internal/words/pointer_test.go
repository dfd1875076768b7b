package words

import (
	"slices"
	"testing"
)

// The examples of RFC 6901 §5, and the order of unescaping.
func TestPointer(t *testing.T) {
	for pointer, path := range map[string][]string{
		"":           nil,
		"/foo/0":     {"foo", "0"},
		"/":          {""},
		"/a~1b":      {"a/b"},
		"/m~0n":      {"m~n"},
		"/~01":       {"~1"},
		"/a~1b//~00": {"a/b", "", "~0"},
	} {
		if got := Pointer(path...); got != pointer {
			t.Errorf("%q: %s, want %s", path, got, pointer)
		}
		if got := Path(pointer); !slices.Equal(got, path) {
			t.Errorf("%s: %q, want %q", pointer, got, path)
		}
	}
	got := []byte("#")
	for _, token := range []string{"a/b", "", "~0é"} {
		got = AppendPointer(got, token)
	}
	if want := "#/a~1b//~00é"; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}
