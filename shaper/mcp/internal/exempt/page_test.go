package exempt_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

var update = flag.Bool("update", false, "write the page of the table anew")

const page = "../../../../docs/messages.md"

// The page of the table (shape help messages) is the table.
func TestPageOfMessages(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	intro, _, _ := strings.Cut(string(text), "\n    message\n")
	want := intro + "\n" + rendered()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if string(text) != want && !*update {
		t.Errorf("%s is not the table: go test ./shaper/mcp/internal/exempt -update writes it", page)
	}
}

// rendered is the table in Markdown.
func rendered() string {
	var b strings.Builder
	form := ""
	for _, row := range exempt.Rows() {
		if row.Form != form {
			if form != "" {
				b.WriteByte('\n')
			}
			form = row.Form
			fmt.Fprintf(&b, "    %s\n", form)
		}
		switch row.Kind {
		case "+":
			fmt.Fprintf(&b, "      all of %s\n", row.Reason)
		case "=":
			line(&b, row.Path, "is", row.Reason)
		default:
			line(&b, row.Path, row.Kind, row.Reason)
		}
	}
	return b.String()
}

func line(b *strings.Builder, path, kind, reason string) {
	if len(path) > 30 {
		fmt.Fprintf(b, "      %s\n", path)
		path = ""
	}
	fmt.Fprintf(b, "      %-30s %-8s %s\n", path, kind, reason)
}
