package mcp

import (
	"context"
	"maps"
	"slices"

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

// define answers a call of [DefinitionTool]. ok is false for a call of another tool.
func define(s *Session, c Call, arguments []byte) (result []byte, ok bool) {
	l := &s.tools
	l.mu.Lock()
	if l.definer == "" || c.Tool != l.definer {
		l.mu.Unlock()
		return nil, false
	}
	names, views := slices.Sorted(maps.Keys(l.told)), l.views
	l.mu.Unlock()
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
	if result, ok = define(s, c, arguments); !ok {
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
	return s.server.eng.Profiles().Lists().Denies(s.server.Name(), tool)
}

// UnknownTool is the text of the error for a call of a tool that does not exist.
func UnknownTool(tool string) string { return "Unknown tool: " + tool }
