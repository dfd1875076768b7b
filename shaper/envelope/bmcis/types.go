package bmcis

import "time"

// The statuses of a response (seed 004; RULES R82).
const (
	StatusSuccess = "success"
	StatusPartial = "partial"
	StatusError   = "error"
)

// Envelope is the envelope of seed 004 around results of one type
// (MCPResponseEnvelope).
type Envelope[T any] struct {
	Metadata         Metadata         `json:"_metadata"`
	Error            *Error           `json:"error,omitempty"`
	Results          T                `json:"results"`
	Pagination       *Pagination      `json:"pagination"` // nil: all results are here
	ExecutionContext ExecutionContext `json:"execution_context"`
	Warnings         []Warning        `json:"warnings"`
}

// Metadata says what answered, when, and how it went (RULES R82).
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

// ConfidenceScore tells how far a result can be trusted, each part from 0 to 1.
// All three are known, or there is none (RULES R94).
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

// DeduplicationInfo tells which other chunks say the same, that is, are more
// than 0.8 alike (RULES R94).
type DeduplicationInfo struct {
	IsDuplicate     bool        `json:"is_duplicate"` // of a result with a higher rank
	SimilarChunkIDs List[int64] `json:"similar_chunk_ids"`
	Confidence      float64     `json:"confidence"` // 0–1
}
