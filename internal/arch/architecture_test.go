package arch

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table into ARCHITECTURE.md, and INDEX.md")

const page = "../../ARCHITECTURE.md"

// The page's table is this package's table.
func TestPageHoldsTheTable(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), heading)
	_, after, found := strings.Cut(rest, "\n\n")
	if !found {
		t.Fatalf("%s has no table that begins with %q", page, heading)
	}
	want := before + rendered() + "\n" + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("the table of %s is not that of internal/arch: go test ./internal/arch -update writes it", page)
	}
	if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

const heading = "| package | holds | may import | why |\n"

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
