package scalpel

import (
	"regexp"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// semver is the form of versions that semver.org defines.
var semver = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
})

// Validate checks an envelope against seed 001: types (RULES R7), the error
// model (RULES R10), no code contents (RULES R11), hints (RULES R13), that data is
// there unless an error is set, and that no time is negative (RULES D35). Codes
// outside the registry, versions that are not semantic and keys that the seed does
// not name are warnings.
func (Dialect) Validate(doc []byte, edition string) (envelope.Findings, error) {
	if edition != "" {
		return envelope.Findings{}, &envelope.EditionError{Dialect: "scalpel", Edition: edition}
	}
	return kit.Validate(doc, schema(), check)
}

func check(v *kit.Validation, d *envelope.Doc) {
	failure := d.Value("error")
	if !d.Has("data") && kit.Kind(failure) != "object" {
		v.Fail("data", "is required where no error is set")
	}
	checkError(v, failure)
	if version := kit.Text(d.Value("tool_version")); version != "" && !semver().MatchString(version) {
		v.Warn("tool_version", "should be a semantic version")
	}
	v.CheckNames(d, "is not a key of this envelope")
}

func checkError(v *kit.Validation, failure []byte) {
	d := envelope.Index(failure)
	if code := kit.Text(d.Value("error_code")); code != "" && !slices.Contains(codes, code) {
		v.Warn("error.error_code", "is not in the registry of error codes")
	}
	if details := d.Value("error_details"); kit.Kind(details) == "object" {
		c := codeCutter{src: details, blank: true, most: envelope.MostFindings + 1} // one more than is told
		c.run()
		for _, path := range c.paths {
			v.Fail(kit.Join("error.error_details", path), "may hold code contents")
		}
	}
}
