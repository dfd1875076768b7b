package responsev2

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// FidelitySchemaVersion is the current version of the fidelity metadata (seed
// 000; RULES R26).
const FidelitySchemaVersion = "1.0"

// The fidelity levels of seed 000 (RULES R28), most complete first.
const (
	FidelityFull          = "full"           // complete
	FidelityPartial       = "partial"        // some content omitted, structure kept
	FidelitySummary       = "summary"        // a condensed representation
	FidelityReferenceOnly = "reference_only" // identifiers without bodies
)

var fidelityLevels = []string{FidelityFull, FidelityPartial, FidelitySummary, FidelityReferenceOnly}

// FidelityLevels returns the levels, most complete first.
func FidelityLevels() []string { return slices.Clone(fidelityLevels) }

// lessComplete returns the level that promises less of two; an unknown level
// promises everything.
func lessComplete(a, b string) string {
	if slices.Index(fidelityLevels, a) > slices.Index(fidelityLevels, b) {
		return a
	}
	return b
}

// The warning codes of seed 000 (RULES R33). Other codes are allowed.
const (
	WarnContentTruncated     = "CONTENT_TRUNCATED"
	WarnStaleCache           = "STALE_CACHE"
	WarnPartialFailure       = "PARTIAL_FAILURE"
	WarnDeprecatedField      = "DEPRECATED_FIELD"
	WarnRateLimitApproaching = "RATE_LIMIT_APPROACHING"
	WarnFallbackUsed         = "FALLBACK_USED"
)

// WarningCode is a documented warning code and its severity.
type WarningCode struct {
	Name     string `json:"code"`
	Severity string `json:"severity"`
	Meaning  string `json:"meaning"`
}

var warningCodes = []WarningCode{
	{WarnContentTruncated, envelope.SeverityInfo, "content was cut to a size limit"},
	{WarnStaleCache, envelope.SeverityWarning, "cached data may be out of date"},
	{WarnPartialFailure, envelope.SeverityWarning, "some parts failed, the whole succeeded"},
	{WarnDeprecatedField, envelope.SeverityInfo, "the response holds deprecated fields"},
	{WarnRateLimitApproaching, envelope.SeverityWarning, "the rate limit is near"},
	{WarnFallbackUsed, envelope.SeverityInfo, "the primary source was unavailable"},
}

// WarningCodes returns the registry of warning codes in the document's order.
func WarningCodes() []WarningCode { return slices.Clone(warningCodes) }

// SeverityOf returns the severity of a documented warning code, "" for others.
func SeverityOf(code string) string {
	for _, c := range warningCodes {
		if c.Name == code {
			return c.Severity
		}
	}
	return ""
}

// ArchiveHash returns the hash under which archived content is announced and
// against which a reader checks what it retrieved (seed 000; RULES R27 and
// R30): "sha256:" and 64 hex digits.
func ArchiveHash(content []byte) string {
	return words.SHA256(content)
}
