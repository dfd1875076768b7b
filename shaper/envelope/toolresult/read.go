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

// Parse reads a tool result. The payload is structuredContent, else the first text. A text
// that is not JSON, or holds a name twice, becomes a JSON string. An error's message is its
// text without the prefix. Other content is extra.
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

// parseContent returns the first text, as a JSON string. All other content becomes extra. So
// does the text if it differs from the payload.
func parseContent(m *envelope.Model, content []byte) (told []byte) {
	for i, value := range kit.Elements(content) {
		path := kit.Join("content", strconv.Itoa(i))
		item := cmp.Or(kit.ObjectOf(value), new(kit.Object))
		if told != nil || kit.Text(item.Drop("type")) != "text" || kit.Kind(item.Get("text")) != "string" {
			m.Extra = append(m.Extra, envelope.Extra{Path: path, Value: value})
			continue
		}
		told = item.Drop("text")
		if m.OK && m.Payload != nil && !bytes.Equal(kit.Compact(payloadOf(kit.Text(told))), kit.Compact(m.Payload)) {
			m.Extra = append(m.Extra, envelope.Extra{Path: path, Value: value})
			continue
		}
		m.Extra = append(m.Extra, kit.Extras(path, item)...)
	}
	return told
}

func payloadOf(content string) json.RawMessage {
	if envelope.CheckUnique([]byte(content)) != nil {
		return kit.Quote(content)
	}
	return kit.Trim([]byte(content))
}

// Read shows the parts of a result that a client shows, also of the protocol's other results.
func (t Dialect) Read(d *envelope.Doc, show func(envelope.Part)) bool {
	form := t.Form(d)
	if form == nil {
		form = t.Layout()
	}
	if form == &known().list {
		readContent(kit.Trim(d.Raw), show)
		return true
	}
	return ReadResult(d.Value, form, show)
}

// ReadResult is [Dialect.Read] of a result of a form (see [FormOf]). value returns its members
// by name.
func ReadResult(value func(name string) []byte, form *envelope.Layout, show func(envelope.Part)) bool {
	switch f := known(); form {
	case &f.tool:
		readContent(value("content"), show)
		if data := value("structuredContent"); !kit.IsNull(data) && string(value("isError")) != "true" { // clients show none of a failure
			show(envelope.Part{Data: true, Raw: data})
		}
	case &f.prompt:
		each(value("messages"), func(message []byte) { readContent(kit.Find(message, "content"), show) })
	case &f.resources:
		each(value("contents"), func(resource []byte) { readResource(resource, resource, show) })
	case &f.task:
		answer := value("result")
		if answer == nil {
			return false
		}
		show(envelope.Part{Document: true, Raw: answer})
	default:
		return false
	}
	return true
}

// ReadCarried shows the parts that a client shows of another program's document around a tool
// result. Such a document is a message of a model's API, or the input of a hook. It reports
// whether d is one.
func ReadCarried(d *envelope.Doc, show func(envelope.Part)) bool {
	if kit.Kind(d.Value("hook_event_name")) == "string" && d.Has("tool_response") {
		value := d.Value("tool_response")
		isText := kit.Kind(value) == "string"
		show(envelope.Part{Text: isText, Document: !isText, Raw: value})
		return true
	}
	switch kit.Text(d.Value("role")) {
	case "user", "assistant", "tool":
	default:
		if kit.Text(d.Value("type")) != "tool_result" {
			return false
		}
	}
	kind := kit.Kind(d.Value("content"))
	if kind == "string" || kind == "array" {
		readContent(d.Value("content"), show)
		return true
	}
	return false
}

// readContent shows blocks: a list of them, a single one, or a text in place of them. It shows
// nothing of any other value.
func readContent(content []byte, show func(envelope.Part)) {
	switch kit.Kind(content) {
	case "array":
		kit.Walk(content, func(_, item []byte) int {
			b := blockOf(item)
			if b.content != nil && kit.Text(b.kind) == "tool_result" {
				// The message's block holds a tool result. Such blocks are not nested.
				if kit.Kind(b.content) == "array" {
					kit.Walk(b.content, func(_, item []byte) int { return readBlock(item, show) })
				} else {
					readContent(b.content, show)
				}
			} else {
				b.read(show)
			}
			return len(b.raw)
		})
	case "object":
		readBlock(content, show)
	case "string":
		show(envelope.Part{Text: true, Raw: kit.First(content)})
	}
}

// readBlock shows the block at the start of a text, and returns its length.
func readBlock(text []byte, show func(envelope.Part)) (n int) {
	b := blockOf(text)
	b.read(show)
	return len(b.raw)
}

// block is a block of content with the members that reading needs. A missing member is nil.
type block struct {
	raw, kind, content, text, data, source, resource []byte
}

// blockOf returns the block at the start of a text.
func blockOf(text []byte) (b block) {
	n := kit.Walk(text, func(name, value []byte) (n int) {
		at := b.member(string(name))
		if at == nil || *at != nil {
			return 0
		}
		*at = kit.First(value)
		return len(*at)
	})
	b.raw = text[:n]
	return b
}

// member returns the field for a member, nil if reading does not need it.
func (b *block) member(name string) *[]byte {
	switch name {
	case "type":
		return &b.kind
	case "content":
		return &b.content
	case "text":
		return &b.text
	case "data":
		return &b.data
	case "source":
		return &b.source
	case "resource":
		return &b.resource
	}
	return nil
}

// read shows a block. It shows a block of an unknown form as JSON text.
func (b *block) read(show func(envelope.Part)) {
	switch kind := kit.Text(b.kind); kind {
	case "text":
		if kit.Kind(b.text) == "string" {
			show(envelope.Part{Text: true, Raw: b.text})
			return
		}
	case "image", "audio", "document":
		if data := b.media(); kit.Kind(data) == "string" {
			show(envelope.Part{Media: kind, Raw: data})
			return
		}
	case "resource":
		readResource(b.resource, b.raw, show)
		return
	}
	show(envelope.Part{Raw: b.raw})
}

// media returns the base64 data of the block, in the form of the protocol or of an API.
func (b *block) media() []byte {
	if b.data != nil || kit.Text(kit.Find(b.source, "type")) != "base64" {
		return b.data
	}
	return kit.Find(b.source, "data")
}

// readResource shows a resource, or the value that holds it.
func readResource(resource, holder []byte, show func(envelope.Part)) {
	if text := kit.Find(resource, "text"); kit.Kind(text) == "string" {
		show(envelope.Part{Text: true, Raw: text})
	} else if blob := kit.Find(resource, "blob"); kit.Kind(blob) == "string" {
		show(envelope.Part{Media: "resource", Raw: blob})
	} else {
		show(envelope.Part{Raw: kit.First(holder)})
	}
}

func each(array []byte, do func(element []byte)) {
	kit.Any(array, func(element []byte) bool {
		do(element)
		return false
	})
}
