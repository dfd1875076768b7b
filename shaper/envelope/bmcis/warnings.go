package bmcis

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Warning is a warning of seed 004 (RULES R91).
type Warning struct {
	Level      string `json:"level"` // info, warning or error
	Code       string `json:"code"`  // SCREAMING_SNAKE_CASE
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitempty"`
}

// The warning codes of seed 004 (RULES R92). Other codes are allowed.
const (
	WarnTokenLimit          = "TOKEN_LIMIT_WARNING"
	WarnTokenLimitExceeded  = "TOKEN_LIMIT_EXCEEDED"
	WarnCacheMissSlow       = "CACHE_MISS_SLOW"
	WarnLowQualityResults   = "LOW_QUALITY_RESULTS"
	WarnPartialResults      = "PARTIAL_RESULTS"
	WarnDeprecatedParameter = "DEPRECATED_PARAMETER"
)

// documentedWarnings holds for each code its level, what it means and what helps.
var documentedWarnings = []Warning{
	{envelope.SeverityWarning, WarnTokenLimit, "Approaching token limit", "Use metadata mode or reduce page_size"},
	{envelope.SeverityError, WarnTokenLimitExceeded, "Exceeded token limit", "Use ids_only mode"},
	{envelope.SeverityInfo, WarnCacheMissSlow, "Cache miss, slower response", "Query will be cached for next time"},
	{envelope.SeverityInfo, WarnLowQualityResults, "No high-confidence results", "Try different keywords"},
	{envelope.SeverityWarning, WarnPartialResults, "Some results omitted", "Reduce page_size for complete results"},
	{envelope.SeverityWarning, WarnDeprecatedParameter, "Using deprecated parameter", "Use suggested alternative"},
}

// Warnings returns the registry of warnings in the document's order:
// each code with its level, its usual message and suggestion.
func Warnings() []Warning { return slices.Clone(documentedWarnings) }

// NewWarning returns the documented warning of a code, with a message
// of its own unless that is empty. An unknown code is a plain warning.
func NewWarning(code, message string) Warning {
	w := Warning{Level: envelope.SeverityWarning, Code: code}
	if i := slices.IndexFunc(documentedWarnings, func(w Warning) bool { return w.Code == code }); i >= 0 {
		w = documentedWarnings[i]
	}
	if message != "" {
		w.Message = message
	}
	return w
}
