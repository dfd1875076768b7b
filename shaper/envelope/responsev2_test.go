package envelope_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

type object = map[string]any

func meta(t *testing.T, doc []byte, err error) []byte {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return open(t, doc).Value("meta")
}

func TestResponseV2ExamplesAreBuilt(t *testing.T) {
	got, err := envelope.Success(
		json.RawMessage(`{"research_id":"research-001","findings":[{"id":"finding-001","title":"Primary result","content":"..."},{"id":"finding-002","title":"Secondary result","content":"..."}],"total_findings":5}`),
		envelope.WithFidelity(envelope.FidelityPartial, []string{"finding-003", "finding-004", "finding-005"},
			map[string]string{"findings-archive": "sha256:e3b0c44298fc1c149afbf4c8996fb924..."}),
		envelope.WithWarnings("3 findings omitted due to token limits"))
	same(t, "fidelity", got, err, example(t, "000/fidelity"))

	got, err = envelope.Error("Validation failed: spec_id is required",
		envelope.WithErrorCode(envelope.CodeValidationError),
		envelope.WithRemediation("Provide a non-empty spec_id parameter"),
		envelope.WithDetails(json.RawMessage(`{"field":"spec_id","constraint":"required","received":null}`)),
		envelope.WithRequestID("req_abc123"))
	same(t, "error", got, err, example(t, "000/error"))

	got, err = envelope.Success(json.RawMessage(`{"results":[]}`),
		envelope.WithWarnings("3 sources failed to respond", "Cache data is 2 hours old"),
		envelope.WithWarningDetails(envelope.Warning{
			Code: envelope.WarnPartialFailure, Message: "3 sources failed to respond",
			Context: json.RawMessage(`{"failed_sources":["source-a","source-b","source-c"],"successful_sources":7,"total_sources":10}`),
		}, envelope.Warning{
			Code: envelope.WarnStaleCache, Message: "Cache data is 2 hours old",
			Context: json.RawMessage(`{"cache_age_seconds":7200,"max_freshness_seconds":3600}`),
		}))
	same(t, "warning details", got, err, notation(t, "000/warning_details"))
}

// TestResponseV2FragmentsAreBuilt covers the examples that show meta alone.
func TestResponseV2FragmentsAreBuilt(t *testing.T) {
	fragment := open(t, example(t, "000/warning_details_meta")).Value("meta")
	doc, err := envelope.Success(nil,
		envelope.WithWarnings("3 findings omitted due to token limits"),
		envelope.WithWarningDetails(envelope.Warning{
			Code: envelope.WarnContentTruncated, Message: "3 findings omitted due to token limits",
			Context: json.RawMessage(`{"dropped_count":3,"total_count":5,"reason":"token_limit_exceeded"}`),
		}))
	same(t, "warning details", meta(t, doc, err), nil, fragment)

	fragment = open(t, notation(t, "000/fidelity_notation")).Value("meta")
	doc, err = envelope.Success(nil, envelope.WithFidelity(envelope.FidelityPartial,
		[]string{"finding-003", "source-015"}, map[string]string{"archive-001": "sha256:abc123..."}))
	same(t, "fidelity", meta(t, doc, err), nil, fragment)
}

