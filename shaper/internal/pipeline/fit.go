package pipeline

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/budget"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// nearLimit is the percentage of a limit of tokens at which the limit counts as near. Seed 004
// names no number (GUARANTEES, budgets).
const nearLimit = 80

// fitter shapes one response again under tighter bounds, until it fits its budget. Each
// candidate is shaped from the body, and weighed with every note that goes out.
type fitter struct {
	budget.Scale
	engine *Engine
	mem    *Memory
	req    Request // a copy, so that a response within its budget allocates none
	dst    []byte
	kept   *envelope.Kept // place in the archive; nil for none
	silent bool           // the rules took too little for a note
	taint  *taint.Set     // hidden values that stand elsewhere in the response
	known  bool           // taint is known: a candidate looks for no others
}

// fitter returns a fitter for the last shaped response. A candidate shows no more than that
// response, so it needs no search for hidden values of its own. The exception is a response
// with a schema, since a schema can make a candidate show more.
func (e *Engine) fitter(mem *Memory, req Request, scale budget.Scale, dst []byte) *fitter {
	d := &mem.inner.outer
	return &fitter{Scale: scale, engine: e, mem: mem, req: req, dst: dst, taint: d.attempt.taint, known: d.schema == nil && req.rewritten == nil}
}

// try shapes the response under bounds, with every note.
func (f *fitter) try(b budget.Bounds) ([]byte, *Facts, error) {
	d := f.mem.decode(f.engine, &f.req)
	d.attempt.bounds = b
	if f.known {
		d.hidden, d.attempt.taint = nil, f.taint
	}
	out, facts, err := f.engine.shapeUntilFit(f.mem, d, f.req.Plans, f.dst)
	if again := f.req.shorter(); again != nil {
		again.complete(facts)
	}
	if err == nil && facts.Unshaped == nil {
		out = annotateText(&f.req, facts, out, len(f.dst))
		out = f.annotateKept(out, facts)
	}
	return out, facts, err
}

// shape is try for the response that goes out: it sets Fit.
func (f *fitter) shape(b budget.Bounds, before budget.Size, found bool) ([]byte, *Facts, error) {
	out, facts, err := f.try(b)
	if err != nil {
		return out, facts, err
	}
	facts.Fit = Fit{Counter: f.Label(before), Before: before, After: f.Measure(out[len(f.dst):]), Over: !found}
	reported := &facts.Reported
	for _, step := range []struct {
		name  string
		taken bool
	}{
		{"columns", reported.Folded > 0},
		{"low_priority", reported.Low > 0},
		{"strings", reported.Tightened > 0},
		{"items", !b.Outline && cutsItems(reported.Cuts)},
		{"summary", reported.Outlined > 0 && b.References == 0},
		{"references", reported.Outlined > 0 && b.References > 0},
	} {
		if step.taken {
			facts.Fit.Steps = append(facts.Fit.Steps, step.name)
		}
	}
	return out, facts, nil
}

// candidate is try for a search.
func (f *fitter) candidate(b budget.Bounds) ([]byte, budget.Candidate) {
	out, facts, err := f.try(b)
	if err != nil || facts.Unshaped != nil {
		return nil, budget.Candidate{}
	}
	reported := &facts.Reported
	return out[len(f.dst):], budget.Candidate{
		Took:  budget.Took{Strings: reported.Tightened, Low: reported.Low, Outlined: reported.Outlined},
		Items: cutsItems(reported.Cuts), Paths: len(reported.Cuts), OK: !facts.SteppedBack,
	}
}

// cutsItems reports whether a budget shortened a list.
func cutsItems(cuts []envelope.Cut) bool {
	return slices.ContainsFunc(cuts, func(c envelope.Cut) bool { return c.Over })
}

// fit returns the response under the bounds that a search finds. If it fits under none, it
// returns the smallest response that was found, and sets Fit.Over. facts are those of the
// response under its rules.
func (f *fitter) fit(facts *Facts) ([]byte, *Facts, error) {
	whole := facts.Fit.Before
	s := budget.Search{
		Scale: f.Scale, Whole: whole, MayRefer: f.kept != nil, MayWarn: facts.canWarn(f.Limit),
		MayBeLow: len(facts.Plan.Resolved.LowPriority) > 0,
		Try:      f.candidate,
	}
	chosen, found := s.Run()
	if found || chosen != (budget.Bounds{}) {
		return f.shape(chosen, whole, found)
	}
	// The notes cost more than the cuts save. The response refers to the archive only if the
	// rules themselves took something.
	kept := f.kept
	f.kept = nil
	out, facts, err := f.shape(chosen, whole, false)
	if err == nil && kept != nil && facts.tookSome() {
		f.kept = kept
		return f.shape(chosen, whole, false)
	}
	return out, facts, err
}

// canWarn reports whether the response can warn of a limit of tokens, and has one.
func (f *Facts) canWarn(limit profiles.Budget) bool { return f.limits.warns && limit.MaxTokens > 0 }

// warn adds the warning that the limit of tokens is near to a response. The response is out,
// shaped under its rules alone. warn returns out if the limit is not near, or if the warning
// does not fit.
func (f *fitter) warn(out []byte, facts *Facts) ([]byte, *Facts, error) {
	if !facts.canWarn(f.Limit) || facts.Fit.Over {
		return out, facts, nil
	}
	before := facts.Fit.Before
	if before.Tokens == 0 { // surely within the limit
		before = f.Measure(out[len(f.dst):])
	}
	if 100*before.Tokens < nearLimit*f.Limit.MaxTokens {
		return out, facts, nil
	}
	near := budget.Bounds{IsNear: true}
	tried, _, err := f.try(near)
	if err != nil || !f.Fits(f.Measure(tried[len(f.dst):])) {
		near.IsNear = false
	}
	return f.shape(near, before, true)
}
