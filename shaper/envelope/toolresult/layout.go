package toolresult

import (
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// forms are the layouts of the forms that a result takes.
type forms struct {
	tool              envelope.Layout // the result of a tool
	list              envelope.Layout // its content alone
	resources, prompt envelope.Layout // of other calls
	input             envelope.Layout // a question
	task, wrapped     envelope.Layout // that will answer later
}

// known are made when the first result comes: not every program has one. In a list
// of blocks that stands alone masks act as in a result; what hides something is all
// that acts where nobody says which tool answered.
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
		task:    done(handle("task", "")),
		wrapped: handle("wrapped task", "task."),
	}
})

// sealed are the values of a result that only who wrote them reads.
var sealed = []string{"requestState", "nextCursor", "cursor", "taskId", "task.taskId", `_meta."io.modelcontextprotocol/related-task".taskId`}

// blocks are the content blocks at a mask. text tells what their texts are.
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

// shaped makes slots of texts: a document in one is shaped as the tool's own.
func shaped(kind *envelope.Layout, path string) { kind.Slot = append(kind.Slot, path) }

// hidden leaves texts alone, but for what hides something.
func hidden(kind *envelope.Layout, path string) { kind.Message = append(kind.Message, path) }

// annotations are what a block says to the program that shows it.
func annotations(at string) []string {
	return []string{at + ".annotations.audience", at + ".annotations.priority", at + ".annotations.lastModified"}
}

// handle is the layout of a task that will answer later.
func handle(name, at string) envelope.Layout {
	l := envelope.Layout{
		Name: name, Protocol: []string{"resultType", "_meta"}, Message: []string{at + "statusMessage"},
		Reserved: reserved(""), Spared: []string{"_meta"}, Sealed: sealed, Detail: []string{""},
	}
	for _, part := range []string{"taskId", "status", "createdAt", "lastUpdatedAt", "ttl", "ttlMs", "pollInterval", "pollIntervalMs"} {
		l.Protocol = append(l.Protocol, at+part)
	}
	return l
}

// done adds what a task has come to, where it has: the result of a call that nobody
// names.
func done(l envelope.Layout) envelope.Layout {
	l.Apart = []string{"result"}
	return l
}
