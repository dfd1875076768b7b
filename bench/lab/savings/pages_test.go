package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/bench/lab/questions"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// A page returns the text of a string, or of its part of one. For any other value it
// returns the JSON.
func TestPlain(t *testing.T) {
	for page, want := range map[string]string{
		`"a\nb\u00e9"`: "a\nbé",
		`"begins\n`:    `"begins` + "\n",
		`ends\""`:      `ends""`,
		`12.50`:        "12.50",
		`null`:         "null",
		`"`:            `"`,
	} {
		if got := plain([]byte(page)); got != want {
			t.Errorf("%s says %q, want %q", page, got, want)
		}
	}
}

// A place in a text of several pages is found on the page that holds it, and no more than
// that page is counted.
func TestPages(t *testing.T) {
	results := archive.Archive{Store: archive.NewMemory(archive.Limits{})}
	var text strings.Builder
	for i := range 8000 {
		fmt.Fprintf(&text, "line %04d ", i)
	}
	body := fmt.Appendf(nil, `{"text":%q}`, text.String())
	h, err := results.Keep(t.Context(), body)
	if err != nil {
		t.Fatal(err)
	}
	for answer, want := range map[string]bool{"line 0001": true, "line 4711": true, "line 7999": true, "line 8000": false} {
		q := questions.Question{Pointer: "/text", Range: &[2]int{0, len(answer)}}
		page, ok := retrieved(&q, answer, h, results)
		if ok != want || len(page) > archive.PageBytes || ok && !bytes.Contains(page, []byte(answer)) {
			t.Errorf("%s: %v in a page of %d bytes", answer, ok, len(page))
		}
	}
}

// Every server has its own sums, and a server without anything to count saves nothing.
func TestServers(t *testing.T) {
	m, err := measured(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range m.servers {
		names = append(names, s.name)
		if s.before <= 0 || s.after <= 0 || s.after > s.before || s.saved() < 0 || s.saved() >= 100 {
			t.Errorf("%+v saves %.1f", s, s.saved())
		}
	}
	if got := strings.Join(names, " "); got != "files graph lint rows" || len(m.results) != 13 {
		t.Errorf("%s, %d results", got, len(m.results))
	}
	if n := (&server{}).saved(); n != 0 {
		t.Errorf("of nothing %.1f are saved", n)
	}
	if _, err := measured("testdata/none"); err == nil {
		t.Error("a folder that is not there is measured")
	}
}
