package responsev2

import (
	"cmp"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Dialect is the Foundry envelope: success, data, error and meta (seed 000; RULES R20 to R46).
// The zero value is its current edition. Edition003 is the first one (seed 003): it keeps
// warnings and timing inside data and has no error codes.
type Dialect struct {
	Edition string // "" (the same as Edition000) or Edition003
}

// The editions of response-v2 are named after the documents that define them.
const (
	Edition000 = "000"
	Edition003 = "003"
)

// metaVersion is the value of meta.version in both editions.
const metaVersion = "response-v2"

var metaFields = []envelope.Field{
	{Path: "meta.request_id", Name: "request_id", Show: envelope.ShowClient},
	{Path: "meta.warnings", Name: "warnings", Show: envelope.ShowSet},
	{Path: "meta.warning_details", Name: "warning_details", Show: envelope.ShowSet},
	{Path: "meta.pagination", Name: "pagination", Show: envelope.ShowSet},
	{Path: "meta.rate_limit", Name: "rate_limit"},
	{Path: "meta.telemetry", Name: "telemetry"},
	{Path: "meta.content_fidelity", Name: "content_fidelity", Show: envelope.ShowSet},
	{Path: "meta.content_fidelity_schema_version", Name: "content_fidelity_schema_version", Show: envelope.ShowSet},
	{Path: "meta.dropped_content_ids", Name: "dropped_content_ids", Show: envelope.ShowSet},
	{Path: "meta.content_archive_hashes", Name: "content_archive_hashes", Show: envelope.ShowSet},
	{Path: "meta.upgrade_hints", Name: "upgrade_hints", Show: envelope.ShowSet},
}

var (
	protocol = []string{"success", "data", "meta", "meta.version"}
	messages = []string{"error"}
)

// On failure data explains the failure, so include lists and modes leave it.
var layout = envelope.Layout{
	Protocol: protocol,
	Message:  messages,
	Payload:  []string{"data"},
	Meta:     metaFields,
	Notes:    notes,
	Failure:  &envelope.Layout{Protocol: protocol, Message: messages, Detail: []string{"data"}, Meta: metaFields, Notes: notes},
}

func (Dialect) Name() string             { return "response-v2" }
func (Dialect) Layout() *envelope.Layout { return &layout }

// Detect is sure if success and data stand beside the right meta.version. The four keys
// together are a good sign.
func (Dialect) Detect(d *envelope.Doc) int {
	switch {
	case !d.Has("success", "data"):
		return 0
	case gjson.GetBytes(d.Value("meta"), "version").Str == metaVersion:
		return 100
	case d.Has("error", "meta"):
		return 60
	}
	return 0
}

// Misfit asks for one of the four keys.
func (Dialect) Misfit(d *envelope.Doc) string { return d.Lacks("success", "data", "error", "meta") }

// Facts reads whether the call failed: success is false, or an error is set.
func (Dialect) Facts(d *envelope.Doc) envelope.Facts {
	return envelope.Facts{IsError: string(d.Value("success")) == "false" || !kit.IsNull(d.Value("error"))}
}

var contract = kit.Contract{Dialect: "response-v2", Schemas: map[string]string{Edition000: "response-v2-000", Edition003: "response-v2-003"}}

// edition resolves an edition that a caller names; "" is the dialect's own.
func (r Dialect) edition(named string) string { return cmp.Or(named, r.Edition, Edition000) }

// Editions returns [Edition000] and [Edition003].
func (Dialect) Editions() []string { return []string{Edition000, Edition003} }

// In is the envelope in an edition.
func (r Dialect) In(edition string) (envelope.Dialect, error) {
	made := Dialect{Dialect{}.edition(edition)}
	if err := contract.Check(made.Edition); err != nil {
		return nil, err
	}
	return made, nil
}

// Schema returns the JSON Schema of an edition. It lists recommended members under "x-should",
// a keyword that validators ignore.
func (r Dialect) Schema(edition string) ([]byte, error) { return contract.Schema(r.edition(edition)) }
