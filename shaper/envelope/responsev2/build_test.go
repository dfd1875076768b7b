package responsev2_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

type Object = map[string]any

func meta(t *testing.T, doc []byte, err error) []byte {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return envtest.Open(t, doc).Value("meta")
}

func TestResponseV2ExamplesAreBuilt(t *testing.T) {
	got, err := responsev2.Success(
		json.RawMessage(`{"research_id":"research-001","findings":[{"id":"finding-001","title":"Primary result","content":"..."},{"id":"finding-002","title":"Secondary result","content":"..."}],"total_findings":5}`),
		responsev2.WithFidelity(responsev2.FidelityPartial, []string{"finding-003", "finding-004", "finding-005"},
			map[string]string{"findings-archive": "sha256:e3b0c44298fc1c149afbf4c8996fb924..."}),
		responsev2.WithWarnings("3 findings omitted due to token limits"))
	envtest.Same(t, "fidelity", got, err, envtest.Example(t, "000/fidelity"))

	got, err = responsev2.Error("Validation failed: spec_id is required",
		responsev2.WithErrorCode(responsev2.CodeValidationError),
		responsev2.WithRemediation("Provide a non-empty spec_id parameter"),
		responsev2.WithDetails(json.RawMessage(`{"field":"spec_id","constraint":"required","received":null}`)),
		responsev2.WithRequestID("req_abc123"))
	envtest.Same(t, "error", got, err, envtest.Example(t, "000/error"))

	got, err = responsev2.Success(json.RawMessage(`{"results":[]}`),
		responsev2.WithWarnings("3 sources failed to respond", "Cache data is 2 hours old"),
		responsev2.WithWarningDetails(envelope.Warning{
			Code: responsev2.WarnPartialFailure, Message: "3 sources failed to respond",
			Context: json.RawMessage(`{"failed_sources":["source-a","source-b","source-c"],"successful_sources":7,"total_sources":10}`),
		}, envelope.Warning{
			Code: responsev2.WarnStaleCache, Message: "Cache data is 2 hours old",
			Context: json.RawMessage(`{"cache_age_seconds":7200,"max_freshness_seconds":3600}`),
		}))
	envtest.Same(t, "warning details", got, err, envtest.Notation(t, "000/warning_details"))
}

// TestResponseV2FragmentsAreBuilt covers the examples that show meta alone.
func TestResponseV2FragmentsAreBuilt(t *testing.T) {
	fragment := envtest.Open(t, envtest.Example(t, "000/warning_details_meta")).Value("meta")
	doc, err := responsev2.Success(nil,
		responsev2.WithWarnings("3 findings omitted due to token limits"),
		responsev2.WithWarningDetails(envelope.Warning{
			Code: responsev2.WarnContentTruncated, Message: "3 findings omitted due to token limits",
			Context: json.RawMessage(`{"dropped_count":3,"total_count":5,"reason":"token_limit_exceeded"}`),
		}))
	envtest.Same(t, "warning details", meta(t, doc, err), nil, fragment)

	fragment = envtest.Open(t, envtest.Notation(t, "000/fidelity_notation")).Value("meta")
	doc, err = responsev2.Success(nil, responsev2.WithFidelity(responsev2.FidelityPartial,
		[]string{"finding-003", "source-015"}, map[string]string{"archive-001": "sha256:abc123..."}))
	envtest.Same(t, "fidelity", meta(t, doc, err), nil, fragment)
}

func TestResponseV2ExamplesAreJudged(t *testing.T) {
	var v2 responsev2.Dialect
	for _, tt := range []struct {
		name, edition string
		doc           []byte
		errors        []string
	}{
		{"fidelity", "000", envtest.Example(t, "000/fidelity"), nil},
		{"error", "000", envtest.Example(t, "000/error"), nil},
		{"warning details", "000", envtest.Notation(t, "000/warning_details"), nil},
		{"first edition", "003", envtest.Notation(t, "003/envelope_notation"), nil},
		{"all keys", "000", envtest.Notation(t, "000/envelope_notation"), []string{"meta.warning_details.0.severity"}},
		{"a fragment", "000", envtest.Example(t, "000/warning_details_meta"), []string{"success", "data", "error"}},
	} {
		f, err := v2.Validate(tt.doc, tt.edition)
		var paths []string
		for _, e := range f.Errors {
			paths = append(paths, e.Path)
		}
		if err != nil || strings.Join(paths, " ") != strings.Join(tt.errors, " ") {
			t.Errorf("%s: errors at %q, %v", tt.name, paths, err)
		}
	}
}

