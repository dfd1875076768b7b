package responsev2

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// response is an envelope under construction.
type response struct {
	edition                 string
	data, meta              kit.Object
	code, kind, remediation string
	details                 kit.Object
	err                     error
}

// Success builds the envelope of a success (success_response of seed 000). data is the
// payload, an object; nil is {}. Put a list under a name in it (RULES R24).
//
// It never builds an invalid envelope. If the envelope would break the contract, it fails with
// an [envelope.FieldError] that names the member.
func Success(data any, opts ...Option) ([]byte, error) {
	return newResponse(WithData(data), opts).write("true", kit.Null)
}

// Error builds the envelope of a failure (error_response of seed 000). message is for people
// and must not be empty.
//
// data holds error_code, error_type and the additions of the options. The default code is
// INTERNAL_ERROR, the default type that of the code. A code or type among the members of
// [WithData] counts unless an option gives one (RULES D20). It fails as [Success] does.
func Error(message string, opts ...Option) ([]byte, error) {
	return newResponse(nil, opts).writeFailure(message)
}

func (r *response) writeFailure(message string) ([]byte, error) {
	if r.edition != Edition003 {
		r.classify()
	}
	r.data.Text("error_code", r.code)
	r.data.Text("error_type", r.kind)
	r.data.Text("remediation", r.remediation)
	if !r.details.Empty() {
		r.data.Set("details", r.details.Done())
	}
	return r.write("false", kit.Quote(message))
}

// classify sets the code and the type of a failure to their defaults if they are missing.
func (r *response) classify() {
	r.code = cmp.Or(r.code, r.inData("error_code", CodeInternalError))
	r.kind = cmp.Or(r.kind, r.inData("error_type", typeFor(r.code)))
}

// inData returns the text of a member of data, usual if there is none. Any other value stays,
// and validation refuses it.
func (r *response) inData(name, usual string) string {
	value := r.data.Get(name)
	if kit.IsNull(value) || kit.Kind(value) == "string" {
		return cmp.Or(kit.Text(value), usual)
	}
	return ""
}

func newResponse(first Option, opts []Option) *response {
	r := &response{edition: Edition000}
	r.meta.Str("version", metaVersion)
	for _, opt := range slices.Concat([]Option{first}, opts) {
		if opt != nil {
			opt(r)
		}
	}
	return r
}

func (r *response) write(success string, failure []byte) ([]byte, error) {
	if r.err != nil {
		return nil, r.err
	}
	var o kit.Object
	o.Set("success", []byte(success))
	o.Set("data", r.data.Done())
	o.Set("error", failure)
	o.Set("meta", r.meta.Done())
	return kit.Valid(Dialect{r.edition}, o.Done())
}

// mergeInto adds the members of an object to another one; nil adds nothing.
func (r *response) mergeInto(o *kit.Object, field string, value any) {
	encoded, err := kit.Encode(value)
	problem := ""
	if err != nil {
		problem = kit.Unencodable(value)
	} else if kind := kit.Kind(encoded); kind != "object" && kind != "null" {
		problem = kit.NoObject(kind)
	} else if _, err := envelope.Open(encoded, envelope.Limits{}); err != nil {
		problem = err.Error()
	}
	if problem != "" {
		r.fail(field, problem)
		return
	}
	o.Merge(encoded)
}

// fail remembers the first fault.
func (r *response) fail(field, problem string) {
	if r.err == nil {
		r.err = &envelope.FieldError{Field: field, Problem: problem}
	}
}

// Option adds a part to a response. Options take effect in the given order. meta holds their
// parts in that order, after version. An empty part adds nothing.
//
// A part given as any must become a JSON object. Pass a struct, a map, or raw JSON as bytes,
// which pass through as written.
type Option func(*response)

// metaObject sets a member of meta to an object that is not empty.
func metaObject(name string, value any) Option {
	return func(r *response) {
		var o kit.Object
		r.mergeInto(&o, "meta."+name, value)
		if !o.Empty() {
			r.meta.Set(name, o.Done())
		}
	}
}

// WithData merges the members of an object into data.
func WithData(data any) Option {
	return func(r *response) { r.mergeInto(&r.data, "data", data) }
}

// WithMeta merges the members of an object into meta. meta.version keeps its contract value
// (RULES D20).
func WithMeta(meta any) Option {
	return func(r *response) {
		r.mergeInto(&r.meta, "meta", meta)
		r.meta.Str("version", metaVersion)
	}
}

