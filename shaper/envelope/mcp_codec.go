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
	m := &Model{OK: !MCP{}.Facts(d).IsError, Payload: d.Value("structuredContent")}
	first, told := "", false
	for i, item := range elementsOf(d.Value("content")) {
		value := open(item).Value("text")
		if i == 0 && kindOf(value) == "string" {
			first, told = text(value), true
			if m.OK && m.Payload != nil && !mirrors(first, m.Payload) {
				m.Extra = append(m.Extra, Extra{"content.0", item})
			}
			continue
		}
		m.Extra = append(m.Extra, Extra{join("content", strconv.Itoa(i)), item})
	}
	switch {
	case !m.OK:
		m.Error = &ModelError{Message: strings.TrimPrefix(first, ToolErrorPrefix)}
		m.payloadOfFailure()
	case m.Payload == nil && told:
		m.Payload = payloadOf(first)
	}
	for _, x := range d.members() {
		if x.name != "content" && x.name != "structuredContent" && x.name != "isError" {
			m.Extra = append(m.Extra, Extra{x.name, x.value})
		}
	}
	return m, nil
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
		return ToolError(cmp.Or(e.Message, "Tool failed")), m.lost("error.message"), nil
	}
	payload := m.Payload
	if payload == nil {
		payload = jsonNull
	}
	doc, err := ToolSuccess(payload)
	return doc, m.lost("payload"), err
}
