package shaper_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// FuzzLawsKeptInEnvelopes: the law of FuzzLawsKept holds for any envelope. Envelopes are
// nested, and hold members of any kind in the places of notes. A response that promises to
// name the handle does so. A later run without an archive keeps the handle.
func FuzzLawsKeptInEnvelopes(f *testing.F) {
	for seed := range testkit.Seeds(1000) {
		f.Add(seed)
	}
	f.Fuzz(tryKeptInEnvelopes)
}

func tryKeptInEnvelopes(t *testing.T, seed uint64) {
	g := newGenerator(seed)
	tool, privacy := g.budgeted(), []profiles.Privacy{{Drop: []string{"secret"}}}
	g.addOmissions(&tool)
	without := newEngine(t, profiles.Spec{Tools: []profiles.Tool{tool}, Privacy: privacy})
	results := archive.Archive{Store: shelf{}}
	eng := newEngineWith(t, profiles.Spec{Tools: []profiles.Tool{tool}, Privacy: privacy}, shaper.WithArchive(results))
	req := shaper.Request{Tool: "t", Body: []byte(g.around(2)), NoteMember: g.oneOf("", "_note")}
	whole := underHiding(t, eng, req)
	if g.often(8) {
		req.Budget = g.budget(len(whole.Body))
	}
	res := fitted(t, eng, req)
	kept, fit := res.Report.Kept, res.Report.Fit
	faulty := func(what string) {
		t.Helper()
		t.Errorf("seed %d: %s: %+v\n body %s\nwhole %s\n  cut %s", seed, what, res.Report, req.Body, whole.Body, res.Body)
	}
	switch {
	case !json.Valid(res.Body) || res.Report.BytesOut != len(res.Body):
		faulty("it is no document, or of another size")
	case fit.IsThere() && !fit.Over && !fitsInto(t, req.Budget, res.Body):
		faulty("it is too large")
	case kept.Noted != (kept.Handle != "" && bytes.Contains(res.Body, []byte(kept.Handle))):
		faulty("what it says of the handle")
	case bytes.Contains(res.Body, []byte("s3cret")):
		faulty("it shows what is hidden")
	}
	back := results.Store.(shelf)[kept.Handle]
	if kept.Handle == "" {
		back, _ = shaper.Unfold(res.Body)
	}
	if kept.Handle == "" { // its numbers count the folded bytes
		back, whole.Body = withoutCounts(back), withoutCounts(whole.Body)
		if !bytes.Equal(back, whole.Body) { // metadata alone is no loss
			bare := newEngine(t, profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: tool.ExcludeFields}}, Privacy: privacy})
			whole.Body = withoutCounts(fitted(t, bare, shaper.Request{Tool: "t", Body: req.Body}).Body)
		}
	}
	if !bytes.Equal(back, whole.Body) || kept.Handle != "" && kept.Hash != archive.Hash(back) {
		faulty("what comes back is " + string(back))
	}
	req.Budget, req.Body = profiles.Budget{}, res.Body
	if again := fitted(t, without, req); kept.Noted && !bytes.Contains(again.Body, []byte(kept.Handle)) {
		faulty("shaped again it is " + string(again.Body))
	}
}

// withoutCounts is a document whose envelopes say 0 for the tokens that they take.
func withoutCounts(doc []byte) []byte { return tokenCount.ReplaceAll(doc, []byte("${1}0")) }

var tokenCount = regexp.MustCompile(`(tokens_(?:estimated|used)\\*":)\d+`)

// around returns a payload in an envelope, itself possibly nested.
func (g *generator) around(depth int) string {
	payload := quote(map[string]any{"rows": g.wordy(4), "text": g.words(), "secret": "s3cret", "more": g.wordy(4), "id": "x"})
	member := func(name, usual string) string {
		return `"` + name + `":` + g.oneOf(usual, usual, usual, g.misplaced())
	}
	switch kind := g.IntN(7); {
	case kind == 0 || depth == 0 && kind > 3:
		return g.oneOf(payload, "["+payload+","+payload+"]", quote(payload), quote(g.words()))
	case kind == 1:
		return g.object(1, `"data":`+payload, member("error", "null"), member("tier", `"pro"`), member("warnings", "[]"), `"tool_id":"t"`)
	case kind == 2:
		meta := g.object(1, `"version":"response-v2"`, member("warnings", "[]"), member("warning_details", "[]"), member("content_fidelity", `"full"`),
			member("dropped_content_ids", "[]"), member("content_archive_hashes", "{}"))
		return g.object(4, `"success":`+g.oneOf("true", "false"), `"data":`+payload, `"error":null`, `"meta":`+g.oneOf(meta, meta, g.misplaced()))
	case kind == 3:
		head := `{"operation":"o","version":"1","timestamp":"t","request_id":"r","status":` + g.oneOf(`"success"`, `"error"`) + `,"message":null}`
		return g.object(3, member("_metadata", head), `"results":`+payload, `"execution_context":{"tokens_estimated":1,"tokens_used":1}`, member("warnings", "[]"), member("error", "null"))
	case kind < 6:
		inside := g.around(depth - 1)
		said := fmt.Sprintf(`[{"type":"text","text":%s}]`, quote(inside))
		return g.object(1, member("content", said), `"structuredContent":`+g.oneOf(inside, g.misplaced()), member("_meta", "{}"), `"isError":`+g.oneOf("true", "false"))
	}
	return g.object(3, `"jsonrpc":"2.0"`, `"id":1`, `"result":`+g.around(depth-1))
}

// misplaced returns a value of an unexpected type.
func (g *generator) misplaced() string {
	return g.oneOf("null", "[]", "{}", `"x"`, "7", "true", `["x"]`, `[{"a":1}]`, `{"a":{"b":1}}`, "[null]", " { } ")
}
