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

	"github.com/seed-7aa78ce4/shape/internal/casetest"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
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
	envtest.Same(t, "cursor", casetest.JSON(t, decoded), nil, envtest.Example(t, "004/cursor"))
}

// TestBMCISNotationsAreBuilt fills in what the seed abbreviates with dots and
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
		if !casetest.EqualJSON(casetest.JSON(t, result), want) {
			t.Errorf("%s: %s, want %s", name, casetest.JSON(t, result), want)
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

// TestBMCISAbbreviatedExamples takes the examples that leave required members
// out (RULES D28): they are not valid, and a builder writes all that they show,
// among the rest.
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
		return casetest.Equal(got, want)
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
	if err := request.Validate(envtest.DecodeJSON(t, casetest.JSON(t, r))); err != nil {
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

func TestInvalidFields(t *testing.T) {
	var fault *bmcis.InvalidFieldsError
	if err := bmcis.CheckFields("semantic_search", "metadata", []string{"chunk_id", "chunk_text"}); !errors.As(err, &fault) {
		t.Fatal(err)
	}
	got, err := bmcis.InvalidFields(searchMeta(t), fault).Build()
	envtest.Same(t, "INVALID_FIELDS", got, err, []byte(`{"_metadata":{"operation":"semantic_search","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z",`+
		`"request_id":"req_abc123","status":"error","message":"Invalid fields for response_mode"},`+
		`"error":{"code":"INVALID_FIELDS","message":"Fields ['chunk_text'] not available in 'metadata' mode",`+
		`"allowed_fields":["chunk_id","source_file","source_category","hybrid_score","rank","chunk_index","total_chunks"]},`+
		`"results":[],"pagination":null,"execution_context":{"tokens_estimated":300,"tokens_used":null,"cache_hit":false,`+
		`"execution_time_ms":0,"request_id":"req_abc123"},"warnings":[]}`))
	if err := bmcis.CheckFields("semantic_search", "full", []string{"chunk_text"}); err != nil {
		t.Error(err)
	}
}

// TestAllowedFields holds the models against the modes that profiles has built
// in: the two must not drift apart.
func TestAllowedFields(t *testing.T) {
	for _, tool := range []string{"semantic_search", "find_vendor_info"} {
		for _, mode := range bmcis.Modes() {
			_, err := profiles.Builtin().Resolve(profiles.Key{Tool: tool, Mode: mode, Fields: []string{"no such field"}})
			var fault *profiles.FieldsError
			if !errors.As(err, &fault) {
				t.Fatalf("%s, %s: %v", tool, mode, err)
			}
			if got := bmcis.AllowedFields(tool, mode); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(fault.Allowed))) {
				t.Errorf("%s, %s: %v, profiles have %v", tool, mode, got, fault.Allowed)
			}
		}
	}
	if bmcis.AllowedFields("semantic_search", "all") != nil || bmcis.AllowedFields("other", "full") != nil {
		t.Error("an unknown mode or tool has fields")
	}
}

func TestPaginateErrors(t *testing.T) {
	cursor := func(query, mode string, fields []string, offset int64) string {
		return bmcis.Cursor{QueryHash: bmcis.QueryHash(query, mode, fields), Offset: offset, ResponseMode: mode}.Encode()
	}
	r := bmcis.Request{Query: "q", ResponseMode: "full", Fields: []string{"rank", "chunk_id"}}
	for name, c := range map[string]string{
		"another query":  cursor("p", "full", r.Fields, 1),
		"another mode":   cursor("q", "preview", r.Fields, 1),
		"other fields":   cursor("q", "full", nil, 1),
		"beyond the end": cursor("q", "full", r.Fields, 4),
		"another mode than its hash": bmcis.Cursor{
			QueryHash: bmcis.QueryHash("q", "full", r.Fields), ResponseMode: "preview",
		}.Encode(),
	} {
		r.Cursor = c
		_, _, err := bmcis.Paginate(r, []int{1, 2, 3})
		var fault *bmcis.RefusedCursorError
		if !errors.As(err, &fault) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, r := range map[string]bmcis.Request{
		"page_size":     {Query: "q", PageSize: bmcis.MaxHitsPerPage + 1},
		"response_mode": {Query: "q", ResponseMode: "everything"}, // no cursor could name it
	} {
		_, _, err := bmcis.Paginate(r, []int{1, 2, 3})
		if fault, ok := errors.AsType[*envelope.FieldError](err); !ok || fault.Field != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	r.Cursor = cursor("q", "full", []string{"chunk_id", "rank", "rank"}, 1)
	r.PageSize = 7
	if page, p, err := bmcis.Paginate(r, []int{1, 2, 3}); err != nil || !slices.Equal(page, []int{2, 3}) || p.Cursor != nil {
		t.Errorf("fields in another order, another page size: %v, %+v, %v", page, p, err)
	}
}

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
		{"another name, another key", `{"x":1,"metadata":{"operation":"o","message":"m"},"results":{}}`,
			`{"results":{},"pagination":null,"warnings":[],"x":1,"metadata":{"operation":"o","message":"m"}}`},
	} {
		got, err := bmcis.Dialect{}.Expand(envtest.Open(t, []byte(tt.doc)), envelope.Known{Tool: "t"})
		envtest.Same(t, tt.name, got, err, []byte(tt.want))
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

func TestShortenKeysKeepsSpelling(t *testing.T) {
	const doc = "{ \"r\\u0061nk\" : 1.0 , \"x\" : [ \"rank\" , {\"\\u0078\":1e400} ] }"
	got, err := bmcis.ShortenKeys([]byte(doc))
	envtest.Same(t, "shortened", got, err, []byte("{ \"r\" : 1.0 , \"x\" : [ \"rank\" , {\"\\u0078\":1e400} ] }"))
	if _, err := bmcis.ShortenKeys([]byte(`{"rank":`)); err == nil {
		t.Error("a broken document is shortened")
	}
	if _, err := bmcis.RestoreKeys([]byte(`{]`)); err == nil {
		t.Error("a broken document is restored")
	}
}
