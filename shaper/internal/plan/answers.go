package plan

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Answers lists the possible answers to the call with the Dialect, Own and Look of one answer.
// They differ in success or failure, as a document or as a part of one. If tiered, they also
// differ in the tier. Forms of the dialect are left out.
func (c *Call) Answers(of Answer, tiered bool) (all []Answer) {
	names := of.Dialect
	if of.Look != nil {
		names = of.Look
	}
	tiers := []string{tierOf(c.Tier)}
	if tiers[0] == "" && tiered && names != (envelope.Plain{}) {
		tiers = []string{"", "community", "pro", "enterprise"}
	}
	for _, tier := range tiers {
		for _, a := range outcomes(of.Dialect.Layout()) {
			a.Dialect, a.Own, a.Look, a.Tier = of.Dialect, of.Own, of.Look, tier
			if !c.IsError || a.IsError {
				all = append(all, a)
			}
		}
	}
	return all
}

// outcomes lists a success and the failures. The call or the envelope reports a failure, and
// its facts are shown or not.
func outcomes(l *envelope.Layout) (all []Answer) {
	failed := l
	if l.Failure != nil {
		failed = l.Failure
	}
	carries := l.Carries()
	all = append(all, Answer{Layout: l}, Answer{Layout: l, IsError: true, Factual: carries})
	for _, factual := range []bool{true, carries} {
		all = append(all, Answer{Layout: failed, IsError: true, Failed: true, Factual: factual})
	}
	return slices.Compact(all)
}

// Proves reports whether the plan alone decides the content of the response. It does not if
// the envelope holds notes on cuts or nested documents with plans of their own. The schema
// promises nothing about failures.
func (p *Plan) Proves() bool {
	return p.Notes == nil && !p.IsError && !p.answer.Layout.Carries()
}

// IsFailed reports whether the plan is for documents that report a failure of their own.
func (p *Plan) IsFailed() bool { return p.answer.Failed }

// Deepest returns the depth of the deepest metadata member of the plan.
func (p *Plan) Deepest() (deepest int) {
	for _, a := range p.acts {
		deepest = max(deepest, a.Steps)
	}
	return deepest
}

// IsInert reports whether the plan changes nothing in a response except white space. Nested
// documents have plans of their own.
func (p *Plan) IsInert() bool {
	r := p.Resolved
	if p.Cuts() || p.Omits() || r.Hides() || r.Tiered || r.Expand || r.Columns || len(r.Derive) > 0 {
		return false
	}
	return p.compiled() == nil && !slices.ContainsFunc(p.acts, func(a *Acts) bool { return a.Shows != Always })
}
