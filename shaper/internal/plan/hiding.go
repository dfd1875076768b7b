package plan

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// This file lays the hiding rules over a document. Some of them guard against a document
// whose dialect is not the assumed one.

// addAnchored adds the hiding rules that do not act at any depth, rooted at the value at a path.
func (p *planner) addAnchored(at fieldmask.Path) {
	p.addHiding(at, func(kind fieldmask.Kind, path fieldmask.Path) bool {
		return !path.Roams() || kind == fieldmask.Expose
	})
}

// addEverywhere anchors privacy and tier rules at each possible payload and each possible
// place of error details. A caller can name a wrong dialect, and must not lift the rules by
// that.
func (p *planner) addEverywhere() {
	rooted := func(kind fieldmask.Kind, path fieldmask.Path) bool {
		return kind == fieldmask.Forbid && !path.Roams()
	}
	if !p.hides(rooted) { // saves making the layouts of all dialects
		return
	}
	for _, path := range append(payloads(), "") {
		p.addHiding(parsePath(path), rooted)
	}
}

// addLookalike anchors the hiding rules at the payloads and error details of a dialect. The
// document resembles that dialect but counts as plain. Hiding must not depend on this.
func (p *planner) addLookalike(d envelope.Dialect) {
	var paths []string
	for _, l := range layoutsOf(d) {
		paths = slices.Concat(paths, l.Payload, l.Detail)
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		if path != "" {
			p.addAnchored(parsePath(path))
		}
	}
}

// layoutsOf lists the layouts of a dialect: the usual one, its forms and their failures.
func layoutsOf(d envelope.Dialect) []*envelope.Layout {
	all := []*envelope.Layout{d.Layout()}
	if f, ok := d.(envelope.Former); ok {
		all = append(all, f.Forms()...)
	}
	for _, l := range slices.Clone(all) {
		if l.Failure != nil {
			all = append(all, l.Failure)
		}
	}
	return all
}

// hides reports whether is holds for at least one hiding rule.
func (p *planner) hides(is func(fieldmask.Kind, fieldmask.Path) bool) bool {
	return slices.ContainsFunc(p.resolved.Exclude, func(rule profiles.Rule) bool { return is(rule.Kind, rule.Path) }) ||
		slices.ContainsFunc(p.resolved.Redact, func(m profiles.Redaction) bool { return is(fieldmask.Forbid, m.Path) })
}

// addHiding adds the hiding rules for which is holds, rooted at a path. A redaction of a path
// counts as a rule that forbids.
func (p *planner) addHiding(at fieldmask.Path, is func(fieldmask.Kind, fieldmask.Path) bool) {
	for _, rule := range p.resolved.Exclude {
		if is(rule.Kind, rule.Path) {
			p.add(fieldmask.Rule{Kind: rule.Kind, Scope: at, Path: rule.Path, Origin: rule.Origin.String()})
			if rule.Kind == fieldmask.Forbid {
				p.addPairs(at, rule.Path)
			}
		}
	}
	for _, m := range p.resolved.Redact {
		if is(fieldmask.Forbid, m.Path) {
			redact := &Redaction{With: scan.AppendQuote(nil, []byte(m.With)), By: m.Origin.String()}
			p.attach(site{at: at}, m.Path.Everywhere(), &Acts{Redact: redact}, false)
			p.addPairs(at, m.Path)
		}
	}
}

// inAnyDialect lists the paths that any dialect has for a role, in the document itself and in
// a nested document.
func inAnyDialect(role func(*envelope.Layout) []string) (paths []string) {
	for _, d := range dialects.All() {
		paths = append(paths, role(d.Layout())...)
	}
	inside := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == "" })
	for _, d := range dialects.All() {
		for _, at := range d.Layout().Document {
			for _, path := range inside {
				paths = append(paths, at+"."+path)
			}
		}
	}
	return paths
}

// quiet returns the hiding rules of a configuration without its comfort rules.
func quiet(r *profiles.Resolved) *profiles.Resolved {
	q := *r
	q.Expand, q.DropEmptied, q.Include, q.Omit, q.Items = false, false, nil, nil, fieldmask.Path{}
	q.Limits, q.Derive, q.Elide = nil, nil, profiles.Elide{}
	q.MaxString, q.MaxItems, q.Shorten = 0, 0, nil
	q.Columns, q.TextAs = false, nil
	q.Budget, q.LowPriority, q.Ranks = profiles.Budget{}, nil, nil
	return &q
}

// secrets returns the privacy and tier rules of a configuration and nothing else.
func secrets(r *profiles.Resolved) *profiles.Resolved {
	s := &profiles.Resolved{
		Profile: r.Profile, Expand: true, Redact: r.Redact, Patterns: r.Patterns, Detection: r.Detection, Tiered: r.Tiered,
		Duplicates: r.Duplicates, DuplicatesEverywhere: r.DuplicatesEverywhere, RefuseUnreadable: r.RefuseUnreadable,
	}
	for _, rule := range r.Exclude {
		if rule.Kind == fieldmask.Forbid {
			s.Exclude = append(s.Exclude, rule)
		}
	}
	return s
}
