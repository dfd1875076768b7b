package bmcis_test

import (
	"encoding/json"
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
)

func answeredAt(t testing.TB, stamp string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func searchMeta(t testing.TB) bmcis.Metadata {
	return bmcis.Metadata{
		Operation: "semantic_search", RequestID: "req_abc123", Timestamp: answeredAt(t, "2025-11-09T10:30:00Z"),
	}
}

var security = "security"

func jwtResult() bmcis.SearchResultMetadata {
	return bmcis.SearchResultMetadata{
		ChunkID: 123, SourceFile: "docs/auth/jwt.md", SourceCategory: &security, HybridScore: 0.85, Rank: 1, ChunkIndex: 3, TotalChunks: 15,
	}
}

func TestBMCISExamplesAreBuilt(t *testing.T) {
	used := int64(2050)
	got, err := bmcis.Envelope[[]bmcis.SearchResultMetadata]{
		Metadata:         searchMeta(t),
		Results:          []bmcis.SearchResultMetadata{jwtResult()},
		ExecutionContext: bmcis.ExecutionContext{TokensEstimated: 2000, TokensUsed: &used, ExecutionTimeMS: 156.3},
	}.Build()
	envtest.Same(t, "example 1", got, err, envtest.Example(t, "004/example_1"))

	for name, result := range map[string]any{
		"search_result_ids":      bmcis.SearchResultIDs{ChunkID: 123, HybridScore: 0.85, Rank: 1},
		"search_result_metadata": jwtResult(),
		"search_result_preview": bmcis.SearchResultPreview{
			SearchResultMetadata: jwtResult(),
			ChunkSnippet:         "JWT authentication provides stateless...", ContextHeader: "JWT Guide > Implementation",
		},
		"search_result_full": bmcis.SearchResultFull{
			ChunkID: 123, ChunkText: "Complete chunk content here...", SimilarityScore: 0.82, BM25Score: 0.88, HybridScore: 0.85,
			Rank: 1, ScoreType: "hybrid", SourceFile: "docs/auth/jwt.md", SourceCategory: &security,
			ContextHeader: "JWT Guide > Implementation", ChunkIndex: 3, TotalChunks: 15, ChunkTokenCount: 512,
		},
		"vendor_info_ids": bmcis.VendorInfoIDs{
			VendorName: "Acme Corporation", EntityIDs: []string{"e_001", "e_002", "e_003"}, RelationshipIDs: []string{"r_001", "r_002"},
		},
	} {
		doc, err := bmcis.Envelope[any]{Results: []any{result}}.Build()
		if err != nil {
			t.Fatal(err)
		}
		envtest.Same(t, name, elementOf(t, envtest.Open(t, doc).Value("results")), nil, envtest.Example(t, "004/"+name))
	}

	cursor := bmcis.Cursor{QueryHash: "abc123def456", Offset: 10, ResponseMode: "metadata"}
	decoded, err := bmcis.DecodeCursor(cursor.Encode())
	if err != nil || decoded != cursor {
		t.Errorf("%+v, %v", decoded, err)
	}
	envtest.Same(t, "cursor", testkit.JSON(t, decoded), nil, envtest.Example(t, "004/cursor"))
}

// TestBMCISNotationsAreBuilt fills in the parts that the seed abbreviates with dots and
// comments.
func TestBMCISNotationsAreBuilt(t *testing.T) {
	cursor, total, used := "eyJxdWVyeV9oYXNoIjoiYWJjIiwib2Zmc2V0IjoxMH0=", int64(42), int64(2523)
	meta := searchMeta(t)
	meta.RequestID = "req_7f3a2b1c"
	got, err := bmcis.Envelope[[]int]{
		Metadata: meta, Results: []int{},
		Pagination:       &bmcis.Pagination{Cursor: &cursor, PageSize: 10, HasMore: true, TotalAvailable: &total},
		ExecutionContext: bmcis.ExecutionContext{TokensEstimated: 2450, TokensUsed: &used, CacheHit: true, ExecutionTimeMS: 156.3},
	}.Build()
	if err != nil {
		t.Fatal(err)
	}
	got, err = bmcis.Dialect{}.Expand(envtest.Open(t, got), envelope.Known{}) // the seed spells out that there is no message
	want := envtest.Notation(t, "004/envelope_notation", "[...],  // Tool-specific results", "[],")
	envtest.Same(t, "envelope", got, err, want)
	if f, err := (bmcis.Dialect{}).Validate(want, ""); err != nil || !f.Valid {
		t.Errorf("%+v, %v", f, err)
	}

	known := bmcis.VendorStatistics{
		EntityCount: 85, RelationshipCount: 25, EntityTypeDistribution: map[string]int{"COMPANY": 50, "PERSON": 25},
		RelationshipTypeDistribution: map[string]int{"COMPETITOR": 10, "PARTNER": 15},
	}
	statistics := string(envtest.Open(t, envtest.Notation(t, "004/vendor_info_metadata_notation")).Value("statistics"))
	none := []json.RawMessage{}
	for name, result := range map[string]any{
		"vendor_info_metadata": bmcis.VendorInfoMetadata{VendorName: "Acme Corporation", Statistics: known, TopEntities: none, LastUpdated: "2025-11-09T10:00:00Z"},
		"vendor_info_preview":  bmcis.VendorInfoPreview{VendorName: "Acme Corporation", Entities: none, Relationships: none, Statistics: known},
		"vendor_info_full":     bmcis.VendorInfoFull{VendorName: "Acme Corporation", Entities: none, Relationships: none, Statistics: known},
	} {
		want := envtest.Notation(t, "004/"+name+"_notation", "/* max 5 */", "", "/* max 100 */", "", "/* max 500 */", "", "{...}", statistics)
		if !testkit.EqualJSON(testkit.JSON(t, result), want) {
			t.Errorf("%s: %s, want %s", name, testkit.JSON(t, result), want)
		}
	}
}

func elementOf(t *testing.T, list []byte) []byte {
	t.Helper()
	var elements []json.RawMessage
	if err := json.Unmarshal(list, &elements); err != nil || len(elements) != 1 {
		t.Fatalf("%s: %v", list, err)
	}
	return elements[0]
}

// TestBMCISAbbreviatedExamples uses the examples without required members (RULES D28). They
// are not valid. A builder writes all their members, among others.
func TestBMCISAbbreviatedExamples(t *testing.T) {
	limit, err := bmcis.TokenLimitExceeded(searchMeta(t), bmcis.TokenLimit{Tokens: 25000, Limit: 15000, Mode: "full"}).Build()
	if err != nil {
		t.Fatal(err)
	}
	filtered, err := bmcis.Envelope[json.RawMessage]{
		Results: json.RawMessage(`[{"chunk_id":456,"source_file":"docs/oauth/guide.md","hybrid_score":0.78}]`),
	}.Build()
	if err != nil {
		t.Fatal(err)
	}
	refused, err := bmcis.InvalidFields(searchMeta(t), &bmcis.InvalidFieldsError{
		Mode: "metadata", Fields: []string{"chunk_text"}, Allowed: []string{"chunk_id", "source_file", "hybrid_score"},
	}).Build()
	if err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string][2][]byte{
		"token_limit_error": {limit, envtest.Example(t, "004/token_limit_error")},
		"example_3":         {filtered, envtest.Example(t, "004/example_3")},
		"invalid_fields":    {refused, envtest.Notation(t, "004/invalid_fields_notation", ", ...", "")},
	} {
		built, raw := pair[0], pair[1]
		if f, err := (bmcis.Dialect{}).Validate(raw, ""); err != nil || f.Valid {
			t.Errorf("%s is taken for a full envelope: %v", name, err)
		}
		if !holds(envtest.DecodeJSON(t, built), envtest.DecodeJSON(t, raw)) {
			t.Errorf("%s does not hold all of %s", built, raw)
		}
		if f, err := (bmcis.Dialect{}).Validate(built, ""); err != nil || !f.Valid {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}

// holds reports whether got has the members of want, at every depth of objects.
func holds(got, want any) bool {
	members, ok := want.(map[string]any)
	if !ok {
		return testkit.Equal(got, want)
	}
	object, ok := got.(map[string]any)
	for name, value := range members {
		ok = ok && holds(object[name], value)
	}
	return ok
}

// TestSeedSchemasAcceptWhatIsBuilt holds builders to the schemas that the seed
// itself prints.
func TestSeedSchemasAcceptWhatIsBuilt(t *testing.T) {
	response := envtest.CompileText(t, envtest.Example(t, "004/response_schema"), "")
	request := envtest.CompileText(t, envtest.Example(t, "004/request_schema"), "")
	page, p, err := bmcis.Paginate(bmcis.Request{Query: "q", PageSize: 1}, []int{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	paged, err := bmcis.Envelope[[]int]{
		Results: page, Pagination: p, Warnings: []bmcis.Warning{bmcis.NewWarning(bmcis.WarnCacheMissSlow, "")},
	}.Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range [][]byte{envtest.Example(t, "004/example_1"), paged} {
		if err := response.Validate(envtest.DecodeJSON(t, doc)); err != nil {
			t.Errorf("%s: %v", doc, err)
		}
	}
	r, _, err := bmcis.ParseRequest([]byte(`{"query":"q","fields":["rank"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := request.Validate(envtest.DecodeJSON(t, testkit.JSON(t, r))); err != nil {
		t.Error(err)
	}
}

func TestBMCISBuildFillsIn(t *testing.T) {
	before := time.Now()
	doc, err := bmcis.Envelope[[]string]{}.Build()
	if err != nil {
		t.Fatal(err)
	}
	var e bmcis.Envelope[[]string]
	if err := json.Unmarshal(doc, &e); err != nil {
		t.Fatal(err)
	}
	m := e.Metadata
	if m.Version != "1.0.0" || m.Status != "success" || m.Timestamp.Before(before.Add(-time.Second)) || m.Timestamp.After(time.Now()) {
		t.Errorf("%+v", m)
	}
	if !regexp.MustCompile(`^req_[0-9a-f]{16}$`).MatchString(m.RequestID) || e.ExecutionContext.RequestID != m.RequestID {
		t.Errorf("%q, %q", m.RequestID, e.ExecutionContext.RequestID)
	}
	if e.Results == nil || e.Warnings == nil || e.Pagination != nil {
		t.Errorf("%s", doc)
	}
	again, err := bmcis.Envelope[[]string]{}.Build()
	if err != nil || slices.Equal(again, doc) {
		t.Errorf("two requests have one id: %v", err)
	}
	failed, err := bmcis.Envelope[[]string]{Error: &bmcis.Error{Code: "INVALID_CURSOR", Message: "m"}}.Build()
	if err != nil || !strings.Contains(string(failed), `"status":"error"`) {
		t.Errorf("%s, %v", failed, err)
	}
}

func TestBMCISBuildRefuses(t *testing.T) {
	type none = bmcis.Envelope[any]
	used := int64(1101)
	list := []int{}
	for field, e := range map[string]none{
		"_metadata.status":              {Results: list, Metadata: bmcis.Metadata{Status: "ok"}},
		"execution_context.tokens_used": {Results: list, ExecutionContext: bmcis.ExecutionContext{TokensEstimated: 1000, TokensUsed: &used}},
		"execution_context.request_id":  {Results: list, ExecutionContext: bmcis.ExecutionContext{RequestID: "other"}},
		"results":                       {Results: "text"},
		"pagination.page_size":          {Results: list, Pagination: &bmcis.Pagination{}},
		"warnings.0.code":               {Results: list, Warnings: []bmcis.Warning{{Level: "info", Code: "no code"}}},
	} {
		_, err := e.Build()
		var fault *envelope.FieldError
		if !errors.As(err, &fault) || fault.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	for name, e := range map[string]none{
		"a function": {Results: func() {}},
		"no number":  {Results: list, ExecutionContext: bmcis.ExecutionContext{ExecutionTimeMS: math.NaN()}},
	} {
		if _, err := e.Build(); err == nil {
			t.Errorf("%s is not refused", name)
		}
	}
}
