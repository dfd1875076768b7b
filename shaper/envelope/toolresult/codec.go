package toolresult

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/codec"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Parse reads a tool result. The payload is structuredContent, else the first
// text: what is not JSON, or holds a name twice, becomes a JSON string. An error's
// message is its text without the prefix. Other content is extra.
func (Dialect) Parse(doc []byte) (*envelope.Model, error) {
	o, err := codec.Open(doc)
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
		m.Error = &envelope.ModelError{Message: strings.TrimPrefix(raw.Text(told), ErrorPrefix)}
		codec.PayloadOfFailure(m)
	case m.Payload == nil && told != nil:
		m.Payload = payloadOf(raw.Text(told))
	}
	m.Extra = append(m.Extra, codec.Extras("", o)...)
	return m, nil
}

// parseContent returns the first text, as the JSON string that it is. All else
// becomes extra, and so does that text where a payload says something else.
func parseContent(m *envelope.Model, content []byte) (told []byte) {
	for i, value := range raw.Elements(content) {
		path := raw.Join("content", strconv.Itoa(i))
		item := cmp.Or(raw.ObjectOf(value), new(raw.Object))
		if told != nil || raw.Text(item.Drop("type")) != "text" || raw.Kind(item.Get("text")) != "string" {
			m.Extra = append(m.Extra, envelope.Extra{Path: path, Value: value})
			continue
		}
		told = item.Drop("text")
		if m.OK && m.Payload != nil && !mirrors(raw.Text(told), m.Payload) {
			m.Extra = append(m.Extra, envelope.Extra{Path: path, Value: value})
			continue
		}
		m.Extra = append(m.Extra, codec.Extras(path, item)...)
	}
	return told
}

// mirrors reports whether a text is the JSON of a value.
func mirrors(content string, value []byte) bool {
	twin := payloadOf(content)
	return bytes.Equal(raw.Compact(twin), raw.Compact(value))
}

func payloadOf(content string) json.RawMessage {
	if envelope.CheckUnique([]byte(content)) != nil {
		return raw.Quote(content)
	}
	return raw.Trim([]byte(content))
}

// Build writes a tool result. It has room for the payload of a success and the
// message of an error, no more; in [EditionMCP] an object stands in structuredContent
// as well.
func (t Dialect) Build(m *envelope.Model) ([]byte, []string, error) {
	if e := codec.Failure(m); e != nil {
		return Error(cmp.Or(e.Message, envelope.UnknownFailure)), codec.Lost(m, "error.message"), nil
	}
	payload := m.Payload
	if payload == nil {
		payload = raw.Null
	}
	build := Success
	if t.Edition == EditionMCP && raw.Kind(payload) == "object" {
		build = Structured
	}
	doc, err := build(payload)
	return doc, codec.Lost(m, "payload"), err
}
