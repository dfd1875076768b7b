package envelope

import (
	"cmp"
	"time"
)

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

// Wrap builds the envelope from [Parts].
func (r ResponseV2) Wrap(p Parts, _ Known) (Conversion, error) { return wrap(r, p) }

// Wrap builds the tool result from [Parts].
func (m MCP) Wrap(p Parts, _ Known) (Conversion, error) { return wrap(m, p) }

// Wrap builds the response from [Parts]; its id is null.
func (j JSONRPC) Wrap(p Parts, _ Known) (Conversion, error) { return wrap(j, p) }

// Wrap builds the envelope from [Parts]. The tool of the call stands in for an
// unknown operation, the time now and an id of its own for those of an answer
// that has none.
func (b BMCIS) Wrap(p Parts, known Known) (Conversion, error) {
	p.Operation = cmp.Or(p.Operation, p.ToolID, known.Tool)
	p.RequestID = cmp.Or(p.RequestID, newRequestID())
	p.Timestamp = cmp.Or(p.Timestamp, time.Now().UTC().Format(time.RFC3339))
	built, lost, err := b.Build(p.model())
	if err == nil {
		built, err = valid(b, built)
	}
	return Conversion{built, lost}, err
}

func wrap(c Codec, p Parts) (Conversion, error) {
	built, lost, err := c.Build(p.model())
	return Conversion{built, lost}, err
}

// Wrap builds an envelope of a dialect from an object of [Parts]. It fails with
// [ErrNoWrap] where the dialect has none.
func Wrap(parts []byte, d Dialect, known Known) (Conversion, error) {
	w, ok := d.(Wrapper)
	if !ok {
		return Conversion{}, ErrNoWrap
	}
	p, err := ParseParts(parts)
	if err != nil {
		return Conversion{}, err
	}
	return w.Wrap(translateParts(p, d), known)
}
