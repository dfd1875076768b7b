package envelope

import (
	"slices"
	"sync"

	"github.com/tidwall/gjson"
)

// BMCIS is the envelope of the BMCIS knowledge server (seed 004): _metadata,
// results, pagination, execution_context and warnings.
type BMCIS struct{}

var bmcisLayout = Layout{
	Protocol: []string{
		"_metadata", "_metadata.operation", "_metadata.version", "_metadata.timestamp",
		"_metadata.request_id", "_metadata.status",
		"metadata", "metadata.operation", "metadata.version", "metadata.timestamp",
		"metadata.request_id", "metadata.status",
		"error", "error.code", "error.allowed_fields", "results",
		"pagination.cursor", "pagination.page_size", "pagination.has_more",
		"execution_context", "execution_context.tokens_estimated", "execution_context.cache_hit",
		"execution_context.execution_time_ms", "execution_context.request_id",
		"warnings", "warnings[].level", "warnings[].code",
	},
	Message: []string{"error.message", "warnings[].message"},
	Payload: []string{"results"},
	Detail:  []string{"error.details"},
	Meta: []Field{
		{Path: "_metadata.message", Name: "message", Show: ShowSet},
		{Path: "metadata.message", Name: "message", Show: ShowSet},
		{Path: "pagination", Name: "pagination", Show: ShowSet},
		{Path: "execution_context.tokens_used", Name: "tokens_used", Show: ShowSet},
	},
}

func (BMCIS) Name() string    { return "bmcis" }
func (BMCIS) Layout() *Layout { return &bmcisLayout }

// Detect takes the parts that the contract requires, and with less certainty
// the abbreviated errors that the document shows.
func (BMCIS) Detect(d Doc) int {
	switch {
	case !gjson.GetBytes(bmcisHead(d), "status").Exists():
		return 0
	case d.Has("results", "execution_context", "warnings"):
		return 90
	case d.Has("_metadata") && (d.Has("results") || d.Has("error")):
		return 70
	}
	return 0
}

// bmcisHead returns _metadata, or metadata, the name that some programs use
// (REQUIREMENTS D22).
func bmcisHead(d Doc) []byte { return d.Value(bmcisHeadName(d)) }

func bmcisHeadName(d Doc) string {
	if !d.Has("_metadata") && d.Has("metadata") {
		return "metadata"
	}
	return "_metadata"
}

// Facts reads the status, and whether an error is set.
func (BMCIS) Facts(d Doc) Facts {
	status := gjson.GetBytes(bmcisHead(d), "status")
	return Facts{IsError: status.Str == StatusError || !isNull(d.Value("error"))}
}

// The members that Expand puts in order, and what stands for absent ones.
var (
	bmcisOrder = []pair{
		{"_metadata", nil}, {"results", nil}, {"pagination", jsonNull}, {"execution_context", nil}, {"warnings", []byte("[]")},
	}
	bmcisHeadOrder = []pair{
		{"operation", nil}, {"version", nil}, {"timestamp", nil}, {"request_id", nil}, {"status", nil}, {"message", jsonNull},
	}
	bmcisExecutionOrder = []pair{{"tokens_estimated", nil}, {"tokens_used", jsonNull}}
)

// Expand spells out what may be absent: message, pagination and tokens_used as
// null, warnings as []. The tool of the call stands in for an unknown operation.
func (BMCIS) Expand(d Doc, known Known) ([]byte, error) {
	o := arrange(d, bmcisOrder)
	order := slices.Clone(bmcisHeadOrder)
	if known.Tool != "" {
		order[0].value = quote(known.Tool)
	}
	o.raw(bmcisHeadName(d), arrange(open(bmcisHead(d)), order).done())
	if execution := d.Value("execution_context"); kindOf(execution) == "object" {
		o.raw("execution_context", arrange(open(execution), bmcisExecutionOrder).done())
	}
	return o.done(), nil
}

var (
	bmcisSchema        = sync.OnceValue(func() *schema { return mustSchema("bmcis") })
	bmcisRequestSchema = sync.OnceValue(func() *schema { return mustSchema("bmcis-request") })
)

// Schema returns the JSON Schema of the envelope, the models of seed 004 among
// its definitions. There is one edition, "".
func (BMCIS) Schema(edition string) ([]byte, error) {
	if edition != "" {
		return nil, unknownEdition("bmcis", edition)
	}
	return schemaText("bmcis"), nil
}
