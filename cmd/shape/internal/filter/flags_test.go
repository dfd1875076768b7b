package filter

import (
	"testing"

	"github.com/spf13/pflag"
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
		flags.BoolFunc("in-place", "", f.inPlace.set)
		fault := ""
		if err := flags.Lookup(c.flag).Value.Set(c.value); err != nil {
			fault = err.Error()
		}
		if fault != c.fault {
			t.Errorf("--%s=%s: %q, want %q", c.flag, c.value, fault, c.fault)
		}
	}
}
