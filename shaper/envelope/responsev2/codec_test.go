package responsev2_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

const fullResponse = `{"success":true,"data":{"z":1.0,"a":9007199254740993},"error":null,"meta":{"version":"response-v2","request_id":"r","content_fidelity_schema_version":"1.0","content_fidelity":"partial","dropped_content_ids":["x"],"content_archive_hashes":{"h":"sha256:0"},"warnings":["plain","old"],"warning_details":[{"code":"STALE_CACHE","severity":"warning","message":"old","context":{"age":1},"suggestion":"s"}],"pagination":{"cursor":null,"has_more":false,"page_size":2,"total_count":5,"offset":3},"telemetry":{"duration_ms":1.50,"cache_hit":true,"tokens_estimated":7,"tokens_used":8,"steps":2},"operation":"search","timestamp":"2025-01-01T00:00:00Z","tool":{"id":"t","version":"1.0.0","tier":"pro","capabilities":["c"]},"rate_limit":{"limit":1},"upgrade_hints":[{"feature":"f"}],"trace":null}}`

// members that look like the model's own, but are not
const foreignMembers = `{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","pagination":{"cursor":null},"operation":{"id":1},"timestamp":5,"tool":{"name":"t"},"upgrade_hints":{}}}`

const fullFailure = `{"success":false,"data":{"attempt":1,"error_code":"SPEC_NOT_FOUND","error_type":"not_found","remediation":"r","details":{"a":null}},"error":"m","meta":{"version":"response-v2","request_id":"r"}}`

