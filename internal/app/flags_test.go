package app

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Fields are handed on in the grammar of masks, whatever they were written in.
func TestFieldsAreSpeltAsMasks(t *testing.T) {
	var req shaper.Request
	flags := pflag.NewFlagSet("shape", pflag.ContinueOnError)
	AddShaping(flags, &req, nil)
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
	if err := setBudget(&most, "bytes:5"); err != nil || most != (profiles.Budget{Counter: "estimate", MaxBytes: 5}) {
		t.Errorf("%+v, %v", most, err)
	}
}
