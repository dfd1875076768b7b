package scalpel

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Build writes the known parts of the model in the seed's order; a profile of
// debug spells out the rest. An operation stands in for an unknown tool, the
// context of an error for an absent payload.
func (Dialect) Build(m *envelope.Model) ([]byte, []string, error) {
	var o kit.Object
	carried := []string{
		"payload", "error.message", "error.code", "error.details", "request_id", "tool.id", "tool.version",
		"tool.tier", "tool.capabilities", "duration_ms", "warnings", "hints",
	}
	tool := cmp.Or(m.Tool.ID, m.Operation)
	if tool == m.Operation {
		carried = append(carried, "operation")
	}
	o.Text("tier", m.Tool.Tier)
	o.Text("tool_version", m.Tool.Version)
	o.Text("tool_id", tool)
	o.Text("request_id", m.RequestID)
	o.Set("capabilities", m.Tool.Capabilities)
	o.Number("duration_ms", m.DurationMS)
	data := kit.PayloadOrContext(m)
	var unsafe []string
	if e := kit.Failure(m); e != nil {
		var failure []byte
		failure, unsafe = buildError(e)
		o.Set("error", failure)
		if m.Payload == nil {
			carried = append(carried, "error.data")
		}
	} else if data == nil {
		data = kit.Null
	}
	o.Set("upgrade_hints", m.Hints)
	o.Set("data", data)
	o.Set("warnings", kit.BuildWarnings(m.Warnings))
	return o.Done(), kit.FirstLost(append(kit.Lost(m, carried...), unsafe...)), nil
}

// buildError writes the error without code in its details (RULES R11). It returns the paths of
// the removed values.
func buildError(e *envelope.ModelError) (failure []byte, unsafe []string) {
	var o kit.Object
	o.Str("error", cmp.Or(e.Message, envelope.UnknownFailure))
	o.Str("error_code", cmp.Or(e.Code, ClassifyMessage(e.Message)))
	if e.Details != nil {
		c := codeCutter{src: e.Details, most: envelope.MostLost + 1}
		c.run()
		o.Set("error_details", c.out)
		for _, path := range c.paths {
			unsafe = append(unsafe, kit.Join("error.details", path))
		}
	}
	return o.Done(), unsafe
}

// Parts holds the facts that a tool knows about its answer. Zero fields are unknown. Raw
// values must be valid JSON and pass through as written.
type Parts struct {
	Data            json.RawMessage   `json:"data"`
	Error           json.RawMessage   `json:"error"` // see [ErrorFor]; nil or null: success
	UpgradeHints    []json.RawMessage `json:"upgrade_hints"`
	Tier            string            `json:"tier"`
	ToolVersion     string            `json:"tool_version"`
	ToolID          string            `json:"tool_id"`
	RequestID       string            `json:"request_id"`
	RequestIDSource string            `json:"request_id_source"` // "client" or "server" (default)
	Capabilities    []string          `json:"capabilities"`      // nil: ["envelope-v1"]
	DurationMS      json.Number       `json:"duration_ms"`       // such as "27"; see [envelope.Milliseconds]; "": unknown
}

// ClientRequestID reports whether the client chose the request id, so that
// every profile shows it (RULES R7).
func (p Parts) ClientRequestID() bool {
	return p.RequestID != "" && p.RequestIDSource == "client"
}

// UpgradeHint returns an entry of upgrade_hints: a feature that the caller's tier lacks, the
// tier that has it, and the reason to want it (RULES R13).
func UpgradeHint(feature, tier, reason string) json.RawMessage {
	var o kit.Object
	o.Str("feature", feature)
	o.Str("tier", tier)
	o.Str("reason", reason)
	return o.Done()
}

// Build builds the full envelope: all nine keys in the seed's order,
// null or [] where nothing is known. A profile trims it afterwards.
//
// A payload that says "success": false gets an error object if it has none (the
// error is the primary contract, RULES R12). The error is scrubbed of code
// contents (RULES R11), and a missing error_code is classified from the
// message. It fails where the envelope would not be valid.
func Build(p Parts) ([]byte, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	p.Data, p.Error = kit.Trim(p.Data), kit.Trim(p.Error)
	d, err := envelope.Open(p.known(), envelope.Limits{})
	if err != nil {
		return nil, err
	}
	full, err := Dialect{}.Expand(d, envelope.Known{})
	if err != nil {
		return nil, err
	}
	return kit.Valid(Dialect{}, full)
}

