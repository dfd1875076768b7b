package responsev2

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

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
