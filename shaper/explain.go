package shaper

import (
	"context"

	"github.com/seed-7aa78ce4/shape/profiles"
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
	w := new(walker)
	notes := &journal{reached: map[string]bool{}}
	out, report, err := e.shape(w, nil, job{Request: req, journal: notes})
	if err != nil {
		return Explanation{Report: report}, err
	}
	if report.Unshaped != nil {
		out, notes.decisions = req.Body, nil
	}
	return Explanation{Report: report, Body: out, Decisions: notes.decisions, Settings: notes.settings}, nil
}
