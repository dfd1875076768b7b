package plan

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// planner collects the rules and marks of a plan.
type planner struct {
	resolved   *profiles.Resolved
	answer     Answer
	layout     *envelope.Layout
	named      bool // the dialect was named, not recognised
	fromClient bool // see [Call]
	quiet      bool
	budgeted   bool
	paired     bool           // see [Plan.Paired]
	items      fieldmask.Path // the list of items in the payload; the root if it is the payload
	rules      []fieldmask.Rule
	acts       []*Acts
	parts      map[place]*Acts // of the places that the layout names
}

// newPlan returns the plan of a resolved configuration for an answer. It is compiled on first
// use, since most plans of a [shaper.View] are never used.
//
// A payload that is an array is its own list of items. This is known only when the pass
// reaches it. So there are two masks with equal numbers of rules and marks; the second has
// additional rules at its end. The pass changes to the second mask at a payload that is an
// array.
func newPlan(r *profiles.Resolved, c *Call, a Answer, patterns *censor) *Plan {
	if c.Private {
		r = secrets(r)
	}
	if c.Open || c.Quiet || c.Uncut {
		own := *r
		r = &own
	}
	if c.Open { // the include lists and omit_fields of the operator go
		r.Include, r.Omit = slices.DeleteFunc(slices.Clone(r.Include), profiles.Layer.IsOperators), nil
	}
	if c.Quiet { // the hiding rules stay
		r.Expand, r.DropEmptied, r.Include, r.Omit, r.Items = false, false, nil, nil, fieldmask.Path{}
		r.Derive, r.Elide = nil, profiles.Elide{}
		r.Budget, r.LowPriority, r.Ranks = profiles.Budget{}, nil, nil
	}
	if c.Quiet || c.Uncut { // JSON pointers lead through whole lists
		r.Limits, r.Shorten, r.MaxString, r.MaxItems = nil, nil, 0, 0
		r.Columns, r.TextAs = false, nil
	}
	draft := draftOf(r, c, a)
	p := &Plan{decided: decided{
		Resolved: r, Dialect: a.Dialect, Elides: elides(r.Elide), IsError: a.IsError, Budgeted: draft.budgeted,
		Notes: draft.notes(), answer: a,
	}}
	p.words = sync.OnceValue(p.makeWords)
	p.compiled = sync.OnceValue(func() error { return p.compile(draft, patterns) })
	return p
}

// draftOf returns the planner of a plan, without rules.
func draftOf(r *profiles.Resolved, c *Call, a Answer) planner {
	return planner{
		resolved: r, answer: a, layout: a.Layout, named: !IsAuto(cmp.Or(c.Dialect, r.Dialect)), fromClient: c.FromClient,
		quiet: c.Quiet || r.Off, budgeted: !r.Off && c.Budgeted || r.Budget.IsThere(),
	}
}

// compile lays the rules over the envelope and compiles them.
func (p *Plan) compile(draft planner, patterns *censor) (err error) {
	p.Next = new([MaxNesting + 1][Beginnings]atomic.Pointer[Plan])
	items := p.Resolved.Items
	whole := draft.lay(items)
	p.acts, p.Paired = whole.acts, whole.paired
	if p.Hiding, err = newHiding(p.Resolved, patterns); err != nil {
		return err
	}
	if p.Mask, err = fieldmask.Compile(whole.rules...); err != nil || items.IsRoot() {
		return err
	}
	own := draft.lay(fieldmask.Path{})
	own.addOwnList()
	lists, err := fieldmask.Compile(own.rules...)
	if err != nil {
		return err
	}
	for _, path := range whole.layout.Payload {
		if !slices.Contains(whole.layout.Document, path) { // a document has a plan of its own
			whole.part(parsePath(path)).Lists = stateAt(lists.Root(), path)
		}
	}
	return nil
}

// lay lays the rules for a list of items over the parts of an envelope. Hiding rules reach all
// of it, even parts that the dialect does not know.
func (p planner) lay(items fieldmask.Path) *planner {
	p.items, p.parts = items, map[place]*Acts{}
	p.addHiding(fieldmask.Path{}, func(kind fieldmask.Kind, path fieldmask.Path) bool {
		return path.Roams() && kind != fieldmask.Expose
	})
	for _, path := range p.layout.Payload {
		p.addPayload(parsePath(path))
	}
	for _, path := range p.layout.Detail {
		p.addAnchored(parsePath(path))
	}
	if p.named {
		p.addEverywhere()
	}
	if p.answer.Look != nil {
		p.addLookalike(p.answer.Look)
	}
	if !slices.Contains(p.layout.Payload, "") {
		p.addContract()
	}
	if notes := p.notes(); notes != nil { // rules leave notes on cuts alone
		for _, path := range notes.Lists {
			p.part(parsePath(path)).Roles |= Note
		}
	}
	return &p
}

// stateAt returns the state at a dotted path below s.
func stateAt(s *fieldmask.State, path string) *fieldmask.State {
	for path != "" {
		var name string
		name, path, _ = strings.Cut(path, ".")
		s = s.Member([]byte(name))
	}
	return s
}

// parsePath parses a path of a layout; "" is the document.
func parsePath(path string) fieldmask.Path {
	if path == "" {
		return fieldmask.Path{}
	}
	if known, ok := parsed.Load(path); ok {
		return known.(fieldmask.Path)
	}
	known := fieldmask.MustParse(path)
	parsed.Store(path, known)
	return known
}