func parse(t *testing.T, doc string) *envelope.Model {
	t.Helper()
	m, err := responsev2.Dialect{}.Parse([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestResponseV2ThereAndBack(t *testing.T) {
	for _, doc := range []string{fullResponse, fullFailure, foreignMembers} {
		got, lost, err := responsev2.Dialect{}.Build(parse(t, doc))
		envtest.Same(t, "there and back", got, err, []byte(doc))
		if len(lost) > 0 {
			t.Errorf("lost %q", lost)
		}
	}
}

func TestResponseV2FirstEditionCarriesItsShare(t *testing.T) {
	first := responsev2.Dialect{Edition: responsev2.Edition003}
	got, lost, err := first.Build(parse(t, fullResponse))
	envtest.Same(t, "success", got, err, []byte(`{"success":true,"data":{"z":1.0,"a":9007199254740993,"_meta":{"pagination":{"cursor":null,"has_more":false,"page_size":2,"total":5,"offset":3},"timing":{"duration_ms":1.50,"cache_hit":true,"tokens_estimated":7,"tokens_used":8,"steps":2}},"_warnings":["plain",{"code":"STALE_CACHE","severity":"warning","message":"old","context":{"age":1},"suggestion":"s"}]},"error":null,"meta":{"version":"response-v2","request_id":"r","operation":"search","timestamp":"2025-01-01T00:00:00Z","tool":{"id":"t","version":"1.0.0","tier":"pro","capabilities":["c"]},"rate_limit":{"limit":1},"upgrade_hints":[{"feature":"f"}],"trace":null}}`))
	if !slices.Equal(lost, []string{"fidelity", "partial"}) {
		t.Errorf("lost %q", lost)
	}
	back, there := parse(t, string(got)), parse(t, fullResponse)
	there.Fidelity, there.Partial = nil, false
	if !reflect.DeepEqual(back, there) {
		t.Errorf("\n got %+v\nwant %+v", back, there)
	}

	got, lost, err = first.Build(parse(t, fullFailure))
	envtest.Same(t, "failure", got, err, []byte(`{"success":false,"data":{},"error":"m","meta":{"version":"response-v2","request_id":"r"}}`))
	if !slices.Equal(lost, []string{"error.code", "error.type", "error.remediation", "error.details", "error.data"}) {
		t.Errorf("lost %q", lost)
	}
}

// TestResponseV2CarriesAnyPayload: data must be an object, payloads need not
// be.
func TestResponseV2CarriesAnyPayload(t *testing.T) {
	for _, payload := range []string{`null`, `[1,2]`, `"s"`, `1.0`, `{}`, `{"result":1}`, `{"_meta":{"x":1}}`, `{"_warnings":["w"]}`, `{"details":{}}`} {
		for _, edition := range []string{"000", "003"} {
			for _, m := range []envelope.Model{
				{OK: true, Payload: json.RawMessage(payload)},
				{Payload: json.RawMessage(payload), Error: &envelope.ModelError{Message: "m"}},
				{Payload: json.RawMessage(payload), Error: &envelope.ModelError{Message: "m", Data: json.RawMessage(`{"result":{"a":1}}`)}},
			} {
				doc, _, err := responsev2.Dialect{Edition: edition}.Build(&m)
				if err != nil {
					t.Errorf("%s: %v", payload, err)
					continue
				}
				back := parse(t, string(doc))
				if string(back.Payload) != payload || back.OK != m.OK {
					t.Errorf("%s in %s came back as %s", payload, doc, back.Payload)
				}
				if m.Error != nil && edition == "000" && string(back.Error.Data) != string(m.Error.Data) {
					t.Errorf("context came back as %s", back.Error.Data)
				}
			}
		}
	}
}

func TestResponseV2TranslatesCodes(t *testing.T) {
	for code, want := range map[string]string{ // RULES, conversion
		"invalid_argument":       "VALIDATION_ERROR validation",
		"invalid_path":           "VALIDATION_ERROR validation",
		"forbidden":              "FORBIDDEN authorization",
		"not_found":              "NOT_FOUND not_found",
		"timeout":                "UNAVAILABLE unavailable",
		"too_large":              "VALIDATION_ERROR validation",
		"resource_exhausted":     "UNAVAILABLE unavailable",
		"not_implemented":        "FEATURE_DISABLED feature_flag",
		"upgrade_required":       "FEATURE_DISABLED feature_flag",
		"dependency_unavailable": "UNAVAILABLE unavailable",
		"internal_error":         "INTERNAL_ERROR internal",
		"-32601":                 "NOT_FOUND not_found",
		"weather":                "INTERNAL_ERROR internal",
		"TOKEN_LIMIT_EXCEEDED":   "TOKEN_LIMIT_EXCEEDED validation",
		"PHASE_NOT_FOUND":        "PHASE_NOT_FOUND internal",
		"":                       "INTERNAL_ERROR internal",
	} {
		doc, _, err := responsev2.Dialect{}.Build(dialects.Translate(&envelope.Model{Error: &envelope.ModelError{Message: "m", Code: code}}, responsev2.Dialect{}))
		if err != nil {
			t.Fatal(err)
		}
		e := parse(t, string(doc)).Error
		if got := e.Code + " " + e.Type; got != want {
			t.Errorf("%q became %s, want %s", code, got, want)
		}
		source := `{"source_error_code":"` + code + `"}`
		if code == "" || strings.ToUpper(code) == code && code[0] != '-' {
			source = ""
		}
		if string(e.Details) != source {
			t.Errorf("%q: details %s", code, e.Details)
		}
	}
}

func TestResponseV2NamesWhatItCannotCarry(t *testing.T) {
	zero := int64(0)
	_, lost, err := responsev2.Dialect{}.Build(&envelope.Model{
		OK: true, Partial: true,
		Extra:      []envelope.Extra{{Path: "vendor.x", Value: json.RawMessage(`1`)}, {Path: "meta.y", Value: json.RawMessage(`2`)}},
		Pagination: &envelope.Pagination{PageSize: &zero, Extra: []envelope.Extra{{Path: "pagination.z", Value: json.RawMessage(`3`)}}},
	})
	if want := []string{"vendor.x", "pagination.page_size", "pagination.z"}; err != nil || !slices.Equal(lost, want) {
		t.Errorf("lost %q, %v", lost, err)
	}
}

func TestResponseV2ParseIsLenient(t *testing.T) {
	m := parse(t, `{"success":true,"found":true,"data":{"x":1},"error":"e","meta":{"pagination":{"cursor":"c","has_more":"no","total_count":2.0},"telemetry":5,"warning_details":[{"message":"m"}]}}`)
	total := int64(2)
	want := &envelope.Model{
		Error:    &envelope.ModelError{Message: "e", Data: json.RawMessage(`{"x":1}`)},
		Warnings: []envelope.Warning{{Message: "m"}},
		Pagination: &envelope.Pagination{Cursor: "c", Total: &total,
			Extra: []envelope.Extra{{Path: "meta.pagination.has_more", Value: json.RawMessage(`"no"`)}}},
		Extra: []envelope.Extra{{Path: "meta.telemetry", Value: json.RawMessage(`5`)}, {Path: "found", Value: json.RawMessage(`true`)}},
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("\n got %+v\nwant %+v", m, want)
	}
}

// FuzzResponseV2: no bytes cause a panic, and schema and validator agree. A valid document
// converts there and back without loss of payload, message, code, request id, warnings and
// pagination.
func FuzzResponseV2(f *testing.F) {
	for _, doc := range []string{
		fullResponse, fullFailure, foreignMembers,
		`{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","pagination":{"total":[]}}}`,
		`{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","pagination":{"total":0},"warning_details":[{"severity":"info","message":""}]}}`,
		`{"success":false,"data":{"_meta":{"pagination":{"total":1}},"_warnings":[1,"w",{"message":"m"}]},"error":"e","meta":{"version":"response-v2"}}`, `[]`, `{"success":1}`,
	} {
		f.Add([]byte(doc), true)
		f.Add([]byte(doc), false)
	}
	schemas := map[bool]*jsonschema.Schema{
		false: envtest.CompileSchema(f, responsev2.Dialect{}, responsev2.Edition000),
		true:  envtest.CompileSchema(f, responsev2.Dialect{}, responsev2.Edition003),
	}
	f.Fuzz(func(t *testing.T, doc []byte, first bool) {
		v2 := responsev2.Dialect{}
		if first {
			v2.Edition = responsev2.Edition003
		}
		findings, err := v2.Validate(doc, "")
		m, unreadable := v2.Parse(doc)
		if err != nil || unreadable != nil {
			return
		}
		if fault := schemas[first].Validate(envtest.DecodeJSON(t, doc)); (fault == nil) != findings.Valid {
			t.Fatalf("the schema says %v, the validator %v", fault, findings.Errors)
		}
		built, _, err := v2.Build(m)
		if err != nil {
			if findings.Valid {
				t.Fatalf("valid, but cannot be built: %v", err)
			}
			return
		}
		back, err := v2.Parse(built)
		if err != nil {
			t.Fatal(err)
		}
		envtest.SameModel(t, back, m)
	})
}
