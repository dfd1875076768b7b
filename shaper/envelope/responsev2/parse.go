package responsev2

import (
	"encoding/json"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Parse reads an envelope of either edition. Members of meta that the model
// knows nothing of become extras.
func (Dialect) Parse(doc []byte) (*envelope.Model, error) {
	d, data, meta, err := openEnvelope(doc)
	if err != nil {
		return nil, err
	}
	upgrade(&data, &meta)
	m := &envelope.Model{OK: string(d.Value("success")) == "true" && kit.IsNull(d.Value("error"))}
	if !m.OK {
		parseFailure(m, &data, kit.Text(d.Value("error")))
	}
	parseData(m, &data, &meta)
	m.Warnings = joinWarnings(meta.TakeKind("warnings", "array"), meta.TakeKind("warning_details", "array"))
	parseFidelity(m, &meta)
	parseMeta(m, &meta)
	for _, x := range kit.Members(d.Raw) {
		switch x.Name {
		case "success", "data", "meta":
		case "error":
			if k := kit.Kind(x.Value); k != "string" && k != "null" {
				m.Extra = append(m.Extra, envelope.Extra{Path: x.Name, Value: x.Value})
			}
		default:
			m.Extra = append(m.Extra, envelope.Extra{Path: x.Name, Value: x.Value})
		}
	}
	return m, nil
}

// parseFailure takes the standard error fields out of data.
func parseFailure(m *envelope.Model, data *kit.Object, message string) {
	m.Error = &envelope.ModelError{
		Message:     message,
		Code:        data.TakeText("error_code"),
		Type:        data.TakeText("error_type"),
		Remediation: data.TakeText("remediation"),
	}
	if kit.Kind(data.Get("details")) == "object" {
		m.Error.Details = data.Drop("details")
	}
}

// parseData reads what data holds besides: the payload, where meta says that it
// is, or the context of an error.
func parseData(m *envelope.Model, data, meta *kit.Object) {
	switch at := meta.Get(kit.PayloadPath); {
	case kit.Kind(at) == "null":
		m.Payload = json.RawMessage("null")
	case kit.Text(at) == "data":
		m.Payload, *data = data.Done(), kit.Object{}
	default:
		for _, name := range payloadNames {
			if kit.Text(at) == kit.Join("data", name) {
				m.Payload = data.Drop(name)
			}
		}
	}
	if m.Payload != nil {
		meta.Drop(kit.PayloadPath)
	} else if m.OK {
		m.Payload, *data = data.Done(), kit.Object{}
	}
	if m.OK {
		m.Extra = kit.Extras("data", data)
	} else if !data.Empty() {
		m.Error.Data = data.Done()
	}
}

// joinWarnings pairs the texts of meta.warnings with the details that have the
// same message. Details without a text follow.
func joinWarnings(texts, details []byte) []envelope.Warning {
	told := kit.ParseWarnings(details)
	byMessage := map[string][]int{}
	for i, w := range told {
		byMessage[w.Message] = append(byMessage[w.Message], i)
	}
	var warnings []envelope.Warning
	paired := make([]bool, len(told))
	for _, w := range kit.ParseWarnings(texts) {
		if same := byMessage[w.Message]; len(same) > 0 && !detailed(w) && w.Extra == nil {
			byMessage[w.Message] = same[1:]
			paired[same[0]] = true
			w = told[same[0]]
		}
		warnings = append(warnings, w)
	}
	for i, w := range told {
		if !paired[i] {
			warnings = append(warnings, w)
		}
	}
	return warnings
}

// parseFidelity reads what the envelope says of its completeness (RULES R25 to
// R28).
func parseFidelity(m *envelope.Model, meta *kit.Object) {
	f := envelope.Fidelity{
		Level:         meta.TakeText("content_fidelity"),
		SchemaVersion: meta.TakeText("content_fidelity_schema_version"),
		ArchiveHashes: meta.TakeKind("content_archive_hashes", "object"),
	}
	if dropped := kit.Elements(meta.Get("dropped_content_ids")); !slices.ContainsFunc(dropped, isNoID) {
		meta.TakeKind("dropped_content_ids", "array")
		for _, value := range dropped {
			f.DroppedIDs = append(f.DroppedIDs, idOf(value))
		}
	}
	if f.Level != "" || f.SchemaVersion != "" || f.DroppedIDs != nil || f.ArchiveHashes != nil {
		m.Fidelity = &f
	}
	m.Partial = f.Level != "" && f.Level != FidelityFull || len(f.DroppedIDs) > 0
}

// parseMeta reads the rest of meta.
func parseMeta(m *envelope.Model, meta *kit.Object) {
	meta.TakeKind("version", "null")
	if kit.Text(meta.Get("version")) == metaVersion {
		meta.Drop("version")
	}
	m.RequestID = meta.TakeText("request_id")
	m.Operation = meta.TakeText("operation")
	m.Timestamp = meta.TakeText("timestamp")
	m.Hints = meta.TakeKind("upgrade_hints", "array")
	m.RateLimit = meta.TakeKind("rate_limit", "object")
	parseTool(m, meta)
	if value := meta.TakeKind("pagination", "object"); value != nil {
		parsePagination(m, value)
	}
	if value := meta.TakeKind("telemetry", "object"); value != nil {
		parseTelemetry(m, value)
	}
	m.Extra = append(m.Extra, kit.Extras("meta", meta)...)
}

// parseTool takes meta.tool where it holds nothing but what Build writes.
func parseTool(m *envelope.Model, meta *kit.Object) {
	var o kit.Object
	o.Merge(meta.Get("tool"))
	tool := envelope.ModelTool{
		ID:           o.TakeText("id"),
		Version:      o.TakeText("version"),
		Tier:         o.TakeText("tier"),
		Capabilities: o.TakeKind("capabilities", "array"),
	}
	if o.Empty() && meta.TakeKind("tool", "object") != nil {
		m.Tool = tool
	}
}

func parsePagination(m *envelope.Model, value []byte) {
	var o kit.Object
	o.Merge(countAll(value))
	m.Pagination = &envelope.Pagination{
		Cursor:   o.TakeText("cursor"),
		HasMore:  o.TakeBool("has_more"),
		PageSize: o.TakeInteger("page_size"),
		Total:    o.TakeInteger("total_count"),
	}
	m.Pagination.Extra = kit.Extras("meta.pagination", &o)
}

func parseTelemetry(m *envelope.Model, value []byte) {
	var o kit.Object
	o.Merge(value)
	m.DurationMS = kit.Number(o.TakeKind("duration_ms", "number"))
	m.CacheHit = o.TakeBool("cache_hit")
	m.Tokens = envelope.ModelTokens{Estimated: o.TakeInteger("tokens_estimated"), Used: o.TakeInteger("tokens_used")}
	if !o.Empty() {
		m.Extra = append(m.Extra, envelope.Extra{Path: "meta.telemetry", Value: o.Done()})
	}
}
