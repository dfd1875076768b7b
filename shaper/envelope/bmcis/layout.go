package bmcis

import (
	"slices"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Dialect is the envelope of the BMCIS knowledge server (seed 004): _metadata,
// results, pagination, execution_context and warnings.
type Dialect struct{}

var layout = envelope.Layout{
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
	Notes:   notes,
	Meta: []envelope.Field{
		{Path: "_metadata.message", Name: "message", Show: envelope.ShowSet},
		{Path: "metadata.message", Name: "message", Show: envelope.ShowSet},
		{Path: "pagination", Name: "pagination", Show: envelope.ShowSet},
		{Path: "execution_context.tokens_used", Name: "tokens_used", Show: envelope.ShowSet},
	},
}

func (Dialect) Name() string             { return "bmcis" }
func (Dialect) Layout() *envelope.Layout { return &layout }

// Detect takes the parts that the contract requires, and with less certainty
// the abbreviated errors that the document shows.
func (Dialect) Detect(d *envelope.Doc) int {
	switch {
	case !d.Has("_metadata") && !d.Has("metadata"), !gjson.GetBytes(headOf(d.Value), "status").Exists():
		return 0
	case d.Has("results", "execution_context", "warnings"):
		return 90
	case d.Has("_metadata") && (d.Has("results") || d.Has("error")):
		return 70
	}
	return 0
}

// Misfit asks for one of the parts that the contract requires.
func (Dialect) Misfit(d *envelope.Doc) string {
	return d.Lacks("_metadata", "metadata", "results", "execution_context", "warnings")
}

// headOf returns _metadata, or metadata, the name that some programs use (RULES D22).
func headOf(value func(string) []byte) []byte { return value(headName(value)) }

func headName(value func(string) []byte) string {
	if value("_metadata") == nil && value("metadata") != nil {
		return "metadata"
	}
	return "_metadata"
}

// Facts reads the status, and whether an error is set.
func (Dialect) Facts(d *envelope.Doc) envelope.Facts {
	return envelope.Facts{IsError: isError(d.Value)}
}

func isError(value func(string) []byte) bool {
	return gjson.GetBytes(headOf(value), "status").Str == StatusError || !kit.IsNull(value("error"))
}

// The members in the order of Expand, with the values for absent ones.
var (
	rootOrder = []kit.Member{
		{Name: "_metadata", Value: nil}, {Name: "results", Value: nil}, {Name: "pagination", Value: kit.Null}, {Name: "execution_context", Value: nil}, {Name: "warnings", Value: []byte("[]")},
	}
	headOrder = []kit.Member{
		{Name: "operation", Value: nil}, {Name: "version", Value: nil}, {Name: "timestamp", Value: nil}, {Name: "request_id", Value: nil}, {Name: "status", Value: nil}, {Name: "message", Value: kit.Null},
	}
	executionOrder = []kit.Member{{Name: "tokens_estimated", Value: nil}, {Name: "tokens_used", Value: kit.Null}}
)

var emptyObject = []byte("{}")

// Expand writes the members that may be absent: message, pagination and tokens_used as null,
// warnings as []. The tool of the call replaces an unknown operation.
func (Dialect) Expand(d *envelope.Doc, known envelope.Known) ([]byte, error) {
	head, order := headName(d.Value), slices.Clone(headOrder)
	if known.Tool != "" {
		order[0].Value = kit.Quote(known.Tool)
	}
	parts := slices.Clone(rootOrder)
	if head == parts[0].Name {
		parts[0].Value = emptyObject // it keeps its place
	}
	o := kit.Arrange(d, parts)
	o.Set(head, kit.Arrange(envelope.Index(d.Value(head)), order).Done())
	if execution := d.Value("execution_context"); kit.Kind(execution) == "object" {
		o.Set("execution_context", kit.Arrange(envelope.Index(execution), executionOrder).Done())
	}
	return o.Done(), nil
}

var contract = kit.Contract{Dialect: "bmcis", Schemas: map[string]string{"": "bmcis"}}

// Schema returns the JSON Schema of the envelope, the models of seed 004 among
// its definitions. There is one edition, "".
func (Dialect) Schema(edition string) ([]byte, error) { return contract.Schema(edition) }
