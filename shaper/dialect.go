package shaper

import (
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// plain is the dialect of a document without an envelope.
var plain envelope.Dialect = envelope.Plain{}

// taken tells what a document is taken for. Three have a say: its own look; who asks
// for this response, and is told where the document does not fit; and the
// configuration, whose word is a preference.
func (d *document) taken(doc *envelope.Doc, base *plan.Plan, a *plan.Answer) error {
	name := d.call.Dialect
	if name == "" {
		name = base.Resolved.Dialect
	}
	a.Dialect, a.Layout = dialects.Look(doc)
	a.Own = true
	d.unless(base, a)
	if plan.IsAuto(name) {
		return nil
	}
	named, ok := dialects.Lookup(name)
	switch {
	case !ok:
		return &Error{Reason: "config", Err: &dialects.UnknownError{Name: name}}
	case name == a.Dialect.Name() || name == a.Layout.Around:
		return nil
	case d.call.Dialect == "":
		prefer(named, doc, a)
		return nil
	}
	if d.misfit = named.Misfit(doc); d.misfit != "" && !builds(named, doc, base) {
		named = plain
	} else {
		d.misfit = ""
	}
	call(named, doc, a)
	return nil
}

// unless has an envelope that is not recognised count as plain.
func (d *document) unless(base *plan.Plan, a *plan.Answer) {
	if recognises(base.Resolved, a.Dialect) || a.Dialect.Name() == d.call.Dialect {
		return
	}
	if base.MayHide() {
		a.Look = a.Dialect
	}
	a.Dialect, a.Layout = plain, plain.Layout()
}

// recognises reports whether a document is taken for one of a dialect by its own look.
func recognises(r *profiles.Resolved, d envelope.Dialect) bool {
	return r.Envelope == "" || r.Envelope == d.Name() || d == plain || d.Layout().Carries()
}

// call has a document be one of the dialect that somebody takes it for.
func call(d envelope.Dialect, doc *envelope.Doc, a *plan.Answer) {
	a.Dialect, a.Layout, a.Own = d, dialects.Form(d, doc), false
	if d != plain {
		a.Look = nil
	}
}

// prefer has a document be what the configuration says of it. That speaks of what the
// tool has to say: what carries that is what it looks like, and what does not fit is,
// too.
func prefer(d envelope.Dialect, doc *envelope.Doc, a *plan.Answer) {
	if !a.Dialect.Layout().Carries() && d.Misfit(doc) == "" {
		call(d, doc, a)
	}
}

// builds reports whether what an object lacks of a dialect will be made up for.
func builds(d envelope.Dialect, doc *envelope.Doc, base *plan.Plan) bool {
	_, expands := d.(envelope.Expander)
	return expands && base.Resolved.Expand && doc.Members != nil
}
