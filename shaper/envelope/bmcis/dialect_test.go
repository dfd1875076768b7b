package bmcis_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
)

func TestBMCISDetect(t *testing.T) {
	for doc, want := range map[string]string{
		string(envtest.Example(t, "004/example_1")):                                           "bmcis",
		string(envtest.Example(t, "004/token_limit_error")):                                   "bmcis",
		string(envtest.Example(t, "004/example_3")):                                           "plain",
		`{"metadata":{"status":"success"},"results":{},"execution_context":{},"warnings":[]}`: "bmcis",
		`{"_metadata":{"status":"error"},"error":{"code":"INVALID_FIELDS"}}`:                  "bmcis",
		`{"metadata":{"status":"done"},"results":[]}`:                                         "plain",
		`{"_metadata":{},"results":[],"execution_context":{},"warnings":[]}`:                  "plain",
	} {
		if got := dialects.Detect(envtest.Open(t, []byte(doc))).Name(); got != want {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
	}
	for doc, failed := range map[string]bool{
		`{"_metadata":{"status":"error"},"results":[]}`:           true,
		`{"_metadata":{"status":"partial"},"results":[]}`:         false,
		`{"_metadata":{"status":"success"},"error":{"code":"A"}}`: true,
		`{"_metadata":{"status":"success"},"error":null}`:         false,
		`{"metadata":{"status":"error"},"execution_context":{}}`:  true,
	} {
		if got := (bmcis.Dialect{}).Facts(envtest.Open(t, []byte(doc))).IsError; got != failed {
			t.Errorf("%s: %v", doc, got)
		}
	}
}

func TestBMCISExpand(t *testing.T) {
	for _, tt := range []struct{ name, doc, want string }{
		{"absent parts", `{"results":[],"_metadata":{"status":"success"},"execution_context":{"cache_hit":true}}`,
			`{"_metadata":{"operation":"t","status":"success","message":null},"results":[],"pagination":null,` +
				`"execution_context":{"tokens_used":null,"cache_hit":true},"warnings":[]}`},
		{"no metadata", `{"x":1,"results":[]}`,
			`{"_metadata":{"operation":"t","message":null},"results":[],"pagination":null,"warnings":[],"x":1}`},
		{"another name, another key", `{"x":1,"metadata":{"operation":"o","message":"m"},"results":{}}`,
			`{"results":{},"pagination":null,"warnings":[],"x":1,"metadata":{"operation":"o","message":"m"}}`},
	} {
		got, err := bmcis.Dialect{}.Expand(envtest.Open(t, []byte(tt.doc)), envelope.Known{Tool: "t"})
		envtest.Same(t, tt.name, got, err, []byte(tt.want))
		got, err = bmcis.Dialect{}.Expand(envtest.Open(t, got), envelope.Known{Tool: "t"})
		envtest.Same(t, tt.name+", again", got, err, []byte(tt.want))
	}
}

func TestBMCISWrap(t *testing.T) {
	known := envelope.Known{Tool: "semantic_search"}
	made, err := dialects.Wrap([]byte(`{"data":[1],"request_id":"r","timestamp":"2025-11-09T10:30:00Z","tokens":{"estimated":5}}`), bmcis.Dialect{}, known)
	envtest.Same(t, "parts", made.Envelope, err, []byte(`{"_metadata":{"operation":"semantic_search","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z",`+
		`"request_id":"r","status":"success"},"results":[1],"pagination":null,"execution_context":{"tokens_estimated":5,"tokens_used":null,`+
		`"cache_hit":false,"execution_time_ms":0,"request_id":"r"},"warnings":[]}`))
	for _, parts := range []string{`{"data":[1]}`, `{"data":{"a":1},"operation":"o","error":"boom"}`} {
		made, err := dialects.Wrap([]byte(parts), bmcis.Dialect{}, known)
		if err != nil || strings.Contains(string(made.Envelope), `"request_id":""`) || strings.Contains(string(made.Envelope), "0001-01-01") {
			t.Errorf("%s: %s, %v", parts, made.Envelope, err)
		}
	}
	made, err = dialects.Wrap([]byte(`{"data":"text","operation":"o","request_id":"r","timestamp":"2025-11-09T10:30:00Z"}`), bmcis.Dialect{}, known)
	envtest.Same(t, "results", envtest.Open(t, made.Envelope).Value("results"), err, []byte(`{"result":"text"}`))
	if _, err := dialects.Wrap([]byte(`{"timestamp":"now"}`), bmcis.Dialect{}, known); err == nil {
		t.Error("a timestamp that is none is wrapped")
	}
}
