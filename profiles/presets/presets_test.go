package presets

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tailscale/hujson"
)

// allowed are the keys of a preset's tool: it omits fields, folds tables and transforms texts.
// None of them hides, cuts or refuses.
var allowed = []string{"omit_fields", "exclude_null_values", "exclude_empty_arrays", "exclude_empty_objects", "exclude_default_values", "defaults", "columns", "compact", "text_as"}

// Each preset says its servers, packages, version and date. With evidence, at least five
// sessions prove it. Otherwise it omits nothing but nulls.
func TestFacts(t *testing.T) {
	for _, p := range All() {
		if len(p.Servers) == 0 || len(p.Packages) == 0 || p.Version == "" {
			t.Errorf("%s: %+v", p.Name, p.Facts)
		}
		if _, err := time.Parse(time.DateOnly, p.Date); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		var file map[string]json.RawMessage
		var tools map[string]map[string]any
		plain, err := hujson.Standardize(slices.Clone(p.Text))
		if err == nil {
			err = json.Unmarshal(plain, &file)
		}
		if err == nil {
			err = json.Unmarshal(file["tool_overrides"], &tools)
		}
		if keys := slices.Sorted(maps.Keys(file)); err != nil || !slices.Equal(keys, []string{"tool_overrides", "x-preset"}) {
			t.Fatalf("%s: %q, %v", p.Name, keys, err)
		}
		for tool, keys := range tools {
			for key := range keys {
				if !slices.Contains(allowed, key) || p.Evidence == nil && (key == "omit_fields" || key == "defaults") {
					t.Errorf("%s: %s: %s", p.Name, tool, key)
				}
			}
		}
		if e := p.Evidence; e != nil && (e.Sessions < 5 || e.Tokens == 0 || e.Source == "" || 100*e.Unseen.Kept < 99*e.Taken || 100*e.Rules.Kept < 99*e.Taken) {
			t.Errorf("%s: %+v", p.Name, e)
		}
	}
}

// A server's name chooses at most one preset, in any case of letters.
func TestFor(t *testing.T) {
	for server, want := range map[string]string{
		"github-mcp-server": "github", "GitHub": "github", "io.github.github/github-mcp-server": "github",
		"Notion API": "notion", "notion": "notion", "supabase": "supabase", "postgres-supabase": "supabase",
		"Playwright": "playwright", "mcp-git": "git", "memory-server": "memory", "mcp-sqlite-server": "sqlite", "ESLint": "eslint",
		"desktop-commander": "commander", "n8n-documentation-mcp": "n8n", "secure-filesystem-server": "filesystem",
		"": "", "hub": "", "gitlab": "", "my-github": "", "postgres": "",
	} {
		got := ""
		if p := For(server); p != nil {
			got = p.Name
		}
		if got != want {
			t.Errorf("%q: %q, want %q", server, got, want)
		}
	}
	for _, p := range All() {
		for _, server := range slices.Concat(p.Servers, p.Packages) {
			if q := For(strings.ReplaceAll(server, "*", "x")); q != nil && q != p {
				t.Errorf("%s: %s chooses %s", p.Name, server, q.Name)
			}
		}
	}
}

func TestNamed(t *testing.T) {
	if p, err := Named("github"); err != nil || p.Name != "github" {
		t.Error(err)
	}
	want := `unknown preset "githb"; known: commander, eslint, filesystem, git, github, memory, n8n, notion, playwright, sqlite, supabase (did you mean "github"?)`
	if _, err := Named("githb"); err == nil || err.Error() != want {
		t.Error(err)
	}
}
