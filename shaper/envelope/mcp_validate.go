package envelope

import (
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Validate checks a tool result against seed 002 (R65, R66), or against the
// protocol's own rules in [EditionMCP]: isError may be false, texts may be
// anything, and content may hold images, audio and resources.
func (MCP) Validate(doc []byte, edition string) (Findings, error) {
	s := mcpSchemas[edition]
	if s == nil {
		return Findings{}, unknownEdition("mcp", edition)
	}
	return validate(doc, s(), func(v *validation, d Doc) { v.checkToolResult(d, edition) })
}

// checkToolResult checks what the schema of an edition cannot say.
func (v *validation) checkToolResult(d Doc, edition string) {
	for i, item := range elementsOf(d.Value("content")) {
		at := join("content", strconv.Itoa(i))
		if edition == EditionMCP {
			v.checkContent(at, item)
		} else if value := open(item).Value("text"); kindOf(value) == "string" {
			v.checkToolText(join(at, "text"), text(value), d.Value("isError"))
		}
	}
}

// checkToolText holds a text to the seed: an error has the prefix, a success is
// JSON. A value of isError that the schema refuses is no second fault here.
func (v *validation) checkToolText(path, value string, isError []byte) {
	failed := string(isError) == "true"
	switch prefixed := strings.HasPrefix(value, ToolErrorPrefix); {
	case failed && !prefixed:
		v.fail(path, "must start with %q", ToolErrorPrefix)
	case prefixed && isError == nil:
		v.fail("isError", "must be true where the text reports an error")
	case !failed && !prefixed && scan.Check([]byte(value), scan.Limits{}, false) != nil:
		v.fail(path, "must be JSON")
	}
}

// checkContent checks one item by its type.
func (v *validation) checkContent(path string, item []byte) {
	d := open(item)
	if s := mcpSchemas[EditionMCP]().Defs[text(d.Value("type"))]; s != nil {
		v.check(s, path, item)
	}
	resource := d.Value("resource")
	if kindOf(resource) == "object" && !open(resource).Has("text") && !open(resource).Has("blob") {
		v.fail(join(path, "resource.text"), "is required where there is no blob")
	}
}
