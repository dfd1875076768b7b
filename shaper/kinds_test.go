package shaper_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// kindRules are the rules that hide something, each with the members that it hides in a block
// and those that stay.
var kindRules = []struct {
	name  string
	lay   func(*profiles.Spec, *shaper.Request, []string)
	stays map[string]string // outcome by the role of a member
}{
	{"exclude", func(_ *profiles.Spec, r *shaper.Request, names []string) { r.Exclude = names },
		map[string]string{"needed": "S", "told": "S", "spared": "S"}},
	{"drop", func(s *profiles.Spec, _ *shaper.Request, names []string) {
		s.Privacy = []profiles.Privacy{{Drop: names}}
	}, map[string]string{"needed": "S", "told": "S"}},
	{"tier", func(s *profiles.Spec, r *shaper.Request, names []string) {
		s.Tools, r.Tool, r.Tier = []profiles.Tool{{Name: "t", ExcludeWhenTier: map[string][]string{"pro": names}}}, "t", "pro"
	}, map[string]string{"needed": "S", "told": "S"}},
	{"pattern", func(s *profiles.Spec, _ *shaper.Request, _ []string) {
		s.Privacy = []profiles.Privacy{{Mask: []profiles.PrivacyMask{{Pattern: "^S$"}}}}
	}, map[string]string{"needed": "S", "told": "[redacted]", "spared": "[redacted]", "any": "[redacted]"}},
}

// kindForms are the documents that may hold a block. If the list identifies the document, a
// block of a known kind stands before it.
var kindForms = map[string]string{
	"result":   `{"content":[{"type":"text","text":"x"},BLOCK]}`,
	"list":     `[{"type":"text","text":"x"},BLOCK]`,
	"response": `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"},BLOCK]}}`,
	"batch":    `[{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"},BLOCK]}}]`,
	"prompt":   `{"messages":[{"role":"user","content":[{"type":"text","text":"x"},BLOCK]}]}`,
	"turn":     `{"messages":[{"role":"user","content":BLOCK}]}`,
}

// TestMembersOfBlocks tries each rule on each member of each kind of block, in each form. The
// table holds the role of each member. Names sort before "type", or behind it.
func TestMembersOfBlocks(t *testing.T) {
	all, kinds := readKinds(t)
	for kind, own := range kinds {
		members := maps.Clone(all)
		maps.Copy(members, own)
		for form, doc := range kindForms {
			if form == "list" && kind == "" || form == "turn" && (kind == "" || kind == "chart") {
				continue // it is no such document
			}
			for _, rule := range kindRules {
				want := map[string]any{}
				for path, is := range members {
					put(want, path, rule.stays[is])
				}
				body := strings.ReplaceAll(doc, "BLOCK", block(t, kind, members))
				if got := shapedBy(t, rule.lay, body, members); got != strings.ReplaceAll(doc, "BLOCK", typed(t, kind, want)) {
					t.Errorf("%s of %q in %s:\nin   %s\ngot  %s\nwant %s", rule.name, kind, form, body, got, typed(t, kind, want))
				}
			}
		}
	}
}

// readKinds reads the table: the roles in all kinds, and in each kind.
func readKinds(t *testing.T) (all map[string]string, kinds map[string]map[string]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/kinds.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		All   map[string]string            `json:"of all"`
		Kinds map[string]map[string]string `json:"kinds"`
	}
	if err := json.Unmarshal(data, &table); err != nil || len(table.All) == 0 || len(table.Kinds) == 0 {
		t.Fatal("no kinds", err)
	}
	return table.All, table.Kinds
}

// block is a block with all the members, each "S".
func block(t *testing.T, kind string, members map[string]string) string {
	b := map[string]any{}
	for path := range members {
		put(b, path, "S")
	}
	return typed(t, kind, b)
}

// typed writes a block, with its kind among its members.
func typed(t *testing.T, kind string, b map[string]any) string {
	t.Helper()
	if kind != "" {
		b["type"] = kind
	}
	text, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// put sets the text at a path of names; "" makes the objects on the way alone.
func put(in map[string]any, path, value string) {
	name, rest, more := strings.Cut(path, ".")
	switch {
	case !more && value != "":
		in[name] = value
	case more:
		if in[name] == nil {
			in[name] = map[string]any{}
		}
		put(in[name].(map[string]any), rest, value)
	}
}

// shapedBy shapes a document under a rule for the last names of all the members.
func shapedBy(t *testing.T, lay func(*profiles.Spec, *shaper.Request, []string), body string, members map[string]string) string {
	t.Helper()
	names := map[string]bool{}
	for path := range members {
		names[path[strings.LastIndexByte(path, '.')+1:]] = true
	}
	var spec profiles.Spec
	req := shaper.Request{Body: []byte(body)}
	lay(&spec, &req, slices.Sorted(maps.Keys(names)))
	res, err := newEngine(t, spec).Shape(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return string(res.Body)
}
