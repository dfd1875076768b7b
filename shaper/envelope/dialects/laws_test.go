package dialects_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// FuzzLawsDialects: no bytes cause a panic, and validator and schema agree. A document that
// was read and written reads the same, and is written again to the same bytes. Expand changes
// nothing the second time.
func FuzzLawsDialects(f *testing.F) {
	for _, doc := range dialectSeeds(f) {
		f.Add(doc)
	}
	f.Add([]byte(`{"error":{"":"","details":[]}}`)) // details that are not the object of that name
	beyond := slices.Concat(envtest.BeyondToolSchemas, envtest.BeyondBMCISSchema, []string{"may hold code contents", "must be a date and time"})
	type edition struct {
		envtest.Checked
		name   string
		schema *jsonschema.Schema
	}
	var editions []edition
	for _, d := range seedDialects {
		editions = append(editions, edition{d, "", envtest.CompileSchema(f, d, "")})
		if _, err := d.Schema(toolresult.EditionMCP); err == nil {
			editions = append(editions, edition{d, toolresult.EditionMCP, envtest.CompileSchema(f, d, toolresult.EditionMCP)})
		}
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if scan.Check(doc, scan.Limits{}, true) != nil {
			for _, e := range editions {
				_, _ = e.Validate(doc, e.name)
			}
			return
		}
		for _, e := range editions {
			findings, err := e.Validate(doc, e.name)
			if err != nil {
				t.Fatal(err)
			}
			envtest.Agree(t, e.schema, doc, findings, beyond)
		}
		for _, d := range seedDialects {
			codecLaws(t, d, doc)
			expandLaws(t, d, doc)
		}
	})
}

func codecLaws(t *testing.T, d convertible, doc []byte) {
	t.Helper()
	m, err := d.Parse(doc)
	if err != nil {
		t.Fatalf("%s: %v", d.Name(), err)
	}
	if spaced, err := d.Parse(slices.Concat([]byte("\n "), doc, []byte(" "))); err != nil || !reflect.DeepEqual(spaced, m) {
		t.Fatalf("%s: space around the document matters: %+v, %v", d.Name(), spaced, err)
	}
	built, lost, err := d.Build(m)
	if err != nil {
		t.Fatalf("%s: %v", d.Name(), err)
	}
	back, err := d.Parse(built)
	if err != nil {
		t.Fatalf("%s wrote %s: %v", d.Name(), built, err)
	}
	if slices.Contains(lost, "payload") {
		m.Payload = back.Payload
	}
	if m.OK && m.Payload == nil {
		m.Payload = back.Payload // absent became null or []
	}
	settle(m.Pagination)
	envtest.SameModel(t, back, m)
	if m.Error != nil && m.Error.Code != "" && codeOf(back) != codeOf(m) {
		t.Fatalf("%s: code %q, want %q", d.Name(), codeOf(back), codeOf(m))
	}
	if (back.Pagination == nil) != (m.Pagination == nil) || m.Pagination != nil && m.Pagination.PageSize != nil && !reflect.DeepEqual(back.Pagination.PageSize, m.Pagination.PageSize) {
		t.Fatalf("%s: pagination %+v, want %+v", d.Name(), back.Pagination, m.Pagination)
	}
	if again, _, err := d.Build(back); err != nil || !bytes.Equal(again, built) {
		t.Fatalf("%s: %s, again %s (%v)", d.Name(), built, again, err)
	}
}

// settle makes a page of bmcis claim more exactly if it names the next one (RULES D40).
func settle(p *envelope.Pagination) {
	if p == nil || p.HasMore == nil && p.Cursor == "" {
		return
	}
	if p.HasMore != nil && !*p.HasMore {
		p.Cursor = ""
	}
	more := p.Cursor != ""
	p.HasMore = &more
}

func expandLaws(t *testing.T, d envelope.Dialect, doc []byte) {
	t.Helper()
	e, ok := d.(envelope.Expander)
	if !ok || d.Detect(envtest.Open(t, doc)) == 0 {
		return
	}
	once, err := e.Expand(envtest.Open(t, doc), envelope.Known{Tool: "t", Tier: "pro"})
	if err != nil {
		t.Fatal(err)
	}
	if twice, err := e.Expand(envtest.Open(t, once), envelope.Known{}); err != nil || !bytes.Equal(once, twice) {
		t.Fatalf("%s: %s, again %s (%v)", d.Name(), once, twice, err)
	}
}

// dialectSeeds are the examples of the seeds and the instances of the cases.
func dialectSeeds(t testing.TB) (docs [][]byte) {
	examples, _ := filepath.Glob("../../../testdata/envelopes/00[124]/*.json")
	for _, name := range examples {
		docs = append(docs, envtest.Example(t, strings.TrimSuffix(strings.TrimPrefix(name, "../../../testdata/envelopes/"), ".json")))
	}
	for _, file := range []string{"scalpel", "rpc", "mcp", "bmcis"} {
		data, err := os.ReadFile(filepath.Join(envtest.OwnCases, file+".json"))
		var cases []struct {
			Input struct{ Instance json.RawMessage }
		}
		if err == nil {
			err = json.Unmarshal(data, &cases)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			if c.Input.Instance != nil {
				docs = append(docs, c.Input.Instance)
			}
		}
	}
	return docs
}
