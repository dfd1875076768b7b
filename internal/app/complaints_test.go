package app

import (
	"testing"
)

// Errors name the flag of a setting that the call gave.
func TestByFlags(t *testing.T) {
	for text, want := range map[string]string{
		"call /exclude_fields/0":            "--exclude",
		"call /exclude_null_values: x":      "--drop: x",
		"a, at call /profile":               "a, at --profile",
		"f.json:1:2: /exclude_fields/0":     "f.json:1:2: /exclude_fields/0",
		"recall /profile":                   "recall /profile",
		"call /fields/1 and call /fields/0": "--fields and --fields",
	} {
		if got := ByFlags(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
