package scalpel

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Dialect is the Code Scalpel envelope (seed 001): data, and around it up to
// eight pieces of metadata, all optional.
type Dialect struct{}

// order holds the documented keys in the document's order, with the values for absent keys in
// a full envelope (RULES R15 and R17).
var order = []kit.Member{
	{Name: "tier", Value: kit.Null}, {Name: "tool_version", Value: kit.Null}, {Name: "tool_id", Value: kit.Null}, {Name: "request_id", Value: kit.Null},
	{Name: "capabilities", Value: kit.Null}, {Name: "duration_ms", Value: kit.Null}, {Name: "error", Value: kit.Null},
	{Name: "upgrade_hints", Value: []byte("[]")}, {Name: "data", Value: kit.Null},
}

// noteMembers are the names that the note of a tool result may have.
var noteMembers = []string{"_note", "_shape_note"}

// IsKey reports whether a name is a key of the envelope, warnings, or one that a note may have.
func IsKey(name string) bool {
	switch name {
	case "tier", "tool_version", "tool_id", "request_id", "capabilities", "duration_ms", "error", "upgrade_hints", "data", "warnings", "_note", "_shape_note":
		return true
	}
	return false
}

var layout = envelope.Layout{
	Protocol: []string{"error.error_code"},
	Message:  []string{"error.error"},
	Payload:  []string{"data"},
	Detail:   []string{"error.error_details"},
	Notes:    notes,
	Meta: []envelope.Field{
		{Path: "tier", Name: "tier"},
		{Path: "tool_version", Name: "tool_version"},
		{Path: "tool_id", Name: "tool_id"},
		{Path: "request_id", Name: "request_id", Show: envelope.ShowClient},
		{Path: "capabilities", Name: "capabilities"},
		{Path: "duration_ms", Name: "duration_ms"},
		{Path: "error", Name: "error", Show: envelope.ShowFailure},
		{Path: "error.error_details", Name: "error_details", Show: envelope.ShowSet},
		{Path: "upgrade_hints", Name: "upgrade_hints", Show: envelope.ShowSet},
		{Path: "data", Name: "data", Show: envelope.ShowPayload},
	},
}

func (Dialect) Name() string             { return "scalpel" }
func (Dialect) Layout() *envelope.Layout { return &layout }

// Detect takes a document whose every key is one of the nine, or warnings, and
// that holds data or an error object. Inside a tool result the note of an earlier look may
// stand beside them (_note or _shape_note).
func (Dialect) Detect(d *envelope.Doc) int {
	if d.Looks == 0 && slices.ContainsFunc(d.Members, func(m envelope.Member) bool { return !IsKey(m.Name) }) {
		return 0
	}
	for _, name := range noteMembers {
		if note := d.Value(name); note != nil && !envelope.IsSaid([]byte(kit.Text(note))) {
			return 0
		}
	}
	if d.Has("data") || kit.Kind(d.Value("error")) == "object" {
		return 60
	}
	return 0
}

// Misfit requires a payload or an error: the other keys alone are no sign.
func (Dialect) Misfit(d *envelope.Doc) string { return d.Lacks("data", "error") }

// Facts reads whether an error is set, and the tier.
func (Dialect) Facts(d *envelope.Doc) envelope.Facts {
	return envelope.Facts{IsError: !kit.IsNull(d.Value("error")), Tier: kit.OneOf(d.Value("tier"), "community", "pro", "enterprise")}
}

// Expand writes all nine keys in the seed's order (RULES R15 and R17). Unknown values are
// null, hints are an array, and a set error has its details. The tool and the tier of the call
// fill in for missing ones. Other keys follow unchanged.
func (Dialect) Expand(d *envelope.Doc, known envelope.Known) ([]byte, error) {
	o := kit.Arrange(d, order)
	fallback(o, "tier", known.Tier)
	fallback(o, "tool_id", known.Tool)
	if failure := o.Get("error"); kit.Kind(failure) == "object" {
		o.Set("error", kit.Arrange(envelope.Index(failure), []kit.Member{{Name: "error", Value: nil}, {Name: "error_code", Value: nil}, {Name: "error_details", Value: kit.Null}}).Done())
	}
	return o.Done(), nil
}

// fallback sets a member that is null to a text, unless the text is empty.
func fallback(o *kit.Object, name, value string) {
	if kit.IsNull(o.Get(name)) && value != "" {
		o.Str(name, value)
	}
}

var contract = kit.Contract{Dialect: "scalpel", Schemas: map[string]string{"": "scalpel"}}

// Schema returns the JSON Schema of the envelope. There is one edition, "".
func (Dialect) Schema(edition string) ([]byte, error) { return contract.Schema(edition) }
