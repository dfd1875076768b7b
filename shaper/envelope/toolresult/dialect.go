package toolresult

import (
	"cmp"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Dialect is the result of a tool call (seed 002; RULES R65 and R66, and the
// MCP specification): content, structuredContent, isError.
type Dialect struct {
	Edition string // "" or [EditionMCP]
}

// EditionMCP names the rules of the protocol itself, for the dialects mcp and
// jsonrpc; their default edition, "", is seed 002.
const EditionMCP = "mcp"

// ErrorPrefix begins the text of every tool error (RULES R66).
const ErrorPrefix = "Error executing tool: "

var names = envelope.Names{Some: []string{"content", "contents", "inputRequests", "messages", "requestState", "task", "taskId"}}

func (Dialect) Name() string             { return "mcp" }
func (Dialect) Layout() *envelope.Layout { return &known().tool }
func (Dialect) Names() envelope.Names    { return names }

// Detect takes an object with a list named content in which one block is of a
// known type: other programs have lists of that name, whose items have types of
// their own. An empty list needs structuredContent, isError or resultType beside
// it.
func (Dialect) Detect(d *envelope.Doc) int {
	content := d.Value("content")
	if kit.Kind(content) != "array" {
		return 0
	}
	beside := d.Has("structuredContent") || kit.Kind(d.Value("isError")) == "boolean" || kit.Kind(d.Value("resultType")) == "string"
	if HasBlock(content) || kit.IsEmpty(content) && beside {
		return 80
	}
	return 0
}

// Misfit asks for content with a block of a known type, or without any, or for the
// payload.
func (t Dialect) Misfit(d *envelope.Doc) string {
	content := d.Value("content")
	switch isList := kit.Kind(content) == "array"; {
	case t.Detect(d) > 0 || isList && kit.IsEmpty(content) || d.Has("structuredContent"):
		return ""
	case isList:
		return "no block in content is of a known type"
	case content != nil:
		return "content is no list"
	}
	return d.Lacks("content", "structuredContent")
}

// Facts reads isError.
func (Dialect) Facts(d *envelope.Doc) envelope.Facts {
	return envelope.Facts{IsError: string(d.Value("isError")) == "true"}
}

var schemas = map[string]func() *kit.Schema{
	"":         sync.OnceValue(func() *kit.Schema { return kit.MustSchema("mcp") }),
	EditionMCP: sync.OnceValue(func() *kit.Schema { return kit.MustSchema("mcp-protocol") }),
}

// Editions returns the default edition, and [EditionMCP].
func (Dialect) Editions() []string { return []string{"", EditionMCP} }

// In is the tool result in an edition.
func (t Dialect) In(edition string) (envelope.Dialect, error) {
	if schemas[edition] == nil {
		return nil, &envelope.EditionError{Dialect: t.Name(), Edition: edition}
	}
	return Dialect{edition}, nil
}

// Schema returns the JSON Schema of an edition, "" being the dialect's own.
func (t Dialect) Schema(edition string) ([]byte, error) {
	edition = cmp.Or(edition, t.Edition)
	switch edition {
	case "":
		return kit.SchemaText("mcp"), nil
	case EditionMCP:
		return kit.SchemaText("mcp-protocol"), nil
	}
	return nil, &envelope.EditionError{Dialect: "mcp", Edition: edition}
}

// Wrap builds the tool result from [envelope.Parts].
func (t Dialect) Wrap(p envelope.Parts, _ envelope.Known) (envelope.Conversion, error) {
	return kit.Wrap(t, p)
}
