package bmcis

import (
	"cmp"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Parse reads an envelope of seed 004. A status of error or an error object makes it a failure.
// Its code is that of the error, else of the first warning of level error (RULES, conversion).
func (Dialect) Parse(doc []byte) (*envelope.Model, error) {
	rest, err := kit.Open(doc)
	if err != nil {
		return nil, err
	}
	ok, named := !isError(rest.Get), headName(rest.Get)
	head := cmp.Or(kit.ObjectOf(rest.TakeKind(named, "object")), new(kit.Object))
	execution := cmp.Or(kit.ObjectOf(rest.TakeKind("execution_context", "object")), new(kit.Object))
	m := &envelope.Model{
		OK:         ok,
		Payload:    rest.Drop("results"),
		Operation:  head.TakeText("operation"),
		Timestamp:  head.TakeText("timestamp"),
		RequestID:  head.TakeText("request_id"),
		DurationMS: kit.Number(execution.TakeKind("execution_time_ms", "number")),
		CacheHit:   execution.TakeBool("cache_hit"),
		Tokens:     envelope.ModelTokens{Estimated: execution.TakeInteger("tokens_estimated"), Used: execution.TakeInteger("tokens_used")},
		Pagination: parsePagination(rest.TakeKind("pagination", "object")),
		Warnings:   kit.ParseWarningsBy(rest.TakeKind("warnings", "array"), "level", "severity"),
	}
	for i := range m.Warnings {
		if w := &m.Warnings[i]; w.Code == unnamedWarning {
			w.Code = ""
			if w.Severity == envelope.SeverityWarning {
				w.Severity = ""
			}
		}
	}
	if o := kit.ObjectOf(m.Payload); o != nil && kit.Text(head.Get(kit.PayloadPath)) == resultPath {
		if payload := o.Drop("result"); payload != nil && o.Empty() {
			head.Drop(kit.PayloadPath)
			m.Payload = payload
		}
	}
	switch kit.Text(head.Get("status")) {
	case "", StatusSuccess, StatusPartial, StatusError:
		m.Partial = head.TakeText("status") == StatusPartial
	}
	if !m.OK {
		parseError(m, head.TakeText("message"), rest)
	}
	forgetDefaults(m, head, execution)
	for _, known := range []string{named, "execution_context", "pagination", "warnings", "error"} {
		rest.TakeKind(known, "null")
	}
	m.Extra = slices.Concat(kit.Extras("_metadata", head), kit.Extras("execution_context", execution), kit.Extras("", rest))
	return m, nil
}

// resultPath is the value of [kit.PayloadPath] in _metadata for a payload that is neither an
// array nor an object. Such a payload cannot be results itself.
const resultPath = "results.result"

// forgetDefaults removes the values that Build writes for unknown fields. It also removes the
// second request id if it equals the first.
func forgetDefaults(m *envelope.Model, head, execution *kit.Object) {
	m.RequestID = cmp.Or(m.RequestID, kit.Text(execution.Get("request_id")))
	if kit.Text(execution.Get("request_id")) == m.RequestID {
		execution.Drop("request_id")
	}
	if kit.Text(head.Get("version")) == apiVersion {
		head.Drop("version")
	}
	if m.Timestamp == unknownTime {
		m.Timestamp = ""
	}
	head.TakeKind("message", "null")
	execution.TakeKind("tokens_used", "null")
}

// parseError takes the error out of the rest of an envelope. One that is a
// bare text is a message.
func parseError(m *envelope.Model, message string, rest *kit.Object) {
	var o, details kit.Object
	o.Merge(rest.TakeKind("error", "object"))
	if said := rest.TakeKind("error", "string"); said != nil {
		o.Set("message", said)
	}
	e := &envelope.ModelError{Code: o.TakeText("code"), Message: cmp.Or(message, kit.Text(o.Get("message")))}
	if kit.Text(o.Get("message")) == e.Message {
		o.TakeText("message")
	}
	nested := o.TakeKind("details", "object")
	details.Merge(o.Done())
	details.Merge(nested)
	if !details.Empty() {
		e.Details = details.Done()
	}
	e.Code = cmp.Or(e.Code, errorLevelCode(m.Warnings))
	m.Error = e
	if kit.Kind(m.Payload) == "array" && kit.IsEmpty(m.Payload) {
		m.Payload = nil
	}
	kit.PayloadOfFailure(m)
}

func parsePagination(value []byte) *envelope.Pagination {
	if value == nil {
		return nil
	}
	o := cmp.Or(kit.ObjectOf(value), new(kit.Object))
	p := &envelope.Pagination{
		Cursor:   o.TakeText("cursor"),
		HasMore:  o.TakeBool("has_more"),
		PageSize: o.TakeInteger("page_size"),
		Total:    o.TakeInteger("total_available"),
	}
	o.TakeKind("cursor", "null")
	o.TakeKind("total_available", "null")
	p.Extra = kit.Extras("pagination", o)
	return p
}
