package shaper

import (
	"errors"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// document is a response on its way, or a document inside one.
type document struct {
	call    plan.Call
	plans   *plan.Cache
	body    []byte
	level   int    // documents that this one is inside
	texts   int    // of them, how many hold it in a string
	depth   int    // containers around it in the same text
	more    bool   // it ends where its value does: the body goes on
	noted   bool   // an envelope around it tells of what is cut in it
	at      string // its pointer in the response, where somebody asked
	journal *pass.Journal
	jobs    int    // parts of a large array that may be shaped at once
	misfit  string // what keeps it from being of the dialect that was asked for
	again   bool   // it was shaped before: which half stays whole is known
	whole   half   // that one
	promise
	manner
}

// manner is how a document is written.
type manner struct {
	abridge bool            // the output may be abridged, with the body as its source
	rung    *rung           // of a budget's ladder; nil is none
	budget  profiles.Budget // of the call
	grew    int             // bytes by which the body that came was smaller

	hidden *taint.Values // collects what privacy takes out; nil if that is not collected
	taint  *taint.Set    // its values are replaced in all strings; nil is none

	shared bool // it is shaped again, for a string that stands in both halves
}

// promise is what a caller can rely on.
type promise struct {
	told *Schema // of the payload, which fits it
	data bool    // of structuredContent, only what must not be seen goes
	note string  // member of structuredContent that may hold a note, or ""
}

// document readies m for a request that is about to be shaped, under the configuration
// that is in force now. A response uses one configuration from beginning to end.
func (e *Engine) document(m *memory, req *Request, notes *pass.Journal) *document {
	if notes == nil && (req.Strict || req.Unmatched) {
		notes = pass.NewJournal()
	}
	d := m.within.begin(e, m)
	d.plans, d.body, d.journal, d.jobs = e.planCache(), req.Body, notes, req.Jobs
	d.hidden = &m.hidden
	c := &d.call
	c.Server, c.Tool, c.Tier, c.Profile, c.Mode = req.Server, req.Tool, req.Tier, req.Profile, req.Mode
	c.Include, c.Exclude, c.Fields = req.Include, req.Exclude, req.Fields
	c.IsError, c.Settings, c.Transit = req.IsError, req.Settings, req.Transit
	c.Dialect, c.FromClient, c.Strict = req.Dialect, req.ClientRequestID, req.Strict
	c.Budgeted, d.budget, d.note = req.Budget.IsThere(), req.Budget, req.NoteMember
	if c.Quiet, d.data, d.told = req.HidingOnly, req.AsData, req.Schema; d.told != nil {
		d.plans = d.told.plans // it was told by the configuration that was in force then
	}
	if c.Dialect == "" && req.Settings.Dialect != nil {
		c.Dialect = *req.Settings.Dialect
	}
	return d
}

// planCache is the cache for the configuration in force.
func (e *Engine) planCache() *plan.Cache {
	set := e.source.Profiles()
	plans := e.plans.Load()
	if plans == nil || plans.Set() != set {
		plans = plan.NewCache(set)
		e.plans.Store(plans)
	}
	return plans
}

// forPass is a document as the pass sees it. inner shapes those inside it.
func (e *Engine) forPass(d *document, inner pass.Inner) (in pass.Doc) {
	in.Body, in.Limits, in.Depth, in.More, in.Noted = d.body, e.limits, d.depth, d.more, d.noted
	in.At, in.Journal, in.Jobs = d.at, d.journal, d.jobs
	in.Abridge, in.Taken = d.abridge && d.level == 0, d.hidden
	if d.level == 1 && d.more {
		in.NoteMember = d.note
	}
	if d.rung != nil && !d.call.Quiet { // which does nothing for comfort
		in.Tight = d.rung.Tight
	}
	in.Nesting = plan.MaxNesting - d.texts
	if d.level < plan.MaxNesting {
		in.Inner = inner
	}
	return in
}

// shapeOnce is [Engine.shape] without the second look for values that were hidden.
func (e *Engine) shapeOnce(m *memory, dst []byte, report *Report) ([]byte, error) {
	d := m.within.start()
	in := e.forPass(d, &m.within)
	var done pass.Outcome
	p, err := m.fit(d, &in, dst, &done)
	report.Generation, report.BytesIn = d.plans.Set().Generation(), len(d.body)-d.grew
	if p != nil && d.level == 0 {
		m.tellEntries(report, p)
	}
	if err == nil && d.level == 0 && !d.again {
		if emptied := m.within.emptied(p); emptied != neither {
			done, report.Whole, err = m.again(p, emptied, in, dst)
		}
	}
	if err != nil {
		return dst, e.unshaped(p, report, err)
	}
	if d.more {
		report.BytesIn = done.Read
	}
	m.within.looked, m.within.by = done.Looked, p
	report.Dialect, report.Profile, report.Mode = p.Dialect.Name(), p.Resolved.Profile, p.Resolved.Mode
	e.recast(&done, len(dst), p, d)
	report.Misfit = d.misfit
	m.within.took = took{done.Told.Tightened, done.Told.Low, done.Told.Outlined}
	report.Folded = done.Told.Folded
	if !d.call.Quiet {
		m.within.limit = p.Resolved.Budget
	}
	report.Cut, m.within.texts = done.Told.Cuts, done.Told.Texts
	report.MissedNames = Places(done.Told.Missed)
	report.Withheld, report.Opaque, report.Shortened = Places(done.Told.Withheld), Places(done.Told.Opaque), Places(done.Told.Shortened)
	if d.journal != nil {
		report.Unmatched, report.Missed = d.journal.Unmatched()
		d.journal.Settings = p.Resolved.Decisions
	}
	mark(&done, p, d)
	out, err := e.finish(&done, len(dst), p, d)
	if err == nil {
		out, err = e.share(m, out, len(dst), &done, d)
		out = d.asItCame(p, out, len(dst))
	}
	if err != nil {
		return dst, e.unshaped(p, report, err)
	}
	out = e.recount(m, out, len(dst), report)
	report.BytesOut = len(out) - len(dst)
	return out, nil
}

// asItCame returns a response in transit, which is out from start on, with the white space
// that came if no value of it changed.
func (d *document) asItCame(p *plan.Plan, out []byte, start int) []byte {
	if !d.call.Transit || d.level > 0 || d.grew != 0 || p.Resolved.Compact || !scan.SameTokens(out[start:], d.body) {
		return out
	}
	return append(out[:start], d.body...)
}

// tellEntries reports which entries of tool_overrides applied.
func (m *memory) tellEntries(report *Report, p *plan.Plan) {
	d := &m.within.outer
	report.Applied = slices.Clip(p.Resolved.Tools)
	if len(report.Applied) == 0 && d.plans.Set().HasTools() {
		report.NoneApplied, report.Nearest = true, d.plans.Nearest(m.key, &d.call)
	}
}

// unshaped decides what becomes of a body that cannot be shaped: it passes as it
// is where no rule could hide anything in it, whatever tier it names, and is an error
// otherwise. Faults of the request are always errors.
func (e *Engine) unshaped(p *plan.Plan, report *Report, err error) error {
	if _, isBody := errors.AsType[*scan.Error](err); !isBody || e.failClosed || p == nil || p.MayHide() {
		return err
	}
	report.Unshaped, report.BytesOut = bodyError(err), report.BytesIn
	return nil
}

// finish lets the dialect have its say about the shaped envelope, which begins at
// start: what an error must not carry, and under debug every key that it knows.
func (e *Engine) finish(done *pass.Outcome, start int, p *plan.Plan, d *document) ([]byte, error) {
	c, expands := &d.call, p.Resolved.Expand && d.told == nil // which speaks of no such keys
	if c.Private || !p.IsError && !expands {
		return done.Out, nil
	}
	doc := done.Out[start:]
	var err error
	if s, ok := p.Dialect.(envelope.Scrubber); ok && p.IsError {
		if doc, err = s.Scrub(doc, p.Resolved.Expand); err != nil {
			return nil, err
		}
	}
	if x, ok := p.Dialect.(envelope.Expander); ok && expands {
		shaped, err := envelope.Open(doc, envelope.Limits(e.limits))
		if err != nil {
			return nil, err
		}
		if doc, err = x.Expand(shaped, envelope.Known{Tool: c.Tool, Tier: c.Tier}); err != nil {
			return nil, err
		}
	}
	return append(done.Out[:start], doc...), nil
}
