package plan

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// site is the root of the masks of a layout: the document, or the values of one kind at a
// path in it.
type site struct {
	at fieldmask.Path
	of int // the kind, counted from 1; 0 is any
}

// contract gives the parts of an envelope their roles. If the content shows the dialect, it
// also guards the known parts against the rules. A label lifts no rule (GUARANTEES, hiding).
func (p *planner) contract() {
	p.part(fieldmask.Path{}).Roles |= Free
	p.laid(site{}, p.layout)
	for _, field := range p.layout.Meta {
		p.metadata(field)
	}
	for _, t := range p.layout.Typed {
		p.typed(&t)
	}
}

// laid lays a layout over a site.
func (p *planner) laid(s site, l *envelope.Layout) {
	p.are(s, Slot, l.Slot)
	p.texts(s, l.Slot)
	p.are(s, Document, l.Document)
	p.are(s, Document|Apart, l.Apart)
	if !p.answer.Own {
		return
	}
	for _, path := range slices.Concat(l.Payload, l.Slot, l.Message, l.Protocol) {
		p.guard(s, fixed(path))
	}
	for _, path := range l.Detail {
		p.above(s, fixed(path))
		p.add(fieldmask.Rule{Kind: fieldmask.Expose, Scope: s.at, Of: s.of, Path: fixed(path)})
	}
	p.are(s, Stays, l.Protocol)
	p.are(s, Protocol, slices.DeleteFunc(slices.Clone(l.Protocol), func(path string) bool { return holds(l, path) }))
	p.are(s, Sealed, l.Sealed)
	p.are(s, Media, l.Media)
	p.are(s, Spoken, l.Message)
	p.hallow(s, l)
}

// are gives roles to parts.
func (p *planner) are(s site, roles Roles, paths []string) {
	for _, path := range paths {
		p.partOf(s, fixed(path)).Roles |= roles
	}
}

// hallow protects the untouched and reserved parts from all rules, and the spared parts from
// all rules except privacy and tiers.
func (p *planner) hallow(s site, l *envelope.Layout) {
	for _, path := range l.Untouched {
		p.guard(s, fixed(path))
		p.untouched(s, fixed(path))
	}
	for _, r := range l.Reserved {
		p.untouched(s, fixed(r.Of).Join(fieldmask.Members("reserved", r.Has)))
	}
	for _, path := range l.Spared {
		p.spared(s, fixed(path))
	}
}

var (
	andBelow  = fieldmask.MustParse("**")
	justBelow = fieldmask.MustParse(".*")
)

// untouched keeps a value and everything below it, whatever the rules say.
func (p *planner) untouched(s site, path fieldmask.Path) {
	all := path.Join(andBelow)
	p.add(fieldmask.Rule{Kind: fieldmask.Guard, Scope: s.at, Of: s.of, Path: all})
	p.partOf(s, all).Roles |= Known | Protocol | Sealed
}

// spared lifts excludes from a value and everything below it. Privacy and tier rules stay.
func (p *planner) spared(s site, path fieldmask.Path) {
	p.add(fieldmask.Rule{Kind: fieldmask.Expose, Scope: s.at, Of: s.of, Path: path.Join(andBelow)})
}

// typed lays out the parts of each kind of some values.
func (p *planner) typed(t *envelope.Typed) {
	at := fixed(t.Path)
	if p.answer.Own {
		p.guard(site{}, at)
	}
	kinds := &Kinds{By: t.By, number: map[string]int{}, other: len(t.Kinds) + 1}
	p.part(at).Kinds = kinds
	for i, k := range t.Kinds {
		kinds.number[k.Name] = i + 1
		p.laid(site{at, i + 1}, &k.Parts)
	}
	p.laid(site{at, kinds.other}, &t.Other)
}

// holds reports whether a part of an envelope is a container for other parts. If a string
// stands in its place, patterns still act on it. Example: "meta" is protocol, yet both of
// these lose the number:
//
//	{"success":true,"data":{},"meta":{"note":"call 555-1234"}}
//	{"success":true,"data":{},"meta":"call 555-1234"}
func holds(l *envelope.Layout, path string) bool {
	return slices.Contains(l.Payload, path) || slices.Contains(l.Detail, path) ||
		slices.ContainsFunc(slices.Concat(l.Payload, l.Detail, l.Protocol, l.Message), func(other string) bool {
			return strings.HasPrefix(other, path+".") || strings.HasPrefix(other, path+"[]")
		})
}

// guard keeps a part of the envelope and all its ancestors.
func (p *planner) guard(s site, path fieldmask.Path) { p.known(s, append(path.Above(), path)) }

// above keeps the ancestors of a part of the envelope.
func (p *planner) above(s site, path fieldmask.Path) { p.known(s, path.Above()) }

func (p *planner) known(s site, parts []fieldmask.Path) {
	for _, at := range parts {
		if part := p.partOf(s, at); !part.Are(Known) {
			part.Roles |= Known
			p.add(fieldmask.Rule{Kind: fieldmask.Guard, Scope: s.at, Of: s.of, Path: at})
		}
	}
}

// metadata sets the condition under which a metadata member is kept, and guards it. Excludes
// spare the member and its content, except for error details in it. Privacy and tier rules
// act on all of it.
func (p *planner) metadata(f envelope.Field) {
	at := fixed(f.Path)
	part := p.part(at)
	part.Shows, part.Steps = p.shows(f), 1+strings.Count(f.Path, ".")
	if !p.answer.Own {
		return
	}
	p.above(site{}, at)
	if f.Show == envelope.ShowFailure {
		p.guard(site{}, at)
		part.Roles |= Stays // it shows at least that a failure happened
	}
	isDetail := func(path string) bool { return strings.HasPrefix(path, f.Path+".") }
	switch l := p.layout; {
	case slices.Contains(l.Payload, f.Path) || slices.Contains(l.Detail, f.Path):
	case slices.ContainsFunc(l.Detail, isDetail):
		p.add(fieldmask.Rule{Kind: fieldmask.Expose, Scope: at, Path: justBelow})
	default:
		p.spared(site{}, at)
	}
}

// shows returns the condition under which a metadata member is kept.
func (p *planner) shows(f envelope.Field) Shows {
	switch r := p.resolved; {
	case p.quiet || r.Expand || f.Show == envelope.ShowAlways:
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
