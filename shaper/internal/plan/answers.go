package plan

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Answers returns what a response to the call may turn out to be, with the Dialect, Own
// and Look of one answer: of each tier that it may name if tiers matter, a success or a
// failure, alone or in another one. Forms are left out.
func (c *Call) Answers(of Answer, tiered bool) (all []Answer) {
	names := of.Dialect
	if of.Look != nil {
		names = of.Look
	}
	for _, tier := range c.tiers(names, tiered) {
		for _, a := range outcomes(of.Dialect.Layout()) {
			a.Dialect, a.Own, a.Look, a.Tier = of.Dialect, of.Own, of.Look, tier
			if !c.IsError || a.IsError {
				all = append(all, a)
			}
		}
	}
	return all
}

// tiers are those that a response may have: the call's, or else what envelopes name.
func (c *Call) tiers(d envelope.Dialect, matter bool) []string {
	if tier := tierOf(c.Tier); tier != "" || !matter || d == (envelope.Plain{}) {
		return []string{tier}
	}
	return []string{"", "community", "pro", "enterprise"}
}

// outcomes are a success, and failures: that the call reports or the envelope, shown
// as they are or not.
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

// Proves reports whether what the pass writes is the response as it will be, and what
// is in it the plan's own to say: no envelope tells of cuts in it, or holds documents
// that have plans of their own. Nobody promises what failures are.
func (p *Plan) Proves() bool {
	return p.Notes == nil && !p.IsError && !p.answer.Layout.Carries()
}

// IsFailed reports whether the plan is for documents that report a failure of their own.
func (p *Plan) IsFailed() bool { return p.answer.Failed }

// Deepest is how many containers are around the metadata of the plan that is deepest.
func (p *Plan) Deepest() (deepest int) {
	for _, a := range p.acts {
		deepest = max(deepest, a.Steps)
	}
	return deepest
}

// IsInert reports whether a response under the plan comes out as it went in, but for
// white space; documents inside it have plans of their own.
func (p *Plan) IsInert() bool {
	r := p.Resolved
	return !p.Budgeted && !r.Hides() && !r.Tiered && !r.Expand && !r.Recasts() && !p.Elides && len(r.Include)+len(r.Limits)+len(r.Derive)+len(r.Shorten)+r.MaxString+r.MaxItems == 0 &&
		!slices.ContainsFunc(p.acts, func(a *Acts) bool { return a.Shows != Always })
}
