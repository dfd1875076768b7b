package shaper

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// This file holds what privacy and tiers do because a document may be of another
// dialect than the one that it is taken for.

// everywhere anchors what privacy and tiers hide in every place where a payload
// may be. A dialect that was named may be another than the document's, and who
// names it must not lift them so.
func (p *planner) everywhere() {
	for _, path := range places(func(l *envelope.Layout) []string { return l.Payload }) {
		p.hiding(fixed(path), func(kind fieldmask.Kind, path fieldmask.Path) bool {
			return kind == fieldmask.Forbid && !path.Roams()
		})
	}
}

// places lists where any dialect has the parts of a role, in the document itself
// and in one that is a part of it.
func places(role func(*envelope.Layout) []string) (paths []string) {
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

// foreign marks the texts that other dialects have. The document may be of one of
// them: a dialect was named that is not its own, or it is a part of a larger one.
func (p *planner) foreign(own *envelope.Layout) {
	for _, path := range places(func(l *envelope.Layout) []string { return l.Text }) {
		if !slices.Contains(own.Text, path) {
			p.part(fixed(path)).foreign = true
		}
	}
}

// secrets is what privacy and tiers hide, without anything else that is to be
// done.
func secrets(r *profiles.Resolved) *profiles.Resolved {
	s := &profiles.Resolved{
		Profile: r.Profile, Expand: true, Redact: r.Redact, Patterns: r.Patterns,
		Duplicates: r.Duplicates, DuplicatesEverywhere: r.DuplicatesEverywhere,
	}
	for _, rule := range r.Exclude {
		if rule.Kind == fieldmask.Forbid {
			s.Exclude = append(s.Exclude, rule)
		}
	}
	return s
}
