package examples_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
)

// knowledge answers from a base of chunks and vendors, in the envelope of BMCIS.
type knowledge struct {
	chunks  []bmcis.SearchResultFull // best first
	vendors map[string]bmcis.VendorInfoPreview
	engine  *shaper.Engine
}

// took is how long each call took; a server measures.
const took = 1500 * time.Microsecond

func about(tool, requestID string) bmcis.Metadata {
	return bmcis.Metadata{
		Operation: tool,
		Version:   "1.0.0",
		Timestamp: time.Date(2025, 11, 9, 10, 30, 0, 0, time.UTC), // time.Now() in a server
		RequestID: requestID,
	}
}

// search answers semantic_search, a page at a time.
//
// It returns full results. The engine reduces them to the mode and the fields of the
// request.
func (k *knowledge) search(ctx context.Context, args []byte, requestID string) ([]byte, error) {
	meta := about("semantic_search", requestID)
	r, findings, err := bmcis.ParseRequest(args)
	if err != nil {
		return nil, err
	}
	if err := r.Err(findings); err != nil {
		return bmcis.Refusal(meta, err).Took(took).Build()
	}
	page, at, err := bmcis.Paginate(r, k.chunks)
	if err != nil { // a cursor of another query
		return bmcis.Refusal(meta, err).Took(took).Build()
	}
	doc, err := bmcis.Envelope[[]bmcis.SearchResultFull]{
		Metadata:   meta,
		Results:    page,
		Pagination: at,
		ExecutionContext: bmcis.ExecutionContext{
			TokensEstimated: int64(bmcis.DefaultTokenBudget().Estimate(r.ResponseMode, len(page), true)),
			ExecutionTimeMS: 12.5, // as measured
		},
		Warnings: r.Warnings,
	}.Build()
	if err != nil {
		return nil, err
	}
	shown, err := k.engine.Shape(ctx, shaper.Request{Tool: meta.Operation, Mode: r.ResponseMode, Fields: r.Fields, Body: doc})
	return shown.Body, err
}

// vendor answers find_vendor_info with as much as the mode preview shows.
func (k *knowledge) vendor(ctx context.Context, name, requestID string) ([]byte, error) {
	meta := about("find_vendor_info", requestID)
	info, ok := k.vendors[name]
	if !ok {
		return bmcis.Failure(meta, "NOT_FOUND", fmt.Sprintf("vendor %q is not known", name)).Took(took).Build()
	}
	doc, err := bmcis.Envelope[bmcis.VendorInfoPreview]{
		Metadata:         meta,
		Results:          info,
		ExecutionContext: bmcis.ExecutionContext{ExecutionTimeMS: 4}, // Build estimates the tokens
	}.Build()
	if err != nil {
		return nil, err
	}
	shown, err := k.engine.Shape(ctx, shaper.Request{Tool: meta.Operation, Mode: bmcis.ModePreview, Body: doc})
	return shown.Body, err
}

func newKnowledge() (*knowledge, error) {
	engine, err := shaper.New(profiles.Builtin()) // knows the modes of both tools
	acme := bmcis.VendorInfoPreview{
		VendorName:    "Acme Corporation",
		Relationships: []json.RawMessage{json.RawMessage(`{"id":"r_001","type":"PARTNER"}`)},
		Statistics: bmcis.VendorStatistics{
			EntityCount:                  7,
			RelationshipCount:            1,
			EntityTypeDistribution:       map[string]int{"PERSON": 7},
			RelationshipTypeDistribution: map[string]int{"PARTNER": 1},
		},
	}
	for i := range 7 {
		acme.Entities = append(acme.Entities, json.RawMessage(fmt.Sprintf(`{"id":"e_%03d"}`, i+1)))
	}
	return &knowledge{
		engine:  engine,
		vendors: map[string]bmcis.VendorInfoPreview{acme.VendorName: acme},
		chunks: []bmcis.SearchResultFull{
			{ChunkID: 123, HybridScore: 0.85, Rank: 1, SourceFile: "docs/auth/jwt.html", ChunkIndex: 3, TotalChunks: 15},
			{ChunkID: 456, HybridScore: 0.78, Rank: 2, SourceFile: "docs/auth/oauth.html", TotalChunks: 9},
			{ChunkID: 789, HybridScore: 0.41, Rank: 3, SourceFile: "docs/keys.html", ChunkIndex: 1, TotalChunks: 4},
		},
	}, err
}

