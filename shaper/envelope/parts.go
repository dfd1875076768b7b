package envelope

import (
	"encoding/json"
	"strconv"
	"time"
)

// Parts are what any tool may say about its answer, in one vocabulary for all
// dialects: the object that `shape wrap` reads. Absent parts are unknown; raw
// values are passed on as written.
type Parts struct {
	// ID is that of the JSON-RPC request which is answered: a number or a string.
	ID   json.RawMessage `json:"id"`
	Data json.RawMessage `json:"data"`
	// Error is a message, or an object with error, error_code, error_type,
	// remediation and error_details.
	Error           json.RawMessage `json:"error"`
	UpgradeHints    json.RawMessage `json:"upgrade_hints"`
	Tier            string          `json:"tier"`
	ToolVersion     string          `json:"tool_version"`
	ToolID          string          `json:"tool_id"`
	RequestID       string          `json:"request_id"`
	RequestIDSource string          `json:"request_id_source"` // client, or server (default)
	Capabilities    json.RawMessage `json:"capabilities"`
	DurationMS      json.Number     `json:"duration_ms"`
	Operation       string          `json:"operation"`
	Timestamp       string          `json:"timestamp"`
	// Warnings are messages, or objects with code, severity, message, context
	// and suggestion.
	Warnings   json.RawMessage `json:"warnings"`
	Pagination *PartsPage      `json:"pagination"`
	RateLimit  json.RawMessage `json:"rate_limit"`
	Tokens     *PartsTokens    `json:"tokens"`
	CacheHit   *bool           `json:"cache_hit"`
	Fidelity   *PartsFidelity  `json:"fidelity"`
	// Telemetry and Meta are objects whose members stand in those of response-v2
	// beside what other parts say.
	Telemetry json.RawMessage `json:"telemetry"`
	Meta      json.RawMessage `json:"meta"`
}

// PartsPage is the position in a list of results.
type PartsPage struct {
	Cursor   string `json:"cursor"`
	HasMore  *bool  `json:"has_more"`
	PageSize *int64 `json:"page_size"`
	Total    *int64 `json:"total"`
}

// PartsFidelity tells how complete the data is (RULES R25 to R28).
type PartsFidelity struct {
	Level         string          `json:"level"` // full, partial, summary or reference_only
	DroppedIDs    []string        `json:"dropped_ids"`
	ArchiveHashes json.RawMessage `json:"archive_hashes"` // object
}

// PartsTokens is the token account.
type PartsTokens struct {
	Estimated *int64 `json:"estimated"`
	Used      *int64 `json:"used"`
}

// Milliseconds is a time as parts have it, to the microsecond: DurationMS:
// envelope.Milliseconds(time.Since(began)).
func Milliseconds(d time.Duration) json.Number {
	return json.Number(strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', -1, 64))
}
