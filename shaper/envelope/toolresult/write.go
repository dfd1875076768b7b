package toolresult

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// ErrorPrefix begins the text of every tool error (RULES R66).
const ErrorPrefix = "Error executing tool: "

// Wrap builds the tool result from [envelope.Parts].
func (t Dialect) Wrap(p envelope.Parts, _ envelope.Known) (envelope.Conversion, error) {
	return kit.Wrap(t, p)
}

// Build writes a tool result. It has room only for the payload of a success and the message of
// an error. In [EditionMCP] an object also stands in structuredContent.
func (t Dialect) Build(m *envelope.Model) ([]byte, []string, error) {
	if e := kit.Failure(m); e != nil {
		return Error(cmp.Or(e.Message, envelope.UnknownFailure)), kit.Lost(m, "error.message"), nil
	}
	payload := m.Payload
	if payload == nil {
		payload = kit.Null
	}
	build := Success
	if t.Edition == EditionMCP && kit.Kind(payload) == "object" {
		build = Structured
	}
	doc, err := build(payload)
	return doc, kit.Lost(m, "payload"), err
}

// Success builds the result of a successful tool: one text item that holds the result as
// compact JSON (seed 002; RULES R65). The result is any Go value. Bytes must be JSON, such as
// the envelope of a builder; their numbers and key order stay as written.
func Success(result any) ([]byte, error) {
	encoded, err := kit.Encode(result)
	if err != nil {
		return nil, &envelope.FieldError{Field: "result", Problem: kit.Unencodable(result)}
	}
	return textContent(encoded), nil
}

// Structured is [Success] with the result also in structuredContent. The protocol allows only
// objects there (RULES D30).
func Structured(result any) ([]byte, error) {
	encoded, err := kit.Encode(result)
	if err != nil {
		return nil, &envelope.FieldError{Field: "structuredContent", Problem: kit.Unencodable(result)}
	}
	if kind := kit.Kind(encoded); kind != "object" {
		return nil, &envelope.FieldError{Field: "structuredContent", Problem: kit.NoObject(kind)}
	}
	return textContent(encoded, kit.Member{Name: "structuredContent", Value: encoded}), nil
}

// Error builds the result of a tool that failed (seed 002; RULES R66). The text begins with
// [ErrorPrefix]; a message that does already is not given a second one.
func Error(message string) []byte {
	if !strings.HasPrefix(message, ErrorPrefix) {
		message = ErrorPrefix + message
	}
	return textContent([]byte(message), kit.Member{Name: "isError", Value: []byte("true")})
}

// From returns the outcome of a handler as a tool result: [Success], or [Error] with the text
// of err. Use it in place of returning err to a framework. That would become an error of the
// protocol, and neither an engine nor a model would see it.
func From(result any, err error) []byte {
	if err == nil {
		var doc []byte
		if doc, err = Success(result); err == nil {
			return doc
		}
	}
	return Error(err.Error())
}

// Text is a block of content with a text.
func Text(text []byte) []byte {
	out := make([]byte, 0, len(textBegins)+len(text)+len(`""}`)) // or more, for escapes
	return append(kit.AppendQuote(append(out, textBegins...), text), '}')
}

const textBegins = `{"type":"text","text":`

// textContent writes a result of one text, with at most one more member. A text may be large,
// so it is written once, in its final place.
func textContent(content []byte, more ...kit.Member) []byte {
	const open = `{"content":[` + textBegins
	size := len(open) + len(content) + bytes.Count(content, []byte(`"`)) + bytes.Count(content, []byte(`\\`)) + len(`""}]}`)
	for _, m := range more {
		size += len(m.Name) + len(m.Value) + len(`,"":`)
	}
	out := kit.AppendQuote(append(make([]byte, 0, size), open...), content)
	out = append(out, "}]"...)
	for _, m := range more {
		out = append(kit.AppendQuote(append(out, ','), []byte(m.Name)), ':')
		out = append(out, m.Value...)
	}
	return append(out, '}')
}

// ProtocolVersion is the version of MCP that seed 002 names (RULES R67).
const ProtocolVersion = "2025-06-18"

// InitializeResult builds the answer of a server to initialize (RULES R67).
func InitializeResult(name, version string) []byte {
	var info, o kit.Object
	info.Str("name", name)
	info.Str("version", version)
	o.Str("protocolVersion", ProtocolVersion)
	o.Set("capabilities", []byte(`{"tools":{}}`))
	o.Set("serverInfo", info.Done())
	return o.Done()
}

// Tool is an entry of tools/list (RULES R68) with its handler.
type Tool struct {
	Name        string
	Description string
	InputSchema json.RawMessage // nil: {"type":"object"}

	// Call answers tools/call. The model sees its error. A tool without it is listed, but not
	// found when called.
	Call func(arguments json.RawMessage) (result any, err error)
}

// ListResult builds the answer of a server to tools/list (RULES R68).
func ListResult(tools []Tool) ([]byte, error) {
	list := make([][]byte, len(tools))
	for i, t := range tools {
		input := t.InputSchema
		if input == nil {
			input = json.RawMessage(`{"type":"object"}`)
		}
		if err := kit.NotJSON("inputSchema", input); err != nil {
			return nil, err
		}
		var o kit.Object
		o.Str("name", t.Name)
		o.Str("description", t.Description)
		o.Set("inputSchema", input)
		list[i] = o.Done()
	}
	var o kit.Object
	o.Set("tools", kit.Array(list))
	return o.Done(), nil
}
