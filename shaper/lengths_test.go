package shaper_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/casetest"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// FuzzLawsLengths: what was shortened is JSON, no larger than it was but for notes, the
// same each time and in both halves of a result, and is not shortened again; where lists
// keep more, no less is left.
func FuzzLawsLengths(f *testing.F) {
	for seed := range casetest.Seeds(500) {
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

// notesAtMost is how many bytes a response takes to tell of cuts.
const notesAtMost = 16 * 256

func shapeOnce(t *testing.T, eng *shaper.Engine, body []byte) []byte {
	t.Helper()
	res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: body})
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return res.Body
}

// lengths is a tool of which long strings and lists are shortened, among other things.
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

// words is a text of words, lines, code and what looks like the mark of what is gone.
func (g *generator) words() string {
	var b strings.Builder
	for range g.IntN(30) {
		b.WriteString(pick(g, []string{
			"word ", "é", "😀", "\n", "```\n", "line of words\n", "… +3 chars", "… +3 lines, 5 chars\n", `"`, `\`, `{"a":1}`, "x: y, ",
		}))
	}
	return b.String()
}
