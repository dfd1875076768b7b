package mcp

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// asText is a result whose text says what a client is to read there beside
// structuredContent: the same (mirror), nothing (drop), or in a line what there is
// (summary). A text that says something else, and that of a failure, stays.
func asText(result []byte, mode string) []byte {
	if isMirror(mode) {
		return result
	}
	o, ok := read(result)
	data := o.value("structuredContent")
	at, listed := o.span("content")
	if !ok || data == nil || !listed || string(o.value("isError")) == "true" {
		return result
	}
	var blocks, notes [][]byte
	for _, block := range elements(o.value("content")) {
		if block := o.value("content")[block.Start:block.End]; toolresult.IsNote(block) {
			notes = append(notes, block)
		} else {
			blocks = append(blocks, block)
		}
	}
	data = withoutNote(data)
	if len(blocks) != 1 || !isTwin(blocks[0], data) {
		return result
	}
	if blocks = nil; mode == "summary" {
		blocks = append(blocks, textBlock([]byte(summary(data))))
	}
	return edits{{at, listOf(append(blocks, notes...))}}.of(result)
}

// withoutNote is structuredContent without what it says of the rest of the result.
func withoutNote(data []byte) []byte {
	o, ok := read(data)
	if !ok || !o.has(toolresult.MetaKey) {
		return data
	}
	return o.without(func(name string) bool { return name == toolresult.MetaKey })
}

// isTwin reports whether a block is a text that says what structuredContent says.
func isTwin(block, data []byte) bool {
	o, ok := read(block)
	if !ok || o.said("type") != "text" {
		return false
	}
	text := []byte(o.said("text"))
	return scan.Check(text, scan.Limits{}, false) == nil &&
		bytes.Equal(scan.AppendCompact(nil, text), scan.AppendCompact(nil, data))
}

// mostNamed is how many members a summary names.
const mostNamed = 16

// summary says in a line what a value is.
func summary(data []byte) string {
	o, ok := read(data)
	if !ok {
		return "structuredContent: " + size(data)
	}
	var parts []string
	for _, m := range o.members {
		if len(parts) == mostNamed {
			parts = append(parts, fmt.Sprintf("and %d more", len(o.members)-mostNamed))
			break
		}
		parts = append(parts, m.Name+" ("+size(o.text[m.Start:m.End])+")")
	}
	return "structuredContent: " + strings.Join(parts, ", ")
}

// size says what a value is, and how much of it there is.
func size(value []byte) string {
	switch value[0] {
	case '{':
		o, _ := read(value)
		return counted(len(o.members), "member")
	case '[':
		return counted(len(elements(value)), "item")
	case '"':
		return counted(len([]rune(unquoted(value))), "character")
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
