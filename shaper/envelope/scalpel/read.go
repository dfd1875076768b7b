package scalpel

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Parse reads an envelope of seed 001. A set error makes it a failure, for any data (RULES
// R12). A member of another type than documented becomes an extra.
func (Dialect) Parse(doc []byte) (*envelope.Model, error) {
	o, err := kit.Open(doc)
	if err != nil {
		return nil, err
	}
	m := &envelope.Model{
		OK:         kit.IsNull(o.Get("error")),
		Payload:    o.Drop("data"),
		RequestID:  o.TakeText("request_id"),
		Tool:       envelope.ModelTool{ID: o.TakeText("tool_id"), Version: o.TakeText("tool_version"), Tier: o.TakeText("tier")},
		DurationMS: kit.Number(o.TakeKind("duration_ms", "number")),
		Warnings:   kit.ParseWarnings(o.TakeKind("warnings", "array")),
	}
	m.Tool.Capabilities = o.TakeKind("capabilities", "array")
	if hints := o.TakeKind("upgrade_hints", "array"); hints != nil && !kit.IsEmpty(hints) {
		m.Hints = hints
	}
	if !m.OK {
		parseError(m, o)
	}
	for _, known := range []string{"capabilities", "duration_ms", "error", "upgrade_hints", "warnings"} {
		o.TakeKind(known, "null")
	}
	m.Extra = append(m.Extra, kit.Extras("", o)...)
	return m, nil
}

// parseError reads the error; one that is a bare text is its message.
func parseError(m *envelope.Model, o *kit.Object) {
	m.Error = &envelope.ModelError{Message: kit.Text(o.TakeKind("error", "string"))}
	if rest := kit.ObjectOf(o.Get("error")); rest != nil {
		o.Drop("error")
		m.Error.Message = rest.TakeText("error")
		m.Error.Code = rest.TakeText("error_code")
		m.Error.Details = rest.TakeKind("error_details", "object")
		rest.TakeKind("error_details", "null")
		m.Extra = kit.Extras("error", rest)
	}
	kit.PayloadOfFailure(m)
}
