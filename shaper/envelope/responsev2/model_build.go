package responsev2

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/codec"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
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
func (r Dialect) Build(m *envelope.Model) ([]byte, []string, error) {
	edition, err := r.edition("")
	if err != nil {
		return nil, nil, err
	}
	reduced := *m
	if edition == Edition003 {
		reduced.Fidelity, reduced.Partial = nil, false
		if m.Error != nil {
			reduced.Error = &envelope.ModelError{Message: m.Error.Message}
		}
	}
	opts := []Option{WithEdition(edition), withPayload(&reduced)}
	if edition == Edition003 {
		opts = append(opts, placeInData(&reduced))
	} else {
		opts = append(opts, placeInMeta(&reduced)...)
	}
	opts = append(opts, withContext(&reduced))
	doc, err := build(&reduced, opts)
	return doc, lostIn(m, edition), err
}

func build(m *envelope.Model, opts []Option) ([]byte, error) {
	e := codec.Failure(m)
	if e == nil {
		return Success(nil, opts...)
	}
	opts = append(opts, WithErrorCode(e.Code), WithDetails(e.Details), WithErrorType(e.Type), WithRemediation(e.Remediation))
	return Error(cmp.Or(e.Message, envelope.UnknownFailure), opts...)
}

// withPayload fills data. An object that is a payload is data itself where no
// reader takes its members for something else.
func withPayload(m *envelope.Model) Option {
	failed := codec.Failure(m) != nil
	return func(r *response) {
		if m.Error != nil {
			r.data.Merge(m.Error.Data)
		}
		switch {
		case m.Payload == nil:
		case raw.IsNull(m.Payload):
			r.meta.Set(codec.PayloadPath, raw.Null)
		case !failed && fitsData(m, "_meta", "_warnings"):
			r.data.Merge(m.Payload)
		case r.data.Empty() && fitsData(m, "_meta", "_warnings", "error_code", "error_type", "remediation", "details"):
			r.data.Merge(m.Payload)
			r.meta.Str(codec.PayloadPath, "data")
		default:
			name := payloadNames[0]
			if r.data.Get(name) != nil {
				name = payloadNames[1]
			}
			r.data.Set(name, m.Payload)
			r.meta.Str(codec.PayloadPath, raw.Join("data", name))
		}
	}
}

// fitsData reports whether the payload is an object without the names that
// data reserves.
func fitsData(m *envelope.Model, reserved ...string) bool {
	members := envelope.Index(m.Payload).Members
	return raw.Kind(m.Payload) == "object" && !slices.ContainsFunc(members, func(member envelope.Member) bool {
		return slices.Contains(reserved, member.Name)
	})
}

// placeInMeta places what the current edition keeps in meta.
func placeInMeta(m *envelope.Model) []Option {
	return []Option{
		WithRequestID(m.RequestID), withFidelity(m), withWarnings(m),
		WithPagination(pagination(m, "total_count")), WithTelemetry(telemetry(m)),
	}
}

func withWarnings(m *envelope.Model) Option {
	return func(r *response) {
		var texts, details [][]byte
		for _, w := range m.Warnings {
			texts = append(texts, raw.Quote(w.Message))
			if detailed(w) {
				details = append(details, warningDetail(w))
			}
		}
		r.meta.List("warnings", texts)
		r.meta.List("warning_details", details)
	}
}

// placeInData places what the first edition keeps in data (RULES R51).
func placeInData(m *envelope.Model) Option {
	return func(r *response) {
		r.meta.Text("request_id", m.RequestID)
		var meta raw.Object
		for _, part := range []raw.Member{{Name: "pagination", Value: pagination(m, "total")}, {Name: "timing", Value: telemetry(m)}} {
			if len(envelope.Index(part.Value).Members) > 0 {
				meta.Set(part.Name, part.Value)
			}
		}
		if !meta.Empty() {
			r.data.Set("_meta", meta.Done())
		}
		r.data.Set("_warnings", codec.BuildWarnings(m.Warnings))
	}
}

func withFidelity(m *envelope.Model) Option {
	f := m.Fidelity
	if f == nil && m.Partial {
		f = &envelope.Fidelity{Level: FidelityPartial, SchemaVersion: FidelitySchemaVersion}
	}
	return func(r *response) {
		if f == nil {
			return
		}
		r.meta.Text("content_fidelity_schema_version", f.SchemaVersion)
		r.meta.Text("content_fidelity", f.Level)
		WithFidelity("", f.DroppedIDs, nil)(r)
		if len(envelope.Index(f.ArchiveHashes).Members) > 0 {
			r.meta.Set("content_archive_hashes", f.ArchiveHashes)
		}
	}
}

// pagination writes the position in a list; total is the edition's name for the
// number of all items.
func pagination(m *envelope.Model, total string) json.RawMessage {
	var o raw.Object
	if p := m.Pagination; p != nil {
		o.Set("cursor", raw.Null)
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

func telemetry(m *envelope.Model) json.RawMessage {
	var o raw.Object
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

// withContext places what the contract has no word for.
func withContext(m *envelope.Model) Option {
	return func(r *response) {
		r.meta.Text("operation", m.Operation)
		r.meta.Text("timestamp", m.Timestamp)
		var tool raw.Object
		tool.Text("id", m.Tool.ID)
		tool.Text("version", m.Tool.Version)
		tool.Text("tier", m.Tool.Tier)
		tool.Set("capabilities", m.Tool.Capabilities)
		if !tool.Empty() {
			r.meta.Set("tool", tool.Done())
		}
		r.meta.Set("rate_limit", m.RateLimit)
		r.meta.Set("upgrade_hints", m.Hints)
		restore(&r.meta, "meta", slices.DeleteFunc(slices.Clone(m.Extra), isTelemetry))
	}
}

// isTelemetry reports whether an extra is the rest of meta.telemetry.
func isTelemetry(x envelope.Extra) bool {
	return x.Path == "meta.telemetry" && raw.Kind(x.Value) == "object"
}

// restore sets members that stood below a path in an envelope of this dialect.
// A member that is there already keeps its value.
func restore(o *raw.Object, path string, list []envelope.Extra) {
	for _, x := range list {
		if name, below := strings.CutPrefix(x.Path, path+"."); below && o.Get(name) == nil {
			o.Set(name, x.Value)
		}
	}
}

// lostIn lists what an edition cannot carry. The current one carries all that
// the model has fields for; members from elsewhere than meta have no place.
func lostIn(m *envelope.Model, edition string) []string {
	var rest envelope.Model
	for _, w := range m.Warnings {
		rest.Extra = append(rest.Extra, w.Extra...)
	}
	for _, x := range m.Extra {
		if !strings.HasPrefix(x.Path, "meta.") {
			rest.Extra = append(rest.Extra, x)
		}
	}
	if p := m.Pagination; p != nil {
		if p.PageSize != nil && *p.PageSize < 1 {
			rest.Extra = append(rest.Extra, envelope.Extra{Path: "pagination.page_size"})
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
	return codec.Lost(&rest)
}
