package pipeline

import (
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// plain is the dialect of a document without an envelope.
var plain envelope.Dialect = envelope.Plain{}

// dialectOf sets the dialect of a document. It can follow from the document itself, from the
// request, or from the configuration. The configured one is a preference. misfit is the reason
// why the document does not fit the dialect that the request names.
func (d *document) dialectOf(doc *envelope.Doc, base *plan.Plan, a *plan.Answer) (misfit string, err error) {
	a.Dialect, a.Layout = dialects.Look(doc)
	a.Own = true
	if !Recognises(base.Resolved, a.Dialect) && a.Dialect.Name() != d.call.Dialect {
		if base.MayHide() {
			a.Look = a.Dialect
		}
		a.Dialect, a.Layout = plain, plain.Layout()
	}
	name := d.call.Dialect
	if name == "" {
		name = base.Resolved.Dialect
	}
	if plan.IsAuto(name) {
		return "", nil
	}
	named, ok := dialects.Lookup(name)
	switch {
	case !ok:
		return "", &Error{Reason: "config", Err: &dialects.UnknownError{Name: name}}
	case name == a.Dialect.Name() || name == a.Layout.Around:
		return "", nil
	}
	misfit = named.Misfit(doc)
	if d.call.Dialect == "" {
		// The configuration names the dialect of the payload. An envelope that carries a
		// payload keeps its own, and so does a document that does not fit.
		if a.Dialect.Layout().Carries() || misfit != "" {
			return "", nil
		}
	} else if misfit != "" {
		_, expands := named.(envelope.Expander)
		if expands && base.Resolved.Expand && doc.Members != nil {
			misfit = "" // the members that it lacks are added
		} else {
			named = plain
		}
	}
	a.Dialect, a.Layout, a.Own = named, dialects.Form(named, doc), false
	if named != plain {
		a.Look = nil
	}
	return misfit, nil
}

// Recognises reports whether a document counts as one of a dialect by its own look.
func Recognises(r *profiles.Resolved, d envelope.Dialect) bool {
	return r.Envelope == "" || r.Envelope == d.Name() || d == plain || d.Layout().Carries()
}
