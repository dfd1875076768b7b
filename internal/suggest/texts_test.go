package suggest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/all"
)

// lines returns n lines of a format with their numbers.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "~", fmt.Sprint(i)))
	}
	return b.String()
}

// A kind of texts is proposed if all values stand that the model took up, and only then.
func TestKindsOfTexts(t *testing.T) {
	page := "<!DOCTYPE html>\n<html><body>" + lines(40, `<div class="card card-wide" data-test="card"><p>Offer ~</p></div>`) + "</body></html>"
	log := lines(60, "[DEBUG] wrote chunk_~ of the upload\n") + "[ERROR] upload_9 failed\n"
	diff := "diff --git a/main.go b/main.go\n--- a/main.go\n+++ b/main.go\n@@ -1,0 +1,60 @@\n" + lines(60, "+\tcall_~()\n") +
		"diff --git a/util.go b/util.go\n--- a/util.go\n+++ b/util.go\n@@ -1,0 +1,120 @@\n" + lines(60, "+\tcall_~()\n+\thelp_~()\n")
	snapshot := "- list [ref=e0]:\n" + lines(30, "  - listitem [ref=s~]:\n    - link \"Item ~\" [ref=t~] [cursor=pointer]:\n      - /url: /item/~\n")
	manual := lines(40, "## Part ~\n\n"+strings.Repeat("All words of one part of this text. ", 12)+"See note_~.\n\n")
	for _, c := range []struct {
		name, text, arguments, later string
		aim                          int
		want                         []string
	}{
		{"a page of a URL", page, `{"url":"https://example.com/"}`, `{}`, 1e6, []string{"html"}},
		{"a page of a file", page, `{"path":"index.html"}`, `{}`, 1e6, nil},
		{"a log", log, `{}`, `{"id":"upload_9"}`, 1e6, []string{"log"}},
		{"a log whose folded line is used", log, `{}`, `{"id":"chunk_30"}`, 1e6, nil},
		{"a part of a longer word", log, `{}`, `{"id":"hunk_30"}`, 1e6, []string{"log"}},
		{"a snapshot", snapshot, `{}`, `{"ref":"t20"}`, 1e6, []string{"snapshot"}},
		{"a diff", diff, `{}`, `{"file":"main.go"}`, 1e6, []string{"diff"}},
		{"a diff whose body is used", diff, `{}`, `{"name":"help_30"}`, 1e6, nil},
		{"a diff of a named file", diff, `{"file":"util.go"}`, `{"name":"help_30"}`, 1e6, []string{"diff"}},
		{"Markdown within the aim", manual, `{}`, `{}`, 1e6, nil},
		{"Markdown", manual, `{}`, `{"part":"Part"}`, 1000, []string{"markdown"}},
		{"Markdown whose text is used", manual, `{}`, `{"note":"note_30"}`, 1000, nil},
	} {
		text, _ := json.Marshal(c.text)
		p, err := propose([]recordings.Call{
			{Tool: "t", Arguments: []byte(c.arguments), Body: fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}]}`, text)},
			{Tool: "later", Arguments: []byte(c.later), Body: []byte(`{"content":[{"type":"text","text":"done"}]}`)},
		}, options(c.aim))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, tool := range p.Tools {
			for _, line := range tool.Lines {
				if line.Key == "text_as" {
					got = line.Value.([]string)
				}
			}
			holdSums(t, &tool, 0)
		}
		written, err := p.Text()
		if err != nil || !slices.Equal(got, c.want) || strings.Contains(string(written), `"archive"`) != (c.want != nil) {
			t.Errorf("%s: %v, want %v; %v\n%s", c.name, got, c.want, err, written)
		}
	}
}

// Rows that differ are proposed beside a cut of lists, if that makes a difference.
func TestRowsOfProposals(t *testing.T) {
	equal, rare := list(100, `{"id":1000%d,"level":"info"}`), list(100, `{"id":%d,"level":"info"}`)
	rare = strings.Replace(rare, `70,"level":"info"`, `70,"level":"warning"`, 1)
	for name, c := range map[string]struct {
		rows, later string
		want        []string
	}{
		"a rare row":                      {rare, `{"id":3}`, []string{"columns", "rows", "max_items"}},
		"a rare row of a list that stays": {rare, `{"id":70}`, []string{"columns"}},
		"strings":                         {list(300, `"name%d"`), `{"name":"name7"}`, []string{"max_items"}},
		"equal rows":                      {equal, `{"id":3}`, []string{"columns", "max_items"}},
	} {
		p, err := propose([]recordings.Call{
			{Tool: "t", Body: []byte(`{"rows":` + c.rows + `}`)}, {Tool: "later", Arguments: []byte(c.later), Body: []byte(`{}`)},
		}, options(170))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range p.Tools[0].Lines {
			got = append(got, line.Key)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
