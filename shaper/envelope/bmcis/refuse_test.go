package bmcis_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Each refused request has a valid answer with its code and its duration.
func TestE7RefusalsHaveTheirCodes(t *testing.T) {
	for args, want := range map[string]string{
		`{"query":"q","fields":["chunk_text"]}`: `{"code":"INVALID_FIELDS","message":"Fields ['chunk_text'] not available in 'metadata' mode","allowed_fields":`,
		`{"fields":["chunk_text"]}`:             `{"code":"INVALID_FIELDS",`,
		`{"query":"q","cursor":"?"}`:            `{"code":"INVALID_CURSOR","message":"The cursor is not base64"}`,
		`{"query":"q","cursor":"eyJxdWVyeV9oYXNoIjoiYSIsIm9mZnNldCI6NSwicmVzcG9uc2VfbW9kZSI6ImZ1bGwifQ=="}`: `{"code":"INVALID_CURSOR","message":"The cursor belongs to another response_mode"}`,
		`{"response_mode":"x","fields":["chunk_text"]}`:                                                     `{"code":"VALIDATION_ERROR","message":"`,
		`{"query":"q","page_size":0,"cursor":""}`:                                                           `{"code":"VALIDATION_ERROR","message":"page_size: `,
	} {
		r, findings, err := bmcis.ParseRequest([]byte(args))
		if err != nil {
			t.Fatal(err)
		}
		fault := r.Err(findings)
		if fault == nil {
			t.Errorf("%s is not refused", args)
			continue
		}
		doc, err := bmcis.Refusal(bmcis.Metadata{Operation: "semantic_search"}, fault).Took(2 * time.Millisecond).Build()
		if err != nil {
			t.Fatal(err)
		}
		d := envtest.Open(t, doc)
		if !strings.HasPrefix(string(d.Value("error")), want) || strings.Contains(string(d.Value("error")), `\n`) {
			t.Errorf("%s: %s, want %s", args, d.Value("error"), want)
		}
		if got := string(kit.Get(d.Value("execution_context"), "execution_time_ms")); got != "2" {
			t.Errorf("it took %s ms", got)
		}
	}
	r, findings, err := bmcis.ParseRequest([]byte(`{"query":"q","fields":["rank"]}`))
	if fault := r.Err(findings); err != nil || fault != nil {
		t.Errorf("%v, %v", err, fault)
	}
}

// No time is none that the contract has.
func TestTookIsPositive(t *testing.T) {
	for d, want := range map[time.Duration]float64{0: 0.001, -time.Second: 0.001, 12_500 * time.Microsecond: 12.5} {
		if got := bmcis.Refusal(bmcis.Metadata{}, errors.New("m")).Took(d).ExecutionContext.ExecutionTimeMS; got != want {
			t.Errorf("%v: %v, want %v", d, got, want)
		}
	}
}

// Nil lists become empty lists, as the contract requires.
func TestNilListsAreEmpty(t *testing.T) {
	for name, value := range map[string]any{
		"VendorInfoIDs":      bmcis.VendorInfoIDs{VendorName: "<v>"},
		"VendorInfoMetadata": bmcis.VendorInfoMetadata{VendorName: "v", LastUpdated: "2026-01-01T00:00:00Z"},
		"VendorInfoPreview":  bmcis.VendorInfoPreview{VendorName: "v"},
		"VendorInfoFull":     bmcis.VendorInfoFull{VendorName: "v"},
		"DeduplicationInfo":  bmcis.DeduplicationInfo{},
	} {
		doc, err := bmcis.Envelope[any]{Metadata: bmcis.Metadata{Operation: "o"}, Results: value}.Build()
		if err != nil {
			t.Fatal(err)
		}
		results := envtest.Open(t, doc).Value("results")
		if found, err := bmcis.ValidateModel(name, results); err != nil || !found.Valid {
			t.Errorf("%s: %s: %+v, %v", name, results, found, err)
		}
	}
	ids := bmcis.VendorInfoIDs{EntityIDs: []string{"<e>"}}
	if got, err := kit.Encode(ids); err != nil || string(got) != `{"vendor_name":"","entity_ids":["<e>"],"relationship_ids":[]}` {
		t.Errorf("%s, %v", got, err)
	}
}
