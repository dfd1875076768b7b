package responsev2

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// payloadNames are the members of data for a payload that cannot be data itself. The second
// one is used if the context of an error has the first name.
var payloadNames = []string{"result", "_result"}

// Build writes the model as an envelope of the dialect's edition. Context that
// the contract has no word for stands in meta beside the rest: operation,
// timestamp, tool, upgrade_hints; token counts stand in telemetry.
//
// The first edition carries no codes, and puts warnings, pagination and timing into data.
func (r Dialect) Build(m *envelope.Model) ([]byte, []string, error) {
	edition := r.edition("")
	if err := contract.Check(edition); err != nil {
		return nil, nil, err
	}
	reduced := *m
	if edition == Edition003 {
		reduced.Fidelity, reduced.Partial = nil, false
		if m.Error != nil {
			reduced.Error = &envelope.ModelError{Message: m.Error.Message}
		}
	}
	made := newResponse(nil, []Option{WithEdition(edition)})
	made.placePayload(&reduced)
	if edition == Edition003 {
		made.placeInData(&reduced)
	} else {
		made.placeInMeta(&reduced)
	}
	homeless := made.placeContext(&reduced)
	e := kit.Failure(&reduced)
	if e == nil {
		doc, err := made.write("true", kit.Null)
		return doc, lostIn(m, edition, homeless), err
	}
	made.code, made.kind, made.remediation = e.Code, e.Type, e.Remediation
	WithDetails(e.Details)(made)
	doc, err := made.writeFailure(cmp.Or(e.Message, envelope.UnknownFailure))
	return doc, lostIn(m, edition, homeless), err
}

// placePayload fills data. An object that is a payload is data itself if no
// reader takes its members for something else.
func (r *response) placePayload(m *envelope.Model) {
	if m.Error != nil {
		r.data.Merge(m.Error.Data)
	}
	switch failed := kit.Failure(m) != nil; {
	case m.Payload == nil:
	case kit.IsNull(m.Payload):
		r.meta.Set(kit.PayloadPath, kit.Null)
	case !failed && fitsData(m, "_meta", "_warnings"):
		r.data.Merge(m.Payload)
	case r.data.Empty() && fitsData(m, "_meta", "_warnings", "error_code", "error_type", "remediation", "details"):
		r.data.Merge(m.Payload)
		r.meta.Str(kit.PayloadPath, "data")
	default:
		name := payloadNames[0]
		if r.data.Get(name) != nil {
			name = payloadNames[1]
		}
		r.data.Set(name, m.Payload)
		r.meta.Str(kit.PayloadPath, kit.Join("data", name))
	}
}

// fitsData reports whether the payload is an object without the names that data reserves.
func fitsData(m *envelope.Model, reserved ...string) bool {
	fits := kit.Kind(m.Payload) == "object"
	kit.Each(m.Payload, func(name, _ []byte) bool {
		fits = fits && !slices.Contains(reserved, string(name))
		return fits
	})
	return fits
}

// lostIn lists the parts that an edition cannot hold, with the extras in homeless. The current
// edition holds all fields of the model.
func lostIn(m *envelope.Model, edition string, homeless []envelope.Extra) []string {
	var rest envelope.Model
	for _, w := range m.Warnings {
		rest.Extra = append(rest.Extra, w.Extra...)
	}
	rest.Extra = append(rest.Extra, homeless...)
	if p := m.Pagination; p != nil {
		if p.PageSize != nil && *p.PageSize < 1 {
			rest.Extra = append(rest.Extra, envelope.Extra{Path: "pagination.page_size"})
		}
		_, unsaid := agreed(p)
		for _, path := range unsaid {
			rest.Extra = append(rest.Extra, envelope.Extra{Path: path})
		}
		rest.Extra = append(rest.Extra, slices.DeleteFunc(slices.Clone(p.Extra), isPagination)...)
	}
	if edition == Edition003 {
		rest.Fidelity, rest.Partial = m.Fidelity, m.Partial
		if m.Error != nil {
			e := *m.Error
			e.Message = ""
			rest.Error = &e
		}
	}
	return kit.Lost(&rest)
}

// placeInMeta places the parts that the current edition keeps in meta.
func (r *response) placeInMeta(m *envelope.Model) {
	r.meta.Text("request_id", m.RequestID)
	f := m.Fidelity
	if f == nil && m.Partial {
		f = &envelope.Fidelity{Level: FidelityPartial, SchemaVersion: FidelitySchemaVersion}
	}
	if f != nil {
		r.meta.Text("content_fidelity_schema_version", f.SchemaVersion)
		r.meta.Text("content_fidelity", f.Level)
		WithFidelity("", f.DroppedIDs, nil)(r)
		if len(envelope.Index(f.ArchiveHashes).Members) > 0 {
			r.meta.Set("content_archive_hashes", f.ArchiveHashes)
		}
	}
	var texts, details [][]byte
	for _, w := range m.Warnings {
		texts = append(texts, kit.Quote(w.Message))
		if detailed(w) {
			details = append(details, warningDetail(w))
		}
	}
	r.meta.List("warnings", texts)
	r.meta.List("warning_details", details)
	WithPagination(pagination(m, "total_count"))(r)
	WithTelemetry(telemetry(m))(r)
}

