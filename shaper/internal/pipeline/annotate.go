package pipeline

import (
	"bytes"
	"errors"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/outline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/report"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// annotate turns the outcome of a pass into the final document. It adds an outline or tables
// in place of the payload, notes of cuts, changes of the dialect, and token counts. It also
// makes shared strings of both halves equal. err is the error of the pass.
func (e *Engine) annotate(m *Memory, d *document, c *chosen, dst []byte, err error) ([]byte, *Facts, error) {
	p, facts := c.plan, e.gather(m, d, c)
	if err != nil {
		return dst, facts, e.unshaped(facts, err)
	}
	facts.Misfit, facts.Reported = c.misfit, c.done.Reported
	facts.Labels = Labels{p.Dialect.Name(), p.Resolved.Profile, p.Resolved.Mode}
	if d.place.isValue {
		facts.Bytes.In = c.done.Read
	}
	if !d.call.Quiet {
		facts.limits.budget = p.Resolved.Budget
	}
	if d.journal != nil {
		facts.Masks.Unmatched, facts.Masks.Missed = d.journal.Unmatched()
		d.journal.Settings = p.Resolved.Decisions()
	}

	out, start := c.done.Out, len(dst)
	if out, err = e.recast(out, start, p, d, facts); err == nil && c.done.Reported.Text > 0 {
		out, err = e.shareStrings(m, out, start, c, d)
	}
	if err != nil {
		return dst, facts, e.unshaped(facts, err)
	}
	if d.call.Transit && d.place.level == 0 && !p.Resolved.Compact && scan.SameTokens(out[start:], d.body) {
		out = append(out[:start], d.body...) // no value changed: the white space that came stays
	}
	facts.limits.warns = m.inner.warns
	if t, ok := p.Dialect.(envelope.TokenTeller); ok && !d.call.Private {
		facts.limits.warns = !p.IsError && !d.call.Quiet
		out = e.recount(t, out, start, d, facts)
	}
	facts.Bytes.Out = len(out) - start
	return out, facts, nil
}

// gather returns the facts that do not depend on the outcome of the pass.
func (e *Engine) gather(m *Memory, d *document, c *chosen) *Facts {
	facts := &m.facts
	*facts = Facts{Plan: c.plan, Generation: d.plans.Set().Generation(), Bytes: Bytes{In: len(d.body)}}
	if d.place.level > 0 || c.plan == nil {
		return facts
	}
	if len(c.plan.Resolved.Tools) == 0 && d.plans.Set().HasTools() {
		facts.Nearest = Nearest{true, d.plans.Nearest(m.key, &d.call)}
	}
	if d.attempt.open != neither && !m.inner.halves[d.attempt.open].isEmptied() {
		facts.Whole = halfNames[d.attempt.open] // else the caller's fields emptied it
	}
	return facts
}

// recast replaces the payload by another form, and adds notes and members to the envelope. The
// facts of a failure stay, and so does an advertised payload.
func (e *Engine) recast(out []byte, start int, p *plan.Plan, d *document, facts *Facts) ([]byte, error) {
	if !p.IsError {
		if d.attempt.bounds.Outline && !d.call.Quiet {
			out = putOutline(out, start, p.Dialect.Layout(), d.attempt.bounds.References, facts)
		}
		if p.Resolved.Columns && d.schema == nil {
			out = e.foldTables(out, start, p, d, facts)
		}
	}
	if p.Notes != nil {
		out = markCuts(out, start, p, d, facts)
	}
	if expands := p.Resolved.Expand && d.schema == nil; !d.call.Private && (p.IsError || expands) {
		return e.askDialect(out, start, p, d, expands)
	}
	return out, nil
}

// unshaped returns nil for a body that may pass unchanged, and records err as the reason. Such
// a body cannot be shaped, and no rule of any tier could hide anything in it. For any other
// body it returns err.
func (e *Engine) unshaped(facts *Facts, err error) error {
	if _, isBody := errors.AsType[*scan.Error](err); !isBody || e.FailClosed || facts.Plan == nil || facts.Plan.MayHide() {
		return err
	}
	facts.Unshaped, facts.Bytes.Out = err, facts.Bytes.In
	return nil
}

// putOutline replaces each payload of a document by its outline. If references is not 0, it
// puts that many references instead. The document begins at start. A document inside has an
// outline of its own.
func putOutline(out []byte, start int, layout *envelope.Layout, references int, facts *Facts) []byte {
	for _, path := range layout.Payload {
		at := payloadAt(out, start, path, layout)
		value := out[at.Start:at.End]
		if len(value) == 0 {
			continue
		}
		o := outline.Of(value)
		if references > 0 {
			o.JSON = outline.References(value, references)
		}
		if bytes.Equal(o.JSON, value) {
			continue
		}
		out = slices.Replace(out, at.Start, at.End, o.JSON...)
		reported := &facts.Reported
		reported.Outlined++
		reported.Texts = nil // the outline marks shortened strings, or they are gone
		reported.Cuts.Join(report.Cuts{{Path: ".", Total: o.Elements, Lists: o.Lists, Over: true, Outlined: true, Referred: references > 0}})
	}
	return out
}

// payloadAt returns the place of a payload in a document that begins at start. The span is
// empty if there is no payload, or if the payload is a document of its own.
func payloadAt(out []byte, start int, path string, layout *envelope.Layout) scan.Span {
	switch {
	case slices.Contains(layout.Document, path):
		return scan.Span{}
	case path == "":
		return scan.Span{Start: start, End: len(out)}
	}
	found := gjson.GetBytes(out[start:], path)
	return scan.Span{Start: start + found.Index, End: start + found.Index + len(found.Raw)}
}

// foldTables replaces lists in a payload by tables if that is smaller. It compares the tokens
// that a budget counts, else bytes. The document begins at start. A document inside has tables
// of its own. No rule sees a table: tables come last.
func (e *Engine) foldTables(out []byte, start int, p *plan.Plan, d *document, facts *Facts) []byte {
	size := func(text []byte) int { return len(text) }
	if limit := p.Resolved.Budget.And(d.attempt.budget); limit.MaxTokens > 0 {
		counter, err := e.counter(limit.Counter)
		if err != nil {
			return out // the budget reports it
		}
		size = counter.Count
	}
	depth := e.Limits.Depth - max(d.place.depth, aroundText) - aroundText
	layout := p.Dialect.Layout()
	for _, path := range layout.Payload {
		at := payloadAt(out, start, path, layout)
		value := out[at.Start:at.End]
		if len(value) == 0 {
			continue
		}
		if folded, n := tables.Fold(value, depth); n > 0 && len(folded) != len(value) && size(folded) < size(value) {
			out = slices.Replace(out, at.Start, at.End, folded...)
			facts.Reported.Folded += n
		}
	}
	return out
}

// markCuts adds the notes of cuts to an envelope. If the contract of an envelope defines such
// notes, the envelope reports its own cuts. Else the outermost envelope reports all of them,
// unless it reports a failure: the facts of a failure stay.
func markCuts(out []byte, start int, p *plan.Plan, d *document, facts *Facts) []byte {
	notes := p.Notes
	marker, ok := p.Dialect.(envelope.PartialMarker)
	if !ok || !notes.Words && (d.place.isNoted || p.IsError) {
		return out
	}
	cuts := facts.Reported.Cuts
	if notes.Words {
		cuts = slices.Concat(cuts, facts.Reported.Texts) // other dialects rely on the mark in the string
	}
	if len(cuts) == 0 {
		return out
	}
	at := make([][]byte, len(notes.At))
	for i, path := range notes.At {
		if found := gjson.GetBytes(out[start:], path); found.Exists() {
			at[i] = []byte(found.Raw)
		}
	}
	isNoted := false
	doc := out[start:]
	for i, value := range marker.MarkPartial(at, cuts) {
		if value == nil {
			continue
		}
		if changed, err := sjson.SetRawBytes(doc, notes.At[i], value); err == nil {
			doc, isNoted = changed, true
		}
	}
	for i := range facts.Reported.Cuts {
		facts.Reported.Cuts[i].Noted = isNoted
	}
	return append(out[:start], doc...)
}

// askDialect lets the dialect change a shaped envelope, which begins at start. The dialect
// removes the contents that an error must not carry. Under debug it adds every known member;
// an advertised schema has no such members.
func (e *Engine) askDialect(out []byte, start int, p *plan.Plan, d *document, expands bool) ([]byte, error) {
	doc := out[start:]
	var err error
	if s, ok := p.Dialect.(envelope.Scrubber); ok && p.IsError {
		if doc, err = s.Scrub(doc, p.Resolved.Expand); err != nil {
			return nil, err
		}
	}
	if x, ok := p.Dialect.(envelope.Expander); ok && expands {
		shaped, err := envelope.Open(doc, envelope.Limits(e.Limits))
		if err != nil {
			return nil, err
		}
		if doc, err = x.Expand(shaped, envelope.Known{Tool: d.call.Tool, Tier: d.call.Tier}); err != nil {
			return nil, err
		}
	}
	return append(out[:start], doc...), nil
}

// recount updates the token counts in an envelope that holds some. The envelope begins at
// start. The counts change only if another change than white space was made.
func (e *Engine) recount(t envelope.TokenTeller, out []byte, start int, d *document, facts *Facts) []byte {
	isNear := facts.limits.warns && d.attempt.bounds.IsNear
	if !isNear && scan.IsCompact(out[start:], d.body[:facts.Bytes.In]) {
		return out
	}
	doc := out[start:]
	if isNear {
		doc = t.WarnNearLimit(doc)
	}
	if counter, err := e.counter(facts.Plan.Resolved.Budget.And(d.attempt.budget).Counter); err == nil { // else the budget reports it
		doc = t.Recount(doc, counter.Count)
	}
	return append(out[:start], doc...)
}

// speaker is a dialect with its payload in two forms: for programs, and in a text for models.
type speaker interface {
	// Speak returns a document with no text (drop), or with a summary of the payload in one
	// line (summary). It returns doc if the text holds other data.
	Speak(doc []byte, mode string) []byte
}

// annotateText sets the text beside structuredContent as the request asks. The response
// begins at start.
func annotateText(req *Request, facts *Facts, out []byte, start int) []byte {
	by, ok := facts.Plan.Dialect.(speaker)
	if !ok || req.Text != "drop" && req.Text != "summary" {
		return out
	}
	out = append(out[:start], by.Speak(out[start:], req.Text)...)
	facts.Bytes.Out = len(out) - start
	return out
}

// annotateCuts writes one note about all cuts into a tool result, which begins at start
// (GUARANTEES, cuts). kept is its place in the archive, nil if it has none.
func annotateCuts(req *Request, kept *envelope.Kept, facts *Facts, out []byte, start int) []byte {
	cuts := facts.Reported.Cuts
	by, ok := facts.Plan.Dialect.(envelope.Noter)
	if !ok || kept == nil && len(cuts) == 0 {
		return out
	}
	lost := envelope.Loss{Cuts: cuts, InText: req.Reads != profiles.ReadsStructured, Member: req.NoteMember}
	if kept != nil {
		lost.Kept = *kept
	}
	if req.Reads == profiles.ReadsText {
		lost.Member = ""
	}
	for _, c := range facts.Reported.Texts {
		lost.Texts += c.Strings
	}
	lost.Texts += facts.Reported.Rewritten.Lossy
	said := by.Note(out[start:], lost)
	if said == nil {
		return out
	}
	for i := range cuts {
		cuts[i].Noted = true
	}
	facts.Kept.Noted = kept != nil
	facts.Bytes.Out = len(said)
	return append(out[:start], said...)
}
