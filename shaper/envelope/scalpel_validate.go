package envelope

import (
	"regexp"
	"slices"
)

// semver is the form of versions that semver.org defines.
var semver = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

// Validate checks an envelope against seed 001: R7 types, R10 error model, R11
// no code contents, R13 hints, and that data is there unless an error is set.
// Codes outside the registry, versions that are not semantic, negative times
// and keys that the seed does not name are warnings.
func (Scalpel) Validate(doc []byte, edition string) (Findings, error) {
	if edition != "" {
		return Findings{}, unknownEdition("scalpel", edition)
	}
	return validate(doc, scalpelSchema(), checkScalpel)
}

func checkScalpel(v *validation, d Doc) {
	failure := d.Value("error")
	if !d.Has("data") && kindOf(failure) != "object" {
		v.fail("data", "is required where no error is set")
	}
	checkScalpelError(v, failure)
	if version := text(d.Value("tool_version")); version != "" && !semver.MatchString(version) {
		v.warn("tool_version", "should be a semantic version")
	}
	if ms := d.Value("duration_ms"); kindOf(ms) == "number" && ms[0] == '-' {
		v.warn("duration_ms", "should not be negative")
	}
	v.checkNames(d, "is not a key of this envelope")
}

func checkScalpelError(v *validation, failure []byte) {
	d := open(failure)
	if code := text(d.Value("error_code")); code != "" && !slices.Contains(scalpelCodes, code) {
		v.warn("error.error_code", "is not in the registry of error codes")
	}
	if details := d.Value("error_details"); kindOf(details) == "object" {
		_, removed := withoutCode(details)
		for _, path := range removed {
			v.fail(join("error.error_details", path), "may hold code contents")
		}
	}
}
