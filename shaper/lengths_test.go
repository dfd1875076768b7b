package shaper_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// FuzzLawsLengths: a shortened document is JSON, and no larger than before except for notes.
// It is the same each time and in both halves of a result, and is not shortened again. If
// lists keep more, the document holds no less.
func FuzzLawsLengths(f *testing.F) {
	for seed := range testkit.Seeds(500) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := newGenerator(seed)
		tool := g.lengths()
		eng, v := newEngine(t, profiles.Spec{Tools: []profiles.Tool{tool}}), quote(map[string]any{"rows": g.wordy(4), "text": g.words()})
		body := fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, quote(v), v)
		once := shapeOnce(t, eng, body)
		if !json.Valid(once) || len(once) > len(body)+notesAtMost || !bytes.Equal(shapeOnce(t, eng, body), once) {
			t.Errorf("seed %d\nin   %s\nonce %s", seed, body, once)
		}
		if twice := shapeOnce(t, eng, once); !bytes.Equal(twice, once) {
			t.Errorf("seed %d\nin    %s\nonce  %s\ntwice %s", seed, body, once, twice)
		}
		var out struct {
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
		}
		if err := json.Unmarshal(once, &out); err != nil || out.Content[0].Text != string(out.StructuredContent) {
			t.Errorf("seed %d\nonce %s, %v", seed, once, err)
		}
		tool.MaxItems = new(*tool.MaxItems + 1)
		more := newEngine(t, profiles.Spec{Tools: []profiles.Tool{tool}})
		if less, more := shapeOnce(t, eng, []byte(v)), shapeOnce(t, more, []byte(v)); len(more) < len(less) {
			t.Errorf("seed %d\nleft %s\nmore %s", seed, less, more)
		}
	})
}

// notesAtMost is the largest size of the notes of cuts in a response, in bytes.
const notesAtMost = 16 * 256

func shapeOnce(t *testing.T, eng *shaper.Engine, body []byte) []byte {
	t.Helper()
	res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: body})
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return res.Body
}

// lengths returns a tool that shortens long strings and lists, among other rules.
func (g *generator) lengths() profiles.Tool {
	tool := profiles.Tool{Name: "t"}
	tool.MaxItems = new(1 + g.IntN(20))
	if g.often(5) {
		tool.MaxString = new(1 + g.IntN(60))
	}
	if g.often(3) {
		tool.Shorten = &map[string]profiles.Shorten{"**.text": {Chars: 1 + g.IntN(40), Lines: g.IntN(5)}, "rows": {Items: 1 + g.IntN(5)}}
	}
	if g.often(3) {
		tool.ExcludeFields = []string{"url"}
	}
	if g.often(3) {
		tool.ExcludeNullValues = new(true)
	}
	return tool
}

// The mask . is the payload itself: of a tool that answers with text each text, and a list
// that is all of a payload. Documents in texts, their strings and media stay.
func TestShortenItself(t *testing.T) {
	log, listing, source := "", "", "Two functions:\n```go\n"
	for i := range 200 {
		log += fmt.Sprintf("2025-03-01T10:%02d:%02dZ INFO request served path=/v1/items/%d status=200\n", i/60, i%60, i)
		listing += fmt.Sprintf("-rw-r--r-- 1 build build %6d Mar  1 10:00 src/module_%03d/handler.go\n", 100*i, i)
		source += fmt.Sprintf("func handle%d() error { return nil }\n", i)
	}
	lines := func(text string, from, to int) string {
		return strings.Join(strings.SplitAfter(text, "\n")[from:to], "")
	}
	text := func(s string) string { return `{"content":[{"type":"text","text":` + quote(s) + `}]}` }
	gone := func(n int, of string) string { return fmt.Sprintf("… +%d lines, %s chars\n", n, of) }
	for _, c := range []struct {
		body, want string // "" is the body
		most       profiles.Shorten
	}{
		{text(log), text(lines(log, 0, 4) + gone(194, "13,672") + lines(log, 198, 200)), profiles.Shorten{Lines: 6}},
		{text(listing), text(lines(listing, 0, 4) + gone(194, "13,774") + lines(listing, 198, 200)), profiles.Shorten{Lines: 6}},
		{text("A header\n" + source + "```\nThat is all of it.\n"), text("A header\nTwo functions:\n" + gone(202, "7,500") + "That is all of it.\n"), profiles.Shorten{Lines: 6}},
		{text("short\n"), "", profiles.Shorten{Lines: 6}},
		{text(strings.Repeat("x", 90)), text("xxxxxxxxx… +81 chars"), profiles.Shorten{Chars: 9}},
		{text(quote(map[string]string{"log": log})), "", profiles.Shorten{Lines: 6, Chars: 9}},
		{`{"content":[{"type":"image","data":"` + strings.Repeat("QUJD", 90) + `","mimeType":"image/png"}]}`, "", profiles.Shorten{Chars: 9}},
		{`{"content":[{"type":"resource","resource":{"uri":"file:///log","text":` + quote(log) + `}}]}`,
			`{"content":[{"type":"resource","resource":{"uri":"file:///log","text":` + quote(lines(log, 0, 2)+gone(197, "13,881")+lines(log, 199, 200)) + `}}]}`, profiles.Shorten{Lines: 3}},
		{`{"jsonrpc":"2.0","id":1,"result":` + text(strings.Repeat("x", 90)) + `}`, `{"jsonrpc":"2.0","id":1,"result":` + text("xxxxxxxxx… +81 chars") + `}`, profiles.Shorten{Chars: 9}},
		{quote(strings.Repeat("x", 90)), quote("xxxxxxxxx… +81 chars"), profiles.Shorten{Chars: 9}},
		{`[[1,2,3],4,5]`, `[[1,2,3],4]`, profiles.Shorten{Items: 2}},
	} {
		spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: profiles.Settings{Shorten: &map[string]profiles.Shorten{".": c.most}}}}}
		if want := cmp.Or(c.want, c.body); string(shapeOnce(t, newEngine(t, spec), []byte(c.body))) != want {
			t.Errorf("%v\ngot  %s\nwant %s", c.most, shapeOnce(t, newEngine(t, spec), []byte(c.body)), want)
		}
	}
}

