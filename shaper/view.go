package shaper

import (
	"cmp"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// View is what a tool may show under every call that the configuration permits,
// whatever it answers. It is immutable, and of one generation of the configuration.
type View struct {
	plans *plan.Cache
	calls []plan.Call // that are permitted, for the documents inside what a tool answers
	said  string      // the dialect of the payload, as the call or the configuration says
	all   []*plan.Plan
}

// View tells what a tool may show, before it answers: the request needs no body. What
// the request leaves to the response is open: whether that is a failure, of which tier
// and of which dialect it is. The error is that of a request at fault, as of
// [Engine.Shape].
func (e *Engine) View(req Request) (*View, error) {
	m := memories.Get().(*memory)
	defer m.release()
	d := e.document(m, &req, nil)
	if named, ok := dialects.Lookup(d.call.Dialect); ok && named.Layout().Carries() {
		d.call.Dialect = "" // it is that of what is around the payload
	}
	v := &View{plans: d.plans, calls: []plan.Call{d.call}}
	asked := v.plans.Ask(nil, &d.call)
	base, err := asked.Base()
	if err != nil {
		return nil, err
	}
	v.said = cmp.Or(d.call.Dialect, base.Resolved.Dialect)
	for _, dialect := range dialects.All() {
		plans, err := v.plansFor(dialect, false)
		if err != nil {
			return nil, err
		}
		v.all = append(v.all, plans...)
	}
	return v, nil
}

// Generation is that of the configuration.
func (v *View) Generation() uint64 { return v.plans.Set().Generation() }

// Identity reports whether nothing would change in any response, so that it may pass
// as it came, with its white space.
func (v *View) Identity() bool {
	return !slices.ContainsFunc(v.all, func(p *plan.Plan) bool { return !p.IsInert() })
}

// Hides reports whether something may be hidden in some response, so that none may
// pass that cannot be shaped (GUARANTEES, failure).
func (v *View) Hides() bool { return slices.ContainsFunc(v.all, (*plan.Plan).MayHide) }

// plansFor are the plans under which documents of a dialect may be shaped. open is that
// the operator's include lists have no say.
func (v *View) plansFor(d envelope.Dialect, open bool) (all []*plan.Plan, err error) {
	for _, c := range v.calls {
		c.Open = open
		asked := v.plans.Ask(nil, &c)
		base, err := asked.Base()
		if err != nil {
			return nil, err
		}
		for _, answer := range answers(d, &c, base) {
			p, err := asked.Plan(answer)
			if err != nil {
				return nil, err
			}
			all = append(all, p)
		}
	}
	return all, nil
}

// answers are what documents of a dialect may turn out to be.
func answers(d envelope.Dialect, c *plan.Call, base *plan.Plan) (all []plan.Answer) {
	if looks(d, base) {
		all = c.Answers(d, true, base.Resolved.Tiered)
	}
	if d.Name() == c.Dialect || d.Name() == base.Resolved.Dialect {
		all = append(all, c.Answers(d, false, base.Resolved.Tiered)...)
	}
	return all
}

// looks reports whether a document may be of a dialect by its own look: where it is
// said to be plain, it is none but that or what carries the payload.
func looks(d envelope.Dialect, base *plan.Plan) bool {
	return base.Resolved.Dialect != plain.Name() || d == plain || d.Layout().Carries()
}
