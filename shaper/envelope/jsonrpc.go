package envelope

import (
	"sync"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// JSONRPC is a JSON-RPC 2.0 response whose result may be a tool result (seed
// 002).
type JSONRPC struct{}

var jsonrpcLayout = Layout{
	Protocol: []string{
		"jsonrpc", "id", "error", "error.code", "result",
		"result.content", "result.content[].type", "result.content[].data", "result.content[].mimeType",
		"result.content[].name", "result.content[].uri",
		"result.content[].resource", "result.content[].resource.uri", "result.content[].resource.blob",
		"result.isError", "result.resultType", "result.structuredContent", "result._meta",
	},
	Message:  []string{"error.message"},
	Payload:  []string{"result.structuredContent"},
	Document: []string{"result.structuredContent"},
	Text:     []string{"result.content[].text", "result.content[].resource.text"},
	// A result that is no tool result is none to trim, but excludes reach it.
	Detail: []string{"error.data", "result"},
}

func (JSONRPC) Name() string    { return "jsonrpc" }
func (JSONRPC) Layout() *Layout { return &jsonrpcLayout }

// Detect takes a response: the version beside a result or an error.
func (JSONRPC) Detect(d Doc) int {
	if oneOf(d.Value("jsonrpc"), "2.0") == "2.0" && (d.Has("result") || d.Has("error")) {
		return 95
	}
	return 0
}

// Facts reads whether there is an error, or a result with isError.
func (JSONRPC) Facts(d Doc) Facts {
	failed := !isNull(d.Value("error")) || gjson.GetBytes(d.Value("result"), "isError").Type == gjson.True
	return Facts{IsError: failed}
}

var jsonrpcSchemas = map[string]func() *schema{
	"":         sync.OnceValue(func() *schema { return mustSchema("jsonrpc") }),
	EditionMCP: sync.OnceValue(func() *schema { return mustSchema("jsonrpc-protocol") }),
}

// Schema returns the JSON Schema of the default edition, or of [EditionMCP].
// The schema of tool results is bundled into it.
func (JSONRPC) Schema(edition string) ([]byte, error) {
	tool, err := MCP{}.Schema(edition)
	if err != nil {
		return nil, unknownEdition("jsonrpc", edition)
	}
	name := "jsonrpc"
	if edition == EditionMCP {
		name = "jsonrpc-protocol"
	}
	var o, defs object
	o.merge(schemaText(name))
	defs.merge(o.get("$defs"))
	defs.raw("toolResult", tool)
	o.raw("$defs", defs.done())
	return append(scan.AppendIndent(nil, o.done(), "  "), '\n'), nil
}

// Wrap builds the response from [Parts]; its id is null.
func (j JSONRPC) Wrap(p Parts, _ Known) (Conversion, error) { return wrap(j, p) }
