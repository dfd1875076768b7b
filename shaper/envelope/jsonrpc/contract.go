package jsonrpc

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Validate checks a response against seed 002 (RULES R61 to R68), or against
// MCP's own rules in [toolresult.EditionMCP]. A result is held to the rules of what it
// looks like: a tool result, a list of tools, the answer to initialize.
func (j Dialect) Validate(doc []byte, edition string) (envelope.Findings, error) {
	edition = cmp.Or(edition, j.Edition)
	s := schemas[edition]
	if s == nil {
		return envelope.Findings{}, &envelope.EditionError{Dialect: "jsonrpc", Edition: edition}
	}
	return kit.Validate(doc, s(), func(v *kit.Validation, d *envelope.Doc) {
		checkOutcome(v, d, edition)
		if result := d.Value("result"); kit.Kind(result) == "object" {
			checkResult(v, result, edition)
		}
	})
}

// checkOutcome wants either a result or an error (RULES R61 and R62), and in
// MCP an id that is not null beside a result.
func checkOutcome(v *kit.Validation, d *envelope.Doc, edition string) {
	switch result, failure := d.Has("result"), d.Has("error"); {
	case result && failure:
		v.Fail("error", "must not stand beside a result")
		v.Fail("result", "must not stand beside an error")
	case !result && !failure:
		v.Fail("result", "is required where there is no error")
	case result && edition == toolresult.EditionMCP && kit.Kind(d.Value("id")) == "null":
		v.Fail("id", "must not be null beside a result")
	}
}

func checkResult(v *kit.Validation, result []byte, edition string) {
	d := envelope.Index(result)
	if d.Has("content") || d.Has("structuredContent") || d.Has("isError") {
		findings, _ := toolresult.Dialect{}.Validate(result, edition) // a text that is known to be JSON
		v.Add("result", findings)
	}
	if d.Has("tools") {
		v.Check(kit.Part(v.Root, "$defs", "toolsList"), "result", result)
	}
	if d.Has("protocolVersion") {
		v.Check(kit.Part(v.Root, "$defs", "initialize"), "result", result)
	}
}
