package envelope

import (
	"slices"
	"sync"
)

// Scalpel is the Code Scalpel envelope (seed 001): data, and around it up to
// eight pieces of metadata, all optional.
type Scalpel struct{}

// scalpelOrder holds the documented keys in the document's order, and what
// stands for absent ones when all are spelled out (R15, R17).
var scalpelOrder = []pair{
	{"tier", jsonNull}, {"tool_version", jsonNull}, {"tool_id", jsonNull}, {"request_id", jsonNull},
	{"capabilities", jsonNull}, {"duration_ms", jsonNull}, {"error", jsonNull},
	{"upgrade_hints", []byte("[]")}, {"data", jsonNull},
}

func isScalpelKey(name string) bool {
	return name == "warnings" || slices.ContainsFunc(scalpelOrder, func(p pair) bool { return p.name == name })
}

var scalpelLayout = Layout{
	Protocol: []string{"error.error_code"},
	Message:  []string{"error.error"},
	Payload:  []string{"data"},
	Detail:   []string{"error.error_details"},
	Meta: []Field{
		{Path: "tier", Name: "tier"},
		{Path: "tool_version", Name: "tool_version"},
		{Path: "tool_id", Name: "tool_id"},
		{Path: "request_id", Name: "request_id", Show: ShowClient},
		{Path: "capabilities", Name: "capabilities"},
		{Path: "duration_ms", Name: "duration_ms"},
		{Path: "error", Name: "error", Show: ShowSet},
		{Path: "error.error_details", Name: "error_details", Show: ShowSet},
		{Path: "upgrade_hints", Name: "upgrade_hints", Show: ShowSet},
		{Path: "data", Name: "data", Show: ShowPayload},
	},
}

func (Scalpel) Name() string    { return "scalpel" }
func (Scalpel) Layout() *Layout { return &scalpelLayout }

// Detect takes a document whose every key is one of the nine, or warnings, and
// that holds data or an error object.
func (Scalpel) Detect(d Doc) int {
	for _, m := range d.Members {
		if !isScalpelKey(m.Name) {
			return 0
		}
	}
	if d.Has("data") || kindOf(d.Value("error")) == "object" {
		return 60
	}
	return 0
}

// Facts reads whether an error is set, and the tier.
func (Scalpel) Facts(d Doc) Facts {
	return Facts{IsError: !isNull(d.Value("error")), Tier: oneOf(d.Value("tier"), "community", "pro", "enterprise")}
}

// Expand writes all nine keys in the seed's order: what is not known is null,
// hints are an array, a set error spells out its details (R15, R17). The tool
// and the tier of the call stand in where the envelope names none. Other keys
// follow as they came.
func (Scalpel) Expand(d Doc, known Known) ([]byte, error) {
	o := arrange(d, scalpelOrder)
	fallback(o, "tier", known.Tier)
	fallback(o, "tool_id", known.Tool)
	if failure := o.get("error"); kindOf(failure) == "object" {
		o.raw("error", arrange(open(failure), []pair{{"error", nil}, {"error_code", nil}, {"error_details", jsonNull}}).done())
	}
	return o.done(), nil
}

// fallback sets a member that is null to a text, unless the text is empty.
func fallback(o *object, name, value string) {
	if isNull(o.get(name)) && value != "" {
		o.str(name, value)
	}
}

var scalpelSchema = sync.OnceValue(func() *schema { return mustSchema("scalpel") })

// Schema returns the JSON Schema of the envelope. There is one edition, "".
func (Scalpel) Schema(edition string) ([]byte, error) {
	if edition != "" {
		return nil, unknownEdition("scalpel", edition)
	}
	return schemaText("scalpel"), nil
}
