package shaper

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// mark has the envelope tell of what was cut in it. Where a contract has words for that, each of its envelopes uses them, else the
// outermost one tells of all, unless it reports a failure, whose facts stay as they
// are. The pass says where, so that this takes no longer where there are more rows.
func mark(done *pass.Outcome, p *plan.Plan, d *document) {
	marker, ok := p.Dialect.(envelope.PartialMarker)
	notes := p.Notes
	if !ok || notes == nil || !notes.Words && (d.noted || p.IsError) {
		return
	}
	cuts := cutsFor(notes, &done.Told)
	if len(cuts) == 0 {
		return
	}
	at := make([][]byte, len(notes.At))
	for i := range at {
		if span := done.Sites.At[i]; span.End > 0 {
			at[i] = done.Out[span.Start:span.End]
		}
	}
	var all []edit
	for i, value := range marker.MarkPartial(at, cuts) {
		if value != nil && (at[i] != nil || done.Sites.End > 0) {
			all = append(all, editAt(&done.Sites, i, notes.At[i], value))
		}
	}
	done.Out = splice(done.Out, all)
	for i := range done.Told.Cuts {
		done.Told.Cuts[i].Noted = len(all) > 0
	}
}

// cutsFor returns the cuts that an envelope tells of. A contract with words for them tells
// of strings as well. Elsewhere the mark in the string itself tells.
func cutsFor(notes *envelope.Notes, told *pass.Told) []envelope.Cut {
	if notes.Words && len(told.Texts) > 0 {
		return slices.Concat(told.Cuts, told.Texts)
	}
	return told.Cuts
}

// edit is a text in place of another one.
type edit struct {
	scan.Span
	text []byte
}

// editAt sets the value at a site: what stands there is replaced, and what is not
// there is added at the end of the object that holds it.
func editAt(sites *pass.Sites, i int, path string, value []byte) edit {
	if span := sites.At[i]; span.End > 0 {
		return edit{span, value}
	}
	var member []byte
	if sites.Any {
		member = append(member, ',')
	}
	sites.Any = true
	name := path[strings.LastIndexByte(path, '.')+1:]
	member = append(scan.AppendQuote(member, []byte(name)), ':')
	return edit{scan.Span{Start: sites.End, End: sites.End}, append(member, value...)}
}

// splice applies edits from the last one on, so that the places of the others hold.
// Of two at one place, the first one comes first.
func splice(out []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.Start - b.Start })
	for _, e := range slices.Backward(edits) {
		if len(e.text) == e.End-e.Start {
			copy(out[e.Start:], e.text) // which spares what comes after it
		} else {
			out = slices.Replace(out, e.Start, e.End, e.text...)
		}
	}
	return out
}
