package arch

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write PACKAGES.md and INDEX.md")

const packagesPath = "internal/arch/PACKAGES.md"

// PACKAGES.md is the table of this package.
func TestPageHoldsTheTable(t *testing.T) {
	path, want := filepath.Join(root, packagesPath), rendered()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s is not the table (%v): go test ./internal/arch -update writes it", packagesPath, err)
	}
}

const heading = "# Which package may import which\n\n" +
	"Written by `go test ./internal/arch -update`. A package without a row follows the longest\n" +
	"folder that has one. Tests may import more.\n\n| package | holds | may import | why |\n"

// short leaves the hosts of modules out.
var short = strings.NewReplacer("github.com/", "", "golang.org/", "")

func rendered() string {
	var b strings.Builder
	b.WriteString(heading + "|---|---|---|---|\n")
	for _, r := range table {
		imports := "standard library"
		if len(r.imports) > 0 {
			imports = "`" + short.Replace(strings.Join(r.imports, "`, `")) + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.folder, r.holds, imports, r.why)
	}
	return b.String()
}
