package bmcis

import (
	"cmp"
	"slices"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// unknownTime replaces a missing time if the contract requires one. It is the zero time of Go,
// long before any response.
const unknownTime = "0001-01-01T00:00:00Z"

// Build writes a full envelope. It keeps values beyond the limits of seed 004, such as a page
// of 100 results; Validate reports them. A required member that the model lacks gets an empty
// value: an empty request id, the zero time, or 0 milliseconds. Missing tokens are estimated.
func (Dialect) Build(m *envelope.Model) ([]byte, []string, error) {
	var o kit.Object
	o.Set("_metadata", buildMetadata(m))
	if e := kit.Failure(m); e != nil {
		o.Set("error", buildError(e, m.Warnings))
	}
	o.Set("results", buildResults(m))
	page, unsaid := buildPagination(m.Pagination)
	o.Set("pagination", page)
	var execution kit.Object
	execution.Int("tokens_estimated", estimateTokens(buildResults(m), m.Tokens.Used))
	execution.OptInt("tokens_estimated", m.Tokens.Estimated)
	execution.Set("tokens_used", kit.Null)
	execution.OptInt("tokens_used", m.Tokens.Used)
	execution.Bool("cache_hit", m.CacheHit != nil && *m.CacheHit)
	execution.Number("execution_time_ms", cmp.Or(m.DurationMS, "0"))
	execution.Str("request_id", m.RequestID)
	o.Set("execution_context", execution.Done())
	warnings := make([][]byte, len(m.Warnings)) // with the code and level that seed 004 requires (RULES R91)
	for i, w := range m.Warnings {
		code := cmp.Or(w.Code, unnamedWarning)
		var o kit.Object
		o.Str("level", cmp.Or(w.Severity, responsev2.SeverityOf(code), NewWarning(code, "").Level))
		o.Str("code", code)
		o.Str("message", w.Message)
		o.Text("suggestion", w.Suggestion)
		o.Set("context", w.Context)
		warnings[i] = o.Done()
	}
	o.Set("warnings", kit.Array(warnings))
	carried := []string{
		"payload", "error.message", "error.code", "error.details", "request_id", "operation", "duration_ms",
		"timestamp", "warnings", "pagination", "tokens.estimated", "tokens.used", "cache_hit",
	}
	if statusOf(m) != StatusError {
		carried = append(carried, "partial")
	} else if m.Payload == nil {
		carried = append(carried, "error.data")
	}
	if cmp.Or(m.Operation, m.Tool.ID) == m.Tool.ID {
		carried = append(carried, "tool.id")
	}
	rest := *m
	rest.Extra = slices.DeleteFunc(slices.Clone(m.Extra), isVersion)
	return o.Done(), kit.FirstLost(append(unsaid, kit.Lost(&rest, carried...)...)), nil
}

// isVersion reports whether x is the version of the API. The model has no field for it.
func isVersion(x envelope.Extra) bool {
	return x.Path == "_metadata.version" && kit.Kind(x.Value) == "string"
}

func buildMetadata(m *envelope.Model) []byte {
	var o kit.Object
	o.Str("operation", cmp.Or(m.Operation, m.Tool.ID))
	o.Str("version", apiVersion)
	if i := slices.IndexFunc(m.Extra, isVersion); i >= 0 {
		o.Set("version", m.Extra[i].Value)
	}
	o.Str("timestamp", cmp.Or(m.Timestamp, unknownTime))
	o.Str("request_id", m.RequestID)
	o.Str("status", statusOf(m))
	if e := kit.Failure(m); e != nil {
		o.Text("message", e.Message)
	}
	if payloadIsScalar(m) {
		o.Str(kit.PayloadPath, resultPath)
	}
	return o.Done()
}

// payloadIsScalar reports whether results has to hold the payload in an object.
func payloadIsScalar(m *envelope.Model) bool {
	kind := kit.Kind(m.Payload)
	return kind != "" && kind != "object" && kind != "array"
}

func statusOf(m *envelope.Model) string {
	switch {
	case kit.Failure(m) != nil:
		return StatusError
	case m.Partial, m.Fidelity != nil && m.Fidelity.Level != "" && m.Fidelity.Level != responsev2.FidelityFull:
		return StatusPartial
	}
	return StatusSuccess
}

func buildResults(m *envelope.Model) []byte {
	if payloadIsScalar(m) {
		var o kit.Object
		o.Set("result", m.Payload)
		return o.Done()
	}
	if results := kit.PayloadOrContext(m); results != nil {
		return results
	}
	return []byte("[]")
}

// buildError writes the error object. It omits a code that a warning of level error already
// holds.
func buildError(e *envelope.ModelError, warnings []envelope.Warning) []byte {
	if e.Details == nil && e.Code == errorLevelCode(warnings) {
		return nil
	}
	var o, rest kit.Object
	rest.Merge(e.Details)
	o.Str("code", e.Code)
	o.Str("message", e.Message)
	o.Set("message", rest.TakeKind("message", "string"))
	o.Set("allowed_fields", rest.TakeKind("allowed_fields", "array"))
	if !rest.Empty() {
		o.Set("details", rest.Done())
	}
	return o.Done()
}

// errorLevelCode returns the code of the first warning of level error.
func errorLevelCode(warnings []envelope.Warning) string {
	for _, w := range warnings {
		if w.Severity == envelope.SeverityError {
			return w.Code
		}
	}
	return ""
}

// buildPagination writes the position, and returns the paths of the facts that it cannot hold:
// a page without a cursor is the last one.
func buildPagination(said *envelope.Pagination) (page []byte, unsaid []string) {
	if said == nil {
		return kit.Null, nil
	}
	p, unsaid := kit.Agreed(*said)
	var o kit.Object
	o.Set("cursor", kit.Null)
	o.Text("cursor", p.Cursor)
	o.OptInt("page_size", p.PageSize)
	if said.HasMore != nil || p.Cursor != "" {
		o.Bool("has_more", p.Cursor != "")
	}
	o.Set("total_available", kit.Null)
	o.OptInt("total_available", p.Total)
	return o.Done(), unsaid
}

// unnamedWarning is the code of a warning that has none of its own.
const unnamedWarning = "WARNING"

// Wrap builds the envelope from [envelope.Parts]. The tool of the call replaces an unknown
// operation. An answer without a time or an id gets the time now and a new id.
func (b Dialect) Wrap(p envelope.Parts, known envelope.Known) (envelope.Conversion, error) {
	p.Operation = cmp.Or(p.Operation, p.ToolID, known.Tool)
	p.RequestID = cmp.Or(p.RequestID, newRequestID())
	p.Timestamp = cmp.Or(p.Timestamp, time.Now().UTC().Format(time.RFC3339))
	built, lost, err := b.Build(kit.FromParts(p))
	if err == nil {
		built, err = kit.Valid(b, built)
	}
	return envelope.Conversion{Envelope: built, Lost: lost}, err
}
