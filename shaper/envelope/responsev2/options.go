package responsev2

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Option adds a part to a response. Options take effect in the order given, and
// meta holds its parts in that order, after version. An empty part adds nothing.
//
// Parts given as any must become a JSON object: a struct, a map, or raw JSON as bytes,
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

// WithRemediation says what the caller can do about an error.
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
