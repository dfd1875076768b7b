package toolresult

import (
	"sync"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/codec"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/contract"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Dialect is the result of a tool call (seed 002; RULES R65 and R66, and the
// MCP specification): content, structuredContent, isError.
type Dialect struct{}

// EditionMCP names the rules of the protocol itself, for the dialects mcp and
// jsonrpc; their default edition, "", is seed 002.
const EditionMCP = "mcp"

// ErrorPrefix begins the text of every tool error (RULES R66).
const ErrorPrefix = "Error executing tool: "

var layout = envelope.Layout{
	Protocol: []string{
		"content", "content[].type", "content[].data", "content[].mimeType", "content[].name", "content[].uri",
		"content[].resource", "content[].resource.uri", "content[].resource.blob",
		"isError", "resultType", "structuredContent", "_meta",
	},
	Payload:  []string{"structuredContent"},
	Document: []string{"structuredContent"},
	Slot:     []string{"content[].text", "content[].resource.text"},
}

func (Dialect) Name() string             { return "mcp" }
func (Dialect) Layout() *envelope.Layout { return &layout }

// Detect takes an object with a list named content whose first item has a type.
// An empty list needs structuredContent, isError or resultType beside it.
func (Dialect) Detect(d envelope.Doc) int {
	content := d.Value("content")
	if raw.Kind(content) != "array" {
		return 0
	}
	first := gjson.GetBytes(content, "0")
	sign := first.Get("type").Type == gjson.String ||
		!first.Exists() && (d.Has("structuredContent") || raw.Kind(d.Value("isError")) == "boolean" || raw.Kind(d.Value("resultType")) == "string")
	if sign {
		return 80
	}
	return 0
}

// Facts reads isError.
func (Dialect) Facts(d envelope.Doc) envelope.Facts {
	return envelope.Facts{IsError: string(d.Value("isError")) == "true"}
}

var schemas = map[string]func() *contract.Schema{
	"":         sync.OnceValue(func() *contract.Schema { return contract.MustSchema("mcp") }),
	EditionMCP: sync.OnceValue(func() *contract.Schema { return contract.MustSchema("mcp-protocol") }),
}

// Schema returns the JSON Schema of the default edition, or of [EditionMCP].
func (Dialect) Schema(edition string) ([]byte, error) {
	switch edition {
	case "":
		return contract.SchemaText("mcp"), nil
	case EditionMCP:
		return contract.SchemaText("mcp-protocol"), nil
	}
	return nil, &envelope.EditionError{Dialect: "mcp", Edition: edition}
}

// Wrap builds the tool result from [envelope.Parts].
func (m Dialect) Wrap(p envelope.Parts, _ envelope.Known) (envelope.Conversion, error) {
	return codec.Wrap(m, p)
}
