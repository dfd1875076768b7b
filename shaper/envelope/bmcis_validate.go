package envelope

import (
	"math/big"
	"time"
)

// Validate checks an envelope against seed 004 (R80–R91): types and required
// members, a timestamp with a zone, the same request id in both places, tokens
// within 10 % of the estimate (D26, D27), a cursor that can be read, and codes
// in SCREAMING_SNAKE_CASE. The name metadata instead of _metadata is a warning
// (D22). The abbreviated errors of the document are not valid (D28).
func (BMCIS) Validate(doc []byte, edition string) (Findings, error) {
	if edition != "" {
		return Findings{}, unknownEdition("bmcis", edition)
	}
	return validate(doc, bmcisSchema(), checkBMCIS)
}

func checkBMCIS(v *validation, d Doc) {
	name, head, execution := bmcisHeadName(d), open(bmcisHead(d)), open(d.Value("execution_context"))
	switch {
	case name == "metadata":
		v.warn("metadata", "should be named _metadata")
	case !d.Has(name):
		v.fail(name, "is required")
	}
	v.checkTimestamp(join(name, "timestamp"), head.Value("timestamp"))
	v.checkTokens("execution_context", execution)
	if ours, theirs := execution.Value("request_id"), head.Value("request_id"); text(ours) != text(theirs) && ours != nil && theirs != nil {
		v.fail("execution_context.request_id", "must be that of %s", name)
	}
	v.checkPagination("pagination", open(d.Value("pagination")))
	v.checkNames(d, "is not a key of this envelope")
}

// checkTimestamp refuses dates that look right but are not, such as month 13.
func (v *validation) checkTimestamp(path string, raw []byte) {
	if kindOf(raw) != "string" {
		return
	}
	if _, err := time.Parse(time.RFC3339, text(raw)); err != nil {
		v.fail(path, "must be a date and time with a zone")
	}
}

// checkTokens holds tokens_used to 110 % of the estimate, and both to what a
// program can count.
func (v *validation) checkTokens(path string, d Doc) {
	v.checkRange(join(path, "tokens_used"), d.Value("tokens_used"))
	v.checkRange(join(path, "tokens_estimated"), d.Value("tokens_estimated"))
	used, ok := integer(d.Value("tokens_used"))
	estimated, known := integer(d.Value("tokens_estimated"))
	if !ok || !known {
		return
	}
	ten, eleven := big.NewInt(10), big.NewInt(11)
	if ten.Mul(ten, big.NewInt(used)).Cmp(eleven.Mul(eleven, big.NewInt(estimated))) > 0 {
		v.fail(join(path, "tokens_used"), "must not exceed tokens_estimated by more than 10 %%")
	}
}

// checkPagination wants a readable cursor, and one exactly where there is more.
func (v *validation) checkPagination(path string, d Doc) {
	cursor := d.Value("cursor")
	if kindOf(cursor) == "string" {
		if _, err := DecodeSearchCursor(text(cursor)); err != nil {
			v.fail(join(path, "cursor"), "%s", err)
		}
	}
	switch more := string(d.Value("has_more")); {
	case more == "true" && kindOf(cursor) == "null":
		v.warn(join(path, "cursor"), "should be set where there is more")
	case more == "false" && kindOf(cursor) == "string":
		v.warn(join(path, "cursor"), "should be null where there is no more")
	}
}
