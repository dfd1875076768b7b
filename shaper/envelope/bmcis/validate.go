package bmcis

import (
	"math/big"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Validate checks an envelope against seed 004 (RULES R80 to R91): types and
// required members, a timestamp with a zone, the same request id in both
// places, tokens within 10 % of the estimate (RULES D26 and D27), a cursor that
// can be read, and codes in SCREAMING_SNAKE_CASE. The name metadata instead of
// _metadata is a warning (RULES D22). The abbreviated errors of the document
// are not valid (RULES D28).
func (Dialect) Validate(doc []byte, edition string) (envelope.Findings, error) {
	if edition != "" {
		return envelope.Findings{}, &envelope.EditionError{Dialect: "bmcis", Edition: edition}
	}
	return kit.Validate(doc, schema(), check)
}

func check(v *kit.Validation, d *envelope.Doc) {
	name, head, execution := headName(d.Value), envelope.Index(headOf(d.Value)), envelope.Index(d.Value("execution_context"))
	switch {
	case name == "metadata":
		v.Warn("metadata", "should be named _metadata")
	case !d.Has(name):
		v.Fail(name, "is required")
	}
	checkTimestamp(v, kit.Join(name, "timestamp"), head.Value("timestamp"))
	checkTokens(v, "execution_context", execution)
	if ours, theirs := execution.Value("request_id"), head.Value("request_id"); kit.Text(ours) != kit.Text(theirs) && ours != nil && theirs != nil {
		v.Fail("execution_context.request_id", "must be that of %s", name)
	}
	checkPagination(v, "pagination", envelope.Index(d.Value("pagination")))
	v.CheckNames(d, "is not a key of this envelope")
}

// checkTimestamp refuses dates that look right but are not, such as month 13.
func checkTimestamp(v *kit.Validation, path string, value []byte) {
	if kit.Kind(value) != "string" {
		return
	}
	if _, err := time.Parse(time.RFC3339, kit.Text(value)); err != nil {
		v.Fail(path, "must be a date and time with a zone")
	}
}

// checkTokens holds tokens_used to 110 % of the estimate, and both to what a
// program can count.
func checkTokens(v *kit.Validation, path string, d *envelope.Doc) {
	v.CheckRange(kit.Join(path, "tokens_used"), d.Value("tokens_used"))
	v.CheckRange(kit.Join(path, "tokens_estimated"), d.Value("tokens_estimated"))
	used, ok := kit.Integer(d.Value("tokens_used"))
	estimated, known := kit.Integer(d.Value("tokens_estimated"))
	if !ok || !known {
		return
	}
	ten, eleven := big.NewInt(10), big.NewInt(11)
	if ten.Mul(ten, big.NewInt(used)).Cmp(eleven.Mul(eleven, big.NewInt(estimated))) > 0 {
		v.Fail(kit.Join(path, "tokens_used"), "must not exceed tokens_estimated by more than 10 %%")
	}
}

// checkPagination wants a readable cursor, and one exactly where there is more.
func checkPagination(v *kit.Validation, path string, d *envelope.Doc) {
	cursor := d.Value("cursor")
	if kit.Kind(cursor) == "string" {
		if _, err := DecodeCursor(kit.Text(cursor)); err != nil {
			v.Fail(kit.Join(path, "cursor"), "%s", err)
		}
	}
	switch more := string(d.Value("has_more")); {
	case more == "true" && kit.Kind(cursor) == "null":
		v.Fail(kit.Join(path, "cursor"), "must be set where there is more")
	case more == "false" && kit.Kind(cursor) == "string":
		v.Fail(kit.Join(path, "cursor"), "must be null where there is no more")
	}
}
