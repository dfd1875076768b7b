package shaper

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// planner collects the rules of a plan.
type planner struct {
	plan    *plan
	rules   []fieldmask.Rule
	factual bool             // see call
	named   bool             // the dialect was named, not recognised
	items   fieldmask.Path   // the list of items in the payload, which may be one itself
	parts   map[string]*acts // of the places that the layout names, by their paths
}

// newPlan lays a resolved configuration over the envelope of a call.
func newPlan(r *profiles.Resolved, c *call) (*plan, error) {
	if c.private {
		r = secrets(r)
	}
	p := &planner{factual: c.factual, parts: map[string]*acts{}, plan: &plan{
		resolved: r, dialect: c.dialect, patterns: r.Patterns, elide: r.Elide,
		keepUnmatched: r.KeepUnmatched, dropEmptied: r.DropEmptied,
		rejectDuplicates: r.Duplicates == profiles.Reject, keepLast: r.Duplicates == profiles.Last,
		everywhere: r.DuplicatesEverywhere, isError: c.isError,
	}}
	p.plan.elides = r.Elide.Null || r.Elide.EmptyArray || r.Elide.EmptyObject || len(r.Elide.Defaults) > 0
	if !c.outline.list {
		p.items = r.Items
	}
	p.named = !isAuto(p.plan.dialectName(c.req))
	p.envelope(&c.outline)
	var err error
	p.plan.mask, err = fieldmask.Compile(p.rules...)
	return p.plan, err
}

// envelope lays the rules over the parts of an envelope. What hides things
// reaches all of it, whether the dialect knows the part or not.
func (p *planner) envelope(o *outline) {
	p.roaming()
	for _, path := range o.layout.Payload {
		p.payload(fixed(path), !o.hides(path))
	}
	for _, path := range o.layout.Detail {
		p.anchored(fixed(path))
	}
	if p.named {
		p.everywhere()
	}
	if r := secrets(p.plan.resolved); len(r.Exclude) > 0 || len(r.Redact) > 0 {
		p.foreign(o.layout)
	}
	if !slices.Contains(o.layout.Payload, "") {
		p.contract(o)
	}
}

// contract lays down what the rules may not do to an envelope: drop the parts
// that its dialect knows, where the profile shows them. What the profile hides is
// said by scopes, which do not float: a field of its name further down is another.
func (p *planner) contract(o *outline) {
	layout := o.layout
	p.part(fieldmask.Path{}).free = true
	for _, path := range o.hiddenPaths() {
		p.add(fieldmask.Rule{Kind: fieldmask.Forbid, Scope: fixed(path), Origin: p.plan.resolved.Said("envelope.include")})
	}
	for _, path := range slices.Concat(layout.Payload, layout.Detail, layout.Text, layout.Message, layout.Protocol) {
		p.known(o, fixed(path))
	}
	for _, path := range layout.Text {
		p.part(fixed(path)).text = true
	}
	for _, path := range layout.Document {
		p.part(fixed(path)).document = true
	}
	for _, path := range layout.Protocol {
		part := p.part(fixed(path))
		part.protocol, part.root = !holds(layout, path), true
	}
	for _, field := range layout.Meta {
		p.known(o, fixed(field.Path))
		p.spare(layout, field.Path)
	}
}

// holds reports whether a part of an envelope is there for what is in it. A text
// in its place is no more protocol than any other.
func holds(layout *envelope.Layout, path string) bool {
	return slices.Contains(layout.Payload, path) || slices.Contains(layout.Detail, path) ||
		slices.ContainsFunc(slices.Concat(layout.Payload, layout.Detail, layout.Protocol, layout.Message), func(other string) bool {
			return strings.HasPrefix(other, path+".") || strings.HasPrefix(other, path+"[]")
		})
}

// known guards a part of the envelope, and all that holds it.
func (p *planner) known(o *outline, path fieldmask.Path) {
	for _, at := range append(path.Above(), path) {
		if part := p.part(at); !part.known && !o.hides(at.String()) {
			part.known = true
			p.add(fieldmask.Rule{Kind: fieldmask.Guard, Path: at})
		}
	}
}

// spare lifts excludes, but not privacy and tier rules, from a metadata field
// and what is in it. They act on the details in it all the same.
func (p *planner) spare(layout *envelope.Layout, field string) {
	if slices.Contains(layout.Payload, field) || slices.Contains(layout.Detail, field) {
		return
	}
	below := "**"
	if slices.ContainsFunc(layout.Detail, func(path string) bool { return strings.HasPrefix(path, field+".") }) {
		below = ".*"
	}
	p.add(fieldmask.Rule{Kind: fieldmask.Expose, Scope: fixed(field), Path: fixed(below)})
}

