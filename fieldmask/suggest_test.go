package fieldmask

import "testing"

func TestSuggest(t *testing.T) {
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
		if got := Suggest(c.name, known); got != c.want {
			t.Errorf("Suggest(%q) = %q, want %q", c.name, got, c.want)
		}
	}
	if got := Suggest("a", nil); got != "" {
		t.Errorf("out of nothing came %q", got)
	}
}

// The closest wins, and among equals the first.
func TestSuggestClosest(t *testing.T) {
	if got := Suggest("duplicate", []string{"duplicados", "duplicates"}); got != "duplicates" {
		t.Errorf("got %q", got)
	}
	if got := Suggest("modes", []string{"mode", "nodes"}); got != "mode" {
		t.Errorf("got %q", got)
	}
}