func TestResponseV2ExamplesAreJudged(t *testing.T) {
	var v2 envelope.ResponseV2
	for _, tt := range []struct {
		name, edition string
		doc           []byte
		errors        []string
	}{
		{"fidelity", "000", example(t, "000/fidelity"), nil},
		{"error", "000", example(t, "000/error"), nil},
		{"warning details", "000", notation(t, "000/warning_details"), nil},
		{"first edition", "003", notation(t, "003/envelope_notation"), nil},
		{"all keys", "000", notation(t, "000/envelope_notation"), []string{"meta.warning_details.0.severity"}},
		{"a fragment", "000", example(t, "000/warning_details_meta"), []string{"success", "data", "error"}},
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
		if got := envelope.Detect(open(t, []byte(doc))).Name(); got != want {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
	}
	for doc, failed := range map[string]bool{
		`{"success":true,"error":null}`: false,
		`{"success":false}`:             true,
		`{"success":true,"error":"e"}`:  true,
	} {
		if got := (envelope.ResponseV2{}).Facts(open(t, []byte(doc))); got.IsError != failed {
			t.Errorf("%s: %+v", doc, got)
		}
	}
}

// TestResponseV2LayoutKeepsTheContract: what a profile may leave out is never
// required, and a failure's data is no payload.
func TestResponseV2LayoutKeepsTheContract(t *testing.T) {
	layout := envelope.ResponseV2{}.Layout()
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
	v2 := envelope.ResponseV2{}
	_, err1 := v2.Validate([]byte(`{}`), "001")
	_, err2 := v2.Schema("001")
	_, err3 := envelope.Success(nil, envelope.WithEdition("001"))
	_, _, err4 := envelope.ResponseV2{Edition: "001"}.Build(&envelope.Model{OK: true})
	for i, err := range []error{err1, err2, err3, err4} {
		if err == nil || !strings.Contains(err.Error(), `"001"`) {
			t.Errorf("call %d: %v", i, err)
		}
	}
}

func TestBuildersNameTheField(t *testing.T) {
	duplicate := json.RawMessage(`{"a":1,"a":2}`)
	for name, build := range map[string]func() ([]byte, error){
		"data":                  func() ([]byte, error) { return envelope.Success([]int{1}) },
		"meta.content_fidelity": func() ([]byte, error) { return envelope.Success(nil, envelope.WithFidelity("most", nil, nil)) },
		"meta.pagination":       func() ([]byte, error) { return envelope.Success(nil, envelope.WithPagination("next")) },
		"meta.rate_limit.limit": func() ([]byte, error) { return envelope.Success(nil, envelope.WithRateLimit(object{"limit": -1})) },
		"meta":                  func() ([]byte, error) { return envelope.Success(nil, envelope.WithMeta(5)) },
		"data.details":          func() ([]byte, error) { return envelope.Error("m", envelope.WithDetails(func() {})) },
		"error":                 func() ([]byte, error) { return envelope.Error("") },
		"meta.telemetry":        func() ([]byte, error) { return envelope.Success(nil, envelope.WithTelemetry(duplicate)) },
		"meta.warning_details.context": func() ([]byte, error) {
			return envelope.Success(nil, envelope.WithWarningDetails(envelope.Warning{Message: "m", Context: json.RawMessage(`{},"x":1`)}))
		},
		"meta.warning_details.0.severity": func() ([]byte, error) {
			return envelope.Success(nil, envelope.WithWarningDetails(envelope.Warning{Severity: "fatal", Message: "m"}))
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
	got, err := envelope.Success(struct {
		Tasks []task `json:"tasks"`
	}{[]task{{ID: "<1>"}}}, envelope.WithTelemetry(object{"duration_ms": 1.5}))
	want := `{"success":true,"data":{"tasks":[{"id":"<1>"}]},"error":null,"meta":{"version":"response-v2","telemetry":{"duration_ms":1.5}}}`
	same(t, "struct", got, err, []byte(want))
	got, err = envelope.Success((*task)(nil))
	same(t, "nil", got, err, []byte(`{"success":true,"data":{},"error":null,"meta":{"version":"response-v2"}}`))
}

func TestWarningsAddUp(t *testing.T) {
	got, err := envelope.Success(nil, envelope.WithWarnings("a"), envelope.WithRequestID("r"), envelope.WithWarnings("b", "c"), envelope.WithWarnings())
	same(t, "warnings", got, err, []byte(`{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","warnings":["a","b","c"],"request_id":"r"}}`))
}

func TestTrimmedArchiveCanBeVerified(t *testing.T) {
	doc := []byte(`{"success":true,"data":{"rows": [ {"id":"a"} , {"id":"b", "n":1.0} ]},"error":null,"meta":{"version":"response-v2"}}`)
	out, err := envelope.Trim(doc, envelope.Cut{List: "data.rows", Keep: 1, ArchiveID: "rows"})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "archive", out.Archive, nil, []byte(`[{"id":"b","n":1.0}]`))
	announced := open(t, open(t, meta(t, out.Envelope, nil)).Value("content_archive_hashes")).Value("rows")
	if got := `"` + envelope.ArchiveHash(out.Archive) + `"`; got != string(announced) {
		t.Errorf("announced %s, archived %s", announced, got)
	}
	again, err := envelope.Trim(out.Envelope, envelope.Cut{List: "data.rows", Keep: 1, ArchiveID: "rows"})
	same(t, "again", again.Envelope, err, out.Envelope)
}

func TestEditorsRefuseDuplicateNames(t *testing.T) {
	doc := []byte(`{"success":true,"data":{"a":{"x":1,"x":2}},"error":null,"meta":{"version":"response-v2"}}`)
	_, err1 := envelope.Upgrade(doc)
	_, err2 := envelope.Trim(doc, envelope.Cut{List: "data.a"})
	_, err3 := envelope.ResponseV2{}.Parse(doc)
	for i, err := range []error{err1, err2, err3} {
		if err == nil || !strings.Contains(err.Error(), "/data/a") {
			t.Errorf("call %d: %v", i, err)
		}
	}
}
