package view

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/view/editor"
	"github.com/seed-7aa78ce4/shape/config"
)

// A text that cannot be shaped has a problem with its place, and no content in it.
func TestInput(t *testing.T) {
	p := newPage(t, "")
	for text, want := range map[string]problem{
		``:                        {Message: "there is no text yet"},
		" \n ":                    {Message: "there is no text yet"},
		"{\"a\":1,\n \"b\" secr}": {Message: "colon expected", Line: 2, Column: 6},
		"{\"a\":1}\n{\"b\":2}":    {Message: "a second document begins here", Line: 2, Column: 1},
		"\n {\"a\":1,\"a\":2}":    {Message: "duplicate", Line: 2, Column: 9},
		"\n\n  [1,":               {Message: "end", Line: 3, Column: 6},
		`{'secret': 1}`:           {Message: "expected", Line: 1, Column: 2},
		strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000): {Message: "deep", Line: 1},
	} {
		r := p.try(asked{Text: text})
		if r.Input == nil || r.Result != nil {
			t.Errorf("%.40q: %+v", text, r)
			continue
		}
		got := *r.Input
		if !strings.Contains(got.Message, want.Message) || want.Column > 0 && got.Column != want.Column || got.Line != want.Line || strings.Contains(got.Message, "secr") {
			t.Errorf("%.40q: %+v", text, got)
		}
	}
}

// Under a broken configuration nothing is shaped, and each problem has its place. Unknown names
// of the call are refused with the known ones.
func TestTryRefuses(t *testing.T) {
	p := newPage(t, `{"global": {"profile": "standrd"}}`)
	r := p.try(asked{Text: `{"a":1}`})
	if r.Result != nil || len(r.Diagnostics) != 1 || r.Diagnostics[0].Line != 1 || r.Diagnostics[0].Column != 24 || r.Diagnostics[0].IsWarning || !strings.Contains(r.Diagnostics[0].Hint, "standard") {
		t.Errorf("%+v", r)
	}
	if a := get[about](p, "about", nil); a.Config.Text != `{"global": {"profile": "standrd"}}` || !a.Config.IsThere || a.Config.Hash != hashOf([]byte(a.Config.Text)) {
		t.Errorf("%+v", a.Config)
	}
	good := "{}"
	if r := p.try(asked{Text: `{"a":1}`, Config: &good}); r.Result == nil {
		t.Errorf("%+v", r)
	}
	if r := p.try(asked{Text: `{"a":`}); r.Input == nil {
		t.Errorf("both faults: %+v", r)
	}
	for _, c := range []request{{Profile: "standrd"}, {Mode: "x"}, {Tier: "gold"}, {Dialect: "soap"}} {
		r := p.try(asked{Text: `1`, Config: &good, Request: c})
		if r.Result != nil || r.Input == nil || !strings.HasPrefix(r.Input.Message, "unknown ") || c.Mode == "" && len(r.Input.Known) == 0 {
			t.Errorf("%+v: %+v", c, r.Input)
		}
	}
}

// A problem of another file than that on the page has no line of it.
func TestProblemElsewhere(t *testing.T) {
	p := newPage(t, `{"privacy": {"drop": 7}}`)
	v := *p.server.viewer
	v.config.Path = filepath.Join(p.home, "own.json")
	s, err := v.server()
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	_, _, found := s.load(new("{}"))
	if len(found) != 1 || found[0].Line != 0 || !strings.Contains(found[0].Message, "response_config.json:1:22") {
		t.Errorf("%+v", found)
	}
}

