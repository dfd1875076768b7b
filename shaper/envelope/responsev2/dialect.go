// Package responsev2 knows the Foundry envelope, response-v2, in both editions
// (seeds 000 and 003).
package responsev2

import (
	"cmp"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/codec"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/contract"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// ResponseV2 is the Foundry envelope: success, data, error and meta (seed 000,
// R20–R49). The zero value is its current edition; Edition003 is the first one
// (seed 003), which keeps warnings and timing inside data and knows no error
// codes.
type ResponseV2 struct {
	Edition string // "" (the same as Edition000) or Edition003
}

// The editions of response-v2 are named after the documents that define them.
const (
	Edition000 = "000"
	Edition003 = "003"
)

// responseVersion is the value of meta.version in both editions.
const responseVersion = "response-v2"

var responseMeta = []envelope.Field{
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
	responseProtocol = []string{"success", "data", "meta", "meta.version"}
	responseMessage  = []string{"error"}
)

// On failure data explains the failure, so include lists and modes leave it.
var responseLayout = envelope.Layout{
	Protocol: responseProtocol,
	Message:  responseMessage,
	Payload:  []string{"data"},
	Meta:     responseMeta,
	Failure:  &envelope.Layout{Protocol: responseProtocol, Message: responseMessage, Detail: []string{"data"}, Meta: responseMeta},
}

func (ResponseV2) Name() string             { return "response-v2" }
func (ResponseV2) Layout() *envelope.Layout { return &responseLayout }

// Detect is sure where success and data stand beside the right meta.version,
// and takes the four keys together as a good sign.
func (ResponseV2) Detect(d envelope.Doc) int {
	switch {
	case !d.Has("success", "data"):
		return 0
	case gjson.GetBytes(d.Value("meta"), "version").Str == responseVersion:
		return 100
	case d.Has("error", "meta"):
		return 60
	}
	return 0
}

// Facts reads whether the call failed: success is false, or an error is set.
func (ResponseV2) Facts(d envelope.Doc) envelope.Facts {
	return envelope.Facts{IsError: string(d.Value("success")) == "false" || !raw.IsNull(d.Value("error"))}
}

var responseSchemas = map[string]func() *contract.Schema{
	Edition000: sync.OnceValue(func() *contract.Schema { return contract.MustSchema("response-v2-000") }),
	Edition003: sync.OnceValue(func() *contract.Schema { return contract.MustSchema("response-v2-003") }),
}

// edition resolves an edition that a caller names; "" is the dialect's own.
func (r ResponseV2) edition(named string) (string, error) {
	named = cmp.Or(named, r.Edition, Edition000)
	if responseSchemas[named] == nil {
		return "", contract.UnknownEdition(r.Name(), named)
	}
	return named, nil
}

// Schema returns the JSON Schema of an edition. A member that should be present
// is listed under "x-should", which validators ignore.
func (r ResponseV2) Schema(edition string) ([]byte, error) {
	edition, err := r.edition(edition)
	if err != nil {
		return nil, err
	}
	return contract.SchemaText("response-v2-" + edition), nil
}

// Wrap builds the envelope from [Parts].
func (r ResponseV2) Wrap(p envelope.Parts, _ envelope.Known) (envelope.Conversion, error) {
	return codec.Wrap(r, p)
}