func TestResponseV2IsRecognised(t *testing.T) {
	for doc, want := range map[string]string{
		`{"success":true,"data":{},"error":null,"meta":{"version":"response-v2"}}`: "response-v2",
		`{"success":true,"data":{},"meta":{"version":"response-v2"}}`:              "response-v2",
		`{"success":true,"data":{},"error":null,"meta":{}}`:                        "response-v2",
		`{"success":true,"data":{},"error":null}`:                                  "plain",
		`{"data":{},"meta":{"version":"response-v2"}}`:                             "plain",
		`{"success":true,"meta":{"version":"response-v2"}}`:                        "plain",
	} {
		if got := dialects.Detect(envtest.Open(t, []byte(doc))).Name(); got != want {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
	}
	for doc, failed := range map[string]bool{
		`{"success":true,"error":null}`: false,
		`{"success":false}`:             true,
		`{"success":true,"error":"e"}`:  true,
	} {
		if got := (responsev2.Dialect{}).Facts(envtest.Open(t, []byte(doc))); got.IsError != failed {
			t.Errorf("%s: %+v", doc, got)
		}
	}
}

// TestResponseV2LayoutKeepsTheContract: a member that a profile may leave out is never
// required, and a failure's data is no payload.
func TestResponseV2LayoutKeepsTheContract(t *testing.T) {
	layout := responsev2.Dialect{}.Layout()
	for _, l := range []*envelope.Layout{layout, layout.Failure} {
		if got := strings.Join(slices.Concat(l.Protocol, l.Message), " "); got != "success data meta meta.version error" {
			t.Errorf("the contract is %s", got)
		}
		for _, f := range l.Meta {
			if name, inMeta := strings.CutPrefix(f.Path, "meta."); !inMeta || name == "version" {
				t.Errorf("%s may be left out", f.Path)
			}
		}
	}
	if len(layout.Failure.Payload) > 0 {
		t.Error("include lists reach the context of an error")
	}
}

func TestUnknownEditionsAreRefused(t *testing.T) {
	v2 := responsev2.Dialect{}
	_, err1 := v2.Validate([]byte(`{}`), "001")
	_, err2 := v2.Schema("001")
	_, err3 := responsev2.Success(nil, responsev2.WithEdition("001"))
	_, _, err4 := responsev2.Dialect{Edition: "001"}.Build(&envelope.Model{OK: true})
	for i, err := range []error{err1, err2, err3, err4} {
		if err == nil || !strings.Contains(err.Error(), `"001"`) {
			t.Errorf("call %d: %v", i, err)
		}
	}
}

func TestBuildersNameTheField(t *testing.T) {
	duplicate := json.RawMessage(`{"a":1,"a":2}`)
	for name, build := range map[string]func() ([]byte, error){
		"data":                  func() ([]byte, error) { return responsev2.Success([]int{1}) },
		"meta.content_fidelity": func() ([]byte, error) { return responsev2.Success(nil, responsev2.WithFidelity("most", nil, nil)) },
		"meta.pagination":       func() ([]byte, error) { return responsev2.Success(nil, responsev2.WithPagination("next")) },
		"meta.rate_limit.limit": func() ([]byte, error) { return responsev2.Success(nil, responsev2.WithRateLimit(Object{"limit": -1})) },
		"meta":                  func() ([]byte, error) { return responsev2.Success(nil, responsev2.WithMeta(5)) },
		"data.details":          func() ([]byte, error) { return responsev2.Error("m", responsev2.WithDetails(func() {})) },
		"error":                 func() ([]byte, error) { return responsev2.Error("") },
		"meta.telemetry":        func() ([]byte, error) { return responsev2.Success(nil, responsev2.WithTelemetry(duplicate)) },
		"meta.warning_details.context": func() ([]byte, error) {
			return responsev2.Success(nil, responsev2.WithWarningDetails(envelope.Warning{Message: "m", Context: json.RawMessage(`{},"x":1`)}))
		},
		"meta.warning_details.0.severity": func() ([]byte, error) {
			return responsev2.Success(nil, responsev2.WithWarningDetails(envelope.Warning{Severity: "fatal", Message: "m"}))
		},
	} {
		doc, err := build()
		fault, ok := errors.AsType[*envelope.FieldError](err)
		if doc != nil || !ok || fault.Field != name {
			t.Errorf("%s: %s, %v", name, doc, err)
		}
	}
}

func TestBuildersTakeGoValues(t *testing.T) {
	type task struct {
		ID   string `json:"id"`
		Done bool   `json:"done,omitzero"`
	}
	got, err := responsev2.Success(struct {
		Tasks []task `json:"tasks"`
	}{[]task{{ID: "<1>"}}}, responsev2.WithTelemetry(Object{"duration_ms": 1.5}))
	want := `{"success":true,"data":{"tasks":[{"id":"<1>"}]},"error":null,"meta":{"version":"response-v2","telemetry":{"duration_ms":1.5}}}`
	envtest.Same(t, "struct", got, err, []byte(want))
	got, err = responsev2.Success((*task)(nil))
	envtest.Same(t, "nil", got, err, []byte(`{"success":true,"data":{},"error":null,"meta":{"version":"response-v2"}}`))
}

func TestWarningsAddUp(t *testing.T) {
	got, err := responsev2.Success(nil, responsev2.WithWarnings("a"), responsev2.WithRequestID("r"), responsev2.WithWarnings("b", "c"), responsev2.WithWarnings())
	envtest.Same(t, "warnings", got, err, []byte(`{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","warnings":["a","b","c"],"request_id":"r"}}`))
}

func TestTrimmedArchiveCanBeVerified(t *testing.T) {
	doc := []byte(`{"success":true,"data":{"rows": [ {"id":"a"} , {"id":"b", "n":1.0} ]},"error":null,"meta":{"version":"response-v2"}}`)
	out, err := responsev2.Trim(doc, responsev2.ListLimit{List: "data.rows", Keep: 1, ArchiveID: "rows"})
	if err != nil {
		t.Fatal(err)
	}
	envtest.Same(t, "archive", out.Archive, nil, []byte(`[{"id":"b","n":1.0}]`))
	announced := envtest.Open(t, envtest.Open(t, meta(t, out.Envelope, nil)).Value("content_archive_hashes")).Value("rows")
	if got := `"` + responsev2.ArchiveHash(out.Archive) + `"`; got != string(announced) {
		t.Errorf("announced %s, archived %s", announced, got)
	}
	again, err := responsev2.Trim(out.Envelope, responsev2.ListLimit{List: "data.rows", Keep: 1, ArchiveID: "rows"})
	envtest.Same(t, "again", again.Envelope, err, out.Envelope)
}

func TestEditorsRefuseDuplicateNames(t *testing.T) {
	doc := []byte(`{"success":true,"data":{"a":{"x":1,"x":2}},"error":null,"meta":{"version":"response-v2"}}`)
	_, err1 := responsev2.Upgrade(doc)
	_, err2 := responsev2.Trim(doc, responsev2.ListLimit{List: "data.a"})
	_, err3 := responsev2.Dialect{}.Parse(doc)
	for i, err := range []error{err1, err2, err3} {
		if err == nil || !strings.Contains(err.Error(), "/data/a") {
			t.Errorf("call %d: %v", i, err)
		}
	}
}

// An envelope whose data cannot be reduced is refused, or comes back unchanged.
func TestReferenceIsRefused(t *testing.T) {
	const meta = `"error":null,"meta":{"version":"response-v2","content_archive_hashes":{"a":"sha256:00"}}}`
	for _, c := range []struct{ doc, archive, fault string }{
		{`{"success":false,"data":{"id":1,"x":2},"error":"e","meta":{"version":"response-v2"}}`, "", "success: must be true: the data of a failure has no references"},
		{`{"success":true,"data":{"id":1,"x":2},` + meta, "a", "archive_id: names an archive that the envelope announces already"},
		{`{"success":true,"data":{"id":1}}`, "", responsev2.ErrNoEnvelope.Error()},
		{`{"success":true,"data":{"ids":[1,2],"a":{"url":"u"}},` + meta, "a", ""},
	} {
		out, err := responsev2.Reference([]byte(c.doc), c.archive)
		switch {
		case c.fault == "" && (err != nil || string(out.Envelope) != c.doc || out.Archive != nil):
			t.Errorf("%s: %s, %v", c.doc, out.Envelope, err)
		case c.fault != "" && (err == nil || err.Error() != c.fault):
			t.Errorf("%s: %v", c.doc, err)
		}
	}
}
