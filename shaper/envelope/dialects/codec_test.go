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
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

type convertible interface {
	envelope.Dialect
	envelope.Codec
	envtest.Checked
}

// seedDialects are the dialects of seeds 001, 002 and 004.
var seedDialects = []convertible{scalpel.Dialect{}, bmcis.Dialect{}, toolresult.Dialect{}, jsonrpc.Dialect{}}

// TestCodecsKeepWhatTheyKnow reads envelopes and writes them again: the same
// envelope comes back, but for what is said to be lost.
func TestCodecsKeepWhatTheyKnow(t *testing.T) {
	const head = `{"_metadata":{"operation":"o","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z","request_id":"r",`
	const tail = `"execution_context":{"tokens_estimated":1,"tokens_used":null,"cache_hit":true,"execution_time_ms":1.50,"request_id":"r"},`
	for _, tt := range []struct {
		name, dialect, doc, lost string
	}{
		{"data alone", "scalpel", `{"data":{"b":1.0,"a":null}}`, ""},
		{"all metadata", "scalpel", `{"tier":"pro","tool_version":"1.0.0","tool_id":"t","request_id":"r","capabilities":["envelope-v1"],` +
			`"duration_ms":27.0,"upgrade_hints":[{"feature":"f","tier":"pro","reason":"r"}],"data":[1]}`, ""},
		{"a failure with data", "scalpel", `{"error":{"error":"m","error_code":"timeout","error_details":{"line":3}},"data":{"a":1}}`, ""},
		{"warnings of both kinds", "scalpel", `{"data":1,"warnings":["m",{"code":"A","severity":"info","message":"n","context":{"a":1},"suggestion":"s"}]}`, ""},
		{"a key of its own", "scalpel", `{"data":1,"x":2}`, "x"},
		{"a result", "mcp", `{"content":[{"type":"text","text":"{\"a\":1.0}"}]}`, ""},
		{"an error", "mcp", `{"content":[{"type":"text","text":"Error executing tool: m"}],"isError":true}`, ""},
		{"metadata", "mcp", `{"content":[{"type":"text","text":"1"}],"_meta":{}}`, "_meta"},
		{"a response", "jsonrpc", `{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"[]"}]},"id":"\u0061"}`, ""},
		{"a failed call", "jsonrpc", `{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"Error executing tool: m"}],"isError":true},"id":7}`, ""},
		{"an error of the protocol", "jsonrpc", `{"jsonrpc":"2.0","error":{"code":-32602,"message":"m","data":{"a":1}},"id":null}`, ""},
		{"an error with a text as data", "jsonrpc", `{"jsonrpc":"2.0","error":{"code":1,"message":"m","data":"d"},"id":1}`, "error.data"},
		{"a page", "bmcis", head + `"status":"success"},"results":[{"a":1.0}],"pagination":{"cursor":"c","page_size":100,"has_more":true,"total_available":null},` + tail + `"warnings":[]}`, ""},
		{"a partial object", "bmcis", head + `"status":"partial"},"results":{},"pagination":null,` + tail +
			`"warnings":[{"level":"warning","code":"PARTIAL_RESULTS","message":"m","suggestion":"s"}]}`, ""},
		{"an error told by a warning", "bmcis", head + `"status":"error","message":"m"},"results":[],"pagination":null,` + tail +
			`"warnings":[{"level":"error","code":"TOKEN_LIMIT_EXCEEDED","message":"n"}]}`, ""},
		{"an error with fields", "bmcis", head + `"status":"error","message":"m"},"error":{"code":"INVALID_FIELDS","message":"n","allowed_fields":["a"],"details":{"b":1}},"results":[],"pagination":null,` + tail + `"warnings":[]}`, ""},
		{"another version, and what nobody knows", "bmcis", strings.Replace(head, "1.0.0", "2.1", 1) + `"status":"success","message":"done"},"results":[],"pagination":{"cursor":null,"page_size":1,"has_more":false,"total_available":0,"p":1},` + tail + `"warnings":[],"x":1}`,
			"_metadata.message x pagination.p"},
	} {
		d, _ := dialects.Lookup(tt.dialect)
		codec := d.(envelope.Codec)
		m, err := codec.Parse([]byte(tt.doc))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got, lost, err := codec.Build(m)
		if strings.Join(lost, " ") != tt.lost {
			t.Errorf("%s: lost %q, want %q", tt.name, lost, tt.lost)
		}
		if tt.lost == "" {
			envtest.Same(t, tt.name, got, err, []byte(tt.doc))
		}
	}
}

