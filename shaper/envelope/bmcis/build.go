package bmcis

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// The statuses of a response (seed 004; RULES R82).
const (
	StatusSuccess = "success"
	StatusPartial = "partial"
	StatusError   = "error"
)

// Envelope is the envelope of seed 004 around results of one type (MCPResponseEnvelope).
type Envelope[T any] struct {
	Metadata         Metadata         `json:"_metadata"`
	Error            *Error           `json:"error,omitempty"`
	Results          T                `json:"results"`
	Pagination       *Pagination      `json:"pagination"` // nil: all results are here
	ExecutionContext ExecutionContext `json:"execution_context"`
	Warnings         []Warning        `json:"warnings"`
}

// Metadata names the operation of an answer, its time and its status (RULES R82).
type Metadata struct {
	Operation string    `json:"operation"` // the tool
	Version   string    `json:"version"`   // of the API
	Timestamp time.Time `json:"timestamp"`
	RequestID string    `json:"request_id"` // unique per request
	Status    string    `json:"status"`
	Message   string    `json:"message,omitempty"`
}

// Pagination is the position of a page (RULES R89).
type Pagination struct {
	Cursor         *string `json:"cursor"`    // of the next page; nil on the last one
	PageSize       int     `json:"page_size"` // 1–50
	HasMore        bool    `json:"has_more"`
	TotalAvailable *int64  `json:"total_available"` // nil: unknown
}

// ExecutionContext is the account of a response (RULES R90).
type ExecutionContext struct {
	TokensEstimated int64   `json:"tokens_estimated"`
	TokensUsed      *int64  `json:"tokens_used"` // nil: unknown; at most 10 % above the estimate
	CacheHit        bool    `json:"cache_hit"`
	ExecutionTimeMS float64 `json:"execution_time_ms"`
	RequestID       string  `json:"request_id"` // that of Metadata
}

// Error is the error of a request that could not be answered (RULES D28).
type Error struct {
	Code          string   `json:"code"`
	Message       string   `json:"message"`
	AllowedFields []string `json:"allowed_fields,omitempty"`
}

// ConfidenceScore rates the reliability of a result, each part from 0 to 1. Either all three
// are known or there is none (RULES R94).
type ConfidenceScore struct {
	ScoreReliability float64 `json:"score_reliability"`
	SourceQuality    float64 `json:"source_quality"`
	Recency          float64 `json:"recency"`
}

// RankingContext explains the rank of a result (RULES R94).
type RankingContext struct {
	Percentile  int    `json:"percentile"` // 0–100
	Explanation string `json:"explanation"`
	ScoreMethod string `json:"score_method"` // vector, bm25 or hybrid
}

// DeduplicationInfo lists the other chunks that are more than 0.8 alike (RULES R94).
type DeduplicationInfo struct {
	IsDuplicate     bool        `json:"is_duplicate"` // of a result with a higher rank
	SimilarChunkIDs List[int64] `json:"similar_chunk_ids"`
	Confidence      float64     `json:"confidence"` // 0–1
}

// List is a list that the contract requires: nil is written as [], never as null.
type List[T any] []T

