package toolresult

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Results are the layouts that [FormOf] may return: of what the protocol calls a
// result, the usual one first.
func Results() []*envelope.Layout {
	f := known()
	return []*envelope.Layout{&f.tool, &f.resources, &f.prompt, &f.input, &f.task, &f.wrapped}
}

// Forms are the layouts of the results of the protocol that are no tool's, and of a
// list of blocks alone.
func (Dialect) Forms() []*envelope.Layout { return append(Results()[1:], &known().list) }

// Form knows the other forms by signs that no other program should have by chance.
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
	case l == &known().wrapped && !(isHandle(d) && (d.Has("resultType") || lasts(d.Value("task")))):
		return nil
	}
	return l
}

// lasts reports whether a task says how long it will be kept, or when to ask again:
// other programs have tasks with an id and a status, and dates.
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

// isHandle reports whether nothing else stands beside a task than may in a result.
func isHandle(d *envelope.Doc) bool {
	return !slices.ContainsFunc(d.Members, func(m envelope.Member) bool {
		return m.Name != "task" && m.Name != "resultType" && m.Name != "_meta"
	})
}

// FormOf is the layout of the result in a JSON-RPC response; nil is that it is none
// of this protocol, or one that has no parts to keep.
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

// formOf tells the form of a result from the members that it is given by name.
func formOf(value func(string) []byte) *envelope.Layout {
	asks := kit.Kind(value("inputRequests")) == "object" || kit.Kind(value("requestState")) == "string"
	switch kind := kit.Text(value("resultType")); {
	case kind == "input_required" && asks:
		return &known().input
	case isTask(kind, value("taskId"), value("status")):
		return &known().task
	case isTask(kind, kit.Find(value("task"), "taskId"), kit.Find(value("task"), "status")):
		return &known().wrapped
	case all(value("contents"), isResource):
		return &known().resources
	case all(value("messages"), isMessage):
		return &known().prompt
	}
	return nil
}

// isTask reports whether an id and a status are those of a task: the result says
// that it is one, or the status is one of the protocol's own.
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

// isResource takes what resources/read returns: a text or bytes, and where it is.
func isResource(item []byte) bool {
	return holds(item, "uri", "string") && (holds(item, "text", "string") || holds(item, "blob", "string"))
}

// isMessage takes the messages of prompts/get.
func isMessage(item []byte) bool {
	switch kit.Text(kit.Find(item, "role")) {
	case "user", "assistant":
		content := kit.Find(item, "content")
		return isBlock(kit.Find(content, "type")) || HasBlock(content)
	}
	return false
}

// isBlockList reports whether a document is a list of content blocks: each has a
// type, those of a known one have what it asks for, and one is of a known type.
func isBlockList(list []byte) bool {
	known := false
	blocks := func(item []byte) bool {
		kind := kit.Find(item, "type")
		known = known || isBlock(kind)
		return kit.Kind(kind) == "string" && holds(item, needs[kit.Text(kind)], "")
	}
	return all(kit.Trim(list), blocks) && known
}

// needs are the members without which a block of a known type is none.
var needs = map[string]string{"text": "text", "image": "data", "audio": "data", "resource": "resource", "resource_link": "uri"}

// holds reports whether an object has a member, of a type as [kit.Kind] names it;
// either may be anything where it is "".
func holds(object []byte, name, kind string) bool {
	if name == "" {
		return true
	}
	value := kit.Find(object, name)
	return value != nil && (kind == "" || kit.Kind(value) == kind)
}
