package responsev2

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

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
			texts = append(texts, kit.Quote(w.Message))
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

// agreed is kit.Agreed, but for a page that tells by members of its own, such as
// offset and limit, how the next one is asked for.
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

// withContext places what the contract has no word for, and tells which extras have
// no place.
func withContext(m *envelope.Model, homeless *[]envelope.Extra) Option {
	return func(r *response) {
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
		*homeless = restore(&r.meta, "meta", slices.DeleteFunc(slices.Clone(m.Extra), isTelemetry))
	}
}

// isTelemetry reports whether an extra is the rest of meta.telemetry.
func isTelemetry(x envelope.Extra) bool {
	return x.Path == "meta.telemetry" && kit.Kind(x.Value) == "object"
}

// restore sets members that stood below a path in an envelope of this dialect.
// A member that is there already keeps its value, unless that is null. It returns
// those that it did not set.
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
