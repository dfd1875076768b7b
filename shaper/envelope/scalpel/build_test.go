package scalpel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

func TestScalpelCases(t *testing.T) {
	type failure struct{ Kind, Message string }
	code := func(classify func(failure) string) testkit.Adapter {
		return func(t *testing.T, c testkit.Case) testkit.Result {
			return testkit.Result{Output: testkit.JSON(t, classify(testkit.Input[failure](t, c)))}
		}
	}
	testkit.Run(t, envtest.OwnCases, envtest.SharedCases, map[string]testkit.Adapter{
		"scalpel.validate":           envtest.ValidateCase(scalpel.Dialect{}, ""),
		"scalpel.classify_message":   code(func(f failure) string { return scalpel.ClassifyMessage(f.Message) }),
		"scalpel.classify_exception": code(func(f failure) string { return scalpel.ClassifyException(f.Kind) }),
	})
}

// scalpelDebug holds the parts of the seed's two debug examples beyond their tier, tool, id
// and time.
func scalpelDebug(tier, tool, id string, ms json.Number) scalpel.Parts {
	return scalpel.Parts{Tier: tier, ToolVersion: "3.3.0", ToolID: tool, RequestID: id, DurationMS: ms}
}

func TestScalpelExamplesAreBuilt(t *testing.T) {
	success := scalpelDebug("pro", "security_scan", "8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a", "27")
	success.Data = json.RawMessage(`{"risk_level":"high","vulnerabilities":[]}`)
	got, err := scalpel.Build(success)
	envtest.Same(t, "debug success", got, err, envtest.Example(t, "001/success_debug"))

	failed := scalpelDebug("community", "extract_code", "0a46e6c2b6df4e938e8d16ffb567a9b2", "3")
	failed.Error = scalpel.ErrorFor("", "File not found: /missing.py", nil)
	got, err = scalpel.Build(failed)
	envtest.Same(t, "debug error", got, err, envtest.Example(t, "001/error_debug"))

	got, _, err = scalpel.Dialect{}.Build(&envelope.Model{OK: true, Payload: success.Data})
	envtest.Same(t, "minimal success", got, err, envtest.Example(t, "001/success_minimal"))
	got, _, err = scalpel.Dialect{}.Build(&envelope.Model{
		Error: &envelope.ModelError{Message: "File not found: /missing.py", Code: "not_found"},
	})
	envtest.Same(t, "minimal error", got, err, envtest.Example(t, "001/error_minimal"))
}

