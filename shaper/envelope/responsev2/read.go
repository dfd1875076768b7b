package responsev2

import (
	"bytes"
	"encoding/json"
	"errors"
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
	if !m.OK { // the standard error fields stand in data
		m.Error = &envelope.ModelError{
			Message:     kit.Text(d.Value("error")),
			Code:        data.TakeText("error_code"),
			Type:        data.TakeText("error_type"),
			Remediation: data.TakeText("remediation"),
			Details:     data.TakeKind("details", "object"),
		}
	}
	parseData(m, &data, &meta)
	m.Warnings = joinWarnings(meta.TakeKind("warnings", "array"), meta.TakeKind("warning_details", "array"))
	parseFidelity(m, &meta)
	parseMeta(m, &meta)
	var rest kit.Object
	rest.Merge(d.Raw)
	for _, known := range []string{"success", "data", "meta"} {
		rest.Drop(known)
	}
	rest.TakeText("error")
	m.Extra = append(m.Extra, kit.Extras("", &rest)...)
	return m, nil
}

// parseData reads the rest of data: the payload at the place that meta names, or the context
// of an error.
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

// parseFidelity reads the statements about the envelope's completeness (RULES R25 to R28).
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
	var tool kit.Object
	tool.Merge(meta.Get("tool"))
	named := envelope.ModelTool{
		ID:           tool.TakeText("id"),
		Version:      tool.TakeText("version"),
		Tier:         tool.TakeText("tier"),
		Capabilities: tool.TakeKind("capabilities", "array"),
	}
	if tool.Empty() && meta.TakeKind("tool", "object") != nil { // it holds only members of Build
		m.Tool = named
	}
	if value := meta.TakeKind("pagination", "object"); value != nil {
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
	if value := meta.TakeKind("telemetry", "object"); value != nil {
		var o kit.Object
		o.Merge(value)
		m.DurationMS = kit.Number(o.TakeKind("duration_ms", "number"))
		m.CacheHit = o.TakeBool("cache_hit")
		m.Tokens = envelope.ModelTokens{Estimated: o.TakeInteger("tokens_estimated"), Used: o.TakeInteger("tokens_used")}
		if !o.Empty() {
			m.Extra = append(m.Extra, envelope.Extra{Path: "meta.telemetry", Value: o.Done()})
		}
	}
	m.Extra = append(m.Extra, kit.Extras("meta", meta)...)
}

// ErrNoEnvelope is the error of a document without success, data or meta.
var ErrNoEnvelope = errors.New("response-v2: success, data and meta are not all there")

// openEnvelope opens an envelope of either edition as far as its codecs need
// it: success, and objects for data and meta. No object may hold a name twice.
func openEnvelope(doc []byte) (d *envelope.Doc, data, meta kit.Object, err error) {
	if err = envelope.CheckUnique(doc); err != nil {
		return nil, data, meta, err
	}
	if d, err = envelope.Open(kit.Trim(doc), envelope.Limits{}); err != nil {
		return d, data, meta, err
	}
	if kit.Kind(d.Value("success")) != "boolean" || kit.Kind(d.Value("data")) != "object" || kit.Kind(d.Value("meta")) != "object" {
		return d, data, meta, ErrNoEnvelope
	}
	data.Merge(d.Value("data"))
	meta.Merge(d.Value("meta"))
	return d, data, meta, nil
}

// replaced writes an envelope with another data and meta.
func replaced(d *envelope.Doc, data, meta *kit.Object) []byte {
	var o kit.Object
	o.Merge(d.Raw)
	o.Set("data", data.Done())
	o.Set("meta", meta.Done())
	return o.Done()
}

// Upgrade converts an envelope of the first edition into one of the current edition. It moves
// the members of data._meta and data._warnings to meta (RULES D18; RULES, conversion). It does
// not repeat a warning that meta has.
//
// A member stays in data._meta if meta holds it with another value, or may not hold it. So
// nothing is lost, and a valid envelope stays valid. A failure without error_code and
// error_type gets those of [Error] (RULES D39).
func Upgrade(doc []byte) ([]byte, error) {
	d, data, meta, err := openEnvelope(doc)
	if err != nil {
		return nil, err
	}
	upgrade(&data, &meta)
	if string(d.Value("success")) == "false" {
		r := response{data: data}
		r.classify()
		data.Text("error_code", r.code)
		data.Text("error_type", r.kind)
	}
	return replaced(d, &data, &meta), nil
}

