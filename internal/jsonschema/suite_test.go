package jsonschema

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// suiteGroup is one schema of the official test suite (JSON-Schema-Test-Suite) with its
// verdicts on documents.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// abroad is how many groups of the suite lead out of their document. They must be
// refused when they are compiled.
const abroad = 9

// TestSuite runs the official suite. It comes with a module that only tests import.
func TestSuite(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "jsonschema", "testdata")
	refused := 0
	for draft, name := range map[string]string{"draft2020-12": "", "draft7": "http://json-schema.org/draft-07/schema#"} {
		files, err := filepath.Glob(filepath.Join(root, draft, "*.json"))
		if err != nil || len(files) < 30 {
			t.Fatalf("%d files of %s: %v", len(files), draft, err)
		}
		for _, file := range files {
			if base := filepath.Base(file); base != "refRemote.json" {
				t.Run(draft+"/"+base, func(t *testing.T) { refused += runSuite(t, file, name) })
			}
		}
	}
	if refused != abroad {
		t.Errorf("%d groups are refused, not %d", refused, abroad)
	}
}

// runSuite runs the groups of a file, and counts those that are refused.
func runSuite(t *testing.T, file, draft string) (refused int) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var groups []suiteGroup
	if err := json.Unmarshal(text, &groups); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		schema := []byte(g.Schema)
		if schema[0] == '{' && !strings.Contains(string(schema), `"$schema"`) && draft != "" {
			schema = slices.Concat([]byte(`{"$schema":"`+draft+`",`), schema[1:])
		}
		s, err := Compile(schema, Options{})
		if err != nil && strings.HasSuffix(err.Error(), "nothing is fetched") {
			refused++
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", g.Description, err)
			continue
		}
		for _, c := range g.Tests {
			faults, err := s.Validate(c.Data)
			if err != nil {
				t.Errorf("%s: %s: %v", g.Description, c.Description, err)
			} else if (len(faults) == 0) != c.Valid {
				t.Errorf("%s: %s: valid %v, faults %v", g.Description, c.Description, c.Valid, faults)
			}
		}
	}
	return refused
}
