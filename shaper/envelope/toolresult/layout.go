package toolresult

import (
	"bytes"
	"cmp"
	"slices"
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

func (Dialect) Name() string             { return "mcp" }
func (Dialect) Layout() *envelope.Layout { return &known().tool }

// Detect accepts an object with a list named content in which one block is of a known type.
// Other programs have lists of that name, with types of their own. An empty list needs
// structuredContent, isError or resultType beside it.
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

// Misfit asks for content with a block of a known type, or without any, or for the payload.
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

var contract = kit.Contract{Dialect: "mcp", Schemas: map[string]string{"": "mcp", EditionMCP: "mcp-protocol"}}

// Editions returns the default edition, and [EditionMCP].
func (Dialect) Editions() []string { return []string{"", EditionMCP} }

// In is the tool result in an edition.
func (t Dialect) In(edition string) (envelope.Dialect, error) {
	if err := contract.Check(edition); err != nil {
		return nil, err
	}
	return Dialect{edition}, nil
}

// Schema returns the JSON Schema of an edition, "" being the dialect's own.
func (t Dialect) Schema(edition string) ([]byte, error) {
	return contract.Schema(cmp.Or(edition, t.Edition))
}

// Results returns all layouts of [FormOf], one for each kind of result in the protocol. The
// usual one is first.
func Results() []*envelope.Layout {
	f := known()
	return []*envelope.Layout{&f.tool, &f.resources, &f.prompt, &f.input, &f.task, &f.wrapped}
}

// Forms returns the layouts of the protocol's results that are no tool's, and of a list of
// blocks alone.
func (Dialect) Forms() []*envelope.Layout { return append(Results()[1:], &known().list) }

// Form recognises the other forms by signs that no other program has by chance.
func (Dialect) Form(d *envelope.Doc) *envelope.Layout {
	if d.Members == nil {
		if isBlockList(d.Raw) {
			return &known().list
		}
		return nil
	}
	l := formOf(d.Value)
	switch {
	case l == nil || HasBlock(d.Value("content")):
		return nil
	case l == &known().task && !d.Has("resultType") && !lasts(d.Raw):
		return nil
	case l == &known().wrapped:
		beside := func(m envelope.Member) bool { return m.Name != "task" && m.Name != "resultType" && m.Name != "_meta" }
		if slices.ContainsFunc(d.Members, beside) || !d.Has("resultType") && !lasts(d.Value("task")) {
			return nil
		}
	}
	return l
}

// lasts reports whether a task states how long it is kept, or when to ask again. Other
// programs have tasks with an id, a status and dates.
func lasts(task []byte) (does bool) {
	kit.Each(task, func(name, _ []byte) bool {
		switch string(name) {
		case "ttl", "ttlMs", "pollInterval", "pollIntervalMs":
			does = true
		}
		return !does
	})
	return does
}

// FormOf returns the layout of the result in a JSON-RPC response. It returns nil if the result
// is not one of this protocol, or has no parts to keep.
func FormOf(result []byte) *envelope.Layout {
	values, isTool := map[string][]byte{}, false
	kit.Each(result, func(name, value []byte) bool {
		switch string(name) {
		case "content":
			isTool = kit.Kind(value) == "array" && (kit.IsEmpty(value) || HasBlock(value))
		case "contents", "inputRequests", "messages", "requestState", "resultType", "status", "structuredContent", "task", "taskId":
			values[string(name)] = kit.Scalar(value)
		}
		return !isTool
	})
	l := formOf(func(name string) []byte { return values[name] })
	if isTool || l == nil && values["structuredContent"] != nil {
		return &known().tool
	}
	return l
}

// formOf returns the form of a result; value returns its members by name.
func formOf(value func(string) []byte) *envelope.Layout {
	asks := kit.Kind(value("inputRequests")) == "object" || kit.Kind(value("requestState")) == "string"
	switch kind := kit.Text(value("resultType")); {
	case kind == "input_required" && asks:
		return &known().input
	case isTask(kind, value("taskId"), value("status")):
		return &known().task
	case isTask(kind, kit.Find(value("task"), "taskId"), kit.Find(value("task"), "status")):
		return &known().wrapped
	case all(value("contents"), func(item []byte) bool { // a text or bytes, with an address
		return holds(item, "uri", "string") && (holds(item, "text", "string") || holds(item, "blob", "string"))
	}):
		return &known().resources
	case all(value("messages"), isMessage):
		return &known().prompt
	}
	return nil
}

// isTask reports whether an id and a status belong to a task. If so, the result is of type
// task, or the status is one of the protocol's own.
func isTask(resultType string, id, status []byte) bool {
	if kit.Kind(id) != "string" {
		return false
	}
	switch kit.Text(status) {
	case "working", "input_required", "completed", "failed", "cancelled":
		return true
	}
	return resultType == "task"
}

// all reports whether an array has elements, and each is as asked.
func all(array []byte, is func(element []byte) bool) bool {
	return kit.Kind(array) == "array" && !kit.IsEmpty(array) && !kit.Any(array, func(e []byte) bool { return !is(e) })
}

// isMessage reports whether an item is a message of prompts/get.
func isMessage(item []byte) bool {
	switch kit.Text(kit.Find(item, "role")) {
	case "user", "assistant":
		content := kit.Find(item, "content")
		return isBlock(kit.Find(content, "type")) || HasBlock(content)
	}
	return false
}

// isBlockList reports whether a document is a list of content blocks. Each block has a type, a
// block of a known type has its required member, and one block is of a known type.
func isBlockList(list []byte) bool {
	known := false
	blocks := func(item []byte) bool {
		kind := kit.Find(item, "type")
		known = known || isBlock(kind)
		return kit.Kind(kind) == "string" && holds(item, needs[kit.Text(kind)], "")
	}
	return all(kit.Trim(list), blocks) && known
}

// needs holds the required member of each known type of blocks.
var needs = map[string]string{"text": "text", "image": "data", "audio": "data", "resource": "resource", "resource_link": "uri"}

// holds reports whether an object has a member of a type, as [kit.Kind] names it. An empty
// name or kind matches any.
func holds(object []byte, name, kind string) bool {
	if name == "" {
		return true
	}
	value := kit.Find(object, name)
	return value != nil && (kind == "" || kit.Kind(value) == kind)
}

// HasBlock reports whether an array holds a block of a type that the protocol
// knows. It reads no further than the first one.
func HasBlock(content []byte) bool {
	return kit.Any(content, func(item []byte) bool { return isBlock(kit.Find(item, "type")) })
}

// isBlock reports whether a value is the type of a block that the protocol knows.
func isBlock(kind []byte) bool {
	if bytes.IndexByte(kind, '\\') >= 0 {
		kind = kit.Quote(kit.Text(kind))
	}
	switch string(kind) {
	case `"text"`, `"image"`, `"audio"`, `"resource"`, `"resource_link"`:
		return true
	}
	return false
}

// forms holds the layouts of all forms of a result.
type forms struct {
	tool              envelope.Layout // the result of a tool
	list              envelope.Layout // its content alone
	resources, prompt envelope.Layout // of other calls
	input             envelope.Layout // a question
	task, wrapped     envelope.Layout // that will answer later
}

// known holds the layouts. The first result makes them: not every program has one. Masks act
// in a list of blocks alone as in a result. Only hiding rules act if the call is unknown.
var known = sync.OnceValue(func() *forms {
	return &forms{
		tool: envelope.Layout{
			Protocol:  []string{"content", "content[].type", "isError", "resultType", "structuredContent", "nextCursor", "_meta", "content[]._meta"},
			Payload:   []string{"structuredContent"},
			Document:  []string{"structuredContent"},
			Typed:     []envelope.Typed{blocks("content[]", shaped)},
			Untouched: annotations("content[]"),
			Reserved:  reserved("", "content[]", "content[].resource"),
			Spared:    []string{"_meta", "content[]._meta"},
			Notes:     &envelope.Notes{Lists: []string{`content[]._meta."` + MetaKey + `"`}},
			Sealed:    sealed,
		},
		list: envelope.Layout{
			Name:      "blocks",
			Protocol:  []string{"[].type", "[]._meta"},
			Typed:     []envelope.Typed{blocks("[]", shaped)},
			Untouched: annotations("[]"),
			Reserved:  reserved("[]", "[].resource"),
			Spared:    []string{"[]._meta"},
			Detail:    []string{""},
		},
		resources: envelope.Layout{
			Name:     "resources",
			Protocol: []string{"contents", "contents[].uri", "contents[].mimeType", "contents[].blob", "nextCursor", "resultType", "ttlMs", "cacheScope", "_meta", "contents[]._meta"},
			Message:  []string{"contents[].text"},
			Reserved: reserved("", "contents[]"),
			Spared:   []string{"_meta", "contents[]._meta"},
			Sealed:   sealed,
			Media:    []string{"contents[].blob"},
			Detail:   []string{""},
		},
		prompt: envelope.Layout{
			Name: "prompt",
			Protocol: []string{
				"messages", "messages[].role", "messages[].content", "messages[].content.type", "messages[].content[].type",
				"resultType", "_meta", "messages[].content._meta", "messages[].content[]._meta",
			},
			Typed:     []envelope.Typed{blocks("messages[].content", hidden), blocks("messages[].content[]", hidden)},
			Untouched: slices.Concat(annotations("messages[].content"), annotations("messages[].content[]")),
			Reserved:  reserved("", "messages[].content", "messages[].content[]", "messages[].content.resource", "messages[].content[].resource"),
			Spared:    []string{"_meta", "messages[].content._meta", "messages[].content[]._meta"},
			Sealed:    sealed,
			Detail:    []string{""},
		},
		input: envelope.Layout{
			Name:      "input",
			Protocol:  []string{"resultType", "_meta"},
			Untouched: []string{"inputRequests", "requestState"},
			Message: []string{
				"inputRequests.**.message", "inputRequests.**.title", "inputRequests.**.description", "inputRequests.**.text",
				"inputRequests.**.systemPrompt", "inputRequests.**.enumNames[]",
			},
			Reserved: reserved(""),
			Spared:   []string{"_meta"},
			Sealed:   sealed,
			Detail:   []string{""},
		},
		task:    handle("task", "", "result"), // the result of a call that the task does not name
		wrapped: handle("wrapped task", "task."),
	}
})

// sealed holds the masks of a result's values that only their writer reads.
var sealed = []string{"requestState", "nextCursor", "cursor", "taskId", "task.taskId", `_meta."io.modelcontextprotocol/related-task".taskId`}

// blocks returns the content blocks at a mask. text sets the role of their texts.
func blocks(at string, text func(kind *envelope.Layout, path string)) envelope.Typed {
	media := envelope.Layout{Protocol: []string{"data", "mimeType"}, Media: []string{"data", "source.data"}}
	said := envelope.Layout{}
	text(&said, "text")
	resource := envelope.Layout{
		Protocol: []string{"resource", "resource.uri", "resource.mimeType", "resource.blob", "resource._meta"}, Spared: []string{"resource._meta"},
		Media: []string{"resource.blob"},
	}
	text(&resource, "resource.text")
	link := envelope.Layout{Protocol: []string{"uri"}, Message: []string{"name"}, Spared: []string{"title", "description"}}
	return envelope.Typed{
		Path: at, By: "type",
		Kinds: []envelope.Kind{{Name: "text", Parts: said}, {Name: "image", Parts: media}, {Name: "audio", Parts: media}, {Name: "resource", Parts: resource}, {Name: "resource_link", Parts: link}},
		Other: envelope.Layout{Spared: []string{""}},
	}
}

// shaped makes texts slots: the engine shapes a document in one as the tool's own.
func shaped(kind *envelope.Layout, path string) { kind.Slot = append(kind.Slot, path) }

// hidden makes texts messages: only hiding rules act on them.
func hidden(kind *envelope.Layout, path string) { kind.Message = append(kind.Message, path) }

// annotations returns the masks of a block's hints for the client program.
func annotations(at string) []string {
	return []string{at + ".annotations.audience", at + ".annotations.priority", at + ".annotations.lastModified"}
}

// handle returns the layout of a task that will answer later.
func handle(name, at string, apart ...string) envelope.Layout {
	l := envelope.Layout{
		Name: name, Apart: apart, Protocol: []string{"resultType", "_meta"}, Message: []string{at + "statusMessage"},
		Reserved: reserved(""), Spared: []string{"_meta"}, Sealed: sealed, Detail: []string{""},
	}
	for _, part := range []string{"taskId", "status", "createdAt", "lastUpdatedAt", "ttl", "ttlMs", "pollInterval", "pollIntervalMs"} {
		l.Protocol = append(l.Protocol, at+part)
	}
	return l
}

// reserved returns the keys in the _meta of some values that belong to the protocol.
func reserved(of ...string) []envelope.Reserved {
	var all []envelope.Reserved
	for _, path := range of {
		if path != "" {
			path += "."
		}
		all = append(all, envelope.Reserved{Of: path + "_meta", Has: isReserved})
	}
	return all
}

// isReserved reports whether a key of _meta belongs to the protocol. The specification names
// some keys. It also reserves each prefix whose second label is mcp or modelcontextprotocol,
// such as com.mcp.tools/.
func isReserved(key []byte) bool {
	prefix, _, prefixed := bytes.Cut(key, []byte("/"))
	if !prefixed {
		switch string(key) {
		case "progressToken", "traceparent", "tracestate", "baggage":
			return true
		}
		return false
	}
	_, labels, _ := bytes.Cut(prefix, []byte("."))
	second, _, _ := bytes.Cut(labels, []byte("."))
	return string(second) == "mcp" || string(second) == "modelcontextprotocol"
}
