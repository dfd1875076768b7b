package jsonrpc

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Validate checks a response against seed 002 (RULES R61 to R68), or against MCP's own rules
// in [toolresult.EditionMCP]. A result is checked by its form: a tool result, a list of tools,
// or the answer to initialize.
func (j Dialect) Validate(doc []byte, edition string) (envelope.Findings, error) {
	edition = cmp.Or(edition, j.Edition)
	return contract.Validate(doc, edition, func(v *kit.Validation, d *envelope.Doc) {
		result := d.Value("result")
		switch failed := d.Has("error"); {
		case result != nil && failed:
			v.Fail("error", "must not stand beside a result")
			v.Fail("result", "must not stand beside an error")
		case result == nil && !failed:
			v.Fail("result", "is required where there is no error")
		case result != nil && edition == toolresult.EditionMCP && kit.Kind(d.Value("id")) == "null":
			v.Fail("id", "must not be null beside a result")
		}
		of := envelope.Index(result)
		if of.Has("content") || of.Has("structuredContent") || of.Has("isError") {
			findings, _ := toolresult.Dialect{}.Validate(result, edition) // a text that is known to be JSON
			v.Add("result", findings)
		}
		if of.Has("tools") {
			v.Check(kit.Part(v.Root, "$defs", "toolsList"), "result", result)
		}
		if of.Has("protocolVersion") {
			v.Check(kit.Part(v.Root, "$defs", "initialize"), "result", result)
		}
	})
}
