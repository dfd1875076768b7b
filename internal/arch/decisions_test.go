package arch

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"
)

const decisions = "internal/arch/decisions/"

// decision is the head of a page: the decision and its date.
var decision = regexp.MustCompile(`^# (.+)\n\n(\d{4}-\d\d-\d\d)`)

// The index lists every decision, by its title and its date, and nothing else. Each page
// states the decision, its reasons, the rejected options, and the conditions for a change.
func TestDecisionsAreListed(t *testing.T) {
	index := read(t, decisions+"README.md")
	listed := strings.Count(index, "](")
	for _, page := range files(t, ".md") {
		name, ok := strings.CutPrefix(page, decisions)
		if !ok || name == "README.md" {
			continue
		}
		listed--
		text := read(t, page)
		for _, part := range []string{"Decided.", "Because", "Rejected", "Overturned by"} {
			if !strings.Contains(text, "\n**"+part) {
				t.Errorf("%s has no part %q", page, part)
			}
		}
		m := decision.FindStringSubmatch(text)
		if m == nil {
			t.Errorf("%s begins with no title and date", page)
			continue
		}
		if row := fmt.Sprintf("| %s | [%s](%s) |\n", m[2], m[1], name); !strings.Contains(index, row) {
			t.Errorf("the index has no row %s", row)
		}
	}
	if listed != 0 {
		t.Errorf("%d rows of the index lead nowhere", listed)
	}
}

var link = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)

// Links of pages have targets in the repository.
func TestLinksLeadSomewhere(t *testing.T) {
	there := map[string]bool{}
	for _, name := range files(t, "") {
		there[name] = true
	}
	for _, page := range files(t, ".md") {
		if strings.Contains(page, "testdata/") {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(read(t, page), -1) {
			if target := path.Join(path.Dir(page), m[1]); !there[target] {
				t.Errorf("%s links to %s, which is not there", page, target)
			}
		}
	}
}
