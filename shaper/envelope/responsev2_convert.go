package envelope

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// payloadNames are where data keeps a payload that cannot be data itself; the
// second one where an error has context of the first name.
var payloadNames = []string{"result", "_result"}

// Build writes the model as an envelope of the dialect's edition. Context that
// the contract has no word for stands in meta beside the rest: operation,
// timestamp, tool, upgrade_hints; token counts stand in telemetry.
//
// The first edition carries no codes, and puts warnings, pagination and timing
// into data.
func (r ResponseV2) Build(m *Model) ([]byte, []string, error) {
	edition, err := r.edition("")
	if err != nil {
		return nil, nil, err
	}
	reduced := *m
	if edition == Edition003 {
		reduced.Fidelity, reduced.Partial = nil, false
		if m.Error != nil {
			reduced.Error = &ModelError{Message: m.Error.Message}
		}
	}
	opts := []Option{WithEdition(edition), reduced.withPayload()}
	if edition == Edition003 {
		opts = append(opts, reduced.inData())
	} else {
		opts = append(opts, reduced.inMeta()...)
	}
	opts = append(opts, reduced.withContext())
	doc, err := reduced.build(opts)
	return doc, m.lostIn(edition), err
}

func (m *Model) build(opts []Option) ([]byte, error) {
	e := m.failure()
	if e == nil {
		return Success(nil, opts...)
	}
	opts = append(opts, WithErrorCode(e.Code), WithDetails(e.Details), WithErrorType(e.Type), WithRemediation(e.Remediation))
	return Error(cmp.Or(e.Message, toolFailed), opts...)
}

// withPayload fills data. An object that is a payload is data itself where no
// reader takes its members for something else.
func (m *Model) withPayload() Option {
	failed := m.failure() != nil
	return func(r *response) {
		if m.Error != nil {
			r.data.merge(m.Error.Data)
		}
		switch {
		case m.Payload == nil:
		case isNull(m.Payload):
			r.meta.raw(payloadPath, jsonNull)
		case !failed && m.fitsData("_meta", "_warnings"):
			r.data.merge(m.Payload)
		case r.data.empty() && m.fitsData("_meta", "_warnings", "error_code", "error_type", "remediation", "details"):
			r.data.merge(m.Payload)
			r.meta.str(payloadPath, "data")
		default:
			name := payloadNames[0]
			if r.data.get(name) != nil {
				name = payloadNames[1]
			}
			r.data.raw(name, m.Payload)
			r.meta.str(payloadPath, join("data", name))
		}
	}
}

// fitsData reports whether the payload is an object without the names that
// data reserves.
func (m *Model) fitsData(reserved ...string) bool {
	members := open(m.Payload).Members
	return kindOf(m.Payload) == "object" && !slices.ContainsFunc(members, func(member Member) bool {
		return slices.Contains(reserved, member.Name)
	})
}

// inMeta places what the current edition keeps in meta.
func (m *Model) inMeta() []Option {
	return []Option{
		WithRequestID(m.RequestID), m.withFidelity(), m.withWarnings(),
		WithPagination(m.pagination("total_count")), WithTelemetry(m.telemetry()),
	}
}

func (m *Model) withWarnings() Option {
	return func(r *response) {
		var texts, details [][]byte
		for _, w := range m.Warnings {
			texts = append(texts, quote(w.Message))
			if w.detailed() {
				details = append(details, warningDetail(w))
			}
		}
		r.meta.list("warnings", texts)
		r.meta.list("warning_details", details)
	}
}

// inData places what the first edition keeps in data (R51).
func (m *Model) inData() Option {
	return func(r *response) {
		r.meta.text("request_id", m.RequestID)
		var meta object
		for _, part := range []pair{{"pagination", m.pagination("total")}, {"timing", m.telemetry()}} {
			if len(open(part.value).Members) > 0 {
				meta.raw(part.name, part.value)
			}
		}
		if !meta.empty() {
			r.data.raw("_meta", meta.done())
		}
		r.data.raw("_warnings", buildWarnings(m.Warnings))
	}
}

