package view

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-7aa78ce4/shape/config"
)

var update = flag.Bool("update", false, "write the texts after each edit")

// part is a part of an archive.
func part(a *txtar.Archive, name string) *txtar.File {
	for i := range a.Files {
		if a.Files[i].Name == name {
			return &a.Files[i]
		}
	}
	return &txtar.File{}
}

// eachCase calls do with each archive of a folder of testdata, as a test of its own. With -update
// the archive is written afterwards.
func eachCase(t *testing.T, folder string, do func(t *testing.T, a *txtar.Archive)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			do(t, a)
			if *update {
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// Each action writes its rule at the right place. Comments, layout and order stay, the text has
// no problem, and the rule acts on the value.
func TestEdit(t *testing.T) {
	eachCase(t, "edit", func(t *testing.T, a *txtar.Archive) {
		p := newPage(t, "")
		var ask asksEdit
		if err := json.Unmarshal(part(a, "ask").Data, &ask); err != nil {
			t.Fatal(err)
		}
		document := string(part(a, "document").Data)
		text := string(part(a, "before").Data)
		call := request{Tool: ask.Tool, Server: ask.Server}
		ask.Config = &text
		before := p.try(asked{Text: document, Config: &text, Request: call})
		ask.ID = before.ID
		got := get[edited](p, "edit", ask)
		if *update {
			part(a, "after").Data, part(a, "said").Data = []byte(got.Config), []byte(got.Said+"\n")
		}
		if want := string(part(a, "after").Data); got.Config != want {
			t.Errorf("got\n%s\nwant\n%s", got.Config, want)
		}
		if want := string(part(a, "said").Data); got.Said+"\n" != want {
			t.Errorf("said %q, want %q", got.Said, want)
		}
		s, err := config.Parse("c", []byte(got.Config))
		if err != nil || len(s.Warnings()) > 0 {
			t.Errorf("%v %v", err, s.Warnings())
		}
		lines := strings.Split(got.Config, "\n")
		if got.Line < 1 || got.Line > len(lines) || !strings.ContainsAny(lines[got.Line-1][got.Column-1:][:1], `"{0123456789`) {
			t.Errorf("the rule is not at %d:%d", got.Line, got.Column)
		}
		after := p.try(asked{Text: document, Config: &got.Config, Request: call})
		if after.Result == nil {
			t.Fatalf("%+v", after)
		}
		acted := false
		for _, n := range p.nodes(after.ID, "") {
			if n.Rule != nil && n.Rule.Line == got.Line && n.Reason != "included" {
				acted = acted || ask.Action != "keep-only" && n.Pointer == ask.Pointer || strings.HasPrefix(n.Pointer, ask.Pointer+"/") || ask.Action == "keep-only"
			}
			if ask.Action == "keep-only" && n.Pointer == ask.Pointer && !n.IsKept {
				t.Error("the value is gone")
			}
		}
		if !acted {
			t.Error("the rule does not act on the value")
		}
	})
}

// Without a try a name of digits is a position.
func TestEditWithoutTry(t *testing.T) {
	p := newPage(t, `{}`)
	got := get[edited](p, "edit", asksEdit{Action: "omit-here", Pointer: "/structuredContent/items/3/~0a", Tool: "t"})
	if !strings.Contains(got.Config, `"items.~a"`) {
		t.Error(got.Config)
	}
}

func TestEditRefuses(t *testing.T) {
	p := newPage(t, `{}`)
	for name, c := range map[string]struct {
		config string
		ask    asksEdit
		want   string
	}{
		"no tool":        {`{}`, asksEdit{Action: "omit-here", Pointer: "/a"}, "name the tool first"},
		"the payload":    {`{}`, asksEdit{Action: "omit-here", Pointer: "/structuredContent", Tool: "t"}, "whole payload"},
		"no name":        {`{}`, asksEdit{Action: "omit-everywhere", Pointer: "/a/0", Tool: "t"}, "has no name"},
		"unknown":        {`{}`, asksEdit{Action: "drop", Pointer: "/a", Tool: "t"}, `unknown action`},
		"broken":         {`{`, asksEdit{Action: "mask", Pointer: "/a"}, "mend it first"},
		"a closed entry": {`{"tool_overrides": {"t": "off"}}`, asksEdit{Action: "omit-here", Pointer: "/a", Tool: "t"}, "elsewhere"},
		"another entry":  {`{"tool_overrides": {"t*": {"include_only": ["x"]}}}`, asksEdit{Action: "keep-only", Pointer: "/a", Tool: "t"}, "elsewhere"},
		"a number":       {`{"global": {"omit_fields": 7}}`, asksEdit{Action: "omit-everywhere", Pointer: "/a"}, "cannot stand here"},
	} {
		c.ask.Config = &c.config
		status, text := p.ask("edit", c.ask)
		if status != http.StatusBadRequest || !bytes.Contains(text, []byte(c.want)) {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
}
