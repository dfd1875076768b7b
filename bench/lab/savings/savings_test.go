package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

// writeRuns writes a file of runs, each of a task of its own. A call takes up the id of a row, and
// no url of one.
func writeRuns(t *testing.T, folder, set, ended string, runs int) {
	t.Helper()
	var file strings.Builder
	for i := range runs {
		rows := ""
		for k := range 40 {
			rows += fmt.Sprintf(`{\"id\":\"row%d-%03d\",\"html_url\":\"https://example.com/a/long/way/to/row%d-%03d-x\",\"kind\":\"a\"},`, i, k, i, k)
		}
		fmt.Fprintf(&file, `{"id":"%d","task":"task %d","server":"s-%s","error":%q,"items":[{"user":"find a row"},{"call":"list","args":{"n":%d},"id":1},`+
			`{"result":{"content":[{"type":"text","text":"[%s]"}]},"tool":"list","id":1},`+
			`{"call":"get","args":{"id":"row%d-007"},"id":2},{"result":{"content":[{"type":"text","text":"{\"ok\":true}"}]},"tool":"get","id":2},{"say":"it is row%d-009"}]}`+"\n",
			i, i, set, ended, i, strings.TrimSuffix(rows, ","), i, i)
	}
	if err := os.WriteFile(filepath.Join(folder, set+".jsonl"), []byte(file.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// All arms are measured on the same runs. The urls go and the ids stay.
func TestArms(t *testing.T) {
	folder := t.TempDir()
	writeRuns(t, folder, "a", "the prompt is too long", 9)
	writeRuns(t, folder, "b", "", 9)
	sets, err := measure(folder)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{asRecorded, withTexts, otherPriors, asPreset, "a client's cut at 10 KiB", "a client's preview of 2 KB", untouched}
	for _, s := range sets {
		var names []string
		for _, a := range s.Arms {
			names = append(names, a.Name)
			isOwn := len(names) <= 4
			if a.Sessions != 9 || a.Taken != 18 || a.Kept != 18 || a.Overflows != map[string]int{"a": 9}[s.name] || isOwn != (2*a.After < a.Before) || isOwn != (a.Shaped < a.Prompt) {
				t.Errorf("%s, %s: %+v", s.name, a.Name, a.Figures)
			}
		}
		if !slices.Equal(names, want) || len(s.tasks) != 9 || s.sharesServer(sets[0]) != (s == sets[0]) {
			t.Errorf("%s: %q of %d tasks", s.name, names, len(s.tasks))
		}
	}
	for _, s := range sets {
		if trade := s.Trade(); len(s.Curve) != len(costs)+1 || len(trade) != 1 || trade[0].Retrieval != costs[0] || trade[0].Figures.Shaped != s.Own().Shaped {
			t.Errorf("%s: %d points, %+v", s.name, len(s.Curve), trade)
		}
	}
	var tools strings.Builder
	sets[0].printTools(&tools)
	if !regexp.MustCompile(`^a +results +tokens +left +in prompts +left +taken up +kept\n  list +9 +\d+ +\d+ +\d+ +\d+ +18 +18\n  get +9( +\d+){4} +0 +0\n$`).MatchString(tools.String()) {
		t.Errorf("%s", &tools)
	}
	page := string(write(sets))
	for _, line := range []string{
		"\n## a\n\n9 runs of 9 tasks, server s-a.\n", "| 100.0 % of 18 | 0 | 0 |\n", "| none | 0 | 0 | 100.0 % of 18 | 0 | 0 |\n",
		"\n| list | ", " | 18 of 18 |\n", "\n|---|---|---|---|\n| 10 | −", "\n9 runs ended because the prompt was too long.", "| b | −",
	} {
		if !strings.Contains(page, line) {
			t.Errorf("no %q in\n%s", line, page)
		}
	}
}

func TestNothingToMeasure(t *testing.T) {
	if _, err := measure(t.TempDir()); err == nil {
		t.Error("an empty folder is measured")
	}
	folder := t.TempDir()
	writeRuns(t, folder, "few", "", 4)
	if _, err := measure(folder); err == nil || err.Error() != "few: 4 runs of 4 tasks are too few" {
		t.Errorf("%v", err)
	}
}

// The page of the repository has the form that the program writes. Its figures need the
// recordings.
func TestSavingsPage(t *testing.T) {
	var sets []*set
	for _, name := range slices.Sorted(maps.Keys(origins)) {
		s := &set{name: name, servers: map[string]bool{name: true}}
		for _, arm := range []string{asRecorded, withTexts, otherPriors, asPreset} {
			s.add(arm, suggest.Figures{})
		}
		for _, arm := range slices.Sorted(maps.Keys(suggest.Caps)) {
			s.add(ofClient+arm, suggest.Figures{})
		}
		s.add(untouched, suggest.Figures{})
		if name == "github-official" {
			s.Arms[0].Overflows = 1
		}
		sets = append(sets, s)
	}
	text, err := os.ReadFile("../../../docs/savings.md")
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`[−+]?[0-9]+(?:[.,][0-9]+)*(?: %)?`)
	row := regexp.MustCompile(`(?m)^\| (\S+ \| N \| N \| N of N|N \| N \| N \| N) \|\n`) // of a tool or a trade
	form := func(page []byte) string { return row.ReplaceAllString(number.ReplaceAllString(string(page), "N"), "") }
	if got, want := form(text), form(write(sets)); got != want {
		t.Errorf("make savings writes another page:\n%s\nnot\n%s", want, got)
	}
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	own := regexp.MustCompile(`\| GitHub, official server \| −([0-9.]+ %), ([0-9.]+ %)`).FindStringSubmatch(string(text))
	if len(own) != 3 || !strings.Contains(string(readme), own[1]+" of all prompt tokens") || !strings.Contains(string(readme), "see "+own[2]) {
		t.Errorf("the README has other figures than %q", own)
	}
}
