package envelope

// model turns parts into the model that codecs build from.
func (p Parts) model() *Model {
	m := &Model{
		OK: isNull(p.Error), Payload: p.Data, RequestID: p.RequestID,
		Operation: p.Operation, Timestamp: p.Timestamp,
		Tool:       ModelTool{p.ToolID, p.ToolVersion, p.Tier, p.Capabilities},
		DurationMS: p.DurationMS, RateLimit: p.RateLimit, CacheHit: p.CacheHit, Hints: p.UpgradeHints,
	}
	if len(p.Warnings) > 0 {
		m.Warnings = parseWarnings(p.Warnings)
	}
	if g := p.Pagination; g != nil {
		m.Pagination = &Pagination{Cursor: g.Cursor, HasMore: g.HasMore, PageSize: g.PageSize, Total: g.Total}
	}
	if p.Tokens != nil {
		m.Tokens = ModelTokens{p.Tokens.Estimated, p.Tokens.Used}
	}
	if !m.OK {
		m.parsePartsError(p.Error)
	}
	return m
}

// parsePartsError reads an error that is a message, or an object. Members that it
// does not know become extras.
func (m *Model) parsePartsError(raw []byte) {
	m.Error = &ModelError{Message: text(raw)}
	if isNull(m.Payload) {
		m.Payload = nil // as in seed 001, an error without data may say so
	}
	o := membersOf(raw)
	switch {
	case kindOf(raw) != "object":
		return
	case o == nil:
		m.Extra = []Extra{{"error", raw}}
		return
	}
	*m.Error = ModelError{
		Message: takeText(o, "error"), Code: takeText(o, "error_code"),
		Type: takeText(o, "error_type"), Remediation: takeText(o, "remediation"),
	}
	takeKind(o, "error_details", "null")
	m.Error.Details = o.drop("error_details")
	m.Extra = extras("error", o)
}
