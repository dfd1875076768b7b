package envelope

import (
	"cmp"
	"slices"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// unknownTime stands for a time that a conversion does not know, where the
// contract requires one: the zero time of Go, long before any response.
var unknownTime = time.Time{}.Format(time.RFC3339)

// Parse reads an envelope of seed 004. A failure is a status of error or an
// error object; its code is that of the error, else of the first warning of
// level error (REQUIREMENTS section 4).
func (BMCIS) Parse(doc []byte) (*Model, error) {
	d, err := Open(doc, scan.Limits{})
	if err != nil {
		return nil, err
	}
	var head, execution, rest object
	head.merge(bmcisHead(d))
	execution.merge(d.Value("execution_context"))
	rest.merge(d.Raw)
	m := &Model{
		OK:         !BMCIS{}.Facts(d).IsError,
		Payload:    parseResults(rest.drop("results"), &head),
		Partial:    takeText(&head, "status") == StatusPartial,
		Operation:  takeText(&head, "operation"),
		Timestamp:  takeText(&head, "timestamp"),
		RequestID:  takeText(&head, "request_id"),
		DurationMS: number(takeKind(&execution, "execution_time_ms", "number")),
		CacheHit:   takeBool(&execution, "cache_hit"),
		Tokens:     ModelTokens{takeInteger(&execution, "tokens_estimated"), takeInteger(&execution, "tokens_used")},
		Pagination: parseSearchPage(takeKind(&rest, "pagination", "object")),
		Warnings:   parseResponseWarnings(takeKind(&rest, "warnings", "array")),
	}
	if !m.OK {
		m.parseResponseError(takeText(&head, "message"), &rest)
	}
	m.forgetDefaults(&head, &execution)
	for _, known := range []string{"pagination", "warnings", "error"} {
		takeKind(&rest, known, "null")
	}
	rest.drop(bmcisHeadName(d))
	rest.drop("execution_context")
	m.Extra = slices.Concat(extras("_metadata", &head), extras("execution_context", &execution), extras("", &rest))
	return m, nil
}

// resultPath is the place that _metadata names with [payloadPath] where the
// payload is neither an array nor an object, and so cannot be results itself.
const resultPath = "results.result"

// parseResults finds the payload.
func parseResults(results []byte, head *object) []byte {
	if o := membersOf(results); o != nil && text(head.get(payloadPath)) == resultPath {
		if payload := o.drop("result"); payload != nil && o.empty() {
			head.drop(payloadPath)
			return payload
		}
	}
	return results
}

// forgetDefaults forgets what Build writes where nothing is known, and the
// second request id where it is the first.
func (m *Model) forgetDefaults(head, execution *object) {
	m.RequestID = cmp.Or(m.RequestID, text(execution.get("request_id")))
	if text(execution.get("request_id")) == m.RequestID {
		execution.drop("request_id")
	}
	if text(head.get("version")) == bmcisVersion {
		head.drop("version")
	}
	if m.Timestamp == unknownTime {
		m.Timestamp = ""
	}
	takeKind(head, "message", "null")
	takeKind(execution, "tokens_used", "null")
}

// parseResponseError takes the error out of the rest of an envelope. One that is a
// bare text is a message.
func (m *Model) parseResponseError(message string, rest *object) {
	var o, details object
	o.merge(takeKind(rest, "error", "object"))
	if said := takeKind(rest, "error", "string"); said != nil {
		o.raw("message", said)
	}
	e := &ModelError{Code: takeText(&o, "code"), Message: cmp.Or(message, text(o.get("message")))}
	if text(o.get("message")) == e.Message {
		takeText(&o, "message")
	}
	nested := takeKind(&o, "details", "object")
	details.merge(o.done())
	details.merge(nested)
	if !details.empty() {
		e.Details = details.done()
	}
	e.Code = cmp.Or(e.Code, errorLevelCode(m.Warnings))
	m.Error = e
	if kindOf(m.Payload) == "array" && len(elementsOf(m.Payload)) == 0 {
		m.Payload = nil
	}
	m.payloadOfFailure()
}

func parseSearchPage(raw []byte) *Pagination {
	if raw == nil {
		return nil
	}
	var o object
	o.merge(raw)
	p := &Pagination{
		Cursor:   takeText(&o, "cursor"),
		HasMore:  takeBool(&o, "has_more"),
		PageSize: takeInteger(&o, "page_size"),
		Total:    takeInteger(&o, "total_available"),
	}
	takeKind(&o, "cursor", "null")
	takeKind(&o, "total_available", "null")
	p.Extra = extras("pagination", &o)
	return p
}

// Build writes a full envelope. Values are kept even where they are beyond what
// seed 004 allows, such as a page of 100 results; Validate says so. Required
// members that the model knows nothing of get a value that says nothing: an
// empty request id, the zero time, no milliseconds, an estimate of the tokens.
func (BMCIS) Build(m *Model) ([]byte, []string, error) {
	var o object
	o.raw("_metadata", m.responseMetadata())
	if e := m.failure(); e != nil {
		o.raw("error", buildResponseError(e, m.Warnings))
	}
	o.raw("results", m.results())
	o.raw("pagination", buildSearchPage(m.Pagination))
	o.raw("execution_context", m.executionContext())
	o.raw("warnings", buildResponseWarnings(m.Warnings))
	carried := []string{
		"payload", "error.message", "error.code", "error.details", "request_id", "operation", "duration_ms",
		"timestamp", "warnings", "pagination", "tokens.estimated", "tokens.used", "cache_hit",
	}
	if m.status() != StatusError {
		carried = append(carried, "partial")
	} else if m.Payload == nil {
		carried = append(carried, "error.data")
	}
	if cmp.Or(m.Operation, m.Tool.ID) == m.Tool.ID {
		carried = append(carried, "tool.id")
	}
	rest := *m
	rest.Extra = slices.DeleteFunc(slices.Clone(m.Extra), isBMCISVersion)
	return o.done(), rest.lost(carried...), nil
}

// isBMCISVersion finds the version of the API, for which the model has no field.
func isBMCISVersion(x Extra) bool {
	return x.Path == "_metadata.version" && kindOf(x.Value) == "string"
}

func (m *Model) responseMetadata() []byte {
	var o object
	o.str("operation", cmp.Or(m.Operation, m.Tool.ID))
	o.str("version", bmcisVersion)
	if i := slices.IndexFunc(m.Extra, isBMCISVersion); i >= 0 {
		o.raw("version", m.Extra[i].Value)
	}
	o.str("timestamp", cmp.Or(m.Timestamp, unknownTime))
	o.str("request_id", m.RequestID)
	o.str("status", m.status())
	if e := m.failure(); e != nil {
		o.text("message", e.Message)
	}
	if m.payloadIsScalar() {
		o.str(payloadPath, resultPath)
	}
	return o.done()
}

// payloadIsScalar reports whether results has to hold the payload in an object.
func (m *Model) payloadIsScalar() bool {
	kind := kindOf(m.Payload)
	return kind != "" && kind != "object" && kind != "array"
}

func (m *Model) status() string {
	switch {
	case m.failure() != nil:
		return StatusError
	case m.Partial, m.Fidelity != nil && m.Fidelity.Level != "" && m.Fidelity.Level != FidelityFull:
		return StatusPartial
	}
	return StatusSuccess
}

func (m *Model) executionContext() []byte {
	var o object
	o.num("tokens_estimated", estimateTokens(m.results(), m.Tokens.Used))
	o.optNum("tokens_estimated", m.Tokens.Estimated)
	o.raw("tokens_used", jsonNull)
	o.optNum("tokens_used", m.Tokens.Used)
	o.boolean("cache_hit", m.CacheHit != nil && *m.CacheHit)
	o.number("execution_time_ms", cmp.Or(m.DurationMS, "0"))
	o.str("request_id", m.RequestID)
	return o.done()
}

func (m *Model) results() []byte {
	if m.payloadIsScalar() {
		var o object
		o.raw("result", m.Payload)
		return o.done()
	}
	if results := m.payloadOrContext(); results != nil {
		return results
	}
	return []byte("[]")
}

// buildResponseError writes the error object. A code that a warning of level
// error tells already needs none.
func buildResponseError(e *ModelError, warnings []Warning) []byte {
	if e.Details == nil && e.Code == errorLevelCode(warnings) {
		return nil
	}
	var o, rest object
	rest.merge(e.Details)
	o.str("code", e.Code)
	o.str("message", e.Message)
	o.raw("message", takeKind(&rest, "message", "string"))
	o.raw("allowed_fields", takeKind(&rest, "allowed_fields", "array"))
	if !rest.empty() {
		o.raw("details", rest.done())
	}
	return o.done()
}

// errorLevelCode returns the code of the first warning of level error.
func errorLevelCode(warnings []Warning) string {
	for _, w := range warnings {
		if w.Severity == SeverityError {
			return w.Code
		}
	}
	return ""
}

func buildSearchPage(p *Pagination) []byte {
	if p == nil {
		return jsonNull
	}
	var o object
	o.raw("cursor", jsonNull)
	o.text("cursor", p.Cursor)
	o.optNum("page_size", p.PageSize)
	o.optBoolean("has_more", p.HasMore)
	o.raw("total_available", jsonNull)
	o.optNum("total_available", p.Total)
	return o.done()
}

// unnamedWarning is the code of a warning that has none of its own.
const unnamedWarning = "WARNING"

// parseResponseWarnings reads warnings whose severity is named level.
func parseResponseWarnings(list []byte) []Warning {
	warnings := parseWarningsBy(list, "level", "severity")
	for i := range warnings {
		if w := &warnings[i]; w.Code == unnamedWarning {
			w.Code = ""
			if w.Severity == SeverityWarning {
				w.Severity = ""
			}
		}
	}
	return warnings
}

// buildResponseWarnings writes warnings with the code and level that seed 004
// requires (R91).
func buildResponseWarnings(warnings []Warning) []byte {
	list := make([][]byte, len(warnings))
	for i, w := range warnings {
		code := cmp.Or(w.Code, unnamedWarning)
		var o object
		o.str("level", cmp.Or(w.Severity, SeverityOf(code), NewResponseWarning(code, "").Level))
		o.str("code", code)
		o.str("message", w.Message)
		o.text("suggestion", w.Suggestion)
		o.raw("context", w.Context)
		list[i] = o.done()
	}
	return array(list)
}
