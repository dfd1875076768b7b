package toolresult

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/contract"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Validate checks a tool result against seed 002 (RULES R65 and R66), or
// against the protocol's own rules in [EditionMCP]: isError may be false, texts
// may be anything, and content may hold images, audio and resources.
func (t Dialect) Validate(doc []byte, edition string) (envelope.Findings, error) {
	edition = cmp.Or(edition, t.Edition)
	s := schemas[edition]
	if s == nil {
		return envelope.Findings{}, &envelope.EditionError{Dialect: "mcp", Edition: edition}
	}
	return contract.Validate(doc, s(), func(v *contract.Validation, d *envelope.Doc) { checkToolResult(v, d, edition) })
}

// checkToolResult checks what the schema of an edition cannot say.
func checkToolResult(v *contract.Validation, d *envelope.Doc, edition string) {
	i := 0
	raw.Any(d.Value("content"), func(text []byte) bool {
		at, item := raw.Join("content", strconv.Itoa(i)), raw.First(text)
		i++
		if edition == EditionMCP {
			checkContent(v, at, item)
		} else if value := envelope.Index(item).Value("text"); raw.Kind(value) == "string" {
			checkToolText(v, raw.Join(at, "text"), raw.Text(value), d.Value("isError"))
		}
		return false
	})
}

// checkToolText holds a text to the seed: an error has the prefix, a success is
// JSON. A value of isError that the schema refuses is no second fault here.
func checkToolText(v *contract.Validation, path, value string, isError []byte) {
	failed := string(isError) == "true"
	switch prefixed := strings.HasPrefix(value, ErrorPrefix); {
	case failed && !prefixed:
		v.Fail(path, "must start with %q", ErrorPrefix)
	case prefixed && isError == nil:
		v.Fail("isError", "must be true where the text reports an error")
	case !failed && !prefixed && !raw.Valid([]byte(value)):
		v.Fail(path, "must be JSON")
	}
}

// checkContent checks one item by its type.
func checkContent(v *contract.Validation, path string, item []byte) {
	d := envelope.Index(item)
	if s := contract.Part(schemas[EditionMCP](), "$defs", raw.Text(d.Value("type"))); s != nil {
		v.Check(s, path, item)
	}
	resource := d.Value("resource")
	if raw.Kind(resource) == "object" && !envelope.Index(resource).Has("text") && !envelope.Index(resource).Has("blob") {
		v.Fail(raw.Join(path, "resource.text"), "is required where there is no blob")
	}
}
