package mcp

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// The key tools shortens the list of tools. A model asks for a whole definition by a tool of
// shape's own. Nothing of the key acts on results: they keep to the schema of the whole
// definition.

// DefinitionTool is the name of that tool. If the server has a tool of that name, it is the
// second of definitionTools.
const DefinitionTool = "shape_tool"

var definitionTools = []string{DefinitionTool, DefinitionTool + "_definition"}

// definitionTool is the Tool object under a name.
func definitionTool(name string) []byte {
	return []byte(`{"name":"` + name + `","description":"Gives the full description and input schema of a tool. Ask it before a tool whose schema is empty.",` +
		`"inputSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},"annotations":{"readOnlyHint":true,"openWorldHint":false}}`)
}

// Definer returns the Tool object of [DefinitionTool].
func Definer() []byte { return definitionTool(DefinitionTool) }

// deferredChars bounds the line of a deferred tool, in code points.
const deferredChars = 100

// shortenTool returns a tool by the rules of its list. isShort tells that a part of the
// description or of the input schema is left out.
func shortenTool(o *object, d *profiles.Definition) (served []byte, isShort bool) {
	if d.Deferred {
		return deferred(o)
	}
	var changes, outputs edits
	for _, m := range o.members {
		at := scan.Span{Start: m.Start, End: m.End}
		value := o.text[m.Start:m.End]
		c := schemaCutter{text: value, Definition: d, isOutput: m.Name == "outputSchema"}
		switch m.Name {
		case "description":
			changes.replace(o.text, at, shortText(value, d))
		case "inputSchema":
			changes.replace(o.text, at, c.cut())
		case "outputSchema":
			if slices.Contains(d.Drop, "outputs") {
				outputs.replace(o.text, at, c.cut())
			}
		}
	}
	return append(outputs, changes...).of(o.text), len(changes) > 0
}

// deferred is a tool by one line, without its schemas. Members that programs read stay.
func deferred(o *object) (served []byte, isShort bool) {
	var changes edits
	for _, m := range o.members {
		at := scan.Span{Start: m.Start, End: m.End}
		switch m.Name {
		case "description":
			line := strings.Join(strings.Fields(firstSentence(unquoted(o.text[m.Start:m.End]))), " ")
			changes.replace(o.text, at, scan.AppendQuote(nil, []byte(cutText(line, deferredChars))))
		case "inputSchema":
			changes.replace(o.text, at, []byte(`{"type":"object"}`))
		}
	}
	now, _ := read(changes.of(o.text))
	if now.has("outputSchema") {
		return now.without(func(name string) bool { return name == "outputSchema" }), len(changes) > 0
	}
	return now.text, len(changes) > 0
}

// schemaCutter writes a schema without some annotations and with shorter descriptions. It reads
// the text once.
type schemaCutter struct {
	text []byte
	*profiles.Definition
	isOutput bool // all annotations go
	isPinned bool // a reference leads into an annotation
}

// cut returns the schema without the annotations, or the same slice if none is there. It stays
// as it is if a reference leads into one of them.
func (c *schemaCutter) cut() []byte {
	out, _ := c.value(nil, scan.Space(c.text, 0), isSchema)
	if c.isPinned {
		return c.text
	}
	return unlessSame(c.text, out)
}

// place says how a value of a schema is to be read.
type place int

const (
	isData   place = iota // such as that of enum
	isSchema              // a schema, or a list of them
	isNamed               // schemas by names that the author chose
)

var placeOf = map[string]place{
	"items": isSchema, "additionalItems": isSchema, "prefixItems": isSchema, "contains": isSchema, "additionalProperties": isSchema,
	"propertyNames": isSchema, "unevaluatedItems": isSchema, "unevaluatedProperties": isSchema, "contentSchema": isSchema,
	"not": isSchema, "if": isSchema, "then": isSchema, "else": isSchema, "allOf": isSchema, "anyOf": isSchema, "oneOf": isSchema,
	"properties": isNamed, "patternProperties": isNamed, "$defs": isNamed, "definitions": isNamed,
	"dependentSchemas": isNamed, "dependencies": isNamed,
}

// value appends the value at i and returns its end. The text is valid, and nested as deep as a
// message may be.
func (c *schemaCutter) value(dst []byte, i int, at place) (out []byte, end int) {
	open := c.text[i]
	if !scan.IsOpener(open) {
		_, end = scan.NextToken(c.text, i)
		return append(dst, c.text[i:end]...), end
	}
	dst = append(dst, open)
	first := len(dst)
	for i = scan.Space(c.text, i+1); c.text[i] != ']' && c.text[i] != '}'; {
		before, below := len(dst), at
		if before > first {
			dst = append(dst, ',')
		}
		name := ""
		if open == '{' {
			_, end := scan.NextToken(c.text, i)
			name = unquoted(c.text[i:end])
			dst = append(append(dst, c.text[i:end]...), ':')
			i = scan.Space(c.text, scan.Space(c.text, end)+len(":"))
			switch below = isSchema; at {
			case isSchema:
				below = placeOf[name]
			case isData:
				below = isData
			}
		}
		value := len(dst)
		dst, i = c.value(dst, i, below)
		if open == '{' && at == isSchema {
			dst = c.member(dst, before, value, name)
		}
		if i = scan.Space(c.text, i); c.text[i] == ',' {
			i = scan.Space(c.text, i+1)
		}
	}
	return append(dst, c.text[i]), i + 1
}

