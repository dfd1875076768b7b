package responsev2

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Validate checks an envelope against an edition of the contract: "000", "003",
// or "" for the dialect's own. What the document says MUST be is an error, what
// it says SHOULD be a warning (RULES D17, D18 and D21).
func (r Dialect) Validate(doc []byte, edition string) (envelope.Findings, error) {
	edition, err := r.edition(edition)
	if err != nil {
		return envelope.Findings{}, err
	}
	more := checkCurrent
	if edition == Edition003 {
		more = checkFirst
	}
	return kit.Validate(doc, schemas[edition](), func(v *kit.Validation, d *envelope.Doc) {
		checkOutcome(v, d)
		more(v, d)
	})
}

// checkOutcome relates success and error: exactly failures have a text (RULES
// R21).
func checkOutcome(v *kit.Validation, d *envelope.Doc) {
	failure := d.Value("error")
	switch success := string(d.Value("success")); {
	case success == "true" && kit.Kind(failure) == "string":
		v.Fail("error", "must be null on success")
	case success == "false" && kit.Kind(failure) == "null":
		v.Fail("error", "must be set on failure")
	}
}

// checkFirst holds data to the first edition (RULES R51 to R53).
func checkFirst(v *kit.Validation, d *envelope.Doc) {
	if string(d.Value("success")) == "false" && holdsSome(d.Value("data")) {
		v.Warn("data", "should be empty on failure")
	}
}

// holdsSome reports whether a value is a container with something in it.
func holdsSome(value []byte) bool {
	return len(value) > 0 && (value[0] == '{' || value[0] == '[') && !kit.IsEmpty(value)
}

// checkCurrent holds an envelope to the advice of the current edition.
func checkCurrent(v *kit.Validation, d *envelope.Doc) {
	data := d.Value("data")
	for _, reserved := range []string{"_meta", "_warnings"} {
		if kit.Find(data, reserved) != nil {
			v.Warn(kit.Join("data", reserved), "should stand in meta")
		}
	}
	if string(d.Value("success")) == "false" && kit.Kind(data) == "object" {
		checkFailure(v, data)
	}
	checkFidelity(v, envelope.Index(d.Value("meta")))
}

// checkFailure checks the standard error fields (RULES R35) and their
// registries (RULES R36 and R37).
func checkFailure(v *kit.Validation, data []byte) {
	v.Check(kit.Part(v.Root, "$defs", "failure"), "data", data)
	d := envelope.Index(data)
	code, kind := kit.Text(d.Value("error_code")), kit.Text(d.Value("error_type"))
	registered, known := ErrorTypeOf(code)
	switch {
	case code == "":
	case !kit.IsScreamingSnake(code):
		v.Warn("data.error_code", "should be in SCREAMING_SNAKE_CASE")
	case !known:
		v.Warn("data.error_code", "is not in the registry of error codes")
	case kind != "" && kind != registered.Name:
		v.Warn("data.error_type", "is not the type of the error code")
	}
	if _, known := LookupErrorType(kind); kind != "" && !known {
		v.Warn("data.error_type", "is not in the registry of error types")
	}
}

// checkFidelity asks for what belongs together (RULES R25 and R26).
func checkFidelity(v *kit.Validation, meta *envelope.Doc) {
	level := kit.Text(meta.Value("content_fidelity"))
	version := meta.Value("content_fidelity_schema_version")
	hashes := envelope.Index(meta.Value("content_archive_hashes"))
	switch {
	case level == "" && (holdsSome(meta.Value("dropped_content_ids")) || len(hashes.Members) > 0):
		v.Warn("meta.content_fidelity", "should be present where content was left out")
	case level != "" && level != FidelityFull && version == nil:
		v.Warn("meta.content_fidelity_schema_version", "should be present where content was left out")
	case kit.Kind(version) == "string" && kit.Text(version) != FidelitySchemaVersion:
		v.Warn("meta.content_fidelity_schema_version", "is not the current version")
	}
	for _, m := range hashes.Members {
		if kit.Kind(hashes.Raw[m.Start:m.End]) != "string" {
			v.Fail(kit.Join("meta.content_archive_hashes", m.Name), "must be string")
		}
	}
}
