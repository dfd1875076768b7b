package envelope

// Validate checks an envelope against an edition of the contract: "000", "003",
// or "" for the dialect's own. What the document says MUST be is an error, what
// it says SHOULD be a warning (REQUIREMENTS D17, D18, D21).
func (r ResponseV2) Validate(doc []byte, edition string) (Findings, error) {
	edition, err := r.edition(edition)
	if err != nil {
		return Findings{}, err
	}
	more := checkCurrent
	if edition == Edition003 {
		more = checkFirst
	}
	return validate(doc, responseSchemas[edition](), func(v *validation, d Doc) {
		checkOutcome(v, d)
		more(v, d)
	})
}

// checkOutcome relates success and error: exactly failures have a text (R21).
func checkOutcome(v *validation, d Doc) {
	failure := d.Value("error")
	switch success := string(d.Value("success")); {
	case success == "true" && kindOf(failure) == "string":
		v.fail("error", "must be null on success")
	case success == "false" && kindOf(failure) == "null":
		v.fail("error", "must be set on failure")
	}
}

// checkFirst holds data to the first edition (R51–R53).
func checkFirst(v *validation, d Doc) {
	if string(d.Value("success")) == "false" && len(open(d.Value("data")).Members) > 0 {
		v.warn("data", "should be empty on failure")
	}
}

// checkCurrent holds an envelope to the advice of the current edition.
func checkCurrent(v *validation, d Doc) {
	data := open(d.Value("data"))
	for _, reserved := range []string{"_meta", "_warnings"} {
		if data.Has(reserved) {
			v.warn(join("data", reserved), "should stand in meta")
		}
	}
	if string(d.Value("success")) == "false" && kindOf(data.Raw) == "object" {
		checkFailure(v, data.Raw)
	}
	checkFidelity(v, open(d.Value("meta")))
}

// checkFailure checks the standard error fields (R35) and their registries
// (R36, R37).
func checkFailure(v *validation, data []byte) {
	v.check(v.root.Defs["failure"], "data", data)
	d := open(data)
	code, kind := text(d.Value("error_code")), text(d.Value("error_type"))
	registered, known := ErrorTypeOf(code)
	switch {
	case code == "":
	case !screamingSnake.MatchString(code):
		v.warn("data.error_code", "should be in SCREAMING_SNAKE_CASE")
	case !known:
		v.warn("data.error_code", "is not in the registry of error codes")
	case kind != "" && kind != registered.Name:
		v.warn("data.error_type", "is not the type of the error code")
	}
	if _, known := LookupErrorType(kind); kind != "" && !known {
		v.warn("data.error_type", "is not in the registry of error types")
	}
}

// checkFidelity asks for what belongs together (R25, R26).
func checkFidelity(v *validation, meta Doc) {
	level := text(meta.Value("content_fidelity"))
	version := meta.Value("content_fidelity_schema_version")
	hashes := open(meta.Value("content_archive_hashes"))
	switch {
	case level == "" && (len(elementsOf(meta.Value("dropped_content_ids"))) > 0 || len(hashes.Members) > 0):
		v.warn("meta.content_fidelity", "should be present where content was left out")
	case level != "" && level != FidelityFull && version == nil:
		v.warn("meta.content_fidelity_schema_version", "should be present where content was left out")
	case kindOf(version) == "string" && text(version) != FidelitySchemaVersion:
		v.warn("meta.content_fidelity_schema_version", "is not the current version")
	}
	for _, m := range hashes.Members {
		if kindOf(hashes.Raw[m.Start:m.End]) != "string" {
			v.fail(join("meta.content_archive_hashes", m.Name), "must be string")
		}
	}
}
