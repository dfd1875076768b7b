package words

import (
	"errors"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"include_only", "exclude_fields", "profile", "budget", "items", "with"}
	for _, c := range []struct{ name, want string }{
		{"includeOnly", "include_only"},  // equal but for case and "_"
		{"INCLUDE-ONLY", "include_only"}, // and "-"
		{"include_onyl", "include_only"}, // neighbours swapped
		{"inclde_onl", "include_only"},   // two edits, above seven letters
		{"inclde_on", ""},                // three
		{"exclude_field", "exclude_fields"},
		{"profil", "profile"},    // one edit
		{"profilees", "profile"}, // two, above seven letters
		{"prfil", ""},            // two, below
		{"budgets", "budget"},
		{"item", "items"},
		{"wiht", "with"},
		{"i", ""},
		{"", ""},
		{"something else", ""},
	} {
		if got := Nearest(c.name, known); got != c.want {
			t.Errorf("Nearest(%q) = %q, want %q", c.name, got, c.want)
		}
	}
	if got := Nearest("a", nil); got != "" {
		t.Errorf("out of nothing came %q", got)
	}
}

// The closest wins, and among equals the first.
func TestNearestOfSeveral(t *testing.T) {
	if got := Nearest("duplicate", []string{"duplicados", "duplicates"}); got != "duplicates" {
		t.Errorf("got %q", got)
	}
	if got := Nearest("modes", []string{"mode", "nodes"}); got != "mode" {
		t.Errorf("got %q", got)
	}
}

func TestHinted(t *testing.T) {
	plain := errors.New("no such thing")
	known := []string{"profile"}
	if err := Hinted(plain, "profle", known); err.Error() != `no such thing (did you mean "profile"?)` || !errors.Is(err, plain) {
		t.Errorf("got %v", err)
	}
	if err := Hinted(plain, "budget", known); err != plain {
		t.Errorf("nothing is near, and the error became %v", err)
	}
}
