package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/budget"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// mostSilent is the number of tokens up to which a note names no fields.
const mostSilent = 200

// full is a response under its hiding rules alone.
type full struct {
	body   []byte // the form for the archive
	shown  []byte // body with the text that the request asks for
	facts  Facts
	tokens int  // of shown, by the estimate
	fits   bool // the schema that the caller was told
}

// deliver delivers a response that comfort rules took something from, or that is over its
// budget. The response is out from f.dst on, shaped under its rules. With an archive, it first
// stores the full response: after hiding and before any comfort rule. If that fails, comfort
// rules take nothing. They also take nothing if the response with its note is no smaller
// (GUARANTEES, archive).
func (f *fitter) deliver(ctx context.Context, out []byte, facts *Facts) ([]byte, *Facts, error) {
	if f.req.Archive == nil {
		return f.fit(facts)
	}
	before := facts.Fit
	whole, err := f.full()
	if err != nil {
		return f.dst, facts, err
	}
	handle, err := f.req.Archive.Keep(ctx, whole.body)
	if err != nil {
		return f.deliverFull(whole, facts, before, err)
	}
	f.kept = &envelope.Kept{Handle: string(handle), Hash: archive.Hash(whole.body), Whole: whole.body, Tool: f.req.Retrieve}
	if facts.Reported.Omitted > 0 {
		isMuch := whole.tokens-f.estimate(out[len(f.dst):]) > mostSilent
		f.silent = !isMuch && facts.Reported.Salient == 0
		if isMuch {
			f.kept.Omitted, f.kept.Fields = f.engine.omitted(f.req, whole.body)
		}
		f.kept.Brief = f.kept.Fields == 0
	}
	isFit := false
	if facts.tookSome() {
		out = f.annotateKept(out, facts)
		facts.Fit.After, isFit = f.Weigh(out[len(f.dst):])
	}
	if isFit {
		out, facts, err = f.warn(out, facts)
	} else {
		out, facts, err = f.fit(facts)
	}
	if err == nil && whole.fits && !facts.canWarn(f.Limit) && whole.tokens <= f.estimate(out[len(f.dst):]) && (facts.Fit.Over || f.Fits(f.Measure(whole.shown))) {
		return f.deliverFull(whole, facts, before, nil)
	}
	return out, facts, err
}

// estimate returns the tokens that a client shows of a response, by the estimate.
func (f *fitter) estimate(body []byte) int {
	return budget.Tokens(body, tokens.Estimate{}, f.req.Reads)
}

// full shapes the response under its hiding rules. Any payload is let through: the schema that
// the caller was told may lack members that comfort rules take.
func (f *fitter) full() (*full, error) {
	mem := NewMemory()
	defer mem.Release()
	req := f.req
	req.Call.Quiet, req.rewritten = true, nil
	if s := req.Schema; s != nil {
		req.Schema = &Schema{Whole: s.Whole, Plans: s.Plans, Text: []byte(`{}`)}
	}
	body, facts, err := f.engine.Shape(mem, &req, nil)
	if err != nil {
		return nil, err
	}
	whole := &full{body: body}
	whole.shown = annotateText(&req, facts, bytes.Clone(body), 0)
	whole.facts = *facts
	whole.tokens = f.estimate(whole.shown)
	whole.fits = req.Schema == nil || f.req.Schema.admitsResult(whole.shown, facts.Plan.Dialect.Layout().Carries(), f.engine.Limits)
	return whole, nil
}

// deliverFull delivers the full response, since the archive failed with err or comfort rules
// save nothing. If it does not fit its schema, comfort rules shorten nothing.
func (f *fitter) deliverFull(whole *full, facts *Facts, before Fit, err error) ([]byte, *Facts, error) {
	shown := whole.shown
	if *facts = whole.facts; !whole.fits {
		f.req.Call.Uncut, f.req.rewritten = true, nil
		uncut, of, fault := f.engine.Shape(f.mem, &f.req, nil)
		if fault != nil {
			return f.dst, of, fault
		}
		facts, shown = of, annotateText(&f.req, of, uncut, 0)
	}
	facts.Fit, facts.Kept.Err = before, err
	if f.Limit.IsThere() {
		facts.Fit.After = f.Measure(shown)
		facts.Fit.Over = !f.Fits(facts.Fit.After)
	}
	return append(f.dst, shown...), facts, nil
}

// omitted names the fields that the rules of a request leave out of a full response, those
// that take most first, and counts them. That response holds no hidden name.
func (e *Engine) omitted(req Request, whole []byte) (names []string, count int) {
	mem := NewMemory()
	defer mem.Release()
	req.Body, req.Journal, req.rewritten = whole, journal.NewRehearsal(), nil
	req.Journal.Losses = true
	_, facts, err := e.Shape(mem, &req, nil)
	if err != nil || facts.Unshaped != nil {
		return nil, 0
	}
	masks := map[string]string{} // of one path, by their origins
	for _, rule := range facts.Plan.Resolved.Omit {
		origin := rule.Origin.String()
		if _, isKnown := masks[origin]; isKnown {
			masks[origin] = ""
		} else {
			masks[origin] = rule.Path.String()
		}
	}
	sums := stats.New()
	e.replay(mem.inner.outer)(&journal.Receiver{Sums: sums, Tokens: func([]byte) int { return 0 }}, nil)
	all, _ := sums.List(1 << 10) // paths that count as fields, at most
	taken, fields := map[string]int{}, map[string]bool{}
	for _, s := range all {
		if name := sums.Name(s.At); name != "" && slices.Contains(comfort, s.Reason) {
			taken[cmp.Or(masks[s.Rule], fieldmask.Spell(name))] += s.Bytes
			fields[name] = true
		}
	}
	return slices.SortedFunc(maps.Keys(taken), func(a, b string) int {
		return cmp.Or(cmp.Compare(taken[b], taken[a]), cmp.Compare(a, b))
	}), len(fields)
}

// comfort are the reasons of decisions of comfort rules that leave out a value.
var comfort = []string{journal.Omitted, journal.NotIncluded, journal.Unmatched.Reason, journal.Emptied.Reason, journal.NullValue.Reason}

// annotateKept adds the note of all losses and the handle to a shaped response. If the response
// has no place for them, only the report holds them.
func (f *fitter) annotateKept(out []byte, facts *Facts) []byte {
	if f.kept == nil {
		return annotateCuts(&f.req, nil, facts, out, len(f.dst))
	}
	facts.Kept = Kept{Handle: archive.Handle(f.kept.Handle), Hash: f.kept.Hash, Bytes: len(f.kept.Whole)}
	if f.silent && !facts.IsCut() && facts.Reported.Low == 0 {
		return out
	}
	r, ok := facts.Plan.Dialect.(envelope.Referrer)
	if !ok {
		return annotateCuts(&f.req, f.kept, facts, out, len(f.dst))
	}
	said := r.Refer(out[len(f.dst):], *f.kept)
	if facts.Kept.Noted = said != nil; !facts.Kept.Noted {
		return out
	}
	if t, ok := r.(envelope.TokenTeller); ok {
		said = t.Recount(said, f.Counter.Count)
	}
	facts.Bytes.Out = len(said)
	return append(out[:len(f.dst)], said...)
}
