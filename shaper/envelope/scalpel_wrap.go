package envelope

import "cmp"

// scalpelParts are the parts of the model for which [BuildScalpel] has a place.
var scalpelParts = []string{
	"payload", "error.message", "error.code", "error.details", "request_id", "duration_ms", "hints",
	"tool.id", "tool.version", "tool.tier", "tool.capabilities",
}

// Wrap builds the scalpel envelope from [Parts], as [BuildScalpel] does, but
// without the metadata of which nothing is known: only debug spells that out
// (R4, R7).
func (Scalpel) Wrap(p Parts, known Known) (Conversion, error) {
	full, err := BuildScalpel(p.scalpel(known))
	if err != nil {
		return Conversion{}, err
	}
	m := p.model()
	m.Extra = nil // they stay in the error, which is built as it is
	return Conversion{withoutUnknown(full), m.lost(scalpelParts...)}, nil
}

// scalpel turns parts into those of seed 001.
func (p Parts) scalpel(known Known) ScalpelParts {
	s := ScalpelParts{
		Data: p.Data, Error: p.Error, Tier: cmp.Or(p.Tier, known.Tier), ToolVersion: p.ToolVersion,
		ToolID: cmp.Or(p.ToolID, known.Tool), RequestID: p.RequestID, RequestIDSource: p.RequestIDSource,
		DurationMS: p.DurationMS,
	}
	if kindOf(p.Error) == "string" {
		s.Error = ErrorFor("", text(p.Error), nil)
	}
	for _, hint := range elementsOf(p.UpgradeHints) {
		s.UpgradeHints = append(s.UpgradeHints, hint)
	}
	if kindOf(p.Capabilities) == "array" {
		s.Capabilities = []string{}
	}
	for _, c := range elementsOf(p.Capabilities) {
		s.Capabilities = append(s.Capabilities, text(c))
	}
	return s
}

// withoutUnknown leaves out the metadata that is null.
func withoutUnknown(full []byte) []byte {
	var o object
	o.merge(full)
	for _, key := range scalpelOrder {
		if key.name != "data" {
			takeKind(&o, key.name, "null")
		}
	}
	return o.done()
}
