package bmcis_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
)

// A search reads its arguments, cuts its results, and states the position of the page.
func Example() {
	found := []bmcis.SearchResultIDs{{ChunkID: 7, HybridScore: 0.9, Rank: 1}, {ChunkID: 3, HybridScore: 0.4, Rank: 2}}
	search := func(arguments []byte) ([]byte, error) {
		request, findings, err := bmcis.ParseRequest(arguments)
		if err := errors.Join(err, findings.Err()); err != nil {
			return nil, err
		}
		page, position, err := bmcis.Paginate(request, found)
		if err != nil {
			return nil, err
		}
		return bmcis.Envelope[[]bmcis.SearchResultIDs]{
			Metadata: bmcis.Metadata{Operation: "semantic_search"},
			Results:  page, Pagination: position, Warnings: request.Warnings,
		}.Build()
	}
	doc, err := search([]byte(`{"query":"jwt","response_mode":"ids_only","page_size":1}`))
	if err != nil {
		panic(err)
	}
	var answer struct {
		Results    []bmcis.SearchResultIDs
		Pagination bmcis.Pagination
	}
	if err := json.Unmarshal(doc, &answer); err != nil {
		panic(err)
	}
	fmt.Println(answer.Results, "more:", answer.Pagination.HasMore, "of", *answer.Pagination.TotalAvailable)

	_, err = search([]byte(`{"query":"jwt","page_size":500}`))
	fmt.Println(err)
	// Output:
	// [{7 0.9 1}] more: true of 2
	// page_size: must be at most 50
}

func ExampleEnvelope_Build() {
	doc, err := bmcis.Envelope[[]bmcis.SearchResultIDs]{
		Metadata: bmcis.Metadata{
			Operation: "semantic_search", RequestID: "req_1", Timestamp: time.Date(2025, 11, 9, 10, 30, 0, 0, time.UTC),
		},
		Results: []bmcis.SearchResultIDs{{ChunkID: 123, HybridScore: 0.85, Rank: 1}},
	}.Build()
	if err != nil {
		panic(err)
	}
	fmt.Println(string(doc))
	// Output:
	// {"_metadata":{"operation":"semantic_search","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z","request_id":"req_1","status":"success"},"results":[{"chunk_id":123,"hybrid_score":0.85,"rank":1}],"pagination":null,"execution_context":{"tokens_estimated":311,"tokens_used":null,"cache_hit":false,"execution_time_ms":0,"request_id":"req_1"},"warnings":[]}
}

func ExamplePaginate() {
	all := []string{"a", "b", "c"}
	request := bmcis.Request{Query: "letters", PageSize: 2}
	for {
		page, position, err := bmcis.Paginate(request, all)
		if err != nil {
			panic(err)
		}
		fmt.Println(page, position.HasMore)
		if position.Cursor == nil {
			return
		}
		request.Cursor = *position.Cursor
	}
	// Output:
	// [a b] true
	// [c] false
}

func ExampleParseRequest() {
	request, findings, err := bmcis.ParseRequest([]byte(`{"query":" jwt ","top_k":5}`))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%q in %s mode, %d a page\n", request.Query, request.ResponseMode, request.PageSize)
	fmt.Println(findings.Warnings[0])
	// Output:
	// "jwt" in metadata mode, 5 a page
	// {top_k top_k is deprecated}
}

func ExampleShortenKeys() {
	short, err := bmcis.ShortenKeys([]byte(`{"chunk_id":1,"hybrid_score":0.85,"rank":1}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(string(short))
	// Output:
	// {"cid":1,"hs":0.85,"r":1}
}