// parsed caches the paths of layouts, since parsing took half the time of making a plan. The
// layouts bound its size.
var parsed sync.Map

// attach attaches acts to a path from a site on. rows applies them to the elements of an array
// there.
func (p *planner) attach(s site, path fieldmask.Path, a *Acts, rows bool) {
	if a.Limit.Path == "" {
		a.Limit.Max = -1
	}
	p.rules = append(p.rules, fieldmask.Rule{Kind: fieldmask.Mark, Scope: s.at, Of: s.of, Path: path, Value: len(p.acts), Rows: rows})
	p.acts = append(p.acts, a)
}

// attachReported attaches acts to a configured path. Reports name the rule if the path matches
// nothing.
func (p *planner) attachReported(s site, path fieldmask.Path, a *Acts, by profiles.Origin) {
	p.attach(s, path, a, false)
	p.rules[len(p.rules)-1].Origin = by.String()
}

// part returns the acts at a place of the layout.
func (p *planner) part(at fieldmask.Path) *Acts { return p.partOf(site{}, at) }

// partOf returns the acts at a place of the layout, from a site on.
func (p *planner) partOf(s site, at fieldmask.Path) *Acts {
	name := place{s.at.String(), s.of, at.String()}
	if p.parts[name] == nil {
		p.parts[name] = &Acts{}
		p.attach(s, at, p.parts[name], false)
	}
	return p.parts[name]
}

// place is the key of a place that a layout names.
type place struct {
	at   string
	of   int
	path string
}

// addPayload lays the rules for the payload at a path.
func (p *planner) addPayload(at fieldmask.Path) {
	r := p.resolved
	items := at.Join(p.items)
	p.part(at).Roles |= Payload | Free | Stays
	if !r.Items.IsRoot() {
		p.attach(site{at: items}, fieldmask.Path{}, &Acts{Roles: Items}, false)
	}
	if !p.answer.Factual {
		for i, layer := range r.Include {
			scope := at
			if layer.AtItems {
				scope = items
			}
			p.addInclude(i, scope, layer.Rules)
		}
		if len(r.Omit) > 0 {
			p.addOmit(at)
		}
	}
	p.addAnchored(at)
	if elides(r.Elide) {
		for _, path := range r.AlwaysKeep {
			p.attach(site{at: at}, path, &Acts{Roles: Essential}, false)
		}
	}
	for _, d := range r.Elide.Defaults {
		p.attach(site{at: at}, d.Path, &Acts{Default: scan.AppendCompact(nil, d.Value)}, false)
	}
	for _, l := range r.Limits {
		p.attach(site{at: items}, l.Path, &Acts{Limit: Limit{
			Max: l.Max, Path: inRows(p.items, l.Path), InRow: l.Mask(), By: l.Origin.String(), Rule: ByMode,
		}}, false)
	}
	for _, s := range r.Shorten {
		a := &Acts{Text: textOf(s)}
		if s.Items > 0 {
			path := s.Mask()
			a.Limit = Limit{Max: s.Items, Path: path, InRow: path, By: s.Origin.String(), Rule: ByShorten}
		}
		p.attachReported(site{at: at}, s.Path, a, s.Origin)
	}
	for _, low := range r.LowPriority {
		p.attachReported(site{at: at}, low.Path, &Acts{Roles: Low}, low.Origin)
	}
	for _, rank := range r.Ranks {
		p.attachReported(site{at: at}, rank.List, &Acts{Rank: rank.By}, rank.Origin)
	}
	var derived []Derived
	for _, d := range r.Derive {
		derived = append(derived, Derived{Name: d.Name, From: d.From, Chars: d.Chars})
	}
	if len(derived) > 0 {
		p.attach(site{at: items}, fieldmask.Path{}, &Acts{Derive: derived}, true)
	}
}

// addOmit adds omit_fields for the payload at a path.
func (p *planner) addOmit(at fieldmask.Path) {
	for _, rule := range p.resolved.Omit {
		p.rules = append(p.rules, fieldmask.Rule{Kind: fieldmask.Omit, Scope: at, Path: rule.Path, Origin: rule.Origin.String()})
	}
	for _, rule := range p.resolved.Rooted {
		p.rules = append(p.rules, fieldmask.Rule{Kind: fieldmask.Spare, Scope: at, Path: rule.Path})
	}
}

// inRows spells a path in the items as a path from the payload.
func inRows(items, path fieldmask.Path) string {
	switch {
	case items.IsRoot():
		return cmp.Or(path.String(), profiles.Itself)
	case path.IsRoot():
		return items.String()
	}
	return strings.TrimSuffix(items.String(), "[]") + "[]." + strings.TrimPrefix(path.String(), ".")
}

// addOwnList extends the include layers at the items for a payload that is the list itself.
func (p *planner) addOwnList() {
	if p.answer.Factual {
		return
	}
	for i, layer := range p.resolved.Include {
		for _, path := range p.layout.Payload {
			if layer.AtItems {
				p.addInclude(i, parsePath(path), p.resolved.Rooted)
			}
		}
	}
}

func (p *planner) addInclude(layer int, scope fieldmask.Path, rules []profiles.Rule) {
	for _, rule := range rules {
		p.rules = append(p.rules, fieldmask.Rule{
			Kind: fieldmask.Include, Layer: layer, Scope: scope, Path: rule.Path, Origin: rule.Origin.String(),
		})
	}
}
