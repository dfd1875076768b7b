package scalpel

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// carriedParts are the parts of the model for which [Build] has a place.
var carriedParts = []string{
	"payload", "error.message", "error.code", "error.details", "request_id", "duration_ms", "hints",
	"tool.id", "tool.version", "tool.tier", "tool.capabilities",
}

// Wrap builds the envelope from [envelope.Parts], as [Build] does, but without
// the metadata of which nothing is known: only debug spells that out (RULES R4
// and R7).
func (Dialect) Wrap(p envelope.Parts, known envelope.Known) (envelope.Conversion, error) {
	full, err := Build(scalpel(p, known))
	if err != nil {
		return envelope.Conversion{}, err
	}
	m := kit.FromParts(p)
	m.Extra = slices.DeleteFunc(m.Extra, inError)
	lost := append(kit.Lost(m, carriedParts...), unsafe(p.Error)...)
	return envelope.Conversion{Envelope: withoutUnknown(full), Lost: kit.FirstLost(lost)}, nil
}

// unsafe are the paths of what an error does not carry (RULES R11): what may be code,
// and a message that has more than one line.
func unsafe(failure []byte) (paths []string) {
	if kit.Kind(failure) == "string" {
		var o kit.Object
		o.Set("error", failure)
		failure = o.Done()
	}
	c := codeCutter{src: failure, most: envelope.MostLost + 1, blank: true}
	c.run()
	for _, path := range c.paths {
		paths = append(paths, kit.Join("error", inModel(path)))
	}
	return paths
}

// inModel is how the model calls a member of an error.
func inModel(path string) string {
	if path == "error" {
		return "message"
	}
	if rest, ok := strings.CutPrefix(path, "error_details."); ok {
		return kit.Join("details", rest)
	}
	return path
}

// inError finds what stays in the error, which is built as it is.
func inError(x envelope.Extra) bool { return x.Path == "error" || strings.HasPrefix(x.Path, "error.") }

// scalpel turns parts into those of seed 001.
func scalpel(p envelope.Parts, known envelope.Known) Parts {
	s := Parts{
		Data: p.Data, Error: p.Error, Tier: cmp.Or(p.Tier, known.Tier), ToolVersion: p.ToolVersion,
		ToolID: cmp.Or(p.ToolID, known.Tool), RequestID: p.RequestID, RequestIDSource: p.RequestIDSource,
		DurationMS: p.DurationMS,
	}
	if kit.Kind(p.Error) == "string" {
		s.Error = ErrorFor("", kit.Text(p.Error), nil)
	}
	for _, hint := range kit.Elements(p.UpgradeHints) {
		s.UpgradeHints = append(s.UpgradeHints, hint)
	}
	if kit.Kind(p.Capabilities) == "array" {
		s.Capabilities = []string{}
	}
	for _, c := range kit.Elements(p.Capabilities) {
		s.Capabilities = append(s.Capabilities, kit.Text(c))
	}
	return s
}

// withoutUnknown leaves out the metadata that is null.
func withoutUnknown(full []byte) []byte {
	var o kit.Object
	o.Merge(full)
	for _, key := range order {
		if key.Name != "data" {
			o.TakeKind(key.Name, "null")
		}
	}
	return o.Done()
}
