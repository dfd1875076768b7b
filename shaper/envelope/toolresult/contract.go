package toolresult

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Validate checks a tool result against seed 002 (RULES R65 and R66), or against the
// protocol's own rules in [EditionMCP]. The protocol also allows isError false, any texts, and
// images, audio and resources in content.
func (t Dialect) Validate(doc []byte, edition string) (envelope.Findings, error) {
	edition = cmp.Or(edition, t.Edition)
	return contract.Validate(doc, edition, func(v *kit.Validation, d *envelope.Doc) {
		i := 0
		kit.Any(d.Value("content"), func(text []byte) bool {
			at, item := kit.Join("content", strconv.Itoa(i)), kit.First(text)
			i++
			if edition == EditionMCP {
				checkContent(v, at, item)
			} else if value := envelope.Index(item).Value("text"); kit.Kind(value) == "string" {
				checkToolText(v, kit.Join(at, "text"), kit.Text(value), d.Value("isError"))
			}
			return false
		})
	})
}

// checkToolText holds a text to the seed: an error has the prefix, a success is
// JSON. A value of isError that the schema refuses is no second fault here.
func checkToolText(v *kit.Validation, path, value string, isError []byte) {
	failed := string(isError) == "true"
	switch prefixed := strings.HasPrefix(value, ErrorPrefix); {
	case failed && !prefixed:
		v.Fail(path, "must start with %q", ErrorPrefix)
	case prefixed && isError == nil:
		v.Fail("isError", "must be true where the text reports an error")
	case !failed && !prefixed && !kit.IsJSON([]byte(value)):
		v.Fail(path, "must be JSON")
	}
}

// checkContent checks one item by its type.
func checkContent(v *kit.Validation, path string, item []byte) {
	d := envelope.Index(item)
	if s := kit.Part(v.Root, "$defs", kit.Text(d.Value("type"))); s != nil {
		v.Check(s, path, item)
	}
	resource := d.Value("resource")
	if kit.Kind(resource) == "object" && !envelope.Index(resource).Has("text") && !envelope.Index(resource).Has("blob") {
		v.Fail(kit.Join(path, "resource.text"), "is required where there is no blob")
	}
}
