package shaper

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// within shapes the documents inside a document: each one for the same call, as
// the response that holds it, and in its own dialect.
type within struct {
	engine *Engine
	memory *memory // of the outer document
	outer  document

	by    *plan.Plan      // under which the outer document was shaped
	limit profiles.Budget // that the configuration sets the response
	took  took            // what a budget took by itself
	texts pass.Cuts       // strings that were shortened
	unfit bool            // its payload does not fit what the caller was told
	warns bool            // it, or a document in it, can warn of a limit of tokens

	left [numHalves]remains // of the halves of the outer document
	open half               // in which no list of the operator has a say

	looked bool // into strings of the outer document, for what is to be hidden in them
	twin   twin
}

// took is what a budget took beyond the rules: from how many strings, values that went for
// their low priority, and payloads of which an outline is left.
type took struct{ strings, low, outlined int }

// begin readies w, which is empty, for a document, which is large: it is made here, and
// not copied.
func (w *within) begin(e *Engine, m *memory) *document {
	w.engine, w.memory = e, m
	return &w.outer
}

// start readies w for a first look at its document, or for one more.
func (w *within) start() *document {
	w.open, w.looked, w.unfit, w.outer.misfit = w.outer.whole, false, false, ""
	w.afresh()
	return &w.outer
}

// Shape implements [pass.Inner].
func (w *within) Shape(in pass.Inside) (pass.Shaped, error) {
	text := w.twin
	w.twin = twin{}
	if text.stands(&in) {
		w.left[structured].saw(text.body, text.out)
		w.hold(&in, text.by, text.out)
		return pass.Shaped{Out: text.out, Read: len(text.body), Told: pass.Told{Folded: text.folded}, OK: true, Same: text.same}, nil
	}
	m := w.memory.nested()
	defer m.forget()
	d := m.within.begin(w.engine, m)
	part := w.inside(d, &in)
	scope := d.journal.Open()
	var report Report
	out, err := w.shapePart(m, d, &report)
	w.warns = w.warns || m.within.warns
	shaped := err == nil && report.Unshaped == nil
	if d.journal.Close(scope, shaped); !shaped {
		return pass.Shaped{Told: m.within.toldBy(&report)}, err
	}
	m.out.Text = out
	w.hold(&in, m.within.by, out)
	w.saw(part, in.Body[:report.BytesIn], out)
	same := (d.call.Private && !in.More || !m.within.by.Resolved.Compact) && scan.SameTokens(out, in.Body[:report.BytesIn])
	if part == texts && w.alike(d, m, &report) {
		w.twin = twin{bytes.Trim(in.Body, " \t\r\n"), out, m.within.by, d.depth, report.Folded, same}
	}
	return pass.Shaped{Out: out, Read: report.BytesIn, Told: m.within.toldBy(&report), OK: !same || !d.call.Private, Same: same}, nil
}

// inside readies d for a document inside, and returns the half of which it is a part.
func (w *within) inside(d *document, in *pass.Inside) (part half) {
	*d = w.outer
	d.body, d.at, d.depth, d.more = in.Body, in.At, in.Depth, in.More
	d.level++
	d.grew = 0
	d.whole = neither
	d.noted = in.Noted
	part = structured
	if !in.More {
		d.texts++
		part = texts
	}
	d.call.IsError = in.IsError
	if !plan.IsAuto(d.call.Dialect) {
		d.call.Dialect = "" // what was asked for is the document around
	}
	d.call.Quiet = d.call.Quiet || in.Apart || d.data && part == structured
	d.call.Open = d.call.Open || part == w.open || part == structured && d.told != nil && d.told.Whole
	return part
}

// toldBy is what the report of a document inside says to the one around it.
func (w *within) toldBy(r *Report) pass.Told {
	return pass.Told{Cuts: pass.Cuts(r.Cut), Texts: w.texts, Withheld: pass.Places(r.Withheld), Opaque: pass.Places(r.Opaque), Missed: pass.Places(r.MissedNames), Shortened: pass.Places(r.Shortened), Tightened: w.took.strings, Low: w.took.low, Outlined: w.took.outlined, Folded: r.Folded}
}