func upgrade(data, meta *kit.Object) {
	present := kit.Kind(meta.Get("warnings"))
	if kit.Kind(data.Get("_warnings")) == "array" && (present == "array" || present == "") {
		moveWarnings(data.Drop("_warnings"), meta)
	}
	if kit.Kind(data.Get("_meta")) != "object" {
		return
	}
	var rest kit.Object
	for _, m := range kit.Members(data.Get("_meta")) {
		name, value := m.Name, m.Value // as meta has them
		switch isObject := kit.Kind(value) == "object"; {
		case isObject && name == "timing":
			name = "telemetry"
		case isObject && name == "pagination":
			value = countAll(value)
		}
		if fitsMeta(name, value) {
			m.Value = moveInto(meta, name, value)
		}
		rest.Set(m.Name, m.Value)
	}
	data.Drop("_meta")
	if !rest.Empty() {
		data.Set("_meta", rest.Done())
	}
}

// fitsMeta reports whether the current edition lets meta hold a member.
func fitsMeta(name string, value []byte) bool {
	v := &kit.Validation{Root: kit.MustSchema(contract.Schemas[Edition000])}
	if s := kit.Part(v.Root, "properties", "meta", "properties", name); s != nil {
		v.Check(s, name, value)
	}
	return len(v.Findings.Errors) == 0
}

// moveInto sets a member of an object. If it exists, two objects are merged, and older values
// win. It returns the values without a place.
func moveInto(o *kit.Object, name string, value []byte) (rest []byte) {
	old := o.Get(name)
	switch {
	case old == nil:
		o.Set(name, value)
		return nil
	case bytes.Equal(old, value):
		return nil
	case kit.Kind(old) != "object" || kit.Kind(value) != "object":
		return value
	}
	var merged, left kit.Object
	merged.Merge(old)
	for _, m := range kit.Members(value) {
		if merged.Get(m.Name) == nil {
			merged.Set(m.Name, m.Value)
		} else if !bytes.Equal(merged.Get(m.Name), m.Value) {
			left.Set(m.Name, m.Value)
		}
	}
	o.Set(name, merged.Done())
	if left.Empty() {
		return nil
	}
	return left.Done()
}

// countAll renames total, the first edition's number of all items, to total_count. It does so
// if total is a count and the name is free.
func countAll(pagination []byte) []byte {
	d := envelope.Index(pagination)
	if n, ok := kit.Integer(d.Value("total")); !ok || n < 0 || d.Has("total_count") {
		return pagination
	}
	var o kit.Object
	for _, m := range kit.Members(pagination) {
		if m.Name == "total" {
			m.Name = "total_count"
		}
		o.Set(m.Name, m.Value)
	}
	return o.Done()
}

// moveWarnings appends the texts of a list to meta.warnings. Issues with more than a text go to
// meta.warning_details. An issue that is neither a text nor has a message moves as raw JSON.
func moveWarnings(list []byte, meta *kit.Object) {
	warnings := kit.Elements(meta.Get("warnings"))
	details := kit.Elements(meta.Get("warning_details"))
	seen := map[string]bool{}
	for _, value := range warnings {
		seen[kit.Text(value)] = true
	}
	issues := kit.Elements(list)
	for i, w := range kit.ParseWarnings(list) {
		if kit.Kind(issues[i]) != "string" && kit.Kind(envelope.Index(issues[i]).Value("message")) != "string" {
			w.Message = string(issues[i])
		}
		if seen[w.Message] {
			continue
		}
		seen[w.Message] = true
		warnings = append(warnings, kit.Quote(w.Message))
		if detailed(w) {
			details = append(details, warningDetail(w))
		}
	}
	meta.List("warnings", warnings)
	meta.List("warning_details", details)
}