func (m *Model) withFidelity() Option {
	f := m.Fidelity
	if f == nil && m.Partial {
		f = &Fidelity{Level: FidelityPartial, SchemaVersion: FidelitySchemaVersion}
	}
	return func(r *response) {
		if f == nil {
			return
		}
		r.meta.text("content_fidelity_schema_version", f.SchemaVersion)
		r.meta.text("content_fidelity", f.Level)
		WithFidelity("", f.DroppedIDs, nil)(r)
		if len(open(f.ArchiveHashes).Members) > 0 {
			r.meta.raw("content_archive_hashes", f.ArchiveHashes)
		}
	}
}

// pagination writes the position in a list; total is the edition's name for the
// number of all items.
func (m *Model) pagination(total string) json.RawMessage {
	var o object
	if p := m.Pagination; p != nil {
		o.raw("cursor", jsonNull)
		o.text("cursor", p.Cursor)
		o.optBoolean("has_more", p.HasMore)
		if p.PageSize != nil && *p.PageSize > 0 {
			o.num("page_size", *p.PageSize)
		}
		o.optNum(total, p.Total)
		restore(&o, "meta.pagination", p.Extra)
	}
	return o.done()
}

func (m *Model) telemetry() json.RawMessage {
	var o object
	o.number("duration_ms", m.DurationMS)
	o.optBoolean("cache_hit", m.CacheHit)
	o.optNum("tokens_estimated", m.Tokens.Estimated)
	o.optNum("tokens_used", m.Tokens.Used)
	for _, x := range m.Extra {
		if x.isTelemetry() {
			o.merge(x.Value)
		}
	}
	return o.done()
}

// withContext places what the contract has no word for.
func (m *Model) withContext() Option {
	return func(r *response) {
		r.meta.text("operation", m.Operation)
		r.meta.text("timestamp", m.Timestamp)
		var tool object
		tool.text("id", m.Tool.ID)
		tool.text("version", m.Tool.Version)
		tool.text("tier", m.Tool.Tier)
		tool.raw("capabilities", m.Tool.Capabilities)
		if !tool.empty() {
			r.meta.raw("tool", tool.done())
		}
		r.meta.raw("rate_limit", m.RateLimit)
		r.meta.raw("upgrade_hints", m.Hints)
		restore(&r.meta, "meta", slices.DeleteFunc(slices.Clone(m.Extra), Extra.isTelemetry))
	}
}

// isTelemetry reports whether an extra is the rest of meta.telemetry.
func (x Extra) isTelemetry() bool {
	return x.Path == "meta.telemetry" && kindOf(x.Value) == "object"
}

// restore sets members that stood below a path in an envelope of this dialect.
// A member that is there already keeps its value.
func restore(o *object, path string, list []Extra) {
	for _, x := range list {
		if name, below := strings.CutPrefix(x.Path, path+"."); below && o.get(name) == nil {
			o.raw(name, x.Value)
		}
	}
}

// lostIn lists what an edition cannot carry. The current one carries all that
// the model has fields for; members from elsewhere than meta have no place.
func (m *Model) lostIn(edition string) []string {
	var rest Model
	for _, w := range m.Warnings {
		rest.Extra = append(rest.Extra, w.rest...)
	}
	for _, x := range m.Extra {
		if !strings.HasPrefix(x.Path, "meta.") {
			rest.Extra = append(rest.Extra, x)
		}
	}
	if p := m.Pagination; p != nil {
		if p.PageSize != nil && *p.PageSize < 1 {
			rest.Extra = append(rest.Extra, Extra{Path: "pagination.page_size"})
		}
		for _, x := range p.Extra {
			if !strings.HasPrefix(x.Path, "meta.pagination.") {
				rest.Extra = append(rest.Extra, x)
			}
		}
	}
	if edition == Edition003 {
		rest.Fidelity, rest.Partial = m.Fidelity, m.Partial
		if m.Error != nil {
			e := *m.Error
			e.Message = ""
			rest.Error = &e
		}
	}
	return rest.lost()
}
