package responsev2

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/contract"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Option adds a part to a response. Options take effect in the order given, and
// meta holds its parts in that order, after version. An empty part adds nothing.
//
// Parts given as any must become a JSON object: a struct, a map, or raw JSON as
// [json.RawMessage], which passes through as written.
type Option func(*response)

// response is an envelope under construction.
type response struct {
	edition                 string
	data, meta              raw.Object
	code, kind, remediation string
	details                 raw.Object
	err                     error
}

// Success builds the envelope of an operation that did what it should
// (success_response of seed 000). data is the payload, an object; nil is {}.
//
// It fails where the envelope would break the contract, with a [FieldError]
// that names the member; it never builds an invalid envelope.
func Success(data any, opts ...Option) ([]byte, error) {
	r := newResponse(WithData(data), opts)
	return r.write("true", raw.Null)
}

// Error builds the envelope of a failure (error_response of seed 000). message
// is for people and must not be empty.
//
// Data carries error_code (INTERNAL_ERROR unless given), error_type (that of
// the code unless given) and what else the options give. A code or type among
// the members of [WithData] counts unless an option gives one (RULES D20). It
// fails as [Success] does.
func Error(message string, opts ...Option) ([]byte, error) {
	r := newResponse(nil, opts)
	if r.edition != Edition003 {
		r.code = cmp.Or(r.code, r.inData("error_code", CodeInternalError))
		r.kind = cmp.Or(r.kind, r.inData("error_type", typeFor(r.code)))
	}
	r.data.Text("error_code", r.code)
	r.data.Text("error_type", r.kind)
	r.data.Text("remediation", r.remediation)
	if !r.details.Empty() {
		r.data.Set("details", r.details.Done())
	}
	return r.write("false", raw.Quote(message))
}

// inData returns the text of a member of data, usual where there is none. What
// is no text stays as it is, for validation to refuse.
func (r *response) inData(name, usual string) string {
	value := r.data.Get(name)
	if raw.IsNull(value) || raw.Kind(value) == "string" {
		return cmp.Or(raw.Text(value), usual)
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
	var o raw.Object
	o.Set("success", []byte(success))
	o.Set("data", r.data.Done())
	o.Set("error", failure)
	o.Set("meta", r.meta.Done())
	return contract.Valid(Dialect{r.edition}, o.Done())
}

// mergeInto adds the members of an object to another one; nil adds nothing.
func (r *response) mergeInto(o *raw.Object, field string, value any) {
	encoded, err := raw.Encode(value)
	problem := ""
	if err != nil {
		problem = "cannot be written as JSON"
	} else if kind := raw.Kind(encoded); kind != "object" && kind != "null" {
		problem = "must be an object"
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

// metaObject sets a member of meta to an object that is not empty.
func metaObject(name string, value any) Option {
	return func(r *response) {
		var o raw.Object
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

// WithMeta merges the members of an object into meta. meta.version stays as the
// contract has it (RULES D20).
func WithMeta(meta any) Option {
	return func(r *response) {
		r.mergeInto(&r.meta, "meta", meta)
		r.meta.Str("version", metaVersion)
	}
}

// WithEdition builds for an edition of the contract: [Edition000], or
// [Edition003], whose failures have empty data unless options fill it (RULES
// R52).
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
			r.addToList("warnings", raw.Quote(message))
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
			var context raw.Object
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
	r.meta.List(name, append(raw.Elements(r.meta.Get(name)), item))
}

// warningDetail writes one item of warning_details (RULES R32).
func warningDetail(w envelope.Warning) []byte {
	var o raw.Object
	o.Text("code", w.Code)
	o.Text("severity", cmp.Or(w.Severity, SeverityOf(w.Code)))
	o.Str("message", w.Message)
	o.Set("context", w.Context)
	o.Text("suggestion", w.Suggestion)
	return o.Done()
}

// detailed reports whether a warning says more than its message.
func detailed(w envelope.Warning) bool {
	return w.Code != "" || w.Severity != "" || w.Context != nil || w.Suggestion != ""
}

// WithPagination tells where the page stands: cursor, has_more, total_count ….
func WithPagination(pagination any) Option { return metaObject("pagination", pagination) }

// WithRateLimit tells the quota: limit, remaining, reset_at, retry_after ….
func WithRateLimit(limit any) Option { return metaObject("rate_limit", limit) }

// WithTelemetry tells times and counts: duration_ms, downstream_calls ….
func WithTelemetry(telemetry any) Option { return metaObject("telemetry", telemetry) }

// WithFidelity tells how complete data is (RULES R25 to R28): a level such as
// [FidelityPartial], the ids of what was left out, and by archive id the hash
// under which it can be found (see [ArchiveHash]). Each may be empty.
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
		var hashes raw.Object
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

// WithRemediation says what the caller can do about an error.
func WithRemediation(advice string) Option {
	return func(r *response) { r.remediation = cmp.Or(advice, r.remediation) }
}

// WithDetails merges the members of an object into data.details.
func WithDetails(details any) Option {
	return func(r *response) { r.mergeInto(&r.details, "data.details", details) }
}
