package dialects_test

import (
	"errors"
	"strings"
	"testing"

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

// TestCodecsKeepWhatTheyKnow reads envelopes and writes them again. The output is the same
// envelope, except for parts reported as lost.
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

func TestUnknownEditions(t *testing.T) {
	for _, d := range dialects.All() {
		if v, ok := d.(envelope.Validator); ok {
			_, err := v.Validate([]byte(`{}`), "1066")
			if fault, ok := errors.AsType[*envelope.EditionError](err); !ok || fault.Dialect != d.Name() || fault.Edition != "1066" {
				t.Errorf("%s validates an edition that nobody wrote: %v", d.Name(), err)
			}
		}
		if s, ok := d.(envelope.Schemer); ok {
			_, err := s.Schema("1066")
			if fault, ok := errors.AsType[*envelope.EditionError](err); !ok || fault.Dialect != d.Name() || fault.Edition != "1066" {
				t.Errorf("%s has a schema of an edition that nobody wrote: %v", d.Name(), err)
			}
		}
	}
}
