package cli

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// The values of flags are checked at once. An error names the valid values.
func TestFlagValues(t *testing.T) {
	for _, c := range []struct{ flag, value, fault string }{
		{"drop", "null,default", ""},
		{"drop", "null,nul", `"nul" is not one of null, empty-array, empty-object, default (did you mean "null"?)`},
		{"drop", "", `"" is not one of null, empty-array, empty-object, default`},
		{"unmatched", "prune,keep", `"prune,keep" is not one of prune, keep`},
		{"config", "", "the name of a file is missing"},
		{"indent", "16", ""},
		{"indent", "17", `"17" is not a number from 0 to 16`},
		{"indent", "-1", `"-1" is not a number from 0 to 16`},
		{"indent", "1e1", `"1e1" is not a number from 0 to 16`},
		{"exclude", "a..b", `mask "a..b": a name is missing at offset 2`},
		{"fields", "a/b(c,d)", ""},
		{"in-place", "a/b", "a suffix names no other directory"},
		{"in-place", ".bak", ""},
	} {
		flags := pflag.NewFlagSet("shape", pflag.ContinueOnError)
		f := &filter{}
		f.flags(flags, []string{"auto"})
		f.inPlace.add(flags)
		fault := ""
		if err := flags.Lookup(c.flag).Value.Set(c.value); err != nil {
			fault = err.Error()
		}
		if fault != c.fault {
			t.Errorf("--%s=%s: %q, want %q", c.flag, c.value, fault, c.fault)
		}
	}
}

// Fields are handed on in the grammar of masks, whatever they were written in.
func TestFieldsAreSpeltAsMasks(t *testing.T) {
	var req shaper.Request
	flags := pflag.NewFlagSet("shape", pflag.ContinueOnError)
	addShaping(flags, &req, nil)
	if err := flags.Parse([]string{"--fields", "a/b(c,d)", "--fields", "e", "-x", "a(b)"}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(req.Fields, " "); got != "a.b.c a.b.d e" {
		t.Errorf("fields %s", got)
	}
	if got := strings.Join(req.Exclude, " "); got != "a(b)" {
		t.Errorf("excludes %s", got)
	}
}

func TestRepair(t *testing.T) {
	for mask, want := range map[string]string{
		"a..b": "a.b", "a.": "a", "a,": "a", ",a": "a", "a,,b": "a,b", "a(b": "a(b)",
		"a[0": "a[0]", `"a`: `"a"`, "a)": "a", "": "", "a[x]": "",
	} {
		if got := repair(mask, fieldmask.Parse); got != want {
			t.Errorf("%s: %q, want %q", mask, got, want)
		}
	}
}

// A budget leaves the counter as another flag has said it.
func TestBudgetKeepsCounter(t *testing.T) {
	most := profiles.Budget{Counter: "estimate"}
	if err := (budget{&most}).Set("bytes:5"); err != nil || most != (profiles.Budget{Counter: "estimate", MaxBytes: 5}) {
		t.Errorf("%+v, %v", most, err)
	}
}
