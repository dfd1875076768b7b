package notations_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/notations"
)

var update = flag.Bool("update", false, "write the families into GUARANTEES.md")

const (
	page  = "../../shaper/GUARANTEES.md"
	begin = "<!-- notations: written by go test ./internal/notations -update -->\n"
	end   = "<!-- notations: end -->"
)

// The page of guarantees lists the families of the table with their counts.
func TestNotationsPage(t *testing.T) {
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(b), begin)
	written, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatal("the page has no place for the families")
	}
	want := families()
	switch {
	case *update:
		if err := os.WriteFile(page, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case written != want:
		t.Errorf("go test ./internal/notations -update writes the families anew; want\n%s", want)
	}
}

// families is the table of the page: a row for each family, then the sums.
func families() string {
	var b strings.Builder
	b.WriteString("| family | kinds | held | missed | unseen |\n|---|---|---|---|---|\n")
	var names []string
	counts := map[string]*[3]int{}
	for _, k := range append(notations.Kinds(), notations.Outputs()...) {
		if counts[k.Family] == nil {
			names, counts[k.Family] = append(names, k.Family), &[3]int{}
		}
		counts[k.Family][k.Outcome]++
	}
	var all [3]int
	row := func(name string, c [3]int) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", name, c[0]+c[1]+c[2], c[0], c[1], c[2])
	}
	for _, name := range names {
		row(name, *counts[name])
		for i, n := range counts[name] {
			all[i] += n
		}
	}
	row("all", all)
	return b.String()
}
