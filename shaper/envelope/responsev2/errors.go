package responsev2

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// The helpers below build the failures of seed 000's tables. Where the seed gives
// no text, the text is ours. Options given by the caller come last and win.

// ValidationError reports invalid input (validation_error, HTTP 400); see
// [WithInvalidField].
func ValidationError(message string, opts ...Option) ([]byte, error) {
	return failure(message, CodeValidationError, opts)
}

// NotFoundError reports a resource that does not exist (not_found_error, 404).
func NotFoundError(resourceType, resourceID string, opts ...Option) ([]byte, error) {
	return failure(fmt.Sprintf("%s '%s' not found", resourceType, resourceID), CodeNotFound, opts,
		withText("resource_type", resourceType),
		withText("resource_id", resourceID),
		WithRemediation(fmt.Sprintf("Verify the %s ID exists.", strings.ToLower(resourceType))))
}

// RateLimitError reports too many requests (rate_limit_error, 429).
func RateLimitError(limit int64, period string, retryAfterSeconds int64, opts ...Option) ([]byte, error) {
	return failure(fmt.Sprintf("Rate limit exceeded: %d requests per %s", limit, period), CodeRateLimitExceeded, opts,
		withNumber("retry_after_seconds", retryAfterSeconds),
		WithRateLimit(struct {
			Limit      int64  `json:"limit"`
			Period     string `json:"period"`
			RetryAfter int64  `json:"retry_after"`
		}{limit, period, retryAfterSeconds}),
		WithRemediation(fmt.Sprintf("Wait %d seconds before retrying.", retryAfterSeconds)))
}

// UnauthorizedError reports missing or wrong credentials (unauthorized_error,
// 401). An empty message gets a general one.
func UnauthorizedError(message string, opts ...Option) ([]byte, error) {
	return failure(cmp.Or(message, "Invalid or missing credentials"), CodeUnauthorized, opts,
		WithRemediation("Authenticate again with valid credentials."))
}

// ForbiddenError reports permissions that do not suffice (forbidden_error,
// 403); see [WithRequiredPermission].
func ForbiddenError(message string, opts ...Option) ([]byte, error) {
	return failure(message, CodeForbidden, opts,
		WithRemediation("Request appropriate permissions from the resource owner."))
}

// ConflictError reports a state that does not allow the call (conflict_error,
// 409).
func ConflictError(message string, opts ...Option) ([]byte, error) {
	return failure(message, CodeConflict, opts,
		WithRemediation("Check the current state before retrying."))
}

// InternalError reports that the server failed (internal_error, 500). An empty
// message gets a general one; see [Sanitize] for what to tell. The
// remediation refers to the request id where there is one.
func InternalError(message string, opts ...Option) ([]byte, error) {
	return failure(cmp.Or(message, "An internal error occurred"), CodeInternalError, append(slices.Clip(opts), referToRequest))
}

func referToRequest(r *response) {
	if r.remediation != "" {
		return
	}
	r.remediation = "Please try again. If the problem persists, contact support."
	if id := kit.Text(r.meta.Get("request_id")); id != "" {
		r.remediation += " Reference: " + id
	}
}

// UnavailableError reports a service that is down for now (unavailable_error,
// 503). An empty message gets a general one; retryAfterSeconds is 0 where
// nobody knows.
func UnavailableError(message string, retryAfterSeconds int64, opts ...Option) ([]byte, error) {
	given := []Option{WithRemediation("Retry with exponential backoff.")}
	if retryAfterSeconds > 0 {
		given = []Option{
			withNumber("retry_after_seconds", retryAfterSeconds),
			WithRemediation(fmt.Sprintf("Wait %d seconds before retrying.", retryAfterSeconds)),
		}
	}
	return failure(cmp.Or(message, "Service temporarily unavailable"), CodeUnavailable, opts, given...)
}

// FeatureDisabledError reports a feature that is not enabled for the client.
func FeatureDisabledError(feature string, opts ...Option) ([]byte, error) {
	return failure(fmt.Sprintf("Feature '%s' is not enabled", feature), CodeFeatureDisabled, opts,
		withText("feature", feature),
		WithRemediation("Contact support to enable this feature or check feature flag configuration"))
}

func failure(message, code string, opts []Option, given ...Option) ([]byte, error) {
	given = append(given, WithErrorCode(code))
	return Error(message, append(given, opts...)...)
}

func withText(name, value string) Option {
	return func(r *response) { r.data.Text(name, value) }
}

func withNumber(name string, value int64) Option {
	return func(r *response) { r.data.Int(name, value) }
}
