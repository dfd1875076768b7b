package scalpel

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Parts is what a tool knows about its answer. Zero fields are unknown.
// Raw values must be valid JSON; they are passed on as written.
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

// UpgradeHint is one entry of upgrade_hints: a feature that the caller's tier
// lacks, the tier that has it, and why it matters (RULES R13).
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

// known writes the parts of which something is known.
func (p Parts) known() []byte {
	var o kit.Object
	o.Text("tier", normalTier(p.Tier))
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

// normalTier reads a tier as people write it: case and space do not count, and
// "all" is the highest (RULES D11).
func normalTier(tier string) string {
	tier = strings.ToLower(strings.TrimSpace(tier))
	if tier == "all" {
		return "enterprise"
	}
	return tier
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

// ErrorFor builds an error object of seed 001 (RULES R10), scrubbed of code
// contents (RULES R11). An empty code is classified from the message; details
// that are nil or no JSON are left out. The text of an internal_error stays,
// without traces and paths, until [ScrubError] or a profile other than debug
// hides it.
func ErrorFor(code, message string, details json.RawMessage) json.RawMessage {
	if code == "" {
		code = ClassifyMessage(message)
	}
	var o kit.Object
	o.Str("error", message)
	o.Str("error_code", code)
	if kit.NotJSON("error_details", details) == nil {
		o.Set("error_details", details)
	}
	return ScrubError(o.Done(), true)
}
