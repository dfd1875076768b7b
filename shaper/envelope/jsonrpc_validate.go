package envelope

// Validate checks a response against seed 002 (R61–R68), or against MCP's own
// rules in [EditionMCP]. A result is held to the rules of what it looks like: a
// tool result, a list of tools, the answer to initialize.
func (JSONRPC) Validate(doc []byte, edition string) (Findings, error) {
	s := jsonrpcSchemas[edition]
	if s == nil {
		return Findings{}, unknownEdition("jsonrpc", edition)
	}
	return validate(doc, s(), func(v *validation, d Doc) {
		checkOutcomeOfRPC(v, d, edition)
		if result := d.Value("result"); kindOf(result) == "object" {
			checkRPCResult(v, result, edition)
		}
	})
}

// checkOutcomeOfRPC wants either a result or an error (R61, R62), and in MCP an
// id that is not null beside a result.
func checkOutcomeOfRPC(v *validation, d Doc, edition string) {
	switch result, failure := d.Has("result"), d.Has("error"); {
	case result && failure:
		v.fail("error", "must not stand beside a result")
		v.fail("result", "must not stand beside an error")
	case !result && !failure:
		v.fail("result", "is required where there is no error")
	case result && edition == EditionMCP && kindOf(d.Value("id")) == "null":
		v.fail("id", "must not be null beside a result")
	}
}

func checkRPCResult(v *validation, result []byte, edition string) {
	d := open(result)
	if d.Has("content") || d.Has("structuredContent") || d.Has("isError") {
		findings, _ := MCP{}.Validate(result, edition) // a text that is known to be JSON
		v.add("result", findings)
	}
	if d.Has("tools") {
		v.check(v.root.Defs["toolsList"], "result", result)
	}
	if d.Has("protocolVersion") {
		v.check(v.root.Defs["initialize"], "result", result)
	}
}