// check refuses parts that cannot stand in any envelope.
func (p Parts) check() error {
	if err := kit.CheckSource(p.RequestIDSource); err != nil {
		return err
	}
	if err := errors.Join(kit.NotJSON("data", p.Data), kit.NotJSON("error", p.Error), kit.NotJSON("upgrade_hints", p.UpgradeHints...)); err != nil {
		return err
	}
	if kit.Kind(kit.Trim(p.Error)) == "object" && kit.ObjectOf(p.Error) == nil {
		return &envelope.FieldError{Field: "error", Problem: "holds a name twice"}
	}
	return nil
}

// known writes the parts, without those that are unknown.
func (p Parts) known() []byte {
	var o kit.Object
	tier := strings.ToLower(strings.TrimSpace(p.Tier)) // as people write it
	if tier == "all" {                                 // the highest (RULES D11)
		tier = "enterprise"
	}
	o.Text("tier", tier)
	o.Text("tool_version", p.ToolVersion)
	o.Text("tool_id", p.ToolID)
	o.Text("request_id", p.RequestID)
	capabilities := p.Capabilities
	if capabilities == nil {
		capabilities = []string{"envelope-v1"}
	}
	o.Any("capabilities", capabilities)
	o.Number("duration_ms", p.DurationMS)
	o.Set("error", errorOf(p))
	o.Set("upgrade_hints", kit.Array(p.UpgradeHints))
	o.Set("data", p.Data)
	return o.Done()
}

// errorOf returns the error object of the parts, nil for a success.
func errorOf(p Parts) []byte {
	if kit.Kind(p.Error) == "object" {
		var o kit.Object
		o.Merge(p.Error)
		if kit.IsNull(o.Get("error_code")) {
			o.Str("error_code", ClassifyMessage(kit.Text(o.Get("error"))))
		}
		return ScrubError(o.Done(), true)
	}
	data := envelope.Index(p.Data)
	if !kit.IsNull(p.Error) || string(data.Value("success")) != "false" {
		return p.Error
	}
	return ErrorFor(kit.Text(data.Value("error_code")), cmp.Or(kit.Text(data.Value("error")), envelope.UnknownFailure), nil)
}

// ErrorFor builds an error object of seed 001 (RULES R10), scrubbed of code contents (RULES
// R11). An empty code is classified from the message; details that are nil or no JSON are left
// out. The text of an internal_error stays, without traces and paths, until [ScrubError] or a
// profile other than debug hides it.
func ErrorFor(code, message string, details json.RawMessage) json.RawMessage {
	var o kit.Object
	o.Str("error", message)
	o.Str("error_code", cmp.Or(code, ClassifyMessage(message)))
	if kit.NotJSON("error_details", details) == nil {
		o.Set("error_details", details)
	}
	return ScrubError(o.Done(), true)
}

// carriedParts lists the parts of the model that have a place in [Build].
var carriedParts = []string{
	"payload", "error.message", "error.code", "error.details", "request_id", "duration_ms", "hints",
	"tool.id", "tool.version", "tool.tier", "tool.capabilities",
}

// Wrap builds the envelope from [envelope.Parts] as [Build] does, but without unknown
// metadata: only debug writes that (RULES R4 and R7).
func (Dialect) Wrap(p envelope.Parts, known envelope.Known) (envelope.Conversion, error) {
	full, err := Build(scalpel(p, known))
	if err != nil {
		return envelope.Conversion{}, err
	}
	var shown, failure kit.Object
	shown.Merge(full)
	for _, key := range order {
		if key.Name != "data" {
			shown.TakeKind(key.Name, "null")
		}
	}
	m := kit.FromParts(p)
	m.Extra = slices.DeleteFunc(m.Extra, func(x envelope.Extra) bool { // the error is built as it is
		return x.Path == "error" || strings.HasPrefix(x.Path, "error.")
	})
	lost := kit.Lost(m, carriedParts...)
	if failure.Merge(p.Error); kit.Kind(p.Error) == "string" {
		failure.Set("error", p.Error)
	}
	// An error carries no code, and one line of its message (RULES R11).
	c := codeCutter{src: failure.Done(), most: envelope.MostLost + 1, blank: true}
	c.run()
	for _, path := range c.paths {
		if path == "error" {
			path = "message"
		} else if rest, ok := strings.CutPrefix(path, "error_details."); ok {
			path = kit.Join("details", rest)
		}
		lost = append(lost, kit.Join("error", path))
	}
	return envelope.Conversion{Envelope: shown.Done(), Lost: kit.FirstLost(lost)}, nil
}

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
