package view

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/filter"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// testDocument is a document of testdata with its tool.
type testDocument struct{ name, tool, text string }

var ofRecording = regexp.MustCompile(`^\d+-(.*)\.response$`)

// testDocuments returns the JSON documents of testdata.
func testDocuments(t *testing.T) (all []testDocument) {
	t.Helper()
	err := filepath.WalkDir("../../../../testdata", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		text, err := os.ReadFile(path)
		tool := strings.TrimSuffix(e.Name(), ".json")
		if m := ofRecording.FindStringSubmatch(tool); m != nil {
			tool = m[1]
		}
		if json.Valid(text) && utf8.Valid(text) { // no other text can be pasted unchanged
			all = append(all, testDocument{path, tool, string(text)})
		}
		return err
	})
	if err != nil || len(all) < 50 {
		t.Fatal(len(all), err)
	}
	if testkit.AllSeeds() {
		return all
	}
	var half []testDocument // every night all
	for i := 0; i < len(all); i += 2 {
		half = append(half, all[i])
	}
	return half
}

// besides returns the configurations that stand beside a document, and those for all.
func besides(t *testing.T, d testDocument) (all []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(filepath.Dir(d.name), "*.good.json"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join(filepath.Dir(d.name), "response_config.json"))
	if err != nil {
		t.Fatal(err)
	}
	return append(append(names, more...), "../../../../testdata/samples/response_config.json", "../../../../testdata/config/reference.good.json")
}

// filtered returns the output of the filter under the configuration of a page.
func (p *testPage) filtered(d testDocument) (string, error) {
	var out bytes.Buffer
	a := app.New(app.Env{Stdin: strings.NewReader(d.text), Stdout: &out, Stderr: io.Discard, LookupEnv: p.server.config.Getenv}, nil)
	cmd := filter.Command(a)
	cmd.SetArgs([]string{"--config", p.config, "--tool", d.tool})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.Execute()
	if end := a.Stdout.Commit(); err == nil {
		err = end
	}
	return out.String(), err
}

// The result of the page is that of the filter, byte for byte. It is so for the documents of
// testdata under every configuration beside them.
func TestResultIsOfFilter(t *testing.T) {
	p := newPage(t, "{}")
	shaped, folder := 0, filepath.ToSlash(filepath.Join(p.home, "archive"))
	for _, d := range testDocuments(t) {
		for _, name := range besides(t, d) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text = bytes.ReplaceAll(text, []byte("/var/lib/shape/archive"), []byte(folder))
			if err := os.WriteFile(p.config, text, 0o644); err != nil {
				t.Fatal(err)
			}
			want, fault := p.filtered(d)
			ask := asked{Text: d.text, Request: request{Tool: d.tool}}
			if shaped%2 == 0 { // else as it is on disk
				ask.Config = new(string(text))
			}
			r := p.try(ask)
			if (r.Result == nil) != (fault != nil) {
				t.Errorf("%s under %s: the filter says %v, the page %+v %+v", d.name, name, fault, r.Input, r.Diagnostics)
				continue
			}
			if fault != nil {
				continue
			}
			shaped++
			if _, got := p.ask("try/"+r.ID+"/result", nil); string(got)+"\n" != want {
				t.Errorf("%s under %s:\ngot  %.400s\nwant %.400s", d.name, name, got, want)
			}
		}
	}
	if shaped < 100 {
		t.Errorf("only %d results", shaped)
	}
}

// stringsOf collects the long texts of a document, and its names.
func stringsOf(value any, texts, names map[string]bool) {
	switch value := value.(type) {
	case string:
		if len(value) >= 8 && value[0] != '/' { // else it could be a pointer of a reply
			texts[value] = true
		}
		var inner any
		if strings.HasPrefix(value, "{") && json.Unmarshal([]byte(value), &inner) == nil {
			stringsOf(inner, texts, names)
		}
	case []any:
		for _, v := range value {
			stringsOf(v, texts, names)
		}
	case map[string]any:
		for name, v := range value {
			names[name] = true
			stringsOf(v, texts, names)
		}
	}
}