// A derived field is no longer than a string at its place, under a budget too.
func TestShortenDerived(t *testing.T) {
	text := "one\ntwo " + strings.Repeat("x", 60)
	for name, c := range map[string]struct {
		shorten map[string]profiles.Shorten
		budget  int
		want    string
		steps   int
	}{
		"by its rule":            {nil, 0, `{"s":"one\ntwo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."}`, 0},
		"by lines":               {map[string]profiles.Shorten{"s": {Lines: 1}}, 0, `{"s":"one..."}`, 0},
		"by both":                {map[string]profiles.Shorten{"s": {Lines: 2, Chars: 6}}, 0, `{"s":"one\ntw..."}`, 0},
		"by a budget":            {nil, 33, `{"s":"one\ntwo xxxxxxxxxxxx..."}`, 1},
		"too large all the same": {map[string]profiles.Shorten{"s": {Chars: 6}}, 9, `{"s":"one\ntw..."}`, 0},
	} {
		tool := profiles.Tool{Name: "t", IncludeOnly: []string{"s"}, Derive: map[string]profiles.Derive{"s": {From: "text", Chars: 40}}}
		tool.Shorten = &c.shorten
		req := shaper.Request{Tool: "t", Body: []byte(quote(map[string]string{"text": text})), Budget: profiles.Budget{MaxBytes: c.budget}}
		res := fitted(t, newEngine(t, profiles.Spec{Tools: []profiles.Tool{tool}}), req)
		if string(res.Body) != c.want || len(res.Report.Fit.Steps) != c.steps {
			t.Errorf("%s: %s, %+v", name, res.Body, res.Report.Fit)
		}
	}
}

// wordy is a value with texts and lists in it.
func (g *generator) wordy(depth int) any {
	switch k := g.IntN(6); {
	case k < 2 && depth > 0:
		object := map[string]any{}
		for range g.IntN(5) {
			object[pick(g, []string{"a", "b", "text", "rows", "url", "é"})] = g.wordy(depth - 1)
		}
		return object
	case k < 4 && depth > 0:
		list, one := []any{}, g.wordy(depth-1)
		for range pick(g, []int{0, 1, 2, 5, 30}) {
			if g.often(3) {
				one = g.wordy(depth - 1)
			}
			list = append(list, one)
		}
		return list
	}
	return pick(g, []any{g.words(), g.words(), 7, nil})
}

// words returns a text of words, lines, code and forged marks of cuts.
func (g *generator) words() string {
	var b strings.Builder
	for range g.IntN(30) {
		b.WriteString(pick(g, []string{
			"word ", "é", "😀", "\n", "```\n", "line of words\n", "… +3 chars", "… +3 lines, 5 chars\n", `"`, `\`, `{"a":1}`, "x: y, ",
		}))
	}
	return b.String()
}
