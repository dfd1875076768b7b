package arch

import (
	"regexp"
	"strings"
	"testing"
)

// The README promises ten things, each with a test that exists; so does each kind
// of place in the table of the guarantees.
func TestPromisesHaveTests(t *testing.T) {
	index := indexTests(t)
	_, promises, _ := strings.Cut(read(t, "README.md"), "\n## Safety\n")
	promises, _, _ = strings.Cut(promises, "\n## ")
	items := regexp.MustCompile(`(?m)^\d+\. .+$`).FindAllString(promises, -1)
	if len(items) != 10 {
		t.Errorf("the README promises %d things", len(items))
	}
	_, table, _ := strings.Cut(read(t, pagePaths["GUARANTEES"]), "\n| kind of place |")
	table, _, _ = strings.Cut(table, "\n\n")
	places := regexp.MustCompile(`(?m)^\| \w.*$`).FindAllString(table, -1)
	if len(places) < 8 {
		t.Errorf("the guarantees list %d kinds of places", len(places))
	}
	for _, line := range append(items, places...) {
		names := testName.FindAllString(line, -1)
		if len(names) == 0 {
			t.Errorf("no test: %s", line)
		}
		for _, name := range names {
			if _, err := index.find(name); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}
