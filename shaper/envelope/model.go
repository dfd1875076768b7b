package envelope

import (
	"encoding/json"
	"errors"
	"strconv"
	"time"
)

// Model is the internal form for conversions between dialects (RULES, conversion). Zero fields
// are absent. Payloads and other free values stay raw JSON, so a conversion never rewrites a
// number or a key order.
type Model struct {
	OK         bool
	Payload    json.RawMessage // nil: absent
	Error      *ModelError
	RequestID  string
	Operation  string
	Tool       ModelTool
	DurationMS json.Number // "" when unknown
	Timestamp  string
	Warnings   []Warning
	Pagination *Pagination
	RateLimit  json.RawMessage
	Fidelity   *Fidelity
	Partial    bool // some of the payload was left out
	Tokens     ModelTokens
	CacheHit   *bool
	Hints      json.RawMessage // array of upgrade hints
	Extra      []Extra         // members without a field in the model, in order
}

// ModelError is a failure in any dialect. Code has the spelling of its source dialect until a
// target translates it.
type ModelError struct {
	Message     string
	Code        string
	Type        string
	Remediation string
	Details     json.RawMessage // object
	Data        json.RawMessage // structured context beside the standard fields (object)
}

// ModelTool names the tool that answered.
type ModelTool struct {
	ID, Version, Tier string
	Capabilities      json.RawMessage // array
}

// ModelTokens is the token account; nil means unknown.
type ModelTokens struct {
	Estimated, Used *int64
}

// Warning is a non-fatal issue, in every dialect.
type Warning struct {
	Code       string
	Severity   string // info | warning | error
	Message    string
	Context    json.RawMessage // object
	Suggestion string

	Extra []Extra // other members, by their paths in the list
}

// The severities of warnings.
const (
	SeverityInfo    = "info"
	SeverityWarning = "warning"
	SeverityError   = "error"
)

// Pagination is the position in a list of results. Nil means unknown.
type Pagination struct {
	Cursor   string // "" for none
	HasMore  *bool
	PageSize *int64
	Total    *int64
	Extra    []Extra
}

// Fidelity states how complete the payload is (seed 000; RULES R25 to R28).
type Fidelity struct {
	Level         string // full | partial | summary | reference_only
	SchemaVersion string
	DroppedIDs    []string
	ArchiveHashes json.RawMessage // object
}

// Extra is a member without a field in the model, with its dotted path.
type Extra struct {
	Path  string
	Value json.RawMessage
}

// UnknownFailure is the message of a failure without one.
const UnknownFailure = "Tool failed"

// Parts are the facts that any tool may state about its answer, in one vocabulary for all
// dialects. `shape wrap` reads this object. Absent parts are unknown. Raw values pass through
// as written.
type Parts struct {
	// ID is the id of the answered JSON-RPC request: a number or a string.
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
	// Warnings are messages, or objects with code, severity, message, context and suggestion.
	Warnings   json.RawMessage `json:"warnings"`
	Pagination *PartsPage      `json:"pagination"`
	RateLimit  json.RawMessage `json:"rate_limit"`
	Tokens     *PartsTokens    `json:"tokens"`
	CacheHit   *bool           `json:"cache_hit"`
	Fidelity   *PartsFidelity  `json:"fidelity"`
	// Telemetry and Meta are objects. Their members join the telemetry and meta of response-v2
	// beside those of other parts.
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

// PartsFidelity states how complete the data is (RULES R25 to R28).
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

// Milliseconds returns a duration as parts hold it, to the microsecond. Example: DurationMS:
// envelope.Milliseconds(time.Since(began)).
func Milliseconds(d time.Duration) json.Number {
	return json.Number(strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', -1, 64))
}

// Finding is one fault, with its path: names and indexes joined by dots
// ("data.items.3.id"); "" is the document.
type Finding struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// The outcome of a validation or conversion is bounded.
const (
	MostFindings = 1000 // errors, and warnings, of one document
	MostLost     = 1000 // lost parts of one conversion
	LongestPath  = 1000 // bytes of a path; a longer one ends in an ellipsis
)

// Findings is the outcome of a validation. A broken MUST is an error, a broken SHOULD a
// warning. If there are more than [MostFindings] of either, the last one says so with the path
// "".
type Findings struct {
	Valid    bool      `json:"valid"`
	Errors   []Finding `json:"errors"`
	Warnings []Finding `json:"warnings"`
}

// Err joins the errors of a validation into one, nil for none.
func (f Findings) Err() error {
	var faults []error
	for _, e := range f.Errors {
		faults = append(faults, &FieldError{Field: e.Path, Problem: e.Message})
	}
	return errors.Join(faults...)
}