// WithEdition builds for an edition of the contract: [Edition000], or [Edition003], whose
// failures have empty data unless options fill it (RULES R52).
func WithEdition(edition string) Option {
	return func(r *response) { r.edition = edition }
}

// WithRequestID names the request for logs and traces.
func WithRequestID(id string) Option {
	return func(r *response) { r.meta.Text("request_id", id) }
}

// WithWarnings adds the texts of non-fatal issues.
func WithWarnings(messages ...string) Option {
	return func(r *response) {
		for _, message := range messages {
			r.addToList("warnings", kit.Quote(message))
		}
	}
}

// WithWarningDetails adds warnings for programs. A documented code brings its
// severity along (RULES R33).
func WithWarningDetails(warnings ...envelope.Warning) Option {
	return func(r *response) {
		for _, w := range warnings {
			if w.Message == "" {
				r.fail("meta.warning_details", "a message is required")
			}
			var context kit.Object
			r.mergeInto(&context, "meta.warning_details.context", w.Context)
			if w.Context = nil; !context.Empty() {
				w.Context = context.Done()
			}
			r.addToList("warning_details", warningDetail(w))
		}
	}
}

// addToList appends to a list in meta.
func (r *response) addToList(name string, item json.RawMessage) {
	r.meta.List(name, append(kit.Elements(r.meta.Get(name)), item))
}

// warningDetail writes one item of warning_details (RULES R32).
func warningDetail(w envelope.Warning) []byte {
	var o kit.Object
	o.Text("code", w.Code)
	o.Text("severity", cmp.Or(w.Severity, SeverityOf(w.Code)))
	o.Str("message", w.Message)
	o.Set("context", w.Context)
	o.Text("suggestion", w.Suggestion)
	return o.Done()
}

// detailed reports whether a warning has more than its message.
func detailed(w envelope.Warning) bool {
	return w.Code != "" || w.Severity != "" || w.Context != nil || w.Suggestion != ""
}

// WithPagination sets the position of the page: cursor, has_more, total_count ….
func WithPagination(pagination any) Option { return metaObject("pagination", pagination) }

// WithRateLimit sets the quota: limit, remaining, reset_at, retry_after ….
func WithRateLimit(limit any) Option { return metaObject("rate_limit", limit) }

// WithTelemetry sets times and counts: duration_ms, downstream_calls ….
func WithTelemetry(telemetry any) Option { return metaObject("telemetry", telemetry) }

// WithFidelity states how complete data is (RULES R25 to R28). level is a level such as
// [FidelityPartial]. droppedIDs are the ids of left-out elements. archiveHashes maps an
// archive id to the hash of its content (see [ArchiveHash]). Each may be empty.
func WithFidelity(level string, droppedIDs []string, archiveHashes map[string]string) Option {
	return func(r *response) {
		if level != "" {
			r.meta.Str("content_fidelity_schema_version", FidelitySchemaVersion)
			r.meta.Str("content_fidelity", level)
		}
		if len(droppedIDs) > 0 {
			r.meta.Any("dropped_content_ids", droppedIDs)
		}
		if len(archiveHashes) == 0 {
			return
		}
		var hashes kit.Object
		for _, id := range slices.Sorted(maps.Keys(archiveHashes)) {
			hashes.Str(id, archiveHashes[id])
		}
		r.meta.Set("content_archive_hashes", hashes.Done())
	}
}

// WithErrorCode sets data.error_code, such as [CodeNotFound].
func WithErrorCode(code string) Option { return func(r *response) { r.code = cmp.Or(code, r.code) } }

// WithErrorType sets data.error_type, such as [TypeNotFound].
func WithErrorType(kind string) Option { return func(r *response) { r.kind = cmp.Or(kind, r.kind) } }

// WithRemediation sets the advice to the caller about an error.
func WithRemediation(advice string) Option {
	return func(r *response) { r.remediation = cmp.Or(advice, r.remediation) }
}

// WithDetails merges the members of an object into data.details.
func WithDetails(details any) Option {
	return func(r *response) { r.mergeInto(&r.details, "data.details", details) }
}

// WithInvalidField names the input that failed in data.details.field, unless
// the details name one.
func WithInvalidField(name string) Option {
	return func(r *response) {
		if r.details.Get("field") == nil {
			r.details.Text("field", name)
		}
	}
}

