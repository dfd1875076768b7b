package responsev2

import (
	"encoding/json"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/codec"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Parse reads an envelope of either edition. Members of meta that the model
// knows nothing of become extras.
func (ResponseV2) Parse(doc []byte) (*envelope.Model, error) {
	d, data, meta, err := openResponse(doc)
	if err != nil {
		return nil, err
	}
	upgrade(&data, &meta)
	m := &envelope.Model{OK: string(d.Value("success")) == "true" && raw.IsNull(d.Value("error"))}
	if !m.OK {
		parseFailure(m, &data, raw.Text(d.Value("error")))
	}
	parseData(m, &data, &meta)
	m.Warnings = joinWarnings(raw.TakeKind(&meta, "warnings", "array"), raw.TakeKind(&meta, "warning_details", "array"))
	parseFidelity(m, &meta)
	parseMeta(m, &meta)
	for _, x := range raw.Members(d.Raw) {
		switch x.Name {
		case "success", "data", "meta":
		case "error":
			if k := raw.Kind(x.Value); k != "string" && k != "null" {
				m.Extra = append(m.Extra, envelope.Extra{Path: x.Name, Value: x.Value})
			}
		default:
			m.Extra = append(m.Extra, envelope.Extra{Path: x.Name, Value: x.Value})
		}
	}
	return m, nil
}

// parseFailure takes the standard error fields out of data.
func parseFailure(m *envelope.Model, data *raw.Object, message string) {
	m.Error = &envelope.ModelError{
		Message:     message,
		Code:        raw.TakeText(data, "error_code"),
		Type:        raw.TakeText(data, "error_type"),
		Remediation: raw.TakeText(data, "remediation"),
	}
	if raw.Kind(data.Get("details")) == "object" {
		m.Error.Details = data.Drop("details")
	}
}

// parseData reads what data holds besides: the payload, where meta says that it
// is, or the context of an error.
func parseData(m *envelope.Model, data, meta *raw.Object) {
	switch at := meta.Get(codec.PayloadPath); {
	case raw.Kind(at) == "null":
		m.Payload = json.RawMessage("null")
	case raw.Text(at) == "data":
		m.Payload, *data = data.Done(), raw.Object{}
	default:
		for _, name := range payloadNames {
			if raw.Text(at) == raw.Join("data", name) {
				m.Payload = data.Drop(name)
			}
		}
	}
	if m.Payload != nil {
		meta.Drop(codec.PayloadPath)
	} else if m.OK {
		m.Payload, *data = data.Done(), raw.Object{}
	}
	if m.OK {
		m.Extra = codec.Extras("data", data)
	} else if !data.Empty() {
		m.Error.Data = data.Done()
	}
}

// joinWarnings pairs the texts of meta.warnings with the details that have the
// same message. Details without a text follow.
func joinWarnings(texts, details []byte) []envelope.Warning {
	detailed := codec.ParseWarnings(details)
	byMessage := map[string][]int{}
	for i, w := range detailed {
		byMessage[w.Message] = append(byMessage[w.Message], i)
	}
	var warnings []envelope.Warning
	paired := make([]bool, len(detailed))
	for _, w := range codec.ParseWarnings(texts) {
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
func parseFidelity(m *envelope.Model, meta *raw.Object) {
	f := envelope.Fidelity{
		Level:         raw.TakeText(meta, "content_fidelity"),
		SchemaVersion: raw.TakeText(meta, "content_fidelity_schema_version"),
		ArchiveHashes: raw.TakeKind(meta, "content_archive_hashes", "object"),
	}
	for _, value := range raw.Elements(raw.TakeKind(meta, "dropped_content_ids", "array")) {
		f.DroppedIDs = append(f.DroppedIDs, idOf(value))
	}
	if f.Level != "" || f.SchemaVersion != "" || f.DroppedIDs != nil || f.ArchiveHashes != nil {
		m.Fidelity = &f
	}
	m.Partial = f.Level != "" && f.Level != FidelityFull || len(f.DroppedIDs) > 0
}

// parseMeta reads the rest of meta.
func parseMeta(m *envelope.Model, meta *raw.Object) {
	meta.Drop("version")
	m.RequestID = raw.TakeText(meta, "request_id")
	m.Operation = raw.TakeText(meta, "operation")
	m.Timestamp = raw.TakeText(meta, "timestamp")
	m.Hints = raw.TakeKind(meta, "upgrade_hints", "array")
	m.RateLimit = raw.TakeKind(meta, "rate_limit", "object")
	parseTool(m, meta)
	if value := raw.TakeKind(meta, "pagination", "object"); value != nil {
		parsePagination(m, value)
	}
	if value := raw.TakeKind(meta, "telemetry", "object"); value != nil {
		parseTelemetry(m, value)
	}
	m.Extra = append(m.Extra, codec.Extras("meta", meta)...)
}

// parseTool takes meta.tool where it holds nothing but what Build writes.
func parseTool(m *envelope.Model, meta *raw.Object) {
	var o raw.Object
	o.Merge(meta.Get("tool"))
	tool := envelope.ModelTool{
		ID:           raw.TakeText(&o, "id"),
		Version:      raw.TakeText(&o, "version"),
		Tier:         raw.TakeText(&o, "tier"),
		Capabilities: raw.TakeKind(&o, "capabilities", "array"),
	}
	if o.Empty() && raw.TakeKind(meta, "tool", "object") != nil {
		m.Tool = tool
	}
}

func parsePagination(m *envelope.Model, value []byte) {
	var o raw.Object
	o.Merge(countAll(value))
	m.Pagination = &envelope.Pagination{
		Cursor:   raw.TakeText(&o, "cursor"),
		HasMore:  raw.TakeBool(&o, "has_more"),
		PageSize: raw.TakeInteger(&o, "page_size"),
		Total:    raw.TakeInteger(&o, "total_count"),
	}
	m.Pagination.Extra = codec.Extras("meta.pagination", &o)
}

func parseTelemetry(m *envelope.Model, value []byte) {
	var o raw.Object
	o.Merge(value)
	m.DurationMS = raw.Number(raw.TakeKind(&o, "duration_ms", "number"))
	m.CacheHit = raw.TakeBool(&o, "cache_hit")
	m.Tokens = envelope.ModelTokens{Estimated: raw.TakeInteger(&o, "tokens_estimated"), Used: raw.TakeInteger(&o, "tokens_used")}
	if !o.Empty() {
		m.Extra = append(m.Extra, envelope.Extra{Path: "meta.telemetry", Value: o.Done()})
	}
}