// member treats the last member of dst, whose value begins at an index: a keyword of a schema.
func (c *schemaCutter) member(dst []byte, before, value int, name string) []byte {
	isText, goes := dst[value] == '"', ""
	switch name {
	case "title":
		goes = "titles"
	case "default":
		goes, isText = "defaults", true
	case "examples", "example":
		goes, isText = "examples", true
	case "description":
		if isText && !c.isOutput {
			return append(dst[:value], shortText(bytes.Clone(dst[value:]), c.Definition)...)
		}
		goes = "outputs"
	case "$comment":
		goes = "outputs"
	case "$ref", "$dynamicRef":
		for step := range strings.SplitSeq(unquoted(dst[value:]), "/") {
			c.isPinned = c.isPinned || step == "default" || step == "examples" || step == "example"
		}
	}
	if isText && goes != "" && (c.isOutput || slices.Contains(c.Drop, goes)) {
		return dst[:before]
	}
	return dst
}

// shortText returns a description within the bounds of its list, or the same slice.
func shortText(quoted []byte, d *profiles.Definition) []byte {
	text := unquoted(quoted)
	short := text
	if d.FirstSentence {
		short = firstSentence(text)
	}
	if d.MaxDescription > 0 {
		short = cutText(short, d.MaxDescription)
	}
	if short == text {
		return quoted
	}
	return scan.AppendQuote(nil, []byte(short))
}

// cutText returns the beginning of a text, of so many code points at most. It ends behind a
// word if one ends in its second half.
func cutText(text string, most int) string {
	n := 0
	for i := range text {
		if n++; n < most {
			continue
		}
		if _, size := utf8.DecodeRuneInString(text[i:]); i+size == len(text) {
			return text
		}
		if word := strings.LastIndexFunc(text[:i], unicode.IsSpace); word > i/2 {
			i = word
		}
		return strings.TrimRightFunc(text[:i], unicode.IsSpace) + "…"
	}
	return text
}

// firstSentence returns the beginning of a text up to the end of its first sentence or
// paragraph. A full stop within a word or behind an abbreviation ends none.
func firstSentence(text string) string {
	text = strings.TrimSpace(text)
	for i, r := range text {
		if !strings.ContainsRune(".!?\n。！？", r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		rest := strings.TrimLeftFunc(text[end:], unicode.IsSpace)
		after, _ := utf8.DecodeRuneInString(rest)
		gap := text[end : len(text)-len(rest)]
		switch {
		case r == '\n' && (strings.Contains(gap, "\n") || !unicode.IsLetter(after) && !unicode.IsDigit(after)):
			return strings.TrimSpace(text[:i]) // a blank line, or a list
		case r == '\n', r < utf8.RuneSelf && gap == "":
		case r != '.' || !unicode.IsLower(after) && !isAbbreviation(text[:i]):
			return text[:end]
		}
	}
	return text
}

// isAbbreviation reports whether a text ends with an abbreviation, without its last full stop.
func isAbbreviation(text string) bool {
	word := strings.ToLower(text[strings.LastIndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' })+1:])
	return utf8.RuneCountInString(word) == 1 || slices.Contains([]string{"e.g", "i.e", "etc", "vs", "cf", "approx", "incl", "no", "resp"}, word)
}

// define answers a call of [DefinitionTool]. ok is false for a call of another tool.
func (s *Session) define(c Call, arguments []byte) (result []byte, ok bool) {
	l := &s.tools
	l.mu.Lock()
	isOurs := l.definer != "" && c.Tool == l.definer
	names, views := slices.Sorted(maps.Keys(l.told)), l.views
	l.mu.Unlock()
	if !isOurs {
		return nil, false
	}
	w := s.watch("tools/call", c)
	o, _ := read(arguments)
	asked := o.said("name")
	t := l.of(asked)
	if t == nil && asked != "" { // models also write mcp__github__list_issues
		if near := profiles.SharingTools(names, []string{asked}); len(near) > 0 {
			t = l.of(near[0])
		}
	}
	if t != nil { // the rules may have changed after the list
		given, _ := read(t.given)
		t = s.server.tell(t.name, &given, views)
	}
	if t == nil || t.served == nil {
		result = toolresult.Error("name is that of a tool in the list")
		return w.ends(result, result), true
	}
	whole, _ := read(t.whole)
	text := whole.without(func(name string) bool { return name != "name" && name != "description" && name != "inputSchema" })
	result = append(append([]byte(`{"content":`), listOf([][]byte{toolresult.Text(text)})...), '}')
	return w.ends(result, result), true
}

// Answer answers a call of a tool of shape's own: [RetrieveTool] and [DefinitionTool]. ok is
// false for a call of another tool or of the server's own.
func (s *Session) Answer(ctx context.Context, c Call, arguments []byte) (result []byte, ok bool) {
	if result, ok = s.define(c, arguments); !ok {
		result, ok = s.retrieve(ctx, c, arguments)
	}
	return result, ok
}

// Defines reports whether a tool is the [DefinitionTool] of the client's list. The list must
// have been told by [Session.Tool] as a whole.
func (s *Session) Defines(tool string) bool {
	s.Offers()
	s.tools.mu.Lock()
	defer s.tools.mu.Unlock()
	return tool != "" && s.tools.definer == tool
}

// Denies reports whether the configuration takes a tool away. The call of such a tool gets the
// error of an unknown tool.
func (s *Session) Denies(tool string) bool {
	return s.server.eng.Profiles().Denies(s.server.Name(), tool)
}

// UnknownTool is the text of the error for a call of a tool that does not exist.
func UnknownTool(tool string) string { return "Unknown tool: " + cutText(tool, longestLabel) }
