package arch

import (
	"fmt"
	"go/doc"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const indexPath = "internal/arch/INDEX.md"

// One page lists every law with its tests, and every fuzzed property with its statement.
// It is generated from the pages and the tests.
func TestIndexListsEveryLaw(t *testing.T) {
	want := "# Every law, and the tests that hold it\n\n" +
		"Written by `go test ./internal/arch -update` from the pages and the tests that it\n" +
		"names. What the source documents ask for is a table in `" + pagePaths["RULES"] + "`,\n" +
		"each row with its tests, and so are the situations in `" + pagePaths["RELOAD"] + "`\n" +
		"and the habits of the command in `" + pagePaths["HABITS"] + "`.\n"
	for _, p := range readPages(t) {
		if len(p.sections) > 0 || !p.rules[0].inTable {
			want += lawsOf(p)
		}
	}
	want += "\n## What is fuzzed\n\n" +
		"Every run of the tests tries each property on its seeds, `make fuzz` on new inputs.\n\n" +
		"| property | in | says |\n|---|---|---|\n" + strings.Join(properties(t), "")
	path := filepath.Join(root, indexPath)
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s is not what the pages and tests say (%v): go test ./internal/arch -update writes it", indexPath, err)
	}
}

// lawsOf is the part of the index about one page, less the rules that have a row
// with their tests in the page itself.
func lawsOf(p rulesPage) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## [%s](../../%s)\n\n| law | tests |\n|---|---|\n", p.title, p.path)
	for _, r := range slices.Concat(p.rules, p.sections) {
		name := r.title
		if !r.inTable && r.id[0] >= '0' && r.id[0] <= '9' {
			name = r.id + ". " + name
		}
		if len(r.tests) > 0 && !r.inTable {
			fmt.Fprintf(&b, "| %s | %s |\n", name, strings.Join(r.tests, ", "))
		}
	}
	return b.String()
}

// properties are the rows of the index about fuzzed tests, each with the first
// sentence of its comment.
func properties(t *testing.T) (rows []string) {
	t.Helper()
	for _, s := range sources(t) {
		for _, f := range s.functions() {
			name := f.Name.Name
			if !s.isTest() || !strings.HasPrefix(name, "Fuzz") {
				continue
			}
			says := new(doc.Package).Synopsis(f.Doc.Text())
			if says == "" {
				t.Errorf("%s/%s: %s does not say what it holds", s.folder, s.name, name)
			}
			says = strings.TrimLeft(strings.TrimPrefix(says, name), ": ")
			rows = append(rows, fmt.Sprintf("| %s | `%s` | %s |\n", name, s.folder, says))
		}
	}
	slices.Sort(rows)
	return rows
}
