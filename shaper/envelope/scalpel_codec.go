package envelope

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Parse reads an envelope of seed 001. A set error makes it a failure, whatever
// data holds (R12). What is not of its documented type becomes an extra.
func (Scalpel) Parse(doc []byte) (*Model, error) {
	d, err := Open(doc, scan.Limits{})
	if err != nil {
		return nil, err
	}
	var o object
	o.merge(d.Raw)
	m := &Model{
		OK:         isNull(d.Value("error")),
		Payload:    o.drop("data"),
		RequestID:  takeText(&o, "request_id"),
		Tool:       ModelTool{ID: takeText(&o, "tool_id"), Version: takeText(&o, "tool_version"), Tier: takeText(&o, "tier")},
		DurationMS: number(takeKind(&o, "duration_ms", "number")),
		Warnings:   parseWarnings(takeKind(&o, "warnings", "array")),
	}
	m.Tool.Capabilities = takeKind(&o, "capabilities", "array")
	if hints := takeKind(&o, "upgrade_hints", "array"); len(elementsOf(hints)) > 0 {
		m.Hints = hints
	}
	if !m.OK {
		m.parseScalpelError(&o)
	}
	for _, known := range []string{"capabilities", "duration_ms", "error", "upgrade_hints", "warnings"} {
		takeKind(&o, known, "null")
	}
	m.Extra = append(m.Extra, extras("", &o)...)
	return m, nil
}

// parseScalpelError reads the error; one that is a bare text is its message.
func (m *Model) parseScalpelError(o *object) {
	m.Error = &ModelError{Message: text(takeKind(o, "error", "string"))}
	if rest := membersOf(o.get("error")); rest != nil {
		o.drop("error")
		m.Error.Message = takeText(rest, "error")
		m.Error.Code = takeText(rest, "error_code")
		m.Error.Details = takeKind(rest, "error_details", "object")
		takeKind(rest, "error_details", "null")
		m.Extra = extras("error", rest)
	}
	m.payloadOfFailure()
}

// Build writes the known parts of the model in the seed's order; a profile of
// debug spells out the rest. An operation stands in for an unknown tool, the
// context of an error for an absent payload.
func (Scalpel) Build(m *Model) ([]byte, []string, error) {
	var o object
	carried := []string{
		"payload", "error.message", "error.code", "error.details", "request_id", "tool.id", "tool.version",
		"tool.tier", "tool.capabilities", "duration_ms", "warnings", "hints",
	}
	tool := cmp.Or(m.Tool.ID, m.Operation)
	if tool == m.Operation {
		carried = append(carried, "operation")
	}
	o.text("tier", m.Tool.Tier)
	o.text("tool_version", m.Tool.Version)
	o.text("tool_id", tool)
	o.text("request_id", m.RequestID)
	o.raw("capabilities", m.Tool.Capabilities)
	o.number("duration_ms", m.DurationMS)
	data := m.payloadOrContext()
	var unsafe []string
	if e := m.failure(); e != nil {
		var failure []byte
		failure, unsafe = buildScalpelError(e)
		o.raw("error", failure)
		if m.Payload == nil {
			carried = append(carried, "error.data")
		}
	} else if data == nil {
		data = jsonNull
	}
	o.raw("upgrade_hints", m.Hints)
	o.raw("data", data)
	o.raw("warnings", buildWarnings(m.Warnings))
	return o.done(), append(m.lost(carried...), unsafe...), nil
}

// buildScalpelError writes the error without what its details say of code (R11),
// the paths of which it returns.
func buildScalpelError(e *ModelError) (failure []byte, unsafe []string) {
	var o object
	o.str("error", cmp.Or(e.Message, toolFailed))
	o.str("error_code", cmp.Or(e.Code, ClassifyMessage(e.Message)))
	if e.Details != nil {
		safe, removed := withoutCode(e.Details)
		o.raw("error_details", safe)
		for _, path := range removed {
			unsafe = append(unsafe, join("error.details", path))
		}
	}
	return o.done(), unsafe
}
