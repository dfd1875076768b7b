package config

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/profiles/presets"
)

// Every preset is a configuration without a fault or a warning. It has no rule that hides,
// cuts or refuses, for none of its tools.
func TestPresets(t *testing.T) {
	auto := mustParse(t, `{"presets": "auto"}`)
	for _, p := range presets.All() {
		if _, err := compilePreset(p); err != nil {
			t.Error(err)
		}
		s, err := Parse(p.Name, p.Text)
		if err != nil || len(s.Warnings()) > 0 {
			t.Fatalf("%s: %v, %v", p.Name, err, s.Warnings())
		}
		for _, tool := range s.spec.Tools {
			r, err := auto.Profiles().Resolve(profiles.Key{Server: p.Servers[0], Tool: tool.Name})
			if err != nil {
				t.Fatal(err)
			}
			if r.Hides() || len(r.Include) > 0 || r.MaxString+r.MaxItems > 0 || r.Shorten != nil || r.Limits != nil || r.Budget != (profiles.Budget{}) || r.Profile != "minimal" {
				t.Errorf("%s: %s: %+v", p.Name, tool.Name, r)
			}
			if strings.Contains(tool.Name, "*") {
				continue
			}
			if name, ruled := auto.Profiles().Preset(p.Servers[0], []string{tool.Name}); name != p.Name || ruled != 1 {
				t.Errorf("%s: %s meets %q", p.Name, tool.Name, name)
			}
			again, err := mustParse(t, `{"presets": "auto"}`).Profiles().Resolve(profiles.Key{Tool: "mcp__" + p.Servers[0] + "__" + tool.Name})
			if err != nil || !slices.Equal(again.Decisions(), r.Decisions()) || len(again.Omit) != len(r.Omit) {
				t.Errorf("%s: %s: other rules the second time, %v", p.Name, tool.Name, err)
			}
		}
	}
}

// Only auto applies presets. The key is the origin of the choice, and the preset that of its
// rules.
func TestPresetsOfFile(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                  "",
		`{"presets": "off"}`:  "",
		`{"presets": "auto"}`: "c.json:1:13: /presets: github; preset github /tool_overrides/*/omit_fields/0: node_id",
		`{"presets": "auto", "tool_overrides": {"list_commits": {"include_only": ["sha"]}}}`: "c.json:1:13: /presets: github",
	} {
		s, err := Parse("c.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		all, err := s.Effective(profiles.Key{Server: "github", Tool: "list_commits"})
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, d := range all {
			if d.Setting == "preset" || d.Setting == "omit" && d.Value == "node_id" {
				told = append(told, d.Origin.String()+": "+d.Value)
			}
		}
		if got := strings.Join(told, "; "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	auto, off := mustParse(t, `{"presets": "auto"}`), mustParse(t, `{"presets": "off"}`)
	if sameSelection(auto, off) || !sameSelection(auto, mustParse(t, `{/* again */ "presets": "auto"}`)) {
		t.Error("a change of presets is none, or a comment is one")
	}
	if _, err := Parse("c.json", []byte(`{"presets": "github"}`)); err == nil || err.Error() != "c.json:1:13: /presets: expected one of auto, off" {
		t.Error(err)
	}
}

// A key that a preset cannot apply is refused.
func TestPresetWithOtherKeys(t *testing.T) {
	for text, want := range map[string]string{
		`{"tool_overrides": {"list": {"columns": true, "tools": {"deny": ["x"]}}}}`: "preset p: /tool_overrides/list/tools: a preset has no list of tools",
		`{"privacy": {"drop": ["x"]}}`:                                              "preset p: /privacy: a preset has tool_overrides alone",
		`{"tool_overrides": {"list": {"columns": true}}}`:                           "",
	} {
		_, err := compilePreset(&presets.Preset{Name: "p", Text: []byte(text)})
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
