package toolresult

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Speak returns a result whose text says what a client is to read there beside
// structuredContent: nothing (drop), or in a line what there is (summary). A text that
// says something else, and that of a failure, stays.
func (Dialect) Speak(doc []byte, mode string) []byte {
	data, content := raw.Get(doc, "structuredContent"), raw.Get(doc, "content")
	if data == nil || raw.Kind(content) != "array" || string(raw.Get(doc, "isError")) == "true" {
		return doc
	}
	notes := raw.Elements(content)
	blocks := slices.DeleteFunc(slices.Clone(notes), IsNote)
	notes = slices.DeleteFunc(notes, func(block []byte) bool { return !IsNote(block) })
	if raw.Kind(data) == "object" {
		data = withoutNote(data)
	}
	if len(blocks) != 1 || !isTwin(blocks[0], data) {
		return doc
	}
	if blocks = nil; mode == "summary" {
		blocks = append(blocks, Text([]byte(summary(data))))
	}
	return raw.Put(doc, "content", raw.Array(append(blocks, notes...)))
}

// withoutNote returns structuredContent without the note of an earlier look.
func withoutNote(data []byte) []byte {
	o := raw.ObjectOf(data)
	for _, name := range NoteMembers {
		if envelope.IsSaid([]byte(raw.Text(raw.Get(data, name)))) {
			o.Drop(name)
		}
	}
	return o.Done()
}

// isTwin reports whether a block is a text that says what structuredContent says.
func isTwin(block, data []byte) bool {
	if raw.Text(raw.Get(block, "type")) != "text" {
		return false
	}
	text := []byte(raw.Text(raw.Get(block, "text")))
	return raw.Valid(text) && bytes.Equal(raw.Compact(text), raw.Compact(data))
}

// mostNamed is how many members a summary names.
const mostNamed = 16

// summary says in a line what a value is.
func summary(data []byte) string {
	if raw.Kind(data) != "object" {
		return "structuredContent: " + size(data)
	}
	var parts []string
	members := raw.Members(data)
	for _, m := range members {
		if len(parts) == mostNamed {
			parts = append(parts, fmt.Sprintf("and %d more", len(members)-mostNamed))
			break
		}
		parts = append(parts, m.Name+" ("+size(m.Value)+")")
	}
	return "structuredContent: " + strings.Join(parts, ", ")
}

// size says what a value is, and how much of it there is.
func size(value []byte) string {
	switch value[0] {
	case '{':
		return counted(len(raw.Members(value)), "member")
	case '[':
		return counted(len(raw.Elements(value)), "item")
	case '"':
		return counted(len([]rune(raw.Text(value))), "character")
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
