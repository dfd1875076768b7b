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
	_, promises, _ := strings.Cut(read(t, "README.md"), "\n## What is guaranteed\n")
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

// Each figure of the README's part on speed is one that was measured: it stands in the
// page that make bench writes, and the words around it hold none.
func TestSpeedWasMeasured(t *testing.T) {
	_, speed, _ := strings.Cut(read(t, "README.md"), "\n## Speed\n")
	speed, _, _ = strings.Cut(speed, "\n## ")
	short, words := measured(t, speed)
	page, _ := measured(t, read(t, "bench/README.md"))
	if strings.Count(short, "\n") < 3 || !strings.Contains(page, short) {
		t.Errorf("not what bench/README.md says:\n%s", short)
	}
	if figures := regexp.MustCompile(`[^W\d]\d+`).FindAllString(words, -1); len(figures) > 0 {
		t.Errorf("figures that nobody measures: %q", figures)
	}
}

// measured parts what make bench wrote into a page from the rest.
func measured(t *testing.T, page string) (written, rest string) {
	t.Helper()
	before, written, begins := strings.Cut(page, "<!-- measured: written by make bench -->\n")
	written, after, ends := strings.Cut(written, "<!-- measured: end -->")
	if !begins || !ends {
		t.Fatal("there is no place for what was measured")
	}
	return written, before + after
}
