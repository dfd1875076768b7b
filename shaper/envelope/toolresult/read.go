package toolresult

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Read shows what a client shows of a result, or of what else the protocol answers.
func (t Dialect) Read(d *envelope.Doc, show func(envelope.Part)) bool {
	form := t.Form(d)
	if form == nil {
		form = t.Layout()
	}
	return ReadResult(d.Raw, form, show)
}

// ReadResult is [Dialect.Read] of a value of a form (see [FormOf]).
func ReadResult(result []byte, form *envelope.Layout, show func(envelope.Part)) bool {
	switch f := known(); form {
	case &f.tool:
		readTool(result, show)
	case &f.list:
		readContent(result, show)
	case &f.prompt:
		each(raw.Find(result, "messages"), func(message []byte) { readContent(raw.Find(message, "content"), show) })
	case &f.resources:
		each(raw.Find(result, "contents"), func(resource []byte) { readResource(resource, resource, show) })
	case &f.task:
		answer := raw.Find(result, "result")
		if answer == nil {
			return false
		}
		show(envelope.Part{Document: true, Raw: answer})
	default:
		return false
	}
	return true
}

// ReadCarried shows what a client shows of a document of another program that carries
// what a tool answered: a message of a model's API, or what a hook is told. It reports
// whether the document is one.
func ReadCarried(d *envelope.Doc, show func(envelope.Part)) bool {
	if raw.Kind(d.Value("hook_event_name")) == "string" && d.Has("tool_response") {
		show(inside(d.Value("tool_response")))
		return true
	}
	switch raw.Text(d.Value("role")) {
	case "user", "assistant", "tool":
	default:
		if raw.Text(d.Value("type")) != "tool_result" {
			return false
		}
	}
	kind := raw.Kind(d.Value("content"))
	if kind == "string" || kind == "array" {
		readContent(d.Value("content"), show)
		return true
	}
	return false
}

// inside is a value that may be a document of its own.
func inside(value []byte) envelope.Part {
	if raw.Kind(value) == "string" {
		return envelope.Part{Text: true, Raw: value}
	}
	return envelope.Part{Document: true, Raw: value}
}

// readTool shows the blocks, and structuredContent, of which clients show no error.
func readTool(result []byte, show func(envelope.Part)) {
	var data []byte
	failed := false
	raw.Each(result, func(name, value []byte) bool {
		switch string(name) {
		case "content":
			readContent(value, show)
		case "structuredContent":
			data = raw.First(value)
		case "isError":
			failed = value[0] == 't'
		}
		return true
	})
	if !failed && !raw.IsNull(data) {
		show(envelope.Part{Data: true, Raw: data})
	}
}

// readContent shows blocks: a list, one, or a text in place of them.
func readContent(content []byte, show func(envelope.Part)) {
	switch raw.Kind(content) {
	case "array":
		each(content, func(block []byte) {
			if said := raw.Find(block, "content"); said != nil && isToolResult(block) {
				readSaid(said, show)
			} else {
				readBlock(block, show)
			}
		})
	case "object":
		readBlock(content, show)
	case "string":
		show(envelope.Part{Text: true, Raw: raw.First(content)})
	}
}

func isToolResult(block []byte) bool { return raw.Text(raw.Find(block, "type")) == "tool_result" }

// readSaid shows what the block of a message says that tells what a tool answered.
// Blocks of this kind are not in each other.
func readSaid(content []byte, show func(envelope.Part)) {
	if raw.Kind(content) == "array" {
		each(content, func(block []byte) { readBlock(block, show) })
		return
	}
	readContent(content, show)
}

// readBlock shows a block. What it says in no way that is known is read as it stands.
func readBlock(block []byte, show func(envelope.Part)) {
	switch kind := raw.Text(raw.Find(block, "type")); kind {
	case "text":
		if text := raw.Find(block, "text"); raw.Kind(text) == "string" {
			show(envelope.Part{Text: true, Raw: text})
			return
		}
	case "image", "audio", "document":
		if data := mediaOf(block); raw.Kind(data) == "string" {
			show(envelope.Part{Media: kind, Raw: data})
			return
		}
	case "resource":
		readResource(raw.Find(block, "resource"), block, show)
		return
	}
	show(envelope.Part{Raw: raw.First(block)})
}

// mediaOf is what a block holds in base64: as the protocol has it, or an API.
func mediaOf(block []byte) []byte {
	if data := raw.Find(block, "data"); data != nil {
		return data
	}
	source := raw.Find(block, "source")
	if raw.Text(raw.Find(source, "type")) != "base64" {
		return nil
	}
	return raw.Find(source, "data")
}

// readResource shows a resource, or the value that holds it.
func readResource(resource, holder []byte, show func(envelope.Part)) {
	if text := raw.Find(resource, "text"); raw.Kind(text) == "string" {
		show(envelope.Part{Text: true, Raw: text})
	} else if blob := raw.Find(resource, "blob"); raw.Kind(blob) == "string" {
		show(envelope.Part{Media: "resource", Raw: blob})
	} else {
		show(envelope.Part{Raw: raw.First(holder)})
	}
}

func each(array []byte, do func(element []byte)) {
	raw.Any(array, func(element []byte) bool {
		do(element)
		return false
	})
}
