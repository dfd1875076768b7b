package responsev2

import (
	"cmp"
	"slices"
)

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

// Retry says whether the same call may succeed later.
type Retry string

const (
	RetryNo    Retry = "no"
	RetryMaybe Retry = "maybe"
	RetryYes   Retry = "yes"
)

// ErrorType is a category of errors: how to route it, its HTTP analog, and what
// a client does about it.
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
	if t, ok := ErrorTypeOf(code); ok {
		return t.Name
	}
	return cmp.Or(foreignTypes[code], TypeInternal)
}
