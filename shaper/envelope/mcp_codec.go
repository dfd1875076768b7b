package envelope

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Parse reads a tool result. The payload is structuredContent, else the first
// text: what is not JSON becomes a JSON string. An error's message is its text
// without the prefix. Other content is extra.
func (MCP) Parse(doc []byte) (*Model, error) {
	d, err := Open(doc, scan.Limits{})
	if err != nil {
		return nil, err
	}
	var o object
	o.merge(d.Raw)
	m := &Model{OK: !MCP{}.Facts(d).IsError}
	takeKind(&o, "isError", "boolean")
	takeKind(&o, "structuredContent", "null")
	m.Payload = o.drop("structuredContent")
	told := m.parseContent(takeKind(&o, "content", "array"))
	switch {
	case !m.OK:
		m.Error = &ModelError{Message: strings.TrimPrefix(text(told), ToolErrorPrefix)}
		m.payloadOfFailure()
	case m.Payload == nil && told != nil:
		m.Payload = payloadOf(text(told))
	}
	m.Extra = append(m.Extra, extras("", &o)...)
	return m, nil
}

// parseContent returns the first text, as the JSON string that it is. All else
// becomes extra, and so does that text where a payload says something else.
func (m *Model) parseContent(content []byte) (told []byte) {
	for i, raw := range elementsOf(content) {
		path := join("content", strconv.Itoa(i))
		var item object
		item.merge(raw)
		if told != nil || text(item.drop("type")) != "text" || kindOf(item.get("text")) != "string" {
			m.Extra = append(m.Extra, Extra{path, raw})
			continue
		}
		told = item.drop("text")
		if m.OK && m.Payload != nil && !mirrors(text(told), m.Payload) {
			m.Extra = append(m.Extra, Extra{path, raw})
			continue
		}
		m.Extra = append(m.Extra, extras(path, &item)...)
	}
	return told
}

// mirrors reports whether a text is the JSON of a value.
func mirrors(content string, value []byte) bool {
	twin := payloadOf(content)
	return bytes.Equal(scan.AppendCompact(nil, twin), scan.AppendCompact(nil, value))
}

func payloadOf(content string) json.RawMessage {
	if scan.Check([]byte(content), scan.Limits{}, false) != nil {
		return quote(content)
	}
	return trimSpace([]byte(content))
}

// Build writes a tool result of the default edition. It has room for the
// payload of a success and the message of an error, no more.
func (MCP) Build(m *Model) ([]byte, []string, error) {
	if e := m.failure(); e != nil {
		return ToolError(cmp.Or(e.Message, toolFailed)), m.lost("error.message"), nil
	}
	payload := m.Payload
	if payload == nil {
		payload = jsonNull
	}
	doc, err := ToolSuccess(payload)
	return doc, m.lost("payload"), err
}
