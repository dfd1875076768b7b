package shaper

import (
	"context"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
)

// Explanation tells why a response came out as it did.
type Explanation struct {
	Report    Report
	Body      []byte              // the shaped response
	Decisions []Decision          // in input order, containers that hold something excepted; none where the body passed unshaped
	Settings  []profiles.Decision // every setting in force, and where it was said
}

// Explain shapes a response and reports every decision on the way, rule by rule.
// It is slower than Shape.
func (e *Engine) Explain(ctx context.Context, req Request) (Explanation, error) {
	if err := ctx.Err(); err != nil {
		return Explanation{}, err
	}
	notes := pass.NewJournal(false)
	out, report, err := e.shape(new(memory), e.document(&req, notes), nil)
	if err != nil {
		return Explanation{Report: report}, bodyError(err)
	}
	x := Explanation{Report: report, Body: out, Settings: notes.Settings}
	if report.Unshaped != nil {
		x.Body = req.Body
		return x, nil
	}
	for _, d := range notes.Decisions {
		x.Decisions = append(x.Decisions, Decision(d))
	}
	return x, nil
}

// Decision is what became of one value of a response, and why.
type Decision struct {
	Pointer string // JSON Pointer (RFC 6901) in the input
	Kept    bool
	// Rule is where the rule behind it was written; empty where no rule was.
	Rule string
	// Reason is a word for what decided: included, excluded, not included,
	// elided, unmatched, emptied, redacted, cut, kept.
	Reason string
	Bytes  int // of the value in the input
}
