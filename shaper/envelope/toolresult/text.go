package toolresult

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Speak returns a result with another text beside structuredContent: none (drop), or one line
// about its content (summary). It keeps a text with other data, and the text of a failure.
func (Dialect) Speak(doc []byte, mode string) []byte {
	data, content := kit.Get(doc, "structuredContent"), kit.Get(doc, "content")
	if data == nil || kit.Kind(content) != "array" || string(kit.Get(doc, "isError")) == "true" {
		return doc
	}
	notes := kit.Elements(content)
	blocks := slices.DeleteFunc(slices.Clone(notes), IsNote)
	notes = slices.DeleteFunc(notes, func(block []byte) bool { return !IsNote(block) })
	if kit.Kind(data) == "object" {
		data = withoutNote(data)
	}
	if len(blocks) != 1 || !isTwin(blocks[0], data) {
		return doc
	}
	if blocks = nil; mode == "summary" {
		blocks = append(blocks, Text([]byte(summary(data))))
	}
	return kit.Put(doc, "content", kit.Array(append(blocks, notes...)))
}

// withoutNote returns structuredContent without the note of an earlier run.
func withoutNote(data []byte) []byte {
	o := kit.ObjectOf(data)
	for _, name := range NoteMembers {
		if envelope.IsSaid([]byte(kit.Text(kit.Get(data, name)))) {
			o.Drop(name)
		}
	}
	return o.Done()
}

// isTwin reports whether a block is a text with the same data as structuredContent.
func isTwin(block, data []byte) bool {
	if kit.Text(kit.Get(block, "type")) != "text" {
		return false
	}
	text := []byte(kit.Text(kit.Get(block, "text")))
	return kit.IsJSON(text) && bytes.Equal(kit.Compact(text), kit.Compact(data))
}

// mostNamed is the largest number of members in a summary.
const mostNamed = 16

// summary describes a value in one line.
func summary(data []byte) string {
	if kit.Kind(data) != "object" {
		return "structuredContent: " + size(data)
	}
	var parts []string
	members := kit.Members(data)
	for _, m := range members {
		if len(parts) == mostNamed {
			parts = append(parts, fmt.Sprintf("and %d more", len(members)-mostNamed))
			break
		}
		parts = append(parts, m.Name+" ("+size(m.Value)+")")
	}
	return "structuredContent: " + strings.Join(parts, ", ")
}

// size returns the kind of a value and its number of parts.
func size(value []byte) string {
	switch value[0] {
	case '{':
		return counted(len(kit.Members(value)), "member")
	case '[':
		return counted(len(kit.Elements(value)), "item")
	case '"':
		return counted(len([]rune(kit.Text(value))), "character")
	case 'n':
		return "null"
	case 't', 'f':
		return "boolean"
	}
	return "number"
}

func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
