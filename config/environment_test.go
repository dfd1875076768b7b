package config

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// TestLayers holds each layer against the ones below: built-ins, file,
// environment, flags.
func TestLayers(t *testing.T) {
	const file = `{"global": {"profile": "standard", "exclude_null_values": true, "always_keep": "ok", "unmatched": "keep"}}`
	tests := map[string]struct {
		env           map[string]string
		flags         map[string]any
		setting       string
		value, origin string
	}{
		"built-in": {setting: "emptied", value: "keep", origin: "built-in /global/emptied"},
		"file":     {setting: "profile", value: "standard", origin: nearPlace + ":1:24: /global/profile"},
		"environment over file": {
			env:     map[string]string{"SHAPE_GLOBAL__PROFILE": "verbose"},
			setting: "profile", value: "verbose", origin: "SHAPE_GLOBAL__PROFILE",
		},
		"a boolean of the environment": {
			env:     map[string]string{"SHAPE_GLOBAL__EXCLUDE_NULL_VALUES": "false"},
			setting: "exclude_null_values", value: "false", origin: "SHAPE_GLOBAL__EXCLUDE_NULL_VALUES",
		},
		"an empty variable is unset": {
			env:     map[string]string{"SHAPE_GLOBAL__UNMATCHED": ""},
			setting: "unmatched", value: "keep", origin: nearPlace + ":1:99: /global/unmatched",
		},
		"the rest of the section stays": {
			env:     map[string]string{"SHAPE_GLOBAL__PROFILE": "verbose"},
			setting: "always_keep", value: "ok", origin: nearPlace + ":1:80: /global/always_keep",
		},
		"flag over environment": {
			env:     map[string]string{"SHAPE_GLOBAL__PROFILE": "verbose"},
			flags:   map[string]any{"global/profile": "minimal"},
			setting: "profile", value: "minimal", origin: "flag global/profile",
		},
		"a list as a flag": {
			flags:   map[string]any{"global/always_keep": []string{"a", "b"}},
			setting: "always_keep", value: "a, b", origin: "flag global/always_keep",
		},
		"SCALPEL_MCP_INFO over all": {
			env:     map[string]string{"SCALPEL_MCP_INFO": " debug\n", "SHAPE_GLOBAL__PROFILE": "verbose"},
			flags:   map[string]any{"global/profile": "minimal"},
			setting: "profile", value: "debug", origin: "SCALPEL_MCP_INFO",
		},
		"TRACE is DEBUG": {
			env:     map[string]string{"SCALPEL_MCP_INFO": "Trace"},
			setting: "profile", value: "debug", origin: "SCALPEL_MCP_INFO",
		},
		"other levels say nothing": {
			env:     map[string]string{"SCALPEL_MCP_INFO": "INFO"},
			setting: "profile", value: "standard", origin: nearPlace + ":1:24: /global/profile",
		},
		"the alias": {
			env:     map[string]string{"SCALPEL_MCP_INFO": "", "SCALPEL_MCP_OUTPUT": "DEBUG"},
			setting: "profile", value: "debug", origin: "SCALPEL_MCP_OUTPUT",
		},
		"the alias is silent beside the first": {
			env:     map[string]string{"SCALPEL_MCP_INFO": "WARNING", "SCALPEL_MCP_OUTPUT": "DEBUG"},
			setting: "profile", value: "standard", origin: nearPlace + ":1:24: /global/profile",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t)
			tr.write(nearPlace, file)
			maps.Copy(tr.env, test.env)
			o := tr.options()
			o.Flags = test.flags
			value, origin := decided(t, tr.load(o), "", test.setting)
			origin = strings.TrimPrefix(filepath.ToSlash(origin), filepath.ToSlash(tr.root)+"/")
			if value != test.value || origin != test.origin {
				t.Errorf("%s = %q from %s\nwant %q from %s", test.setting, value, origin, test.value, test.origin)
			}
		})
	}
}