// WithRequiredPermission names the permission that the caller lacks.
func WithRequiredPermission(permission string) Option {
	return withText("required_permission", permission)
}

// The helpers below build the failures of seed 000's tables. If the seed gives no text, the
// text is ours. Options given by the caller come last and win.

// ValidationError reports invalid input (validation_error, HTTP 400); see [WithInvalidField].
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

// ConflictError reports a state that does not allow the call (conflict_error, 409).
func ConflictError(message string, opts ...Option) ([]byte, error) {
	return failure(message, CodeConflict, opts,
		WithRemediation("Check the current state before retrying."))
}

// InternalError reports that the server failed (internal_error, 500). An empty message gets a
// general one; use [Sanitize] for a message without server details. The remediation refers to
// the request id if there is one.
func InternalError(message string, opts ...Option) ([]byte, error) {
	return failure(cmp.Or(message, "An internal error occurred"), CodeInternalError, append(slices.Clip(opts), func(r *response) {
		advice := "Please try again. If the problem persists, contact support."
		if id := kit.Text(r.meta.Get("request_id")); id != "" {
			advice += " Reference: " + id
		}
		r.remediation = cmp.Or(r.remediation, advice)
	}))
}

// UnavailableError reports a service that is down for now (unavailable_error, 503). An empty
// message gets a general one. retryAfterSeconds is 0 if the time is unknown.
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

// The page sizes of response-v2.
const (
	ItemsPerPage    = 100
	MaxItemsPerPage = 1000
)

// ClampPageSize brings a requested page size into 1 … [MaxItemsPerPage] (normalize_page_size).
func ClampPageSize(requested int) int { return max(1, min(requested, MaxItemsPerPage)) }

// Page is the position of a page in a list of results.
type Page struct {
	Cursor   string // of the next page; "" for none
	HasMore  bool
	PageSize int    // 0: ItemsPerPage; clamped
	Total    *int64 // nil: unknown
}

// Paginated builds the envelope of one page of results (paginated_response).
func Paginated(data any, page Page, opts ...Option) ([]byte, error) {
	var o kit.Object
	o.Set("cursor", kit.Null)
	o.Text("cursor", page.Cursor)
	o.Bool("has_more", page.HasMore)
	size := ItemsPerPage
	if page.PageSize != 0 {
		size = ClampPageSize(page.PageSize)
	}
	o.Int("page_size", int64(size))
	if page.Total != nil {
		o.Int("total_count", *page.Total)
	}
	pagination := WithPagination(json.RawMessage(o.Done()))
	return Success(data, append([]Option{pagination}, opts...)...)
}

// UnreadableCursorError is the reason why a cursor cannot be used.
type UnreadableCursorError struct {
	Reason string // "empty", "decode_failed" or "not_a_dict"
}

func (e *UnreadableCursorError) Error() string {
	switch e.Reason {
	case "empty":
		return "cursor is empty"
	case "not_a_dict":
		return "cursor does not hold an object"
	}
	return "cursor cannot be decoded"
}

// EncodeCursor makes an opaque cursor from a position, an object
// (encode_cursor): URL-safe base64 of its compact JSON with version 1 added.
func EncodeCursor(position any) (string, error) {
	encoded, err := kit.Encode(position)
	if err != nil || kit.Kind(encoded) != "object" {
		return "", &envelope.FieldError{Field: "cursor", Problem: "must be an object"}
	}
	var o kit.Object
	o.Merge(encoded)
	o.Int("version", 1)
	return base64.URLEncoding.EncodeToString(kit.Compact(o.Done())), nil
}

// DecodeCursor returns the object inside a cursor (decode_cursor), numbers as written. It reads
// both base64 alphabets, padded or not; its error is a [*UnreadableCursorError].
func DecodeCursor(cursor string) (json.RawMessage, error) {
	if cursor == "" {
		return nil, &UnreadableCursorError{"empty"}
	}
	decoded, err := kit.DecodeBase64(cursor)
	if err != nil || envelope.CheckUnique(decoded) != nil {
		return nil, &UnreadableCursorError{"decode_failed"}
	}
	decoded = kit.Trim(decoded)
	if kit.Kind(decoded) != "object" {
		return nil, &UnreadableCursorError{"not_a_dict"}
	}
	return decoded, nil
}
