package bmcis

import (
	"cmp"
	"slices"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/codec"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// unknownTime stands for a time that a conversion does not know, where the
// contract requires one: the zero time of Go, long before any response.
var unknownTime = time.Time{}.Format(time.RFC3339)

// Parse reads an envelope of seed 004. A failure is a status of error or an
// error object; its code is that of the error, else of the first warning of
// level error (REQUIREMENTS section 4).
func (BMCIS) Parse(doc []byte) (*envelope.Model, error) {
	d, err := envelope.Open(doc, scan.Limits{})
	if err != nil {
		return nil, err
	}
	var head, execution, rest raw.Object
	head.Merge(bmcisHead(d))
	execution.Merge(d.Value("execution_context"))
	rest.Merge(d.Raw)
	m := &envelope.Model{
		OK:         !BMCIS{}.Facts(d).IsError,
		Payload:    parseResults(rest.Drop("results"), &head),
		Partial:    raw.TakeText(&head, "status") == StatusPartial,
		Operation:  raw.TakeText(&head, "operation"),
		Timestamp:  raw.TakeText(&head, "timestamp"),
		RequestID:  raw.TakeText(&head, "request_id"),
		DurationMS: raw.Number(raw.TakeKind(&execution, "execution_time_ms", "number")),
		CacheHit:   raw.TakeBool(&execution, "cache_hit"),
		Tokens:     envelope.ModelTokens{Estimated: raw.TakeInteger(&execution, "tokens_estimated"), Used: raw.TakeInteger(&execution, "tokens_used")},
		Pagination: parseSearchPage(raw.TakeKind(&rest, "pagination", "object")),
		Warnings:   parseResponseWarnings(raw.TakeKind(&rest, "warnings", "array")),
	}
	if !m.OK {
		parseResponseError(m, raw.TakeText(&head, "message"), &rest)
	}
	forgetDefaults(m, &head, &execution)
	for _, known := range []string{"pagination", "warnings", "error"} {
		raw.TakeKind(&rest, known, "null")
	}
	rest.Drop(bmcisHeadName(d))
	rest.Drop("execution_context")
	m.Extra = slices.Concat(codec.Extras("_metadata", &head), codec.Extras("execution_context", &execution), codec.Extras("", &rest))
	return m, nil
}

// resultPath is the place that _metadata names with [payloadPath] where the
// payload is neither an array nor an object, and so cannot be results itself.
const resultPath = "results.result"

// parseResults finds the payload.
func parseResults(results []byte, head *raw.Object) []byte {
	if o := raw.ObjectOf(results); o != nil && raw.Text(head.Get(codec.PayloadPath)) == resultPath {
		if payload := o.Drop("result"); payload != nil && o.Empty() {
			head.Drop(codec.PayloadPath)
			return payload
		}
	}
	return results
}

// forgetDefaults forgets what Build writes where nothing is known, and the
// second request id where it is the first.
func forgetDefaults(m *envelope.Model, head, execution *raw.Object) {
	m.RequestID = cmp.Or(m.RequestID, raw.Text(execution.Get("request_id")))
	if raw.Text(execution.Get("request_id")) == m.RequestID {
		execution.Drop("request_id")
	}
	if raw.Text(head.Get("version")) == bmcisVersion {
		head.Drop("version")
	}
	if m.Timestamp == unknownTime {
		m.Timestamp = ""
	}
	raw.TakeKind(head, "message", "null")
	raw.TakeKind(execution, "tokens_used", "null")
}

// parseResponseError takes the error out of the rest of an envelope. One that is a
// bare text is a message.
func parseResponseError(m *envelope.Model, message string, rest *raw.Object) {
	var o, details raw.Object
	o.Merge(raw.TakeKind(rest, "error", "object"))
	if said := raw.TakeKind(rest, "error", "string"); said != nil {
		o.Set("message", said)
	}
	e := &envelope.ModelError{Code: raw.TakeText(&o, "code"), Message: cmp.Or(message, raw.Text(o.Get("message")))}
	if raw.Text(o.Get("message")) == e.Message {
		raw.TakeText(&o, "message")
	}
	nested := raw.TakeKind(&o, "details", "object")
	details.Merge(o.Done())
	details.Merge(nested)
	if !details.Empty() {
		e.Details = details.Done()
	}
	e.Code = cmp.Or(e.Code, errorLevelCode(m.Warnings))
	m.Error = e
	if raw.Kind(m.Payload) == "array" && len(raw.Elements(m.Payload)) == 0 {
		m.Payload = nil
	}
	codec.PayloadOfFailure(m)
}

func parseSearchPage(value []byte) *envelope.Pagination {
	if value == nil {
		return nil
	}
	var o raw.Object
	o.Merge(value)
	p := &envelope.Pagination{
		Cursor:   raw.TakeText(&o, "cursor"),
		HasMore:  raw.TakeBool(&o, "has_more"),
		PageSize: raw.TakeInteger(&o, "page_size"),
		Total:    raw.TakeInteger(&o, "total_available"),
	}
	raw.TakeKind(&o, "cursor", "null")
	raw.TakeKind(&o, "total_available", "null")
	p.Extra = codec.Extras("pagination", &o)
	return p
}

// Build writes a full envelope. Values are kept even where they are beyond what
// seed 004 allows, such as a page of 100 results; Validate says so. Required
// members that the model knows nothing of get a value that says nothing: an
// empty request id, the zero time, no milliseconds, an estimate of the tokens.
func (BMCIS) Build(m *envelope.Model) ([]byte, []string, error) {
	var o raw.Object
	o.Set("_metadata", responseMetadata(m))
	if e := codec.Failure(m); e != nil {
		o.Set("error", buildResponseError(e, m.Warnings))
	}
	o.Set("results", results(m))
	o.Set("pagination", buildSearchPage(m.Pagination))
	o.Set("execution_context", executionContext(m))
	o.Set("warnings", buildResponseWarnings(m.Warnings))
	carried := []string{
		"payload", "error.message", "error.code", "error.details", "request_id", "operation", "duration_ms",
		"timestamp", "warnings", "pagination", "tokens.estimated", "tokens.used", "cache_hit",
	}
	if status(m) != StatusError {
		carried = append(carried, "partial")
	} else if m.Payload == nil {
		carried = append(carried, "error.data")
	}
	if cmp.Or(m.Operation, m.Tool.ID) == m.Tool.ID {
		carried = append(carried, "tool.id")
	}
	rest := *m
	rest.Extra = slices.DeleteFunc(slices.Clone(m.Extra), isBMCISVersion)
	return o.Done(), codec.Lost(&rest, carried...), nil
}

// isBMCISVersion finds the version of the API, for which the model has no field.
func isBMCISVersion(x envelope.Extra) bool {
	return x.Path == "_metadata.version" && raw.Kind(x.Value) == "string"
}

func responseMetadata(m *envelope.Model) []byte {
	var o raw.Object
	o.Str("operation", cmp.Or(m.Operation, m.Tool.ID))
	o.Str("version", bmcisVersion)
	if i := slices.IndexFunc(m.Extra, isBMCISVersion); i >= 0 {
		o.Set("version", m.Extra[i].Value)
	}
	o.Str("timestamp", cmp.Or(m.Timestamp, unknownTime))
	o.Str("request_id", m.RequestID)
	o.Str("status", status(m))
	if e := codec.Failure(m); e != nil {
		o.Text("message", e.Message)
	}
	if payloadIsScalar(m) {
		o.Str(codec.PayloadPath, resultPath)
	}
	return o.Done()
}

// payloadIsScalar reports whether results has to hold the payload in an object.
func payloadIsScalar(m *envelope.Model) bool {
	kind := raw.Kind(m.Payload)
	return kind != "" && kind != "object" && kind != "array"
}

func status(m *envelope.Model) string {
	switch {
	case codec.Failure(m) != nil:
		return StatusError
	case m.Partial, m.Fidelity != nil && m.Fidelity.Level != "" && m.Fidelity.Level != responsev2.FidelityFull:
		return StatusPartial
	}
	return StatusSuccess
}

func executionContext(m *envelope.Model) []byte {
	var o raw.Object
	o.Int("tokens_estimated", estimateTokens(results(m), m.Tokens.Used))
	o.OptInt("tokens_estimated", m.Tokens.Estimated)
	o.Set("tokens_used", raw.Null)
	o.OptInt("tokens_used", m.Tokens.Used)
	o.Bool("cache_hit", m.CacheHit != nil && *m.CacheHit)
	o.Number("execution_time_ms", cmp.Or(m.DurationMS, "0"))
	o.Str("request_id", m.RequestID)
	return o.Done()
}

func results(m *envelope.Model) []byte {
	if payloadIsScalar(m) {
		var o raw.Object
		o.Set("result", m.Payload)
		return o.Done()
	}
	if results := codec.PayloadOrContext(m); results != nil {
		return results
	}
	return []byte("[]")
}

// buildResponseError writes the error object. A code that a warning of level
// error tells already needs none.
func buildResponseError(e *envelope.ModelError, warnings []envelope.Warning) []byte {
	if e.Details == nil && e.Code == errorLevelCode(warnings) {
		return nil
	}
	var o, rest raw.Object
	rest.Merge(e.Details)
	o.Str("code", e.Code)
	o.Str("message", e.Message)
	o.Set("message", raw.TakeKind(&rest, "message", "string"))
	o.Set("allowed_fields", raw.TakeKind(&rest, "allowed_fields", "array"))
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

func buildSearchPage(p *envelope.Pagination) []byte {
	if p == nil {
		return raw.Null
	}
	var o raw.Object
	o.Set("cursor", raw.Null)
	o.Text("cursor", p.Cursor)
	o.OptInt("page_size", p.PageSize)
	o.OptBool("has_more", p.HasMore)
	o.Set("total_available", raw.Null)
	o.OptInt("total_available", p.Total)
	return o.Done()
}

// unnamedWarning is the code of a warning that has none of its own.
const unnamedWarning = "WARNING"

// parseResponseWarnings reads warnings whose severity is named level.
func parseResponseWarnings(list []byte) []envelope.Warning {
	warnings := codec.ParseWarningsBy(list, "level", "severity")
	for i := range warnings {
		if w := &warnings[i]; w.Code == unnamedWarning {
			w.Code = ""
			if w.Severity == envelope.SeverityWarning {
				w.Severity = ""
			}
		}
	}
	return warnings
}

// buildResponseWarnings writes warnings with the code and level that seed 004
// requires (R91).
func buildResponseWarnings(warnings []envelope.Warning) []byte {
	list := make([][]byte, len(warnings))
	for i, w := range warnings {
		code := cmp.Or(w.Code, unnamedWarning)
		var o raw.Object
		o.Str("level", cmp.Or(w.Severity, responsev2.SeverityOf(code), NewResponseWarning(code, "").Level))
		o.Str("code", code)
		o.Str("message", w.Message)
		o.Text("suggestion", w.Suggestion)
		o.Set("context", w.Context)
		list[i] = o.Done()
	}
	return raw.Array(list)
}