func TestScalpelExamplesAreRecognised(t *testing.T) {
	for name, facts := range map[string]envelope.Facts{
		"success_minimal": {},
		"success_debug":   {Tier: "pro"},
		"error_minimal":   {IsError: true},
		"error_debug":     {IsError: true, Tier: "community"},
	} {
		raw := envtest.Example(t, "001/"+name)
		d := envtest.Open(t, raw)
		if got := dialects.Detect(d); got.Name() != "scalpel" || got.Facts(d) != facts {
			t.Errorf("%s: %s with %+v", name, got.Name(), got.Facts(d))
		}
		if f, err := (scalpel.Dialect{}).Validate(raw, ""); err != nil || !f.Valid || len(f.Warnings) > 0 {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}

func TestScalpelDetect(t *testing.T) {
	for doc, want := range map[string]string{
		`{"data":1}`:                               "scalpel",
		`{"data":1,"warnings":[]}`:                 "scalpel",
		`{"error":{"error":"m","error_code":"c"}}`: "scalpel",
		`{"data":1,"count":2}`:                     "plain",
		`{"error":"m"}`:                            "plain",
		`{"error":null,"tier":"pro"}`:              "plain",
		`{"tier":"pro"}`:                           "plain",
		`{}`:                                       "plain",
		`[{"data":1}]`:                             "plain",
	} {
		if got := dialects.Detect(envtest.Open(t, []byte(doc))).Name(); got != want {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
	}
}

func TestScalpelExpand(t *testing.T) {
	known := envelope.Known{Tool: "t", Tier: "pro"}
	for _, tt := range []struct {
		name, doc, want string
		known           envelope.Known
	}{
		{"what is not known is null", `{"data":{"a":1.0}}`,
			`{"tier":null,"tool_version":null,"tool_id":null,"request_id":null,"capabilities":null,"duration_ms":null,"error":null,"upgrade_hints":[],"data":{"a":1.0}}`, envelope.Known{}},
		{"the call fills tool and tier", `{"data":1,"tool_id":null}`,
			`{"tier":"pro","tool_version":null,"tool_id":"t","request_id":null,"capabilities":null,"duration_ms":null,"error":null,"upgrade_hints":[],"data":1}`, known},
		{"the envelope's own word counts, other keys follow", `{"data":1,"x":{"b":1,"a":2},"tier":"community","upgrade_hints":null}`,
			`{"tier":"community","tool_version":null,"tool_id":"t","request_id":null,"capabilities":null,"duration_ms":null,"error":null,"upgrade_hints":[],"data":1,"x":{"b":1,"a":2}}`, known},
		{"a set error spells out its details", `{"error":{"error_code":"c","error":"m"}}`,
			`{"tier":null,"tool_version":null,"tool_id":null,"request_id":null,"capabilities":null,"duration_ms":null,"error":{"error":"m","error_code":"c","error_details":null},"upgrade_hints":[],"data":null}`, envelope.Known{}},
	} {
		got, err := scalpel.Dialect{}.Expand(envtest.Open(t, []byte(tt.doc)), tt.known)
		envtest.Same(t, tt.name, got, err, []byte(tt.want))
		again, err := scalpel.Dialect{}.Expand(envtest.Open(t, got), tt.known)
		envtest.Same(t, tt.name+", again", again, err, got)
	}
}

func TestBuildScalpelPassesPartsOn(t *testing.T) {
	got, err := scalpel.Build(scalpel.Parts{
		Data:         json.RawMessage(`{"big":9007199254740993,"one":1.0,"html":"a < b && c"}`),
		UpgradeHints: []json.RawMessage{scalpel.UpgradeHint("deps", "pro", "not in community")},
		Tier:         " ALL ",
		Capabilities: []string{},
	})
	envtest.Same(t, "parts", got, err, []byte(`{"tier":"enterprise","tool_version":null,"tool_id":null,"request_id":null,"capabilities":[],`+
		`"duration_ms":null,"error":null,"upgrade_hints":[{"feature":"deps","tier":"pro","reason":"not in community"}],`+
		`"data":{"big":9007199254740993,"one":1.0,"html":"a < b && c"}}`))
}

func TestBuildScalpelReportsFailedPayloads(t *testing.T) {
	for _, tt := range []struct{ data, given, want string }{
		{`{"success":false,"error":"Permission denied"}`, ``, `{"error":"Permission denied","error_code":"forbidden","error_details":null}`},
		{`{"success":false,"error":"m","error_code":"too_large"}`, ``, `{"error":"m","error_code":"too_large","error_details":null}`},
		{`{"success":false}`, `null`, `{"error":"Tool failed","error_code":"internal_error","error_details":null}`},
		{`{"success":false,"error":"m"}`, `{"error":"request timeout"}`, `{"error":"request timeout","error_code":"timeout","error_details":null}`},
		{` {"success":false}`, "\n{\"error\":\"m\",\"snippet\":\"x\"}", `{"error":"m","error_code":"internal_error","error_details":null}`},
		{`{"success":true}`, ``, `null`},
	} {
		parts := scalpel.Parts{Data: json.RawMessage(tt.data)}
		if tt.given != "" {
			parts.Error = json.RawMessage(tt.given)
		}
		got, err := scalpel.Build(parts)
		if err != nil {
			t.Fatal(err)
		}
		envtest.Same(t, tt.data, envtest.Open(t, got).Value("error"), nil, []byte(tt.want))
	}
}

func TestBuildScalpelRefusesBadParts(t *testing.T) {
	for field, parts := range map[string]scalpel.Parts{
		"tier":              {Tier: "gold"},
		"data":              {Data: json.RawMessage(`1,"tier":"pro"`)},
		"error":             {Error: json.RawMessage(`"boom"`)},
		"upgrade_hints":     {UpgradeHints: []json.RawMessage{[]byte(`{`)}},
		"request_id_source": {RequestIDSource: "proxy"},
	} {
		_, err := scalpel.Build(parts)
		if err == nil || !envtest.ContainsAny(err.Error(), []string{field}) {
			t.Errorf("%s: %v", field, err)
		}
	}
	var fault *envelope.FieldError
	if _, err := scalpel.Build(scalpel.Parts{Tier: "gold"}); !errors.As(err, &fault) || fault.Field != "tier" {
		t.Errorf("%v", err)
	}
}

func TestClientRequestID(t *testing.T) {
	for source, want := range map[string]bool{"": false, "server": false, "client": true} {
		if got := (scalpel.Parts{RequestID: "r", RequestIDSource: source}).ClientRequestID(); got != want {
			t.Errorf("%q: %v", source, got)
		}
	}
	if (scalpel.Parts{RequestIDSource: "client"}).ClientRequestID() {
		t.Error("an id that is not there came from the client")
	}
}

// The kind counts first. The message counts if the kind is unknown.
func TestClassify(t *testing.T) {
	for _, tt := range []struct{ kind, message, want string }{
		{"ValueError", "file not found", "invalid_argument"},
		{"RuntimeError", "file not found", "not_found"},
		{"", "Permission denied", "forbidden"},
		{"builtins.KeyError", "'x'", "internal_error"},
	} {
		if got := scalpel.Classify(tt.kind, tt.message); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.kind, tt.message, got, tt.want)
		}
	}
}

func TestClassifyError(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("open: %w", fs.ErrNotExist), "not_found"},
		{fs.ErrPermission, "forbidden"},
		{fs.ErrInvalid, "invalid_argument"},
		{context.DeadlineExceeded, "timeout"},
		{context.Canceled, "timeout"},
		{os.ErrDeadlineExceeded, "timeout"},
		{errors.ErrUnsupported, "not_implemented"},
		{errors.New("boom"), "internal_error"},
		{fmt.Errorf("query: %w", errors.New("Permission denied")), "forbidden"},
		{fmt.Errorf("must be a file: %w", fs.ErrNotExist), "not_found"}, // the wrapped error counts first
		{&net.DNSError{IsTimeout: true}, "timeout"},
		{nil, "internal_error"},
	} {
		if got := scalpel.ClassifyError(tt.err); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.err, got, tt.want)
		}
	}
	for _, code := range scalpel.Codes() {
		doc := scalpel.ErrorFor(code, "m", nil)
		if f, err := (scalpel.Dialect{}).Validate([]byte(`{"error":`+string(doc)+`}`), ""); err != nil || len(f.Warnings) > 0 {
			t.Errorf("%s: %+v, %v", code, f, err)
		}
	}
}