// fixed parses a path of a dialect's layout; "" is the document.
func fixed(path string) fieldmask.Path {
	if path == "" {
		return fieldmask.Path{}
	}
	return fieldmask.MustParse(path)
}

func (p *planner) add(r fieldmask.Rule) { p.rules = append(p.rules, r) }

// mark attaches acts to a path below a scope; rows tells whether they hold for
// the elements of an array there.
func (p *planner) mark(scope, path fieldmask.Path, a *acts, rows bool) {
	if a.limitPath == "" {
		a.limit = -1
	}
	p.add(fieldmask.Rule{Kind: fieldmask.Mark, Scope: scope, Path: path, Value: len(p.plan.marks), Rows: rows})
	p.plan.marks = append(p.plan.marks, a)
}

// part returns the acts at a place that the layout names.
func (p *planner) part(at fieldmask.Path) *acts {
	name := at.String()
	if p.parts[name] == nil {
		p.parts[name] = &acts{}
		p.mark(at, fieldmask.Path{}, p.parts[name], false)
	}
	return p.parts[name]
}

// payload lays the rules for a payload over the place where it is.
func (p *planner) payload(at fieldmask.Path, stays bool) {
	r := p.plan.resolved
	items := at.Join(p.items)
	part := p.part(at)
	part.payload, part.free, part.root = true, true, stays
	if !p.items.IsRoot() {
		p.mark(items, fieldmask.Path{}, &acts{items: true}, false)
	}
	if !p.factual {
		p.includes(at, items)
	}
	p.anchored(at)
	if p.plan.elides {
		for _, path := range r.AlwaysKeep {
			p.mark(at, path, &acts{essential: true}, false)
		}
	}
	for _, d := range r.Elide.Defaults {
		p.mark(at, d.Path, &acts{def: scan.AppendCompact(nil, d.Value)}, false)
	}
	for _, l := range r.Limits {
		p.mark(items, l.Path, &acts{limit: l.Max, limitPath: l.Path.String(), limitBy: l.Origin.String()}, false)
	}
	if len(r.Derive) > 0 {
		p.mark(items, fieldmask.Path{}, &acts{derive: deriveList(r.Derive)}, true)
	}
}

func deriveList(from []profiles.Derived) []derived {
	var list []derived
	for _, d := range from {
		list = append(list, derived{name: d.Name, from: d.From, chars: d.Chars})
	}
	return list
}

// includes adds one layer of the mask for each include list.
func (p *planner) includes(at, items fieldmask.Path) {
	for i, layer := range p.plan.resolved.Include {
		scope := at
		if layer.AtItems {
			scope = items
		}
		for _, rule := range layer.Rules {
			p.add(fieldmask.Rule{
				Kind: fieldmask.Include, Layer: i, Scope: scope, Path: rule.Path, Origin: rule.Origin.String(),
			})
		}
	}
}

// roaming adds what hides things at any depth, all over the document.
func (p *planner) roaming() {
	p.hiding(fieldmask.Path{}, func(kind fieldmask.Kind, path fieldmask.Path) bool {
		return path.Roams() && kind != fieldmask.Expose
	})
}

// anchored adds the other rules that hide things, to the value in which they are
// rooted.
func (p *planner) anchored(at fieldmask.Path) {
	p.hiding(at, func(kind fieldmask.Kind, path fieldmask.Path) bool {
		return !path.Roams() || kind == fieldmask.Expose
	})
}

// hiding adds those of the rules that hide things for which is holds, rooted at a
// place. The redaction of a path counts as a rule that forbids.
func (p *planner) hiding(at fieldmask.Path, is func(fieldmask.Kind, fieldmask.Path) bool) {
	for _, rule := range p.plan.resolved.Exclude {
		if is(rule.Kind, rule.Path) {
			p.add(fieldmask.Rule{Kind: rule.Kind, Scope: at, Path: rule.Path, Origin: rule.Origin.String()})
		}
	}
	for _, m := range p.plan.resolved.Redact {
		if is(fieldmask.Forbid, m.Path) {
			redact := &acts{redact: scan.AppendQuote(nil, []byte(m.With)), redactBy: m.Origin.String()}
			p.mark(at, m.Path.Everywhere(), redact, false)
		}
	}
}