func TestNoConfigIsBuiltInsAndForce(t *testing.T) {
	tr := newTree(t)
	tr.write(nearPlace, `{"global": {"profile": "standard"}}`)
	tr.env["SHAPE_GLOBAL__PROFILE"] = "verbose"
	o := tr.options()
	o.NoConfig = true
	if profile, _ := decided(t, tr.load(o), "", "profile"); profile != "minimal" {
		t.Errorf("profile %s, want minimal", profile)
	}
	tr.env["SCALPEL_MCP_INFO"] = "DEBUG"
	if profile, _ := decided(t, tr.load(o), "", "profile"); profile != "debug" {
		t.Errorf("profile %s, want debug", profile)
	}
}

func TestRefusedLayers(t *testing.T) {
	tests := map[string]struct {
		env   map[string]string
		flags map[string]any
		want  string
	}{
		"a boolean": {
			env:  map[string]string{"SHAPE_GLOBAL__EXCLUDE_NULL_VALUES": "maybe, secret"},
			want: "SHAPE_GLOBAL__EXCLUDE_NULL_VALUES: expected boolean, got string",
		},
		"a name": {
			env:  map[string]string{"SHAPE_GLOBAL__DIALECT": "plian"},
			want: `SHAPE_GLOBAL__DIALECT: expected one of auto, plain, scalpel, response-v2, bmcis, mcp, jsonrpc (did you mean "plain"?)`,
		},
		"a profile": {
			env:  map[string]string{"SHAPE_GLOBAL__PROFILE": "debgu"},
			want: `SHAPE_GLOBAL__PROFILE: unknown profile "debgu"; known: debug, minimal, off, standard, verbose (did you mean "debug"?)`,
		},
		"a flag's value": {
			flags: map[string]any{"global/unmatched": 5},
			want:  "flag global/unmatched: expected string, got number",
		},
		"a flag's key": {
			flags: map[string]any{"global/profil": "debug"},
			want:  `flag global/profil: unknown key "profil" (did you mean "profile"?)`,
		},
		"a flag of another section": {
			flags: map[string]any{"privacy/drop": []string{}},
			want:  "flag privacy: only settings of global can be set here",
		},
		"a flag that is no value": {
			flags: map[string]any{"global/profile": func() {}},
			want:  "flags: not JSON: *json.UnsupportedTypeError",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t)
			maps.Copy(tr.env, test.env)
			o := tr.options()
			o.Flags = test.flags
			if got := tr.refused(o); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// Misspelled variables are found in the process's own environment, since that can be listed.
func TestStrayVariables(t *testing.T) {
	t.Setenv("SHAPE_GLOBAL__PROFIL", "debug")
	t.Setenv("SHAPE_GLOBAL__unmatched", "keep")
	t.Setenv("SHAPE_GLOBAL__NOTHING_SUCH", "")
	t.Setenv("SHAPE_GLOBAL__REPEATS", "true")
	t.Setenv("SHAPE_GLOBAL__EMPTIED", "drop")
	tr := newTree(t)
	o := tr.options()
	o.Getenv = nil
	want := `SHAPE_GLOBAL__PROFIL: unknown setting (did you mean "SHAPE_GLOBAL__PROFILE"?)` + "\n" +
		"SHAPE_GLOBAL__REPEATS: the setting was removed (use SHAPE_GLOBAL__COLUMNS)\n" +
		`SHAPE_GLOBAL__unmatched: unknown setting (did you mean "SHAPE_GLOBAL__UNMATCHED"?)`
	if got := tr.refused(o); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTierOfTheEnvironment(t *testing.T) {
	tr := newTree(t)
	tr.write(nearPlace, `{"tool_overrides": {"t": {"exclude_when_tier": {"pro": "a", "community": "b"}}}}`)
	tr.env["CODE_SCALPEL_TIER"] = "Pro"
	if hidden, _ := decided(t, tr.load(tr.options()), "t", "drop"); hidden != "a" {
		t.Errorf("hidden: %q, want a", hidden)
	}
}

// Every scalar of global, and nothing else, can be set by a variable.
func TestVariablesOfGlobal(t *testing.T) {
	want := map[string]bool{
		"profile": false, "unmatched": false, "emptied": false, "duplicates": false, "duplicates_scope": false,
		"response_mode": false, "dialect": false, "schema": false, "text": false, "exclude_empty_arrays": true, "exclude_empty_objects": true,
		"audit": true, "columns": true, "compact": true, "exclude_null_values": true, "exclude_default_values": true,
	}
	if got := grammar.Load().Booleans; !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

// TestMerge: the decoder takes nothing that the schema would not, in case they
// ever differ, and neither splits keys nor loses values on the way.
func TestMerge(t *testing.T) {
	for name, layer := range map[string]map[string]any{
		"unknown key":     {"global": map[string]any{"colour": "blue"}},
		"another case":    {"Global": map[string]any{}},
		"text as boolean": {"global": map[string]any{"exclude_null_values": "true"}},
		"number as text":  {"global": map[string]any{"profile": int64(5)}},
		"text as number":  {"tool_overrides": map[string]any{"t": map[string]any{"derive": map[string]any{"d": map[string]any{"chars": "5"}}}}},
	} {
		if _, err := merge(layer); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	base := map[string]any{"profiles": map[string]any{"a/b": map[string]any{"include_only": []any{"x", "y"}}, "c": map[string]any{}}}
	over := map[string]any{"profiles": map[string]any{"a/b": map[string]any{"include_only": []any{"z"}}}}
	merged, err := merge(base, nil, over)
	if err != nil {
		t.Fatal(err)
	}
	if names := slices.Sorted(maps.Keys(merged.Profiles)); !slices.Equal(names, []string{"a/b", "c"}) {
		t.Errorf("profiles %v", names)
	}
	if list := merged.Profiles["a/b"].IncludeOnly; !slices.Equal(list, []string{"z"}) {
		t.Errorf("lists do not replace: %v", list)
	}
}

// A value that the schema passes by mistake is an error all the same. The message does not
// contain it.
func TestUndecodableIsAnError(t *testing.T) {
	for section, values := range map[string]any{
		"global":  map[string]any{"profile": int64(12345678)},
		"privacy": map[string]any{"drop": int64(12345678)},
	} {
		doc, problems := document.Parse("f.json", []byte(`{}`))
		if problems != nil {
			t.Fatal(problems)
		}
		doc.Values[section] = values
		b := builder{inForce: doc, sources: []*source{{file: file{Place: Place{Path: "f.json"}}, inForce: true, doc: doc}}}
		b.compile()
		if got := b.problems.sorted().Error(); got != "f.json: cannot be decoded" {
			t.Errorf("%s: %s", section, got)
		}
	}
}

func TestEffectiveOfAnImpossibleCall(t *testing.T) {
	tr := newTree(t)
	if _, err := tr.load(tr.options()).Effective(profiles.Key{Profile: "nope"}); err == nil {
		t.Error("an unknown profile of a call is no error")
	}
}

// A program without a configuration file starts without the grammar of one.
func TestSilenceNeedsNoGrammar(t *testing.T) {
	real := grammar.Load
	defer func() { grammar.Load = real }()
	grammar.Load = func() grammar.Grammar {
		t.Error("the grammar is read")
		return real()
	}
	for name, o := range map[string]Options{
		"no file is wanted": {NoConfig: true},
		"no file is there":  {Dir: t.TempDir()},
	} {
		o.Home, o.Etc = t.TempDir(), t.TempDir()
		if s, err := Load(o); err != nil || s.Profiles() == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	t.Setenv("Shape_Global__x", "1")
	grammar.Load = real
	if !slices.ContainsFunc(os.Environ(), isOurs) {
		t.Error("a variable is not seen")
	}
}
