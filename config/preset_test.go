package config

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/profiles/presets"
)

// Every preset is a configuration without a fault or a warning, also by itself.
func TestPresets(t *testing.T) {
	for _, p := range presets.All() {
		if _, err := compilePreset(p); err != nil {
			t.Error(err)
		}
		if s, err := Parse(p.Name, p.Text); err != nil || len(s.Warnings()) > 0 {
			t.Errorf("%s: %v, %v", p.Name, err, s.Warnings())
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
	if _, err := Parse("c.json", []byte(`{"presets": "github"}`)); err == nil || err.Error() != "c.json:1:13: /presets: expected one of auto, off" {
		t.Error(err)
	}
}
