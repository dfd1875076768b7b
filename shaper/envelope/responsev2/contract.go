package responsev2

import (
	"cmp"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Validate checks an envelope against an edition of the contract: "000", "003", or "" for the
// dialect's own. A broken MUST of the document is an error, a broken SHOULD a warning (RULES
// D17, D18 and D21).
func (r Dialect) Validate(doc []byte, edition string) (envelope.Findings, error) {
	edition = r.edition(edition)
	return contract.Validate(doc, edition, func(v *kit.Validation, d *envelope.Doc) {
		succeeded, failed := string(d.Value("success")) == "true", string(d.Value("success")) == "false"
		switch kind := kit.Kind(d.Value("error")); { // exactly failures have a text (RULES R21)
		case succeeded && kind == "string":
			v.Fail("error", "must be null on success")
		case failed && kind == "null":
			v.Fail("error", "must be set on failure")
		}
		if edition == Edition003 { // RULES R51 to R53
			if failed && holdsSome(d.Value("data")) {
				v.Warn("data", "should be empty on failure")
			}
			return
		}
		data := d.Value("data")
		for _, reserved := range []string{"_meta", "_warnings"} {
			if kit.Find(data, reserved) != nil {
				v.Warn(kit.Join("data", reserved), "should stand in meta")
			}
		}
		if failed && kit.Kind(data) == "object" {
			checkFailure(v, data)
		}
		checkFidelity(v, envelope.Index(d.Value("meta")))
	})
}

// holdsSome reports whether a value is a container with something in it.
func holdsSome(value []byte) bool {
	return len(value) > 0 && (value[0] == '{' || value[0] == '[') && !kit.IsEmpty(value)
}

// checkFailure checks the standard error fields (RULES R35) and their
// registries (RULES R36 and R37).
func checkFailure(v *kit.Validation, data []byte) {
	v.Check(kit.Part(v.Root, "$defs", "failure"), "data", data)
	d := envelope.Index(data)
	code, kind := kit.Text(d.Value("error_code")), kit.Text(d.Value("error_type"))
	registered, known := ErrorTypeOf(code)
	switch {
	case code == "":
	case !kit.IsScreamingSnake(code):
		v.Warn("data.error_code", "should be in SCREAMING_SNAKE_CASE")
	case !known:
		v.Warn("data.error_code", "is not in the registry of error codes")
	case kind != "" && kind != registered.Name:
		v.Warn("data.error_type", "is not the type of the error code")
	}
	if _, known := LookupErrorType(kind); kind != "" && !known {
		v.Warn("data.error_type", "is not in the registry of error types")
	}
}

// checkFidelity reports members of the fidelity that lack their counterparts (RULES R25 and
// R26).
func checkFidelity(v *kit.Validation, meta *envelope.Doc) {
	level := kit.Text(meta.Value("content_fidelity"))
	version := meta.Value("content_fidelity_schema_version")
	hashes := envelope.Index(meta.Value("content_archive_hashes"))
	switch {
	case level == "" && (holdsSome(meta.Value("dropped_content_ids")) || len(hashes.Members) > 0):
		v.Warn("meta.content_fidelity", "should be present where content was left out")
	case level != "" && level != FidelityFull && version == nil:
		v.Warn("meta.content_fidelity_schema_version", "should be present where content was left out")
	case kit.Kind(version) == "string" && kit.Text(version) != FidelitySchemaVersion:
		v.Warn("meta.content_fidelity_schema_version", "is not the current version")
	}
	for _, m := range hashes.Members {
		if kit.Kind(hashes.Raw[m.Start:m.End]) != "string" {
			v.Fail(kit.Join("meta.content_archive_hashes", m.Name), "must be string")
		}
	}
}

// The error codes of response-v2 (seed 000; RULES R37). Other codes are
// allowed; the validator warns about them.
const (
	CodeValidationError   = "VALIDATION_ERROR"
	CodeInvalidFormat     = "INVALID_FORMAT"
	CodeMissingRequired   = "MISSING_REQUIRED"
	CodeNotFound          = "NOT_FOUND"
	CodeSpecNotFound      = "SPEC_NOT_FOUND"
	CodeTaskNotFound      = "TASK_NOT_FOUND"
	CodeDuplicateEntry    = "DUPLICATE_ENTRY"
	CodeConflict          = "CONFLICT"
	CodeUnauthorized      = "UNAUTHORIZED"
	CodeForbidden         = "FORBIDDEN"
	CodeFeatureDisabled   = "FEATURE_DISABLED"
	CodeRateLimitExceeded = "RATE_LIMIT_EXCEEDED"
	CodeInternalError     = "INTERNAL_ERROR"
	CodeUnavailable       = "UNAVAILABLE"
)

// The error types of response-v2 (seed 000; RULES R36).
const (
	TypeValidation     = "validation"
	TypeAuthentication = "authentication"
	TypeAuthorization  = "authorization"
	TypeNotFound       = "not_found"
	TypeConflict       = "conflict"
	TypeRateLimit      = "rate_limit"
	TypeFeatureFlag    = "feature_flag"
	TypeInternal       = "internal"
	TypeUnavailable    = "unavailable"
)

// Retry states whether the same call may succeed later.
type Retry string

const (
	RetryNo    Retry = "no"
	RetryMaybe Retry = "maybe"
	RetryYes   Retry = "yes"
)

// ErrorType is a category of errors, with its routing, its HTTP status, and the action of a
// client.
type ErrorType struct {
	Name       string `json:"error_type"`
	HTTPStatus int    `json:"http_status"`
	Retry      Retry  `json:"retry"`
	Advice     string `json:"advice,omitempty"`
}

// ErrorCode is a documented error code and its category.
type ErrorCode struct {
	Name string `json:"error_code"`
	Type string `json:"error_type"`
	Use  string `json:"use"`
}

var errorTypes = []ErrorType{
	{TypeValidation, 400, RetryNo, "fix the input"},
	{TypeAuthentication, 401, RetryNo, "authenticate again"},
	{TypeAuthorization, 403, RetryNo, ""},
	{TypeNotFound, 404, RetryNo, ""},
	{TypeConflict, 409, RetryMaybe, "check the state"},
	{TypeRateLimit, 429, RetryYes, "after the delay"},
	{TypeFeatureFlag, 403, RetryNo, "check the flag"},
	{TypeInternal, 500, RetryYes, "with backoff"},
	{TypeUnavailable, 503, RetryYes, "with backoff"},
}

var errorCodes = []ErrorCode{
	{CodeValidationError, TypeValidation, "input that fails a rule"},
	{CodeInvalidFormat, TypeValidation, "malformed input: wrong type, bad JSON"},
	{CodeMissingRequired, TypeValidation, "a required field is missing"},
	{CodeNotFound, TypeNotFound, "the resource does not exist"},
	{CodeSpecNotFound, TypeNotFound, "the specification file does not exist"},
	{CodeTaskNotFound, TypeNotFound, "the specification has no such task"},
	{CodeDuplicateEntry, TypeConflict, "the resource exists already"},
	{CodeConflict, TypeConflict, "the state does not allow it"},
	{CodeUnauthorized, TypeAuthentication, "credentials are missing or wrong"},
	{CodeForbidden, TypeAuthorization, "permissions do not suffice"},
	{CodeFeatureDisabled, TypeFeatureFlag, "the feature is not enabled"},
	{CodeRateLimitExceeded, TypeRateLimit, "too many requests"},
	{CodeInternalError, TypeInternal, "the server failed"},
	{CodeUnavailable, TypeUnavailable, "the service is down for now"},
}

// ErrorTypes returns the registry of error types in the document's order.
func ErrorTypes() []ErrorType { return slices.Clone(errorTypes) }

// ErrorCodes returns the registry of error codes in the document's order.
func ErrorCodes() []ErrorCode { return slices.Clone(errorCodes) }

// ErrorTypeOf returns the type of a documented error code.
func ErrorTypeOf(code string) (ErrorType, bool) {
	i := slices.IndexFunc(errorCodes, func(c ErrorCode) bool { return c.Name == code })
	if i < 0 {
		return ErrorType{}, false
	}
	return LookupErrorType(errorCodes[i].Type)
}

// LookupErrorType returns a documented error type by its name.
func LookupErrorType(name string) (ErrorType, bool) {
	i := slices.IndexFunc(errorTypes, func(t ErrorType) bool { return t.Name == name })
	if i < 0 {
		return ErrorType{}, false
	}
	return errorTypes[i], true
}

// foreignTypes are the types of codes that seed 004 spells as response-v2 does.
var foreignTypes = map[string]string{
	"INVALID_CURSOR":       TypeValidation,
	"INVALID_FIELDS":       TypeValidation,
	"TOKEN_LIMIT_EXCEEDED": TypeValidation,
}

// typeFor derives the type of a code; a code that no table knows is internal.
func typeFor(code string) string {
	t, _ := ErrorTypeOf(code)
	return cmp.Or(t.Name, foreignTypes[code], TypeInternal)
}

// FidelitySchemaVersion is the current version of the fidelity metadata (seed 000; RULES R26).
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

// ArchiveHash returns the hash of archived content: "sha256:" and 64 hex digits. An envelope
// announces it, and a reader checks the retrieved content against it (seed 000; RULES R27 and
// R30).
func ArchiveHash(content []byte) string {
	return words.SHA256(content)
}
