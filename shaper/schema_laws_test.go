package shaper_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"testing"

	santhosh "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// A document that fits a schema fits the narrowed one after shaping (GUARANTEES, schemas). No
// rule has to step back for it. An exception is an envelope with members beyond its schema: it
// may count as none, or report a failure.
func FuzzLawsNarrow(f *testing.F) {
	for _, seed := range schemaSeeds(3000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { trySchema(t, seed) })
}

// schemaSeeds returns all seeds below n for testkit.AllSeeds, and else the first ten
// whose schemas have each word of a schema. A name of a member counts as a word.
func schemaSeeds(n uint64) (seeds []uint64) {
	met := map[string]int{}
	for seed := range n {
		g := newGenerator(seed)
		g.rules()
		fresh := testkit.AllSeeds()
		for _, word := range schemaWord.FindAllString(g.schema(), -1) {
			met[word]++
			fresh = fresh || met[word] <= 10
		}
		if fresh {
			seeds = append(seeds, seed)
		}
	}
	return seeds
}

var schemaWord = regexp.MustCompile(`"[^"]*":`)

// schemaTries are how many values of one schema are tried under the same rules.
const schemaTries = 32

// trySchema shapes values of a random schema under random rules, and returns how many
// of them there were.
func trySchema(t *testing.T, seed uint64) (tried int) {
	t.Helper()
	g := newGenerator(seed)
	r, text := g.rules(), []byte(g.schema())
	original := compileSchema(text)
	if original == nil {
		return 0 // a reference that leads to nothing
	}
	spec, req := g.more(r.spec()), r.request(nil)
	req.Dialect = ""
	asked := req
	if g.often(3) { // the caller's choice is not known before
		spec.Tools[0].Caller, asked.Fields = &[]string{"fields"}, nil
	}
	eng := newEngine(t, spec)
	view, err := eng.View(asked)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	told, err := view.Schema(text)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	narrowed := compileSchema(told.Text)
	if narrowed == nil {
		t.Fatalf("seed %d\nschema   %s\nnarrowed %s\nis no schema", seed, text, told.Text)
	}
	var root any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	req.Schema = told
	if g.often(3) {
		req.Budget = g.budget(200)
	}
	for range schemaTries {
		value := g.valueOf(root, root, 0)
		if !keeps(original, []byte(value)) {
			continue
		}
		tried++
		req.Body = []byte(`{"content":[{"type":"text","text":` + quote(value) + `}],"structuredContent":` + value + `}`)
		res, err := eng.Shape(t.Context(), req)
		if bad, ok := errors.AsType[*shaper.Error](err); ok && bad.Reason == "schema" && g.envelopes {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d\nrules    %s\nschema   %s\nnarrowed %s\nvalue    %s\n%v", seed, r, text, told.Text, value, err)
		}
		var out struct {
			StructuredContent json.RawMessage `json:"structuredContent"`
		}
		if err := json.Unmarshal(res.Body, &out); err != nil {
			t.Fatal(err)
		}
		if !keeps(narrowed, out.StructuredContent) || res.Report.SteppedBack && !r.isError && !g.envelopes {
			t.Fatalf("seed %d\nrules    %s\nschema   %s\nnarrowed %s\nvalue    %s\nshaped   %s\nstepped back: %v", seed, r, text, told.Text, value, out.StructuredContent, res.Report.SteppedBack)
		}
	}
	return tried
}

// more adds rules that the model does not know.
func (g *generator) more(spec profiles.Spec) profiles.Spec {
	if g.often(3) {
		spec.Tools[0].Derive = map[string]profiles.Derive{"b": {From: "a", Chars: 1}, "new": {From: pick(g, genNames[:3]), Chars: 2}}
	}
	if g.often(2) {
		spec.Privacy[0].Mask = append(spec.Privacy[0].Mask, profiles.PrivacyMask{Pattern: pick(g, []string{"x", "^a", "[a-z]+"})})
	}
	if g.often(3) {
		spec.Tools[0].Settings.MaxString = new(1 + g.IntN(4))
	}
	if g.often(2) {
		spec.Tools[0].Settings.Shorten = &map[string]profiles.Shorten{"**." + pick(g, genNames[:3]): {Chars: g.IntN(9), Lines: 1, Items: g.IntN(3)}}
	}
	return spec
}

// compileSchema compiles a schema with a validator of another project, nil if it is none.
func compileSchema(text []byte) *santhosh.Schema {
	doc, err := santhosh.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil
	}
	c := santhosh.NewCompiler()
	if c.AddResource("schema.json", doc) != nil {
		return nil
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		return nil
	}
	return s
}

func keeps(s *santhosh.Schema, value []byte) bool {
	doc, err := santhosh.UnmarshalJSON(bytes.NewReader(value))
	return err == nil && s.Validate(doc) == nil
}