func (l List[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return kit.Encode([]T(l))
}

// Counts holds the number of elements of each kind. Nil is written as {}, never as null.
type Counts map[string]int

func (c Counts) MarshalJSON() ([]byte, error) {
	if c == nil {
		return []byte("{}"), nil
	}
	return kit.Encode(map[string]int(c))
}

// The results of semantic_search, one model for each response mode (RULES R83
// and R85). Scores run from 0 to 1, ranks from 1.
type (
	SearchResultIDs struct {
		ChunkID     int64   `json:"chunk_id"`
		HybridScore float64 `json:"hybrid_score"`
		Rank        int     `json:"rank"`
	}
	SearchResultMetadata struct {
		ChunkID        int64   `json:"chunk_id"`
		SourceFile     string  `json:"source_file"`
		SourceCategory *string `json:"source_category"`
		HybridScore    float64 `json:"hybrid_score"`
		Rank           int     `json:"rank"`
		ChunkIndex     int     `json:"chunk_index"`
		TotalChunks    int     `json:"total_chunks"`
	}
	SearchResultPreview struct {
		SearchResultMetadata
		ChunkSnippet  string `json:"chunk_snippet"` // the first 200 characters
		ContextHeader string `json:"context_header"`
	}
	SearchResultFull struct {
		ChunkID         int64   `json:"chunk_id"`
		ChunkText       string  `json:"chunk_text"`
		SimilarityScore float64 `json:"similarity_score"`
		BM25Score       float64 `json:"bm25_score"`
		HybridScore     float64 `json:"hybrid_score"`
		Rank            int     `json:"rank"`
		ScoreType       string  `json:"score_type"`
		SourceFile      string  `json:"source_file"`
		SourceCategory  *string `json:"source_category"`
		ContextHeader   string  `json:"context_header"`
		ChunkIndex      int     `json:"chunk_index"`
		TotalChunks     int     `json:"total_chunks"`
		ChunkTokenCount int     `json:"chunk_token_count"`
	}
)

// The results of find_vendor_info, one model for each response mode (RULES R86). Entities and
// relationships come from the knowledge graph.
//
// A preview has at most 5 entities and 5 relationships, a full answer 100 and 500. A
// shaper.Engine cuts them to these numbers in these modes.
type (
	VendorInfoIDs struct {
		VendorName      string       `json:"vendor_name"`
		EntityIDs       List[string] `json:"entity_ids"`
		RelationshipIDs List[string] `json:"relationship_ids"`
	}
	VendorInfoMetadata struct {
		VendorName  string                `json:"vendor_name"`
		Statistics  VendorStatistics      `json:"statistics"`
		TopEntities List[json.RawMessage] `json:"top_entities"`
		LastUpdated string                `json:"last_updated"`
	}
	VendorInfoPreview struct { // at most 5 entities and 5 relationships
		VendorName    string                `json:"vendor_name"`
		Entities      List[json.RawMessage] `json:"entities"`
		Relationships List[json.RawMessage] `json:"relationships"`
		Statistics    VendorStatistics      `json:"statistics"`
	}
	VendorInfoFull struct { // at most 100 entities and 500 relationships
		VendorName    string                `json:"vendor_name"`
		Entities      List[json.RawMessage] `json:"entities"`
		Relationships List[json.RawMessage] `json:"relationships"`
		Statistics    VendorStatistics      `json:"statistics"`
	}
)

// VendorStatistics counts all facts known about a vendor, shown or not.
type VendorStatistics struct {
	EntityCount                  int    `json:"entity_count"`
	RelationshipCount            int    `json:"relationship_count"`
	EntityTypeDistribution       Counts `json:"entity_type_distribution"`
	RelationshipTypeDistribution Counts `json:"relationship_type_distribution"`
}

// apiVersion is the version of the API that seed 004 describes.
const apiVersion = "1.0.0"

// Build writes the envelope. It fills zero fields with defaults:
//
//   - version "1.0.0"
//   - status success, or error if there is an error
//   - the time now, and an estimate of the tokens
//   - a new request id, in both places
//   - [] for results and warnings
//
// It fails if the envelope would not be valid, and names the member.
func (e Envelope[T]) Build() ([]byte, error) {
	results, err := kit.Encode(e.Results)
	if err != nil {
		return nil, &envelope.FieldError{Field: "results", Problem: kit.Unencodable(e.Results)}
	}
	if kit.IsNull(results) {
		results = []byte("[]")
	}
	if e.Error != nil {
		e.Metadata.Status = cmp.Or(e.Metadata.Status, StatusError)
	}
	e.Metadata.Version = cmp.Or(e.Metadata.Version, apiVersion)
	e.Metadata.Status = cmp.Or(e.Metadata.Status, StatusSuccess)
	e.Metadata.RequestID = cmp.Or(e.Metadata.RequestID, newRequestID())
	if e.Metadata.Timestamp.IsZero() {
		e.Metadata.Timestamp = time.Now().UTC()
	}
	e.ExecutionContext.TokensEstimated = cmp.Or(e.ExecutionContext.TokensEstimated, estimateTokens(results, e.ExecutionContext.TokensUsed))
	e.ExecutionContext.RequestID = cmp.Or(e.ExecutionContext.RequestID, e.Metadata.RequestID)
	if e.Warnings == nil {
		e.Warnings = []Warning{}
	}
	doc, err := kit.Encode(Envelope[json.RawMessage]{
		e.Metadata, e.Error, results, e.Pagination, e.ExecutionContext, e.Warnings,
	})
	if err != nil {
		return nil, fmt.Errorf("not a valid envelope: %w", err)
	}
	return kit.Valid(Dialect{}, doc)
}

func newRequestID() string {
	id := make([]byte, 8)
	_, _ = rand.Read(id) // never fails
	return "req_" + hex.EncodeToString(id)
}

// NoResults is the type of results that an error response has none of.
type NoResults = []json.RawMessage

// TokenLimit is a response that would be too large.
type TokenLimit struct {
	Tokens, Limit int
	Mode          string // requested; "" if unknown
	PageSize      int    // requested; 0 is the default, 10
}

// TokenLimitExceeded returns the answer in place of a response over its token limit (RULES
// R93). It suggests a cheaper mode (metadata if the mode is unknown), and the page size that
// would fit.
func TokenLimitExceeded(meta Metadata, over TokenLimit) Envelope[NoResults] {
	meta.Status, meta.Message = StatusError, "Response size exceeds token limit"
	warning := NewWarning(WarnTokenLimitExceeded,
		fmt.Sprintf("Response would use %d tokens, limit is %d", over.Tokens, over.Limit))
	var ways []string
	switch over.Mode {
	case ModeFull, ModePreview, "":
		ways = append(ways, "Use 'metadata' mode")
	case ModeMetadata:
		ways = append(ways, "Use 'ids_only' mode")
	}
	if size := over.fitting(); size > 0 {
		ways = append(ways, fmt.Sprintf("reduce page_size to %d", size))
	}
	warning.Suggestion = cmp.Or(strings.Join(ways, " or "), "Narrow the query")
	return Envelope[NoResults]{
		Metadata:         meta,
		ExecutionContext: ExecutionContext{TokensEstimated: int64(max(over.Tokens, 0))},
		Warnings:         []Warning{warning},
	}
}

// fitting returns the page size whose results would fit, 0 for none smaller.
func (l TokenLimit) fitting() int {
	size := cmp.Or(l.PageSize, HitsPerPage)
	overhead := DefaultTokenBudget().Envelope
	if l.Limit <= overhead || l.Tokens <= l.Limit {
		return 0
	}
	return int(int64(size) * int64(l.Limit-overhead) / int64(l.Tokens-overhead))
}

// The codes of errors (RULES R88 and D24); other codes are allowed.
const (
	CodeInvalidFields   = "INVALID_FIELDS"
	CodeInvalidCursor   = "INVALID_CURSOR"
	CodeValidationError = "VALIDATION_ERROR" // same spelling as in response-v2
)

// Codes returns the registry of error codes.
func Codes() []string { return slices.Clone(codes) }

var codes = []string{CodeInvalidFields, CodeInvalidCursor, CodeValidationError}

// Failure is the answer to a request that failed. The code is in SCREAMING_SNAKE_CASE,
// the message for people.
func Failure(meta Metadata, code, message string) Envelope[NoResults] {
	meta.Status, meta.Message = StatusError, message
	return Envelope[NoResults]{Metadata: meta, Error: &Error{Code: code, Message: message}}
}

// InvalidFields is the answer to a request for fields that its mode does not
// show (RULES R88). meta names the tool and the request.
func InvalidFields(meta Metadata, fault *InvalidFieldsError) Envelope[NoResults] {
	e := Failure(meta, CodeInvalidFields, fault.Error())
	e.Metadata.Message, e.Error.AllowedFields = "Invalid fields for response_mode", fault.Allowed
	return e
}

// Refusal returns the answer to a request that cannot be met. For an [*InvalidFieldsError] or
// a [*RefusedCursorError] it has their codes. For any other error it is a VALIDATION_ERROR
// with the text of err.
func Refusal(meta Metadata, err error) Envelope[NoResults] {
	if fields, ok := errors.AsType[*InvalidFieldsError](err); ok {
		return InvalidFields(meta, fields)
	}
	if cursor, ok := errors.AsType[*RefusedCursorError](err); ok {
		return Failure(meta, CodeInvalidCursor, "The cursor "+cursor.Reason)
	}
	return Failure(meta, CodeValidationError, strings.ReplaceAll(err.Error(), "\n", "; "))
}

// Took sets the duration of the request. The contract requires more than 0 ms, so the minimum
// is one microsecond.
func (e Envelope[T]) Took(d time.Duration) Envelope[T] {
	e.ExecutionContext.ExecutionTimeMS = float64(max(d.Microseconds(), 1)) / 1000
	return e
}
