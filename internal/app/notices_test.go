package app

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app/notice"
)

// A notice that does not end the run has no exit status.
func TestCaution(t *testing.T) {
	var b strings.Builder
	a := &App{Stderr: notice.New(&b, false)}
	a.Stderr.SpeakJSON(true)
	a.printWarning(errors.New("no"))
	if got, want := b.String(), `{"level":"warning","kind":"usage","message":"no"}`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The form of errors is known even if the arguments do not parse.
func TestLastOf(t *testing.T) {
	for args, want := range map[string]string{
		"":                         "",
		"--error-format json":      "json",
		"--error-format=json -x a": "json",
		"--error-format":           "",
		"-- --error-format json":   "",
		"--error-format json --error-format=text": "text",
	} {
		if got := lastOf(strings.Fields(args), errorFormat); got != want {
			t.Errorf("%s: %s", args, got)
		}
	}
}

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
