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

// addContract gives the parts of an envelope their roles. If the content shows the dialect, it
// also guards the known parts against the rules. A label lifts no rule (GUARANTEES, hiding).
func (p *planner) addContract() {
	p.part(fieldmask.Path{}).Roles |= Free
	p.addLayout(site{}, p.layout)
	for _, field := range p.layout.Meta {
		p.addMetadata(field)
	}
	for _, t := range p.layout.Typed {
		p.addTyped(&t)
	}
}

// addLayout lays a layout over a site.
func (p *planner) addLayout(s site, l *envelope.Layout) {
	p.giveRoles(s, Slot, l.Slot)
	p.addTexts(s, l.Slot)
	p.giveRoles(s, Document, l.Document)
	p.giveRoles(s, Document|Apart, l.Apart)
	if !p.answer.Own {
		return
	}
	for _, path := range slices.Concat(l.Payload, l.Slot, l.Message, l.Protocol) {
		p.guard(s, parsePath(path))
	}
	for _, path := range l.Detail {
		p.guardAbove(s, parsePath(path))
		p.rules = append(p.rules, fieldmask.Rule{Kind: fieldmask.Expose, Scope: s.at, Of: s.of, Path: parsePath(path)})
	}
	p.giveRoles(s, Stays, l.Protocol)
	p.giveRoles(s, Protocol, slices.DeleteFunc(slices.Clone(l.Protocol), func(path string) bool { return isContainer(l, path) }))
	p.giveRoles(s, Sealed, l.Sealed)
	p.giveRoles(s, Media, l.Media)
	p.giveRoles(s, Spoken, l.Message)
	p.protect(s, l)
}

// giveRoles gives roles to parts.
func (p *planner) giveRoles(s site, roles Roles, paths []string) {
	for _, path := range paths {
		p.partOf(s, parsePath(path)).Roles |= roles
	}
}

// protect protects the untouched and reserved parts from all rules, and the spared parts from
// all rules except privacy and tiers.
func (p *planner) protect(s site, l *envelope.Layout) {
	for _, path := range l.Untouched {
		p.guard(s, parsePath(path))
		p.protectAll(s, parsePath(path))
	}
	for _, r := range l.Reserved {
		p.protectAll(s, parsePath(r.Of).Join(fieldmask.Members("reserved", r.Has)))
	}
	for _, path := range l.Spared {
		p.liftExcludes(s, parsePath(path))
	}
}

var (
	andBelow  = fieldmask.MustParse("**")
	justBelow = fieldmask.MustParse(".*")
)

// protectAll keeps a value and everything below it, whatever the rules say.
func (p *planner) protectAll(s site, path fieldmask.Path) {
	all := path.Join(andBelow)
	p.rules = append(p.rules, fieldmask.Rule{Kind: fieldmask.Guard, Scope: s.at, Of: s.of, Path: all})
	p.partOf(s, all).Roles |= Known | Protocol | Sealed
}

// liftExcludes lifts excludes from a value and everything below it. Privacy and tier rules
// stay.
func (p *planner) liftExcludes(s site, path fieldmask.Path) {
	p.rules = append(p.rules, fieldmask.Rule{Kind: fieldmask.Expose, Scope: s.at, Of: s.of, Path: path.Join(andBelow)})
}

// addTyped lays out the parts of each kind of some values.
func (p *planner) addTyped(t *envelope.Typed) {
	at := parsePath(t.Path)
	if p.answer.Own {
		p.guard(site{}, at)
	}
	kinds := &Kinds{By: t.By, number: map[string]int{}, other: len(t.Kinds) + 1}
	p.part(at).Kinds = kinds
	for i, k := range t.Kinds {
		kinds.number[k.Name] = i + 1
		p.addLayout(site{at, i + 1}, &k.Parts)
	}
	p.addLayout(site{at, kinds.other}, &t.Other)
}

// isContainer reports whether a part of an envelope is a container for other parts. If a
// string stands in its place, patterns still act on it. Example: "meta" is protocol, yet both
// of these lose the number:
//
//	{"success":true,"data":{},"meta":{"note":"call 555-1234"}}
//	{"success":true,"data":{},"meta":"call 555-1234"}
func isContainer(l *envelope.Layout, path string) bool {
	return slices.Contains(l.Payload, path) || slices.Contains(l.Detail, path) ||
		slices.ContainsFunc(slices.Concat(l.Payload, l.Detail, l.Protocol, l.Message), func(other string) bool {
			return strings.HasPrefix(other, path+".") || strings.HasPrefix(other, path+"[]")
		})
}

// guard keeps a part of the envelope and all its ancestors.
func (p *planner) guard(s site, path fieldmask.Path) { p.guardAll(s, append(path.Above(), path)) }

// guardAbove keeps the ancestors of a part of the envelope.
func (p *planner) guardAbove(s site, path fieldmask.Path) { p.guardAll(s, path.Above()) }

func (p *planner) guardAll(s site, parts []fieldmask.Path) {
	for _, at := range parts {
		if part := p.partOf(s, at); !part.Are(Known) {
			part.Roles |= Known
			p.rules = append(p.rules, fieldmask.Rule{Kind: fieldmask.Guard, Scope: s.at, Of: s.of, Path: at})
		}
	}
}

// addMetadata sets the condition under which a metadata member is kept, and guards it.
// Excludes spare the member and its content, except for error details in it. Privacy and tier
// rules act on all of it.
func (p *planner) addMetadata(f envelope.Field) {
	at := parsePath(f.Path)
	part := p.part(at)
	part.Shows, part.Steps = p.shows(f), 1+strings.Count(f.Path, ".")
	if !p.answer.Own {
		return
	}
	p.guardAbove(site{}, at)
	if f.Show == envelope.ShowFailure {
		p.guard(site{}, at)
		part.Roles |= Stays // it shows at least that a failure happened
	}
	isDetail := func(path string) bool { return strings.HasPrefix(path, f.Path+".") }
	switch l := p.layout; {
	case slices.Contains(l.Payload, f.Path) || slices.Contains(l.Detail, f.Path):
	case slices.ContainsFunc(l.Detail, isDetail):
		p.rules = append(p.rules, fieldmask.Rule{Kind: fieldmask.Expose, Scope: at, Path: justBelow})
	default:
		p.liftExcludes(site{}, at)
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
