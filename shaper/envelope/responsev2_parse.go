package envelope

import "encoding/json"

// Parse reads an envelope of either edition. Members of meta that the model
// knows nothing of become extras.
func (ResponseV2) Parse(doc []byte) (*Model, error) {
	d, data, meta, err := openResponse(doc)
	if err != nil {
		return nil, err
	}
	upgrade(&data, &meta)
	m := &Model{OK: string(d.Value("success")) == "true" && isNull(d.Value("error"))}
	if !m.OK {
		m.parseFailure(&data, text(d.Value("error")))
	}
	m.parseData(&data, &meta)
	m.Warnings = joinWarnings(takeKind(&meta, "warnings", "array"), takeKind(&meta, "warning_details", "array"))
	m.parseFidelity(&meta)
	m.parseMeta(&meta)
	for _, x := range membersIn(d.Raw) {
		switch x.name {
		case "success", "data", "meta":
		case "error":
			if k := kindOf(x.value); k != "string" && k != "null" {
				m.Extra = append(m.Extra, Extra{x.name, x.value})
			}
		default:
			m.Extra = append(m.Extra, Extra{x.name, x.value})
		}
	}
	return m, nil
}

// parseFailure takes the standard error fields out of data.
func (m *Model) parseFailure(data *object, message string) {
	m.Error = &ModelError{
		Message:     message,
		Code:        takeText(data, "error_code"),
		Type:        takeText(data, "error_type"),
		Remediation: takeText(data, "remediation"),
	}
	if kindOf(data.get("details")) == "object" {
		m.Error.Details = data.drop("details")
	}
}

// parseData reads what data holds besides: the payload, where meta says that it
// is, or the context of an error.
func (m *Model) parseData(data, meta *object) {
	switch at := meta.get(payloadPath); {
	case kindOf(at) == "null":
		m.Payload = json.RawMessage("null")
	case text(at) == "data":
		m.Payload, *data = data.done(), object{}
	default:
		for _, name := range payloadNames {
			if text(at) == join("data", name) {
				m.Payload = data.drop(name)
			}
		}
	}
	if m.Payload != nil {
		meta.drop(payloadPath)
	} else if m.OK {
		m.Payload, *data = data.done(), object{}
	}
	if m.OK {
		m.Extra = extras("data", data)
	} else if !data.empty() {
		m.Error.Data = data.done()
	}
}

// joinWarnings pairs the texts of meta.warnings with the details that have the
// same message. Details without a text follow.
func joinWarnings(texts, details []byte) []Warning {
	detailed := parseWarnings(details)
	byMessage := map[string][]int{}
	for i, w := range detailed {
		byMessage[w.Message] = append(byMessage[w.Message], i)
	}
	var warnings []Warning
	paired := make([]bool, len(detailed))
	for _, w := range parseWarnings(texts) {
		if same := byMessage[w.Message]; len(same) > 0 {
			byMessage[w.Message] = same[1:]
			paired[same[0]] = true
			w = detailed[same[0]]
		}
		warnings = append(warnings, w)
	}
	for i, w := range detailed {
		if !paired[i] {
			warnings = append(warnings, w)
		}
	}
	return warnings
}

// parseFidelity reads what the envelope says of its completeness (R25–R28).
func (m *Model) parseFidelity(meta *object) {
	f := Fidelity{
		Level:         takeText(meta, "content_fidelity"),
		SchemaVersion: takeText(meta, "content_fidelity_schema_version"),
		ArchiveHashes: takeKind(meta, "content_archive_hashes", "object"),
	}
	for _, raw := range elementsOf(takeKind(meta, "dropped_content_ids", "array")) {
		f.DroppedIDs = append(f.DroppedIDs, idOf(raw))
	}
	if f.Level != "" || f.SchemaVersion != "" || f.DroppedIDs != nil || f.ArchiveHashes != nil {
		m.Fidelity = &f
	}
	m.Partial = f.Level != "" && f.Level != FidelityFull || len(f.DroppedIDs) > 0
}

// parseMeta reads the rest of meta.
func (m *Model) parseMeta(meta *object) {
	meta.drop("version")
	m.RequestID = takeText(meta, "request_id")
	m.Operation = takeText(meta, "operation")
	m.Timestamp = takeText(meta, "timestamp")
	m.Hints = takeKind(meta, "upgrade_hints", "array")
	m.RateLimit = takeKind(meta, "rate_limit", "object")
	m.parseTool(meta)
	if raw := takeKind(meta, "pagination", "object"); raw != nil {
		m.parsePagination(raw)
	}
	if raw := takeKind(meta, "telemetry", "object"); raw != nil {
		m.parseTelemetry(raw)
	}
	m.Extra = append(m.Extra, extras("meta", meta)...)
}

// parseTool takes meta.tool where it holds nothing but what Build writes.
func (m *Model) parseTool(meta *object) {
	var o object
	o.merge(meta.get("tool"))
	tool := ModelTool{
		ID:           takeText(&o, "id"),
		Version:      takeText(&o, "version"),
		Tier:         takeText(&o, "tier"),
		Capabilities: takeKind(&o, "capabilities", "array"),
	}
	if o.empty() && takeKind(meta, "tool", "object") != nil {
		m.Tool = tool
	}
}

func (m *Model) parsePagination(raw []byte) {
	var o object
	o.merge(countAll(raw))
	m.Pagination = &Pagination{
		Cursor:   takeText(&o, "cursor"),
		HasMore:  takeBool(&o, "has_more"),
		PageSize: takeInteger(&o, "page_size"),
		Total:    takeInteger(&o, "total_count"),
	}
	m.Pagination.Extra = extras("meta.pagination", &o)
}

func (m *Model) parseTelemetry(raw []byte) {
	var o object
	o.merge(raw)
	m.DurationMS = number(takeKind(&o, "duration_ms", "number"))
	m.CacheHit = takeBool(&o, "cache_hit")
	m.Tokens = ModelTokens{Estimated: takeInteger(&o, "tokens_estimated"), Used: takeInteger(&o, "tokens_used")}
	if !o.empty() {
		m.Extra = append(m.Extra, Extra{"meta.telemetry", o.done()})
	}
}
