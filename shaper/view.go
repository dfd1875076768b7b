package shaper

import (
	"cmp"
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pipeline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// View is what a tool may show under every call that the configuration permits,
// whatever it answers. It is immutable, and of one generation of the configuration.
type View struct {
	plans *plan.Cache
	calls []plan.Call // that are permitted, for the documents inside what a tool answers
	loose bool        // a caller may narrow the payload by fields
	said  string      // the dialect of the payload, as the call or the configuration says
	all   []*plan.Plan
}

// View tells what a tool may show, before it answers: the request needs no body. What
// the request leaves to the response is open: whether that is a failure, of which tier
// and of which dialect it is. The error is that of a request at fault, as of
// [Engine.Shape].
func (e *Engine) View(req Request) (*View, error) {
	c := callOf(&req)
	if named, ok := dialects.Lookup(c.Dialect); ok && named.Layout().Carries() {
		c.Dialect = "" // it is that of what is around the payload
	}
	v := &View{plans: e.plansOf(&req)}
	c.Quiet = c.Quiet || req.AsData
	if err := v.permit(c); err != nil {
		return nil, err
	}
	for _, dialect := range dialects.All() {
		plans, err := v.plansFor(dialect, false)
		if err != nil {
			return nil, err
		}
		v.all = append(v.all, plans...)
	}
	return v, nil
}

// plain is the dialect of a document without an envelope.
var plain envelope.Dialect = envelope.Plain{}

// mostCalls bounds the calls that are looked at. Where a caller may choose of more, what
// is beyond is looked at as it comes.
const mostCalls = 1 << 6

// permit lists the calls that are permitted: with each choice that is the caller's.
func (v *View) permit(c plan.Call) error {
	asked := v.plans.Ask(nil, &c)
	base, err := asked.Base()
	if err != nil {
		return err
	}
	v.said = cmp.Or(c.Dialect, base.Resolved.Dialect)
	caller, set := base.Resolved.Caller, v.plans.Set()
	v.loose = slices.Contains(caller, "fields")
	names, modes := []string{c.Profile}, []string{c.Mode}
	if slices.Contains(caller, "profile") {
		names = append(names, v.ProfileNames()...)
	}
	if slices.Contains(caller, "mode") {
		modes = append(modes, set.Modes(c.Server, c.Tool)...)
	}
	for _, c.Profile = range names {
		for _, c.Mode = range modes {
			if len(v.calls) < mostCalls {
				v.calls = append(v.calls, c)
			}
		}
	}
	return nil
}

// Caller lists what a caller may choose: fields, mode, profile.
func (v *View) Caller() []string { return v.all[0].Resolved.Caller }

// ModeNames are the response modes of the tool, sorted.
func (v *View) ModeNames() []string {
	return v.plans.Set().Modes(v.calls[0].Server, v.calls[0].Tool)
}

// ProfileNames returns the profiles of which a caller may choose, sorted: all but off.
func (v *View) ProfileNames() []string {
	return slices.DeleteFunc(v.plans.Set().ProfileNames(), func(name string) bool { return name == profiles.Off })
}

// IsOff reports whether the profile off is in force: only hiding rules act.
func (v *View) IsOff() bool { return v.all[0].Resolved.Off }

// IsOf reports whether the view is of a configuration.
func (v *View) IsOf(set *profiles.Set) bool { return v.plans.Set() == set }

// Delivery says how the tool's output schema and the text beside its payload
// get to a client: schema is narrow, protect or drop, text is mirror, drop or summary.
func (v *View) Delivery() (schema, text string) {
	r := v.all[0].Resolved
	return r.Schema, r.Text
}

// Generation is that of the configuration.
func (v *View) Generation() uint64 { return v.plans.Set().Generation() }

// Identity reports whether nothing would change in any response, so that it may pass
// as it came, with its white space.
func (v *View) Identity() bool {
	transit := v.calls[0].Transit
	return !slices.ContainsFunc(v.all, func(p *plan.Plan) bool { return !p.IsInert() || transit && p.Resolved.Compact })
}

// Cuts reports whether some response may be cut: by a budget, a length or a limit.
func (v *View) Cuts() bool { return slices.ContainsFunc(v.all, (*plan.Plan).Cuts) }

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
	tiered := base.Resolved.Tiered
	switch {
	case !looks(d, base):
	case pipeline.Recognises(base.Resolved, d):
		all = c.Answers(plan.Answer{Dialect: d, Own: true}, tiered)
	case base.MayHide():
		all = c.Answers(plan.Answer{Dialect: plain, Own: true, Look: d}, tiered)
	default:
		all = c.Answers(plan.Answer{Dialect: plain, Own: true}, tiered)
	}
	if d.Name() == c.Dialect || d.Name() == base.Resolved.Dialect {
		all = append(all, c.Answers(plan.Answer{Dialect: d}, tiered)...)
	}
	return all
}

// looks reports whether a document may be of a dialect by its own look: where it is
// said to be plain, it is none but that or what carries the payload.
func looks(d envelope.Dialect, base *plan.Plan) bool {
	return base.Resolved.Dialect != plain.Name() || d == plain || d.Layout().Carries()
}
