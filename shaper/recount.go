package shaper

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// nearLimit is the part of a limit of tokens, in percent, from which on it counts as near.
// Seed 004 names no number (GUARANTEES, budgets).
const nearLimit = 80

// recount updates an envelope that says how many tokens it takes. It begins at start of out. Its numbers change only if something else than white space did.
func (e *Engine) recount(m *memory, out []byte, start int, report *Report) []byte {
	d, p := &m.within.outer, m.within.by
	t, ok := p.Dialect.(envelope.TokenTeller)
	if !ok || d.call.Private {
		return out
	}
	body := d.body
	if d.more {
		body = body[:report.BytesIn]
	}
	m.within.warns = !p.IsError && !d.call.Quiet
	isNear := m.within.warns && d.rung != nil && d.rung.near
	if !isNear && scan.IsCompact(out[start:], body) {
		return out
	}
	doc := out[start:]
	if isNear {
		doc = t.WarnNearLimit(doc)
	}
	if counter, err := e.counter(p.Resolved.Budget.And(d.budget).Counter); err == nil { // else the budget is an error
		doc = t.Recount(doc, counter.Count)
	}
	return append(out[:start], doc...)
}

// canWarn reports whether the response can warn of a limit of tokens, and has one.
func (w *within) canWarn(limit profiles.Budget) bool { return w.warns && limit.MaxTokens > 0 }

// warn is [ladder.warned] for a response within its budget, which is out from start on. It
// takes a copy of the request, as [climb] does.
func warn(req Request, out []byte, start int, l ladder, report *Report) ([]byte, error) {
	l.req, l.dst = &req, out[:start]
	return l.warned(out, report)
}

// warned returns the response under its rules alone, which is out, with the warning that
// the limit of tokens is near. It returns the response without it if the limit is not near,
// or the warning does not fit.
func (l *ladder) warned(out []byte, report *Report) ([]byte, error) {
	if !l.memory.within.canWarn(l.limit) || report.Fit.Over {
		return out, nil
	}
	before := report.Fit.Before
	if before.Tokens == 0 { // surely within the limit
		before = l.measured(out[len(l.dst):])
	}
	if 100*before.Tokens < nearLimit*l.limit.MaxTokens {
		return out, nil
	}
	r := rung{near: true}
	tried, err := l.try(r, new(Report))
	if err != nil || !l.fits(l.measured(tried[len(l.dst):])) {
		r.near = false
	}
	out, err = l.shape(r, report)
	report.Fit.Counter, report.Fit.Before = l.label(before), before
	return out, err
}
