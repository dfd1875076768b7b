package envelope

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Parts are what any tool may say about its answer, in one vocabulary for all
// dialects: the object that `shape wrap` reads. Absent parts are unknown; raw
// values are passed on as written.
type Parts struct {
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
}

// PartsPage is the position in a list of results.
type PartsPage struct {
	Cursor   string `json:"cursor"`
	HasMore  *bool  `json:"has_more"`
	PageSize *int64 `json:"page_size"`
	Total    *int64 `json:"total"`
}

// PartsTokens is the token account.
type PartsTokens struct {
	Estimated *int64 `json:"estimated"`
	Used      *int64 `json:"used"`
}

// partNames are the members that an object of parts may have.
var partNames = func() (names []string) {
	for f := range reflect.TypeFor[Parts]().Fields() {
		names = append(names, f.Tag.Get("json"))
	}
	return names
}()

// ParseParts reads an object of parts. A member that it does not know is an
// error, since it would be lost.
func ParseParts(doc []byte) (Parts, error) {
	var p Parts
	d, err := Open(doc, scan.Limits{})
	if err != nil {
		return p, err
	}
	if d.Members == nil {
		return p, &FieldError{"", "parts must be one JSON object"}
	}
	for _, m := range raw.Members(doc) {
		if err := checkPart(m); err != nil {
			return p, err
		}
	}
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		if e, ok := err.(*json.UnmarshalTypeError); ok {
			return p, &FieldError{e.Field, "must be a " + e.Type.String()}
		}
		return p, err
	}
	return p, CheckRequestIDSource(p.RequestIDSource)
}

// partKinds are the JSON types of the parts that are read later, or loosely.
var partKinds = map[string][]string{
	"error": {"string", "object"}, "rate_limit": {"object"}, "duration_ms": {"number"},
	"upgrade_hints": {"array"}, "capabilities": {"array"}, "warnings": {"array"},
}

func checkPart(part raw.Member) error {
	kinds, kind := partKinds[part.Name], raw.Kind(part.Value)
	switch {
	case !slices.Contains(partNames, part.Name):
		return &FieldError{part.Name, "is no part; parts are " + strings.Join(partNames, ", ")}
	case kinds != nil && kind != "null" && !slices.Contains(kinds, kind):
		return &FieldError{part.Name, "must be " + strings.Join(kinds, " or ")}
	case part.Name == "capabilities" && slices.ContainsFunc(raw.Elements(part.Value), isNoText):
		return &FieldError{part.Name, "must hold strings"}
	}
	return nil
}

func isNoText(value []byte) bool { return raw.Kind(value) != "string" }

// CheckRequestIDSource refuses a source of request ids that nobody knows; "" is the server.
func CheckRequestIDSource(source string) error {
	switch source {
	case "", "client", "server":
		return nil
	}
	return &FieldError{Field: "request_id_source", Problem: `must be "client" or "server"`}
}
