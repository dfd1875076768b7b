package scalpel

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Parse reads an envelope of seed 001. A set error makes it a failure, whatever
// data holds (RULES R12). What is not of its documented type becomes an extra.
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

// Build writes the known parts of the model in the seed's order; a profile of
// debug spells out the rest. An operation stands in for an unknown tool, the
// context of an error for an absent payload.
func (Dialect) Build(m *envelope.Model) ([]byte, []string, error) {
	var o kit.Object
	carried := []string{
		"payload", "error.message", "error.code", "error.details", "request_id", "tool.id", "tool.version",
		"tool.tier", "tool.capabilities", "duration_ms", "warnings", "hints",
	}
	tool := cmp.Or(m.Tool.ID, m.Operation)
	if tool == m.Operation {
		carried = append(carried, "operation")
	}
	o.Text("tier", m.Tool.Tier)
	o.Text("tool_version", m.Tool.Version)
	o.Text("tool_id", tool)
	o.Text("request_id", m.RequestID)
	o.Set("capabilities", m.Tool.Capabilities)
	o.Number("duration_ms", m.DurationMS)
	data := kit.PayloadOrContext(m)
	var unsafe []string
	if e := kit.Failure(m); e != nil {
		var failure []byte
		failure, unsafe = buildError(e)
		o.Set("error", failure)
		if m.Payload == nil {
			carried = append(carried, "error.data")
		}
	} else if data == nil {
		data = kit.Null
	}
	o.Set("upgrade_hints", m.Hints)
	o.Set("data", data)
	o.Set("warnings", kit.BuildWarnings(m.Warnings))
	return o.Done(), kit.FirstLost(append(kit.Lost(m, carried...), unsafe...)), nil
}

// buildError writes the error without what its details say of code (RULES R11),
// the paths of which it returns.
func buildError(e *envelope.ModelError) (failure []byte, unsafe []string) {
	var o kit.Object
	o.Str("error", cmp.Or(e.Message, envelope.UnknownFailure))
	o.Str("error_code", cmp.Or(e.Code, ClassifyMessage(e.Message)))
	if e.Details != nil {
		c := codeCutter{src: e.Details, most: envelope.MostLost + 1}
		c.run()
		o.Set("error_details", c.out)
		for _, path := range c.paths {
			unsafe = append(unsafe, kit.Join("error.details", path))
		}
	}
	return o.Done(), unsafe
}
