package envelope

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Parse reads an envelope of seed 001. A set error makes it a failure, whatever
// data holds (R12).
func (Scalpel) Parse(doc []byte) (*Model, error) {
	d, err := Open(doc, scan.Limits{})
	if err != nil {
		return nil, err
	}
	m := &Model{
		OK:         isNull(d.Value("error")),
		Payload:    d.Value("data"),
		Error:      parseScalpelError(d.Value("error")),
		RequestID:  text(d.Value("request_id")),
		Tool:       ModelTool{ID: text(d.Value("tool_id")), Version: text(d.Value("tool_version")), Tier: text(d.Value("tier"))},
		DurationMS: number(d.Value("duration_ms")),
		Warnings:   parseWarnings(d.Value("warnings")),
	}
	if !m.OK {
		m.payloadOfFailure()
	}
	if v := d.Value("capabilities"); kindOf(v) == "array" {
		m.Tool.Capabilities = v
	}
	if v := d.Value("upgrade_hints"); len(elementsOf(v)) > 0 {
		m.Hints = v
	}
	for _, x := range d.members() {
		if !isScalpelKey(x.name) {
			m.Extra = append(m.Extra, Extra{x.name, x.value})
		}
	}
	return m, nil
}

func parseScalpelError(failure []byte) *ModelError {
	if isNull(failure) {
		return nil
	}
	d := open(failure)
	e := &ModelError{Message: text(d.Value("error")), Code: text(d.Value("error_code"))}
	if v := d.Value("error_details"); kindOf(v) == "object" {
		e.Details = v
	}
	return e
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
	if e := m.failure(); e != nil {
		o.raw("error", buildScalpelError(e))
		if m.Payload == nil {
			carried = append(carried, "error.data")
		}
	} else if data == nil {
		data = jsonNull
	}
	o.raw("upgrade_hints", m.Hints)
	o.raw("data", data)
	o.raw("warnings", buildWarnings(m.Warnings))
	return o.done(), m.lost(carried...), nil
}

func buildScalpelError(e *ModelError) []byte {
	code, details := translateCode(e, isScalpelCode, scalpelCode)
	var o object
	o.str("error", cmp.Or(e.Message, "Tool failed"))
	o.str("error_code", code)
	o.raw("error_details", details)
	return o.done()
}

// isScalpelCode reports whether a code may be one of seed 001, registered or
// not: it is neither spelled as in seeds 000 and 004 nor a code of JSON-RPC.
func isScalpelCode(code string) bool {
	return !screamingSnake.MatchString(code) &&
		!slices.ContainsFunc(RPCCodes(), func(c RPCCode) bool { return strconv.Itoa(c.Code) == code })
}

// scalpelCode translates a code of another dialect: by name, else by the type
// of the error, else it stays (REQUIREMENTS section 4).
func scalpelCode(e *ModelError) string {
	switch e.Code {
	case "":
		return ClassifyMessage(e.Message)
	case "TOKEN_LIMIT_EXCEEDED":
		return ScalpelTooLarge
	case "INVALID_FIELDS", "INVALID_CURSOR", "-32700", "-32600", "-32602":
		return ScalpelInvalidArgument
	case "-32601":
		return ScalpelNotFound
	case "-32603":
		return ScalpelInternalError
	}
	if slices.Contains(scalpelCodes, e.Code) {
		return e.Code
	}
	switch e.Type {
	case TypeValidation, TypeConflict:
		return ScalpelInvalidArgument
	case TypeAuthentication, TypeAuthorization:
		return ScalpelForbidden
	case TypeNotFound:
		return ScalpelNotFound
	case TypeRateLimit:
		return ScalpelResourceExhausted
	case TypeFeatureFlag:
		return ScalpelUpgradeRequired
	case TypeInternal:
		return ScalpelInternalError
	case TypeUnavailable:
		return ScalpelDependencyUnavailable
	}
	return e.Code
}
