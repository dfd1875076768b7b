package main

import (
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A fault in a file for one system is found there and at no other, in tests too. So is a
// number that 32 bits do not hold.
func TestCheck(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":            "module example\n\ngo 1.26\n",
		"a.go":              "package example\n\nimport \"os\"\n\nvar Large = len(os.Args) + 1<<40\n",
		"a_windows.go":      "package example\n\nvar _ = missing\n",
		"a_darwin_test.go":  "package example_test\n\nimport \"example\"\n\nvar _ string = example.Large\n",
		"inner/a_darwin.go": "package inner\n\nimport \"os\"\n\nfunc f() { g() }\n",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for system, want := range map[string][]string{
		"linux/amd64":   nil,
		"windows/amd64": {"undefined: missing"},
		"windows/386":   {"overflows", "undefined: missing"},
		"darwin/arm64":  {"cannot use example.Large", `"os" imported and not used`, "undefined: g"},
	} {
		c := checker{folder, token.NewFileSet(), map[string]*ast.File{}, map[string]bool{}}
		if n, err := c.check(system); n == 0 || err != nil {
			t.Fatalf("%s: %d packages, %v", system, n, err)
		}
		found := slices.Collect(maps.Keys(c.faults))
		if len(found) != len(want) {
			t.Errorf("%s: %q, want %q", system, found, want)
		}
		for _, fault := range want {
			if !slices.ContainsFunc(found, func(line string) bool { return strings.Contains(line, fault) }) {
				t.Errorf("%s: %q lacks %q", system, found, fault)
			}
		}
	}
}
