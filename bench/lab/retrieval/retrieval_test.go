package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
)

// The model names a row by its title, and needs its id. No list shows that row.
func TestOneQuery(t *testing.T) {
	rows := ""
	for i := range 60 {
		rows += fmt.Sprintf(`{\"id\":\"row-%04d\",\"title\":\"task of team %d\",\"pad\":\"%s\"},`, i*37, i, strings.Repeat("x", 300))
	}
	file := filepath.Join(t.TempDir(), "a.jsonl")
	line := `{"id":"1","task":"a","server":"s","items":[{"user":"close the task of \"team 33\""},{"call":"list","args":{},"id":1},` +
		`{"result":{"content":[{"type":"text","text":"[` + strings.TrimSuffix(rows, ",") + `]"}]},"tool":"list","id":1},` +
		`{"call":"close","args":{"id":"row-1221"},"id":2},{"result":{"content":[{"type":"text","text":"done"}]},"tool":"close","id":2},{"say":"and row-0000"}]}`
	if err := os.WriteFile(file, []byte(line+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := readSet(file)
	if err != nil || len(s.sessions) != 1 {
		t.Fatal(s, err)
	}
	for i, want := range map[int]figures{3: {taken: 2, missing: 1, back: 1}, 4: {taken: 2, missing: 2, back: 2}} {
		arm, err := arms[i].of(s, nil)
		f := figures{}
		if err == nil {
			err = f.measure(s.sessions[0], arm("a"))
		}
		if err != nil || f.taken != want.taken || f.missing != want.missing || f.back != want.back || f.tokens == 0 {
			t.Errorf("%s: %s %v", arms[i].name, f, err)
		}
	}
}

// A value that does not come back is printed with the query.
func TestPrintedMiss(t *testing.T) {
	var misses bytes.Buffer
	f := figures{misses: &misses}
	f.ask(&recordings.Session{Name: "a", Events: []recordings.Event{{Kind: recordings.User, Text: "words"}}}, 1, shown{body: []byte(`{"b":"words","c":7}`), tool: "list"}, "none")
	if f.missing != 1 || f.back != 0 || !strings.Contains(misses.String(), `value "none" of list, 19 bytes`) || !strings.Contains(misses.String(), "query \"\\n\\nwords\\n\"") {
		t.Errorf("%s\n%s", f, &misses)
	}
}

func TestWordsOfQuery(t *testing.T) {
	got := query(nil, []recordings.Event{
		{Kind: recordings.User, Text: "close `task 7` please"}, {Kind: recordings.Model, Text: "first"},
		{Kind: recordings.User, Text: "now"}, {Kind: recordings.Model, Text: "last"}, {Kind: recordings.Result},
	})
	if want := "last\n`task 7`\nnow\nclose `task 7` please\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	note := []byte(`"omitted: parents, url (22 fields) · shape_retrieve 5habij3juf3nhoti"`)
	if got := query(note, []recordings.Event{{Kind: recordings.Model, Text: "last"}}); got != "parents, url last\n\n" {
		t.Errorf("%q", got)
	}
}