func TestConversionBetweenSeeds(t *testing.T) {
	for _, tt := range []struct{ name, from, to, doc, want, lost string }{
		{"a token limit in scalpel", "bmcis", "scalpel",
			`{"_metadata":{"operation":"search","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z","request_id":"r","status":"error","message":"m"},"results":[],` +
				`"execution_context":{"tokens_estimated":5,"cache_hit":false,"execution_time_ms":2,"request_id":"r"},"warnings":[{"level":"error","code":"TOKEN_LIMIT_EXCEEDED","message":"w"}]}`,
			`{"tool_id":"search","request_id":"r","duration_ms":2,"error":{"error":"m","error_code":"too_large","error_details":{"source_error_code":"TOKEN_LIMIT_EXCEEDED"}},` +
				`"warnings":[{"code":"TOKEN_LIMIT_EXCEEDED","severity":"error","message":"w"}]}`,
			"timestamp tokens.estimated cache_hit"},
		{"and back, with what 004 requires", "scalpel", "bmcis",
			`{"tool_id":"search","error":{"error":"m","error_code":"too_large","error_details":{"source_error_code":"TOKEN_LIMIT_EXCEEDED"}},"warnings":["w"]}`,
			`{"_metadata":{"operation":"search","version":"1.0.0","timestamp":"0001-01-01T00:00:00Z","request_id":"","status":"error","message":"m"},` +
				`"error":{"code":"TOKEN_LIMIT_EXCEEDED","message":"m"},"results":[],"pagination":null,` +
				`"execution_context":{"tokens_estimated":300,"tokens_used":null,"cache_hit":false,"execution_time_ms":0,"request_id":""},` +
				`"warnings":[{"level":"warning","code":"WARNING","message":"w"}]}`, ""},
		{"a tool result in scalpel", "mcp", "scalpel", `{"content":[{"type":"text","text":"hello"}]}`, `{"data":"hello"}`, ""},
		{"a failed call in scalpel", "jsonrpc", "scalpel", `{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found: x"},"id":1}`,
			`{"error":{"error":"Method not found: x","error_code":"not_found","error_details":{"source_error_code":"-32601"}}}`, "id"},
		{"and back", "scalpel", "jsonrpc", `{"error":{"error":"Method not found: x","error_code":"not_found","error_details":{"source_error_code":"-32601","a":1}}}`,
			`{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found: x","data":{"a":1}},"id":null}`, ""},
		{"scalpel as a tool result", "scalpel", "mcp", `{"tier":"pro","request_id":"r","data":{"a":1}}`, `{"content":[{"type":"text","text":"{\"a\":1}"}]}`, "request_id tool.tier"},
	} {
		from, _ := dialects.Lookup(tt.from)
		to, _ := dialects.Lookup(tt.to)
		out, err := dialects.Recode([]byte(tt.doc), from.(envelope.Codec), to.(envelope.Codec))
		envtest.Same(t, tt.name, out.Envelope, err, []byte(tt.want))
		if strings.Join(out.Lost, " ") != tt.lost {
			t.Errorf("%s: lost %q, want %q", tt.name, out.Lost, tt.lost)
		}
	}
}

// TestScalpelTranslatesCodes: by name, by type, or not at all (RULES,
// conversion).
func TestScalpelTranslatesCodes(t *testing.T) {
	for _, tt := range []struct{ code, kind, message, want string }{
		{"SPEC_NOT_FOUND", "not_found", "m", "not_found"},
		{"VALIDATION_ERROR", "validation", "m", "invalid_argument"},
		{"CONFLICT", "conflict", "m", "invalid_argument"},
		{"UNAUTHORIZED", "authentication", "m", "forbidden"},
		{"FORBIDDEN", "authorization", "m", "forbidden"},
		{"RATE_LIMIT_EXCEEDED", "rate_limit", "m", "resource_exhausted"},
		{"FEATURE_DISABLED", "feature_flag", "m", "upgrade_required"},
		{"INTERNAL_ERROR", "internal", "m", "internal_error"},
		{"UNAVAILABLE", "unavailable", "m", "dependency_unavailable"},
		{"INVALID_FIELDS", "", "m", "invalid_argument"},
		{"INVALID_CURSOR", "", "m", "invalid_argument"},
		{"-32603", "", "m", "internal_error"},
		{"timeout", "unavailable", "m", "timeout"},
		{"MY_OWN", "", "m", "MY_OWN"},
		{"", "", "File not found: x", "not_found"},
	} {
		doc, _, err := scalpel.Dialect{}.Build(dialects.Translate(&envelope.Model{Error: &envelope.ModelError{Message: tt.message, Code: tt.code, Type: tt.kind}}, scalpel.Dialect{}))
		if err != nil {
			t.Fatal(err)
		}
		m, err := scalpel.Dialect{}.Parse(doc)
		if err != nil || m.Error.Code != tt.want {
			t.Errorf("%s of type %s: %s, want %s (%v)", tt.code, tt.kind, m.Error.Code, tt.want, err)
		}
		if tt.code != "" && codeOf(m) != tt.code {
			t.Errorf("%s: its trace is %s", tt.code, codeOf(m))
		}
	}
}

// codeOf returns the code of a failure before any translation.
func codeOf(m *envelope.Model) string {
	if m.Error == nil {
		return ""
	}
	var details struct {
		Source string `json:"source_error_code"`
	}
	if json.Unmarshal(m.Error.Details, &details) == nil && details.Source != "" {
		return details.Source
	}
	return m.Error.Code
}

// FuzzLawsDialects: nothing panics on any bytes; validator and schema agree;
// what is read is written so that it reads the same, and written again the same
// bytes; spelling out changes nothing the second time.
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

func TestUnknownEditions(t *testing.T) {
	for _, d := range dialects.All() {
		if v, ok := d.(envelope.Validator); ok {
			if _, err := v.Validate([]byte(`{}`), "1066"); err == nil {
				t.Errorf("%s validates an edition that nobody wrote", d.Name())
			}
		}
		if s, ok := d.(envelope.Schemer); ok {
			if _, err := s.Schema("1066"); err == nil {
				t.Errorf("%s has a schema of an edition that nobody wrote", d.Name())
			}
		}
	}
}
