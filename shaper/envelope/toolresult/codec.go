package toolresult

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Parse reads a tool result. The payload is structuredContent, else the first
// text: what is not JSON, or holds a name twice, becomes a JSON string. An error's
// message is its text without the prefix. Other content is extra.
func (Dialect) Parse(doc []byte) (*envelope.Model, error) {
	o, err := kit.Open(doc)
	if err != nil {
		return nil, err
	}
	m := &envelope.Model{OK: string(o.Get("isError")) != "true"}
	o.TakeKind("isError", "boolean")
	o.TakeKind("structuredContent", "null")
	m.Payload = o.Drop("structuredContent")
	told := parseContent(m, o.TakeKind("content", "array"))
	switch {
	case !m.OK:
		m.Error = &envelope.ModelError{Message: strings.TrimPrefix(kit.Text(told), ErrorPrefix)}
		kit.PayloadOfFailure(m)
	case m.Payload == nil && told != nil:
		m.Payload = payloadOf(kit.Text(told))
	}
	m.Extra = append(m.Extra, kit.Extras("", o)...)
	return m, nil
}

// parseContent returns the first text, as the JSON string that it is. All else
// becomes extra, and so does that text where a payload says something else.
func parseContent(m *envelope.Model, content []byte) (told []byte) {
	for i, value := range kit.Elements(content) {
		path := kit.Join("content", strconv.Itoa(i))
		item := cmp.Or(kit.ObjectOf(value), new(kit.Object))
		if told != nil || kit.Text(item.Drop("type")) != "text" || kit.Kind(item.Get("text")) != "string" {
			m.Extra = append(m.Extra, envelope.Extra{Path: path, Value: value})
			continue
		}
		told = item.Drop("text")
		if m.OK && m.Payload != nil && !mirrors(kit.Text(told), m.Payload) {
			m.Extra = append(m.Extra, envelope.Extra{Path: path, Value: value})
			continue
		}
		m.Extra = append(m.Extra, kit.Extras(path, item)...)
	}
	return told
}

// mirrors reports whether a text is the JSON of a value.
func mirrors(content string, value []byte) bool {
	twin := payloadOf(content)
	return bytes.Equal(kit.Compact(twin), kit.Compact(value))
}

func payloadOf(content string) json.RawMessage {
	if envelope.CheckUnique([]byte(content)) != nil {
		return kit.Quote(content)
	}
	return kit.Trim([]byte(content))
}

// Build writes a tool result. It has room for the payload of a success and the
// message of an error, no more; in [EditionMCP] an object stands in structuredContent
// as well.
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
