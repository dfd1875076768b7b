package plan

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// contract gives the parts of an envelope their roles. Where the document is of the
// dialect by its own look, it lays down besides what the rules may not do to it:
// drop the parts that the dialect knows. A label lifts no rule (GUARANTEES, hiding).
func (p *planner) contract() {
	l := p.layout
	p.part(fieldmask.Path{}).Roles |= Free
	for _, path := range l.Slot {
		p.part(fixed(path)).Roles |= Slot
	}
	for _, path := range l.Document {
		p.part(fixed(path)).Roles |= Document
	}
	for _, field := range l.Meta {
		part := p.part(fixed(field.Path))
		part.Shows, part.Steps = p.shows(field), 1+strings.Count(field.Path, ".")
	}
	if p.answer.Own {
		p.guards()
	}
}

// guards keeps what an envelope consists of.
func (p *planner) guards() {
	l := p.layout
	for _, path := range slices.Concat(l.Payload, l.Detail, l.Slot, l.Message, l.Protocol) {
		p.guard(fixed(path))
	}
	for _, field := range l.Meta {
		if field.Show == envelope.ShowFailure {
			p.part(fixed(field.Path)).Roles |= Stays // that it happened, if no more of it
		}
	}
	for _, path := range l.Protocol {
		p.part(fixed(path)).Roles |= Stays
		if !holds(l, path) {
			p.part(fixed(path)).Roles |= Protocol
		}
	}
	for _, path := range l.Sealed {
		p.part(fixed(path)).Roles |= Sealed
	}
	for _, field := range l.Meta {
		p.guard(fixed(field.Path))
		p.spare(field.Path)
	}
}

// holds reports whether a part of an envelope is there for what is in it, and so
// is a container. Where a string stands in its place, patterns act on it all the
// same: "meta" is protocol, and yet the number goes from both of
//
//	{"success":true,"data":{},"meta":{"note":"call 555-1234"}}
//	{"success":true,"data":{},"meta":"call 555-1234"}
func holds(l *envelope.Layout, path string) bool {
	return slices.Contains(l.Payload, path) || slices.Contains(l.Detail, path) ||
		slices.ContainsFunc(slices.Concat(l.Payload, l.Detail, l.Protocol, l.Message), func(other string) bool {
			return strings.HasPrefix(other, path+".") || strings.HasPrefix(other, path+"[]")
		})
}

// guard keeps a part of the envelope, and all that holds it.
func (p *planner) guard(path fieldmask.Path) {
	for _, at := range append(path.Above(), path) {
		if part := p.part(at); !part.Are(Known) {
			part.Roles |= Known
			p.add(fieldmask.Rule{Kind: fieldmask.Guard, Path: at})
		}
	}
}

// spare lifts excludes, but not privacy and tier rules, from a metadata field
// and what is in it. They act on the details in it all the same.
func (p *planner) spare(field string) {
	if slices.Contains(p.layout.Payload, field) || slices.Contains(p.layout.Detail, field) {
		return
	}
	inside := "**"
	if slices.ContainsFunc(p.layout.Detail, func(path string) bool { return strings.HasPrefix(path, field+".") }) {
		inside = ".*"
	}
	p.add(fieldmask.Rule{Kind: fieldmask.Expose, Scope: fixed(field), Path: fixed(inside)})
}

// shows says which values of a piece of metadata show.
func (p *planner) shows(f envelope.Field) Shows {
	switch r := p.resolved; {
	case r.Expand || f.Show == envelope.ShowAlways:
		return Always
	case f.Show == envelope.ShowSet:
		return WhereSet
	case f.Show == envelope.ShowFailure, f.Show == envelope.ShowPayload && p.answer.Failed:
		return WhereThere
	case f.Show == envelope.ShowPayload, f.Show == envelope.ShowClient && p.fromClient, slices.Contains(r.Metadata, f.Name):
		return Always
	}
	return Never
}
