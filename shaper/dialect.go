package shaper

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// plain is the dialect of a document without an envelope.
var plain envelope.Dialect = envelope.Plain{}

// taken is what a document is taken for. Three have a say: its own look; who asks
// for this response, and is told where the document does not fit; and the
// configuration, whose word is a preference.
func (d *document) taken(doc envelope.Doc, base *plan.Plan) (plan.Answer, error) {
	name := d.call.Dialect
	if name == "" {
		name = base.Resolved.Dialect
	}
	look, layout := dialects.Look(doc)
	own := plan.Answer{Dialect: look, Layout: layout, Own: true}
	if plan.IsAuto(name) {
		return own, nil
	}
	named, ok := dialects.Lookup(name)
	switch {
	case !ok:
		return own, &Error{Reason: "config", Err: &dialects.UnknownError{Name: name}}
	case name == look.Name() || name == layout.Around:
		return own, nil
	case d.call.Dialect == "":
		return preferred(named, own, doc), nil
	}
	if d.misfit = named.Misfit(doc); d.misfit == "" || builds(named, doc, base) {
		d.misfit = ""
		return called(named, doc), nil
	}
	return called(plain, doc), nil
}

// called is a document that somebody takes for one of a dialect.
func called(d envelope.Dialect, doc envelope.Doc) plan.Answer {
	return plan.Answer{Dialect: d, Layout: dialects.Form(d, doc)}
}

// preferred is a document of which the configuration says what it is. It speaks of
// what the tool has to say: what carries that is what it looks like, and what does
// not fit is, too.
func preferred(d envelope.Dialect, own plan.Answer, doc envelope.Doc) plan.Answer {
	if own.Dialect.Layout().Carries() || d.Misfit(doc) != "" {
		return own
	}
	return called(d, doc)
}

// builds reports whether what an object lacks of a dialect will be made up for.
func builds(d envelope.Dialect, doc envelope.Doc, base *plan.Plan) bool {
	_, expands := d.(envelope.Expander)
	return expands && base.Resolved.Expand && doc.Members != nil
}