// Nothing that a hiding rule took is in any reply. The rules drop, mask and exclude names of
// each document of testdata.
func TestNothingHidden(t *testing.T) {
	p := newPage(t, "{}")
	hidden := 0
	for _, d := range testDocuments(t) {
		var value any
		if json.Unmarshal([]byte(d.text), &value) != nil {
			continue
		}
		texts, names := map[string]bool{}, map[string]bool{}
		stringsOf(value, texts, names)
		rules := map[string]any{}
		var drop, mask, exclude []any
		for name := range names {
			switch len(name) % 4 { // any choice will do, and this one does not vary
			case 0:
				drop = append(drop, map[string]any{"name": "/" + name, "exact": true})
			case 1:
				mask = append(mask, map[string]any{"path": "**." + string(quote(name))})
			case 2:
				exclude = append(exclude, "**."+quote(name))
			}
		}
		rules["privacy"] = map[string]any{"drop": drop, "mask": mask, "detect": []string{"pii"}}
		rules["tool_overrides"] = map[string]any{d.tool: map[string]any{"exclude_fields": exclude, "omit_fields": []string{"*id"}, "max_items": 2}}
		text, err := json.Marshal(rules)
		if err != nil {
			t.Fatal(err)
		}
		p.replies.Reset()
		p.try(asked{Text: "null", Config: new(string(text)), Request: request{Tool: d.tool}})
		words := p.replies.String() // that replies have for any document
		p.replies.Reset()
		r := p.try(asked{Text: d.text, Config: new(string(text)), Request: request{Tool: d.tool}})
		if r.Result == nil {
			continue
		}
		_, before := p.ask("try/"+r.ID+"/before", nil)
		_, result := p.ask("try/"+r.ID+"/result", nil)
		p.ask("share/report", map[string]string{"id": r.ID})
		p.nodes(r.ID, "")
		shown, all := string(before)+string(result)+string(text)+words, p.replies.String()
		for text := range texts {
			if plain := quote(text); strings.Contains(plain, `\`) || names[text] || strings.Contains(shown, text) {
				continue
			}
			hidden++
			if strings.Contains(all, text) {
				t.Errorf("%s: a reply has %q", d.name, text)
			}
		}
	}
	if hidden < 50 {
		t.Errorf("only %d values were hidden", hidden)
	}
}

// secrets of one document, at all places where a value can stand.
const secretDocument = `{"content":[{"type":"text","text":"{\"user\":{\"password\":\"hunter2-alpha\",\"note\":\"her pin is hunter2-alpha\"},\"rows\":[{\"token\":\"tok-beta-1234\",\"x\":1},{\"x\":\"tok-beta-1234\"}]}"},
 {"type":"text","text":"password: plain-gamma-99\nother: hunter2-alpha"}],
 "structuredContent":{"rows":[{"email":"ada@secret.example","tier_note":"only-delta-pro"},{"email":"bob@secret.example"}],"hidden":{"inner_name":["deep-epsilon-1"]},"excluded":"gone-zeta-22","AKIAIOSFODNN7EXAMPL2":"k","text":"call AKIAIOSFODNN7EXAMPL2 or ada@secret.example"}}`

const secretRules = `{
  "privacy": {"drop": ["password", "hidden"], "mask": [{"path": "**.token"}], "detect": ["pii"]},
  "tool_overrides": {"t": {"exclude_fields": ["excluded"], "exclude_when_tier": {"community": ["rows.tier_note"]}, "max_items": 1, "columns": true}}
}`

// No reply holds a secret, whatever is asked.
func TestSecrets(t *testing.T) {
	p := newPage(t, secretRules)
	empty, broken := "{}", `{"global": {"profile": "hunter2-alpha"}}`
	for _, config := range []*string{nil, new(secretRules), &broken} {
		for _, client := range []string{"", "opencode", "claude-code"} {
			for _, text := range []string{secretDocument, secretDocument[:len(secretDocument)-2], secretDocument + " x", `{"jsonrpc":"2.0","id":1,"result":` + secretDocument + `}`} {
				r := p.try(asked{Text: text, Config: config, Request: request{Tool: "t", Client: client, Dialect: "auto"}})
				if r.Result == nil {
					continue
				}
				p.nodes(r.ID, "")
				p.ask("try/"+r.ID+"/before", nil)
				p.ask("try/"+r.ID+"/result", nil)
				p.ask("share/report", map[string]string{"id": r.ID})
				for _, pointer := range []string{"/structuredContent/hidden", "/structuredContent/hidden/inner_name", "/structuredContent/hidden/inner_name/0", "/content/0/text/user/password", "/structuredContent/excluded"} {
					p.ask("try/"+r.ID+"/tree", asksTree{pointer, 0, 10})
				}
				p.ask("edit", asksEdit{ID: r.ID, Config: &empty, Action: "mask", Pointer: "/structuredContent/rows/0/email"})
			}
		}
	}
	p.ask("about", nil)
	all := strings.ReplaceAll(p.replies.String(), `profile \"hunter2-alpha\"`, "") // the diagnostic of the text itself
	for _, secret := range []string{"hunter2-alpha", "tok-beta-1234", "plain-gamma-99", "only-delta-pro", "deep-epsilon-1", "inner_name", "gone-zeta-22", "ada@secret.example", "bob@secret.example"} {
		if strings.Contains(all, secret) {
			t.Errorf("a reply has %s", secret)
		}
	}
	if !strings.Contains(all, `"mark":"hidden"`) {
		t.Error("nothing was hidden")
	}
}