// placeInData places the parts that the first edition keeps in data (RULES R51).
func (r *response) placeInData(m *envelope.Model) {
	r.meta.Text("request_id", m.RequestID)
	var meta kit.Object
	for _, part := range []kit.Member{{Name: "pagination", Value: pagination(m, "total")}, {Name: "timing", Value: telemetry(m)}} {
		if len(envelope.Index(part.Value).Members) > 0 {
			meta.Set(part.Name, part.Value)
		}
	}
	if !meta.Empty() {
		r.data.Set("_meta", meta.Done())
	}
	r.data.Set("_warnings", kit.BuildWarnings(m.Warnings))
}

// pagination writes the position in a list; total is the edition's name for the
// number of all items.
func pagination(m *envelope.Model, total string) json.RawMessage {
	var o kit.Object
	if m.Pagination != nil {
		p, _ := agreed(m.Pagination)
		o.Set("cursor", kit.Null)
		o.Text("cursor", p.Cursor)
		o.OptBool("has_more", p.HasMore)
		if p.PageSize != nil && *p.PageSize > 0 {
			o.Int("page_size", *p.PageSize)
		}
		o.OptInt(total, p.Total)
		restore(&o, "meta.pagination", p.Extra)
	}
	return o.Done()
}

// agreed is kit.Agreed, except for a page whose own members, such as offset and limit, tell
// how to ask for the next one.
func agreed(p *envelope.Pagination) (page envelope.Pagination, lost []string) {
	if slices.ContainsFunc(p.Extra, isPagination) {
		return *p, nil
	}
	return kit.Agreed(*p)
}

func isPagination(x envelope.Extra) bool { return strings.HasPrefix(x.Path, "meta.pagination.") }

func telemetry(m *envelope.Model) json.RawMessage {
	var o kit.Object
	o.Number("duration_ms", m.DurationMS)
	o.OptBool("cache_hit", m.CacheHit)
	o.OptInt("tokens_estimated", m.Tokens.Estimated)
	o.OptInt("tokens_used", m.Tokens.Used)
	for _, x := range m.Extra {
		if isTelemetry(x) {
			o.Merge(x.Value)
		}
	}
	return o.Done()
}

// placeContext places the parts that the contract does not define. It returns the extras
// without a place.
func (r *response) placeContext(m *envelope.Model) (homeless []envelope.Extra) {
	r.meta.Text("operation", m.Operation)
	r.meta.Text("timestamp", m.Timestamp)
	var tool kit.Object
	tool.Text("id", m.Tool.ID)
	tool.Text("version", m.Tool.Version)
	tool.Text("tier", m.Tool.Tier)
	tool.Set("capabilities", m.Tool.Capabilities)
	if !tool.Empty() {
		r.meta.Set("tool", tool.Done())
	}
	r.meta.Set("rate_limit", m.RateLimit)
	r.meta.Set("upgrade_hints", m.Hints)
	return restore(&r.meta, "meta", slices.DeleteFunc(slices.Clone(m.Extra), isTelemetry))
}

// isTelemetry reports whether an extra is the rest of meta.telemetry.
func isTelemetry(x envelope.Extra) bool {
	return x.Path == "meta.telemetry" && kit.Kind(x.Value) == "object"
}

// restore sets members that stood below a path in an envelope of this dialect. A member that is
// there already keeps its value, unless that is null. It returns those that it did not set.
func restore(o *kit.Object, path string, list []envelope.Extra) (homeless []envelope.Extra) {
	for _, x := range list {
		name, below := strings.CutPrefix(x.Path, path+".")
		if below = below && x.Value != nil && kit.IsNull(o.Get(name)); below {
			o.Set(name, x.Value)
		} else {
			homeless = append(homeless, x)
		}
	}
	return homeless
}

// Wrap builds the envelope from [envelope.Parts].
func (r Dialect) Wrap(p envelope.Parts, _ envelope.Known) (envelope.Conversion, error) {
	for _, m := range kit.Members(p.Meta) {
		if slices.Contains(ownMeta, m.Name) {
			return envelope.Conversion{}, &envelope.FieldError{Field: kit.Join("meta", m.Name), Problem: "is not for meta to say: it has a part of its own, or is the contract's"}
		}
	}
	m := kit.FromParts(p)
	if m.Fidelity != nil && m.Fidelity.Level != "" {
		m.Fidelity.SchemaVersion = FidelitySchemaVersion
	}
	built, lost, err := r.Build(m)
	return envelope.Conversion{Envelope: built, Lost: lost}, err
}

// ownMeta are the members of meta that Build writes itself.
var ownMeta = []string{
	"version", "request_id", "warnings", "warning_details", "pagination", "rate_limit", "telemetry",
	"content_fidelity", "content_fidelity_schema_version", "dropped_content_ids", "content_archive_hashes",
	"upgrade_hints", "operation", "timestamp", "tool", kit.PayloadPath,
}
