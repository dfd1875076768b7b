package codec

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// FromParts turns parts into the model that codecs build from.
func FromParts(p envelope.Parts) *envelope.Model {
	m := &envelope.Model{
		OK: raw.IsNull(p.Error), Payload: p.Data, RequestID: p.RequestID,
		Operation: p.Operation, Timestamp: p.Timestamp,
		Tool:       envelope.ModelTool{ID: p.ToolID, Version: p.ToolVersion, Tier: p.Tier, Capabilities: p.Capabilities},
		DurationMS: p.DurationMS, RateLimit: p.RateLimit, CacheHit: p.CacheHit, Hints: p.UpgradeHints,
	}
	if len(p.Warnings) > 0 {
		m.Warnings = ParseWarnings(p.Warnings)
	}
	if g := p.Pagination; g != nil {
		m.Pagination = &envelope.Pagination{Cursor: g.Cursor, HasMore: g.HasMore, PageSize: g.PageSize, Total: g.Total}
	}
	if p.Tokens != nil {
		m.Tokens = envelope.ModelTokens{Estimated: p.Tokens.Estimated, Used: p.Tokens.Used}
	}
	if !m.OK {
		parsePartsError(m, p.Error)
	}
	return m
}

// parsePartsError reads an error that is a message, or an object. Members that it
// does not know become extras.
func parsePartsError(m *envelope.Model, value []byte) {
	m.Error = &envelope.ModelError{Message: raw.Text(value)}
	if raw.IsNull(m.Payload) {
		m.Payload = nil // as in seed 001, an error without data may say so
	}
	o := raw.ObjectOf(value)
	switch {
	case raw.Kind(value) != "object":
		return
	case o == nil:
		m.Extra = []envelope.Extra{{Path: "error", Value: value}}
		return
	}
	*m.Error = envelope.ModelError{
		Message: o.TakeText("error"), Code: o.TakeText("error_code"),
		Type: o.TakeText("error_type"), Remediation: o.TakeText("remediation"),
	}
	o.TakeKind("error_details", "null")
	m.Error.Details = o.Drop("error_details")
	m.Extra = Extras("error", o)
}