// The facts of a try name the line of each rule and the halves of a result.
func TestFacts(t *testing.T) {
	const rules = "{\n \"tool_overrides\": {\"t\": {\n  \"omit_fields\": [\"email\",\n   \"nothing\"],\n  \"max_items\": 1}}\n}"
	const half = `{"rows":[{"id":1,"email":"a"},{"id":2,"email":"b"}]}`
	p := newPage(t, rules)
	r := p.try(asked{Text: `{"content":[{"type":"text","text":` + quote(half) + `}],"structuredContent":` + half + `}`, Request: request{Tool: "t"}})
	if r.Result == nil {
		t.Fatalf("%+v", r)
	}
	var lines []int
	for _, l := range r.Lines {
		lines = append(lines, l.Line)
		if l.Tokens == 0 || l.Count == 0 || len(l.Rules) == 0 {
			t.Errorf("%+v", l)
		}
	}
	if !slices.Equal(lines, []int{3, 5}) {
		t.Errorf("lines %v", lines)
	}
	if h := r.Result.Halves; h == nil || !h.HasText || !h.HasStructured || !h.AreEqual || h.Shown != "both" {
		t.Errorf("%+v", h)
	}
	if len(r.Result.Cuts) != 1 || r.Result.Cuts[0] != (cut{"rows", 1, 2}) || len(r.Result.Misses) != 1 || !strings.HasPrefix(r.Result.Misses[0], "**.nothing") && !strings.HasPrefix(r.Result.Misses[0], "nothing") {
		t.Errorf("%+v", r.Result)
	}
	at := slices.IndexFunc(r.Settings, func(s setting) bool { return s.Setting == "max_items" })
	if at < 0 || r.Settings[at].Line != 5 || r.Settings[at].Value != "1" {
		t.Errorf("%+v", r.Settings)
	}
	if r.Result.TokensOut >= r.Result.TokensIn || r.Result.Dialect != "mcp" {
		t.Errorf("%+v", r.Result)
	}
	differ := p.try(asked{Text: `{"content":[{"type":"text","text":"x"}],"structuredContent":{"a":1}}`, Request: request{Client: "Visual Studio Code"}})
	if h := differ.Result.Halves; h.AreEqual || h.Shown != "structured" {
		t.Errorf("%+v", h)
	}
	report := get[map[string]string](p, "share/report", map[string]string{"id": r.ID})["text"]
	if !strings.Contains(report, `"id":"number"`) || strings.Contains(report, `"a"`) {
		t.Error(report)
	}
}

// For a client the result is that of the proxy: a call without a rule passes as it came.
func TestClient(t *testing.T) {
	p := newPage(t, `{}`)
	const document = `{"content":[{"type":"text","text":"{\"a\": 1}"}],  "structuredContent":{"a": 1}}`
	for client, want := range map[string]string{"opencode": document, "": `{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}}`} {
		r := p.try(asked{Text: document, Request: request{Client: client}})
		if _, got := p.ask("try/"+r.ID+"/result", nil); string(got) != want {
			t.Errorf("%q: %s", client, got)
		}
	}
}

// A save writes the file in force alone. It keeps a pinned trust, and is refused if the file
// changed meanwhile or if the text has an error.
func TestSave(t *testing.T) {
	p := newPage(t, "")
	save := func(text, hash string) (int, map[string]any) {
		t.Helper()
		status, answer := p.ask("save", asksSave{text, hash})
		var told map[string]any
		if err := json.Unmarshal(answer, &told); err != nil {
			t.Fatal(err)
		}
		return status, told
	}
	const one, two = "{\n  // one\n}\n", `{"global": {"max_items": 3}}`
	status, told := save(one, "")
	if text, err := os.ReadFile(p.config); status != 200 || err != nil || string(text) != one || told["hash"] != hashOf([]byte(one)) {
		t.Fatalf("%d %v %s %v", status, told, text, err)
	}
	if status, told := save(two, ""); status != http.StatusConflict || told["config"].(map[string]any)["text"] != one || told["config"].(map[string]any)["hash"] != hashOf([]byte(one)) || told["error"] == nil {
		t.Errorf("%d %v", status, told)
	}
	if status, told := save(`{"global": {"profile": 1}}`, hashOf([]byte(one))); status != http.StatusBadRequest || told["error"].(map[string]any)["line"] != 1.0 {
		t.Errorf("%d %v", status, told)
	}
	if status, told := save(two, hashOf([]byte(one))); status != 200 {
		t.Errorf("%d %v", status, told)
	}
	if entries, err := filepath.Glob(filepath.Join(filepath.Dir(p.config), "*")); err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
	if err := os.Remove(p.config); err != nil {
		t.Fatal(err)
	}
	if status, told := save(one, hashOf([]byte(two))); status != http.StatusConflict {
		t.Errorf("a file that is gone: %d %v", status, told)
	}
}