func Example_semanticSearch() {
	k, err := newKnowledge()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, args := range []string{
		`{"query":"JWT","page_size":1}`,
		`{"query":"JWT","response_mode":"ids_only","fields":["chunk_id","rank"],"top_k":2}`,
		`{"query":"JWT","fields":["chunk_text"]}`,
		`{"query":"OAuth","cursor":"eyJxdWVyeV9oYXNoIjoiYWJjIiwib2Zmc2V0IjoxMH0="}`,
	} {
		doc, err := k.search(context.Background(), []byte(args), "req_7f3a2b1c")
		show(bmcis.Dialect{}, doc, err)
		fmt.Println()
	}
	// Output:
	// _metadata: {"operation":"semantic_search","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z","request_id":"req_7f3a2b1c","status":"success"}
	// results: [{"chunk_id":123,"hybrid_score":0.85,"rank":1,"source_file":"docs/auth/jwt.html","source_category":null,"chunk_index":3,"total_chunks":15}]
	// pagination: {"cursor":"eyJxdWVyeV9oYXNoIjoiNWE4ODJjZTdiOGM3Iiwib2Zmc2V0IjoxLCJyZXNwb25zZV9tb2RlIjoibWV0YWRhdGEifQ==","page_size":1,"has_more":true,"total_available":3}
	// execution_context: {"tokens_estimated":219,"cache_hit":false,"execution_time_ms":12.5,"request_id":"req_7f3a2b1c"}
	// warnings: []
	//
	// _metadata: {"operation":"semantic_search","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z","request_id":"req_7f3a2b1c","status":"success"}
	// results: [{"chunk_id":123,"rank":1},{"chunk_id":456,"rank":2}]
	// pagination: {"cursor":"eyJxdWVyeV9oYXNoIjoiYTQ2YzYzMjBmZTY1Iiwib2Zmc2V0IjoyLCJyZXNwb25zZV9tb2RlIjoiaWRzX29ubHkifQ==","page_size":2,"has_more":true,"total_available":3}
	// execution_context: {"tokens_estimated":226,"cache_hit":false,"execution_time_ms":12.5,"request_id":"req_7f3a2b1c"}
	// warnings: [{"level":"warning","code":"DEPRECATED_PARAMETER","message":"top_k is deprecated","suggestion":"Use page_size"}]
	//
	// _metadata: {"operation":"semantic_search","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z","request_id":"req_7f3a2b1c","status":"error","message":"Invalid fields for response_mode"}
	// error: {"code":"INVALID_FIELDS","message":"Fields ['chunk_text'] not available in 'metadata' mode","allowed_fields":["chunk_id","source_file","source_category","hybrid_score","rank","chunk_index","total_chunks"]}
	// results: []
	// pagination: null
	// execution_context: {"tokens_estimated":300,"tokens_used":null,"cache_hit":false,"execution_time_ms":1.5,"request_id":"req_7f3a2b1c"}
	// warnings: []
	//
	// _metadata: {"operation":"semantic_search","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z","request_id":"req_7f3a2b1c","status":"error","message":"The cursor belongs to another query"}
	// error: {"code":"INVALID_CURSOR","message":"The cursor belongs to another query"}
	// results: []
	// pagination: null
	// execution_context: {"tokens_estimated":300,"tokens_used":null,"cache_hit":false,"execution_time_ms":1.5,"request_id":"req_7f3a2b1c"}
	// warnings: []
}

func Example_findVendorInfo() {
	k, err := newKnowledge()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"Acme Corporation", "Initech"} {
		doc, err := k.vendor(context.Background(), name, "req_abc123")
		show(bmcis.Dialect{}, doc, err)
		fmt.Println()
	}
	// Output:
	// _metadata: {"operation":"find_vendor_info","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z","request_id":"req_abc123","status":"partial"}
	// results: {"vendor_name":"Acme Corporation","entities":[{"id":"e_001"},{"id":"e_002"},{"id":"e_003"},{"id":"e_004"},{"id":"e_005"}],"relationships":[{"id":"r_001","type":"PARTNER"}],"statistics":{"entity_count":7,"relationship_count":1,"entity_type_distribution":{"PERSON":7},"relationship_type_distribution":{"PARTNER":1}}}
	// execution_context: {"tokens_estimated":216,"cache_hit":false,"execution_time_ms":4,"request_id":"req_abc123"}
	// warnings: [{"level":"warning","code":"PARTIAL_RESULTS","message":"Some results omitted, entities: 5 of 7","suggestion":"Reduce page_size for complete results"}]
	//
	// _metadata: {"operation":"find_vendor_info","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z","request_id":"req_abc123","status":"error","message":"vendor \"Initech\" is not known"}
	// error: {"code":"NOT_FOUND","message":"vendor \"Initech\" is not known"}
	// results: []
	// pagination: null
	// execution_context: {"tokens_estimated":300,"tokens_used":null,"cache_hit":false,"execution_time_ms":1.5,"request_id":"req_abc123"}
	// warnings: []
}
