package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/template"
)

type object = map[string]any

// checksums returns the SHA-256 of each file of a release, by name, and the names in order.
func checksums(dist string) (sums map[string]string, names []string, err error) {
	text, err := os.ReadFile(filepath.Join(dist, "checksums.txt"))
	if err != nil {
		return nil, nil, err
	}
	sums = map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok || len(sum) != 64 {
			return nil, nil, fmt.Errorf("checksums.txt: %q is no line of sha256sum", line)
		}
		sums[name], names = sum, append(names, name)
	}
	return sums, names, nil
}

// provenance writes dist/provenance.intoto.json: the files of a release as subjects, and the
// commit that they were built from.
func (r repository) provenance(dist string) error {
	sums, names, err := checksums(dist)
	if err != nil {
		return err
	}
	commit, err := output(r.root, "git", "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	subjects := []object{}
	for _, name := range names {
		subjects = append(subjects, object{"name": name, "digest": object{"sha256": sums[name]}})
	}
	const source = "https://" + rootModule
	text, err := json.MarshalIndent(object{
		"_type": "https://in-toto.io/Statement/v1", "subject": subjects, "predicateType": "https://slsa.dev/provenance/v1",
		"predicate": object{
			"buildDefinition": object{
				"buildType":            source + "/blob/main/CONTRIBUTING.md#a-release",
				"externalParameters":   object{"repository": source, "ref": "refs/tags/" + r.version},
				"internalParameters":   object{"go": runtime.Version(), "command": "make packages"},
				"resolvedDependencies": []object{{"uri": "git+" + source + "@refs/tags/" + r.version, "digest": object{"gitCommit": commit}}},
			},
			"runDetails": object{"builder": object{"id": source + "/blob/main/.ci/packages"}},
		},
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dist, "provenance.intoto.json"), append(text, '\n'), 0o644)
}

//go:embed shape.rb.tmpl
var formulaText string

// formula writes dist/homebrew/shape.rb.
func (r repository) formula(dist string) error {
	sums, _, err := checksums(dist)
	if err != nil {
		return err
	}
	version := strings.TrimPrefix(r.version, "v")
	funcs := template.FuncMap{
		"file": func(system string) string { return "shape_" + version + "_" + system + ".tar.gz" },
		"sum": func(file string) (string, error) {
			if sums[file] == "" {
				return "", fmt.Errorf("checksums.txt has no %s", file)
			}
			return sums[file], nil
		},
	}
	t, err := template.New("shape.rb").Funcs(funcs).Parse(formulaText)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := t.Execute(&text, object{"Version": version, "From": "https://" + rootModule + "/releases/download/" + r.version}); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dist, "homebrew"), 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dist, "homebrew/shape.rb"), text.Bytes(), 0o644)
}