func TestSaveKeepsTrust(t *testing.T) {
	p := newPage(t, "")
	project := filepath.Join(p.home, "project")
	path := filepath.Join(project, config.FolderName, config.FileName)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	const before, after = `{"global": {"profile": "debug"}}`, `{"global": {"profile": "off"}}`
	if err := os.WriteFile(path, []byte(before), 0o644); err != nil {
		t.Fatal(err)
	}
	o := p.server.config
	o.Dir = project
	if _, err := config.GiveTrust(o, path, true); err != nil {
		t.Fatal(err)
	}
	v := *p.server.viewer
	v.config = o
	s, err := v.server()
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if _, err := s.save(nil, &asksSave{after, hashOf([]byte(before))}); err != nil {
		t.Fatal(err)
	}
	loaded, err := config.Load(o)
	if err != nil || loaded.Trust() != config.TrustPinned {
		t.Error(loaded.Trust(), err)
	}
}

// Words complete names and values at a cursor, marked by |.
func TestComplete(t *testing.T) {
	p := newPage(t, `{"profiles": {"mine": {}}}`)
	for text, want := range map[string]string{
		`{|}`:                                                 `"global"`,
		"{\n \"glo|":                                          `"global"`,
		`{"global": {"max_|`:                                  `"max_items"`,
		`{"global": {"rows": |}}`:                             `"differ"`,
		`{"global": {"rows": "di|"`:                           `"differ"`,
		`{"global": {"columns": t|`:                           `true`,
		`{"tool_overrides": {"list_|": {}}}`:                  `"list_issues"`,
		`{"tool_overrides": {"x": {"omit|`:                    `"omit_fields"`,
		`{"tool_overrides": {"x": {"shorten": {"a": {"|`:      `"chars"`,
		`{"privacy": {"mask": [{"path": "a"}, {"w|`:           `"with"`,
		`{"global": {"profile": "mi|`:                         `"mine"`,
		"{ // a \"comment\n \"priv|":                          `"privacy"`,
		"{ /* { \" */ \"priv|":                                `"privacy"`,
		`{"global": {"max_items": 3, "budget": {"on_over": |`: `"ladder"`,
		`{"presets": "|`:                                      `"auto"`,
	} {
		before, after, _ := strings.Cut(text, "|")
		ask := asksWords{before + after, strings.Count(before, "\n") + 1, len(before) - strings.LastIndex(before, "\n")}
		got := get[editor.Completion](p, "complete", ask)
		i := slices.IndexFunc(got.Words, func(w editor.Word) bool { return w.Word == want })
		if i < 0 {
			t.Errorf("%s: %+v", text, got)
			continue
		}
		line := strings.Split(ask.Config, "\n")[ask.Line-1]
		if typed := line[got.From-1 : got.To-1]; !strings.HasPrefix(want, strings.TrimSuffix(typed, `"`)) {
			t.Errorf("%s: %d to %d replaces %q", text, got.From, got.To, typed)
		}
	}
	for _, text := range []string{"", "{", `{"`, `{"a": // x`, "[", "}}}", `{"a": "b`, `"`, "/", "/*", `{"\`, "{\"a\":\xff"} {
		get[editor.Completion](p, "complete", asksWords{text, 1, len(text) + 1})
		get[editor.Completion](p, "complete", asksWords{text, 99, 99})
		get[editor.Completion](p, "complete", asksWords{text, -1, -1})
	}
	if got := get[editor.Completion](p, "complete", asksWords{`{"global": {"max_items": 1, "ma`, 1, 32}); slices.ContainsFunc(got.Words, func(w editor.Word) bool { return w.Word == `"max_items"` }) {
		t.Error("a name that is there")
	}
}
