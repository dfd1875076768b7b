package envelope

import "encoding/json"

// Model is the one internal form that every dialect converts to and from
// (RULES, conversion). Zero fields are absent; payloads and other free values
// stay raw JSON, so that conversion never rewrites a number or a key order.
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
	Extra      []Extra         // what the model has no field for, in order
}

// ModelError is a failure in any dialect. Code is in the spelling of the
// dialect that it came from until a target translates it.
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

	Extra []Extra // what is none of these, by its path in the list
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

// Fidelity tells how complete the payload is (seed 000; RULES R25 to R28).
type Fidelity struct {
	Level         string // full | partial | summary | reference_only
	SchemaVersion string
	DroppedIDs    []string
	ArchiveHashes json.RawMessage // object
}

// Extra is a member that the model has no field for, with the dotted path where
// it stood.
type Extra struct {
	Path  string
	Value json.RawMessage
}

// UnknownFailure is the message of a failure that has none.
const UnknownFailure = "Tool failed"
