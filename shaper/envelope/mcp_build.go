package envelope

import (
	"encoding/json"
	"strings"
)

// ToolSuccess builds the result of a tool that did what it should: one text
// item that holds the result as compact JSON (seed 002, R65). The result is any
// Go value, or [json.RawMessage], whose numbers and key order stay as written.
func ToolSuccess(result any) ([]byte, error) {
	encoded, err := encode(result)
	if err != nil {
		return nil, &FieldError{Field: "result", Problem: "cannot be written as JSON"}
	}
	o := textContent(encoded)
	return o.done(), nil
}

// ToolStructured is [ToolSuccess] with the result in structuredContent as well,
// which the protocol has for objects only (REQUIREMENTS D30).
func ToolStructured(result any) ([]byte, error) {
	encoded, err := encode(result)
	if err != nil || kindOf(encoded) != "object" {
		return nil, &FieldError{Field: "structuredContent", Problem: "must be an object"}
	}
	o := textContent(encoded)
	o.raw("structuredContent", encoded)
	return o.done(), nil
}

// ToolError builds the result of a tool that failed (seed 002, R66). The text
// begins with [ToolErrorPrefix]; a message that does already is not given a
// second one.
func ToolError(message string) []byte {
	if !strings.HasPrefix(message, ToolErrorPrefix) {
		message = ToolErrorPrefix + message
	}
	o := textContent([]byte(message))
	o.boolean("isError", true)
	return o.done()
}

func textContent(content []byte) *object {
	var item, o object
	item.str("type", "text")
	item.str("text", string(content))
	o.raw("content", array([][]byte{item.done()}))
	return &o
}

// ProtocolVersion is the version of MCP that seed 002 names (R67).
const ProtocolVersion = "2025-06-18"

// InitializeResult builds what a server answers to initialize (R67).
func InitializeResult(name, version string) []byte {
	var info, o object
	info.str("name", name)
	info.str("version", version)
	o.str("protocolVersion", ProtocolVersion)
	o.raw("capabilities", []byte(`{"tools":{}}`))
	o.raw("serverInfo", info.done())
	return o.done()
}

// Tool is a tool as tools/list shows it (R68), and what it does.
type Tool struct {
	Name        string
	Description string
	InputSchema json.RawMessage // nil: {"type":"object"}

	// Call answers tools/call; its error is told to the model. A tool without it
	// is listed, but not found when called.
	Call func(arguments json.RawMessage) (result any, err error)
}

// ToolsListResult builds what a server answers to tools/list (R68).
func ToolsListResult(tools []Tool) ([]byte, error) {
	list := make([][]byte, len(tools))
	for i, t := range tools {
		input := t.InputSchema
		if input == nil {
			input = json.RawMessage(`{"type":"object"}`)
		}
		if err := notJSON("inputSchema", input); err != nil {
			return nil, err
		}
		var o object
		o.str("name", t.Name)
		o.str("description", t.Description)
		o.raw("inputSchema", input)
		list[i] = o.done()
	}
	var o object
	o.raw("tools", array(list))
	return o.done(), nil
}
