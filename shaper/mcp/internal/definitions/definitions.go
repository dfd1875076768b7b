// Package definitions shortens the Tool objects of a list of tools. It leaves out annotations
// and schemas, and no rule of a schema that stays.
package definitions

import (
	"bytes"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// deferredChars bounds the line of a deferred tool, in code points.
const deferredChars = 100

// Shorten returns a Tool object by the rules of its list, or the same slice. isShort tells
// that a part of the description or of the input schema is left out.
func Shorten(tool []byte, d *profiles.Definition) (short []byte, isShort bool) {
	members, _, err := scan.Index(tool, scan.Limits{}, nil)
	if err != nil || d.IsZero() {
		return tool, false
	}
	short = []byte{'{'}
	for _, m := range members {
		value := tool[m.Start:m.End]
		now := value
		switch {
		case m.Name == "description" && d.Deferred:
			line := strings.Join(strings.Fields(firstSentence(scan.Text(value))), " ")
			now = scan.AppendQuote(nil, []byte(cutText(line, deferredChars)))
		case m.Name == "description":
			now = shortText(value, d)
		case m.Name == "inputSchema" && d.Deferred:
			now = []byte(`{"type":"object"}`)
		case m.Name == "inputSchema":
			now = cut(value, d, false)
		case m.Name == "outputSchema" && d.Deferred:
			continue
		case m.Name == "outputSchema" && slices.Contains(d.Drop, "outputs"):
			now = cut(value, d, true)
		}
		if len(short) > 1 {
			short = append(short, ',')
		}
		short = append(append(short, tool[m.Key:m.Start]...), now...)
		isShort = isShort || m.Name != "outputSchema" && !bytes.Equal(now, value)
	}
	if short = append(short, '}'); scan.SameTokens(short, tool) {
		return tool, false
	}
	return short, isShort
}

// cutter writes a schema without some annotations and with shorter descriptions. It reads the
// text once.
type cutter struct {
	text []byte
	*profiles.Definition
	isOutput bool // all annotations go
	isPinned bool // a reference leads into an annotation
}

// cut returns a schema without the annotations, or the same slice if none is there. It stays
// as it is if a reference leads into one of them.
func cut(schema []byte, d *profiles.Definition, isOutput bool) []byte {
	c := cutter{text: schema, Definition: d, isOutput: isOutput}
	if out, _ := c.value(nil, 0, isSchema); !c.isPinned && !scan.SameTokens(out, schema) {
		return out
	}
	return schema
}

// place says how a value of a schema is to be read.
type place int

const (
	isData   place = iota // such as that of enum
	isSchema              // a schema, or a list of them
	isNamed               // schemas by names that the author chose
)

// placeOf returns the place of the value of a keyword.
func placeOf(keyword string) place {
	switch keyword {
	case "items", "additionalItems", "prefixItems", "contains", "additionalProperties", "propertyNames", "unevaluatedItems",
		"unevaluatedProperties", "contentSchema", "not", "if", "then", "else", "allOf", "anyOf", "oneOf":
		return isSchema
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		return isNamed
	}
	return isData
}

// value appends the value at i and returns its end. The text is valid, and nested as deep as a
// message may be.
func (c *cutter) value(dst []byte, i int, at place) (out []byte, end int) {
	open := c.text[i]
	if !scan.IsOpener(open) {
		_, end = scan.NextToken(c.text, i)
		return append(dst, c.text[i:end]...), end
	}
	dst = append(dst, open)
	first := len(dst)
	for i = scan.Space(c.text, i+1); c.text[i] != ']' && c.text[i] != '}'; {
		before, below, name := len(dst), at, ""
		if before > first {
			dst = append(dst, ',')
		}
		if open == '{' {
			_, end := scan.NextToken(c.text, i)
			name = scan.Text(c.text[i:end])
			dst = append(append(dst, c.text[i:end]...), ':')
			i = scan.Space(c.text, scan.Space(c.text, end)+len(":"))
			switch at {
			case isSchema:
				below = placeOf(name)
			case isNamed:
				below = isSchema
			}
		}
		value := len(dst)
		dst, i = c.value(dst, i, below)
		if open == '{' && at == isSchema {
			dst = c.keyword(dst, before, value, name)
		}
		if i = scan.Space(c.text, i); c.text[i] == ',' {
			i = scan.Space(c.text, i+1)
		}
	}
	return append(dst, c.text[i]), i + 1
}

// annotations maps each annotation to the kind that drops it.
var annotations = map[string]string{
	"title": "titles", "default": "defaults", "examples": "examples", "example": "examples", "description": "outputs", "$comment": "outputs",
}

// keyword treats the last member of dst, whose value begins at an index.
func (c *cutter) keyword(dst []byte, before, value int, name string) []byte {
	kind := annotations[name]
	isText := dst[value] == '"'
	switch {
	case name == "$ref" || name == "$dynamicRef":
		for step := range strings.SplitSeq(scan.Text(dst[value:]), "/") {
			c.isPinned = c.isPinned || step == "default" || step == "examples" || step == "example"
		}
	case kind == "", !isText && kind != "defaults" && kind != "examples":
	case c.isOutput, kind != "outputs" && slices.Contains(c.Drop, kind):
		return dst[:before]
	case name == "description":
		return append(dst[:value], shortText(bytes.Clone(dst[value:]), c.Definition)...)
	}
	return dst
}
