package envelope

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// ScalpelParts is what a tool knows about its answer. Zero fields are unknown.
// Raw values must be valid JSON; they are passed on as written.
type ScalpelParts struct {
	Data            json.RawMessage   `json:"data"`
	Error           json.RawMessage   `json:"error"` // see [ErrorFor]; nil or null: success
	UpgradeHints    []json.RawMessage `json:"upgrade_hints"`
	Tier            string            `json:"tier"`
	ToolVersion     string            `json:"tool_version"`
	ToolID          string            `json:"tool_id"`
	RequestID       string            `json:"request_id"`
	RequestIDSource string            `json:"request_id_source"` // "client" or "server" (default)
	Capabilities    []string          `json:"capabilities"`      // nil: ["envelope-v1"]
	DurationMS      json.Number       `json:"duration_ms"`
}

// ClientRequestID reports whether the client chose the request id, so that
// every profile shows it (seed 001 R7).
func (p ScalpelParts) ClientRequestID() bool {
	return p.RequestID != "" && p.RequestIDSource == "client"
}

// UpgradeHint is one entry of upgrade_hints: a feature that the caller's tier
// lacks, the tier that has it, and why it matters (seed 001 R13).
func UpgradeHint(feature, tier, reason string) json.RawMessage {
	var o object
	o.str("feature", feature)
	o.str("tier", tier)
	o.str("reason", reason)
	return o.done()
}

// BuildScalpel builds the full envelope: all nine keys in the seed's order,
// null or [] where nothing is known. A profile trims it afterwards.
//
// A payload that says "success": false gets an error object if it has none
// (the error is the primary contract, R12). The error is scrubbed of code
// contents (R11), and a missing error_code is classified from the message. It
// fails where the envelope would not be valid.
func BuildScalpel(p ScalpelParts) ([]byte, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	p.Data, p.Error = trimSpace(p.Data), trimSpace(p.Error)
	d, err := Open(p.known(), scan.Limits{})
	if err != nil {
		return nil, err
	}
	full, err := Scalpel{}.Expand(d, Known{})
	if err != nil {
		return nil, err
	}
	return valid(Scalpel{}, full)
}

// check refuses parts that cannot stand in any envelope.
func (p ScalpelParts) check() error {
	if err := checkSource(p.RequestIDSource); err != nil {
		return err
	}
	if err := errors.Join(notJSON("data", p.Data), notJSON("error", p.Error), notJSON("upgrade_hints", p.UpgradeHints...)); err != nil {
		return err
	}
	if kindOf(trimSpace(p.Error)) == "object" && membersOf(p.Error) == nil {
		return &FieldError{Field: "error", Problem: "holds a name twice"}
	}
	return nil
}

// known writes the parts of which something is known.
func (p ScalpelParts) known() []byte {
	var o object
	o.text("tier", normalTier(p.Tier))
	o.text("tool_version", p.ToolVersion)
	o.text("tool_id", p.ToolID)
	o.text("request_id", p.RequestID)
	capabilities := p.Capabilities
	if capabilities == nil {
		capabilities = []string{"envelope-v1"}
	}
	o.any("capabilities", capabilities)
	o.number("duration_ms", p.DurationMS)
	o.raw("error", errorOf(p))
	o.raw("upgrade_hints", array(p.UpgradeHints))
	o.raw("data", p.Data)
	return o.done()
}

// normalTier reads a tier as people write it: case and space do not count, and
// "all" is the highest (REQUIREMENTS D11).
func normalTier(tier string) string {
	tier = strings.ToLower(strings.TrimSpace(tier))
	if tier == "all" {
		return "enterprise"
	}
	return tier
}

// errorOf returns the error object of the parts, nil for a success.
func errorOf(p ScalpelParts) []byte {
	if kindOf(p.Error) == "object" {
		var o object
		o.merge(p.Error)
		if isNull(o.get("error_code")) {
			o.str("error_code", ClassifyMessage(text(o.get("error"))))
		}
		return ScrubError(o.done(), true)
	}
	data := open(p.Data)
	if !isNull(p.Error) || string(data.Value("success")) != "false" {
		return p.Error
	}
	return ErrorFor(text(data.Value("error_code")), cmp.Or(text(data.Value("error")), toolFailed), nil)
}

// ErrorFor builds an error object of seed 001 (R10), scrubbed of code contents
// (R11). An empty code is classified from the message; details that are nil or no
// JSON are left out. The text of an internal_error stays, without traces and
// paths, until [ScrubError] or a profile other than debug hides it.
func ErrorFor(code, message string, details json.RawMessage) json.RawMessage {
	if code == "" {
		code = ClassifyMessage(message)
	}
	var o object
	o.str("error", message)
	o.str("error_code", code)
	if notJSON("error_details", details) == nil {
		o.raw("error_details", details)
	}
	return ScrubError(o.done(), true)
}
