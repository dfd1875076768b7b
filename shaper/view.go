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

// View describes the possible results of a tool, under every call that the configuration
// permits. It is immutable, and belongs to one generation of the configuration.
type View struct {
	plans *plan.Cache
	calls []plan.Call // permitted calls, for documents inside a result
	loose bool        // a caller may narrow the payload by fields
	keeps bool        // an archive keeps responses that comfort rules take something from
	said  string      // dialect of the payload by the call or the configuration
	all   []*plan.Plan
}

// View returns the view of a tool before it answers. The request needs no body. The view
// covers successes and failures, all tiers and all dialects, unless the request fixes them. It
// fails if the request is at fault, with the error of [Engine.Shape].
func (e *Engine) View(req Request) (*View, error) {
	c := callOf(&req)
	if named, ok := dialects.Lookup(c.Dialect); ok && named.Layout().Carries() {
		c.Dialect = "" // it names the dialect of the envelope around the payload
	}
	v := &View{plans: e.plansOf(&req), keeps: e.archive != nil && e.archive.IsOpen()}
	c.Quiet = c.Quiet || req.AsData
	if err := v.permit(c); err != nil {
		return nil, err
	}
	for _, dialect := range dialects.All() {
		plans, err := v.plansFor(dialect, false, (*plan.Asked).Outline)
		if err != nil {
			return nil, err
		}
		v.all = append(v.all, plans...)
	}
	return v, nil
}

// plain is the dialect of a document without an envelope.
var plain envelope.Dialect = envelope.Plain{}

// mostCalls is the largest number of calls in a view. Further choices of a caller are checked
// when they come.
const mostCalls = 1 << 6

// permit lists the permitted calls, one for each choice of the caller.
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

// Caller lists the choices of a caller: fields, mode, profile.
func (v *View) Caller() []string { return v.all[0].Resolved.Caller }

// ModeNames returns the response modes of the tool, sorted.
func (v *View) ModeNames() []string {
	return v.plans.Set().Modes(v.calls[0].Server, v.calls[0].Tool)
}

// ProfileNames returns the profiles that a caller may choose, sorted: all but off.
func (v *View) ProfileNames() []string {
	return slices.DeleteFunc(v.plans.Set().ProfileNames(), func(name string) bool { return name == profiles.Off })
}

// IsOff reports whether the profile off is in force: only hiding rules act.
func (v *View) IsOff() bool { return v.all[0].Resolved.Off }

// Audits reports whether the key audit holds the comfort rules back.
func (v *View) Audits() bool { return v.all[0].Resolved.Audit }

// IsOf reports whether the view belongs to the configuration set.
func (v *View) IsOf(set *profiles.Set) bool { return v.plans.Set() == set }

// Delivery returns how a client gets the tool's output schema and the text beside its payload.
// schema is narrow, protect or drop; text is mirror, drop or summary.
func (v *View) Delivery() (schema, text string) {
	r := v.all[0].Resolved
	return r.Schema, r.Text
}

// Identity reports whether no rule changes any response. The response may then pass as it
// came, with its white space.
func (v *View) Identity() bool {
	transit := v.calls[0].Transit
	return !slices.ContainsFunc(v.all, func(p *plan.Plan) bool { return !p.IsInert() || transit && p.Resolved.Compact })
}

// Cuts reports whether a budget, a length or a limit may cut a response. With an archive,
// it also reports whether another comfort rule may take something from it. Such a response may
// hold a note.
func (v *View) Cuts() bool {
	return slices.ContainsFunc(v.all, (*plan.Plan).Cuts) || v.keeps && (v.loose || slices.ContainsFunc(v.all, (*plan.Plan).Omits))
}

// Hides reports whether a rule may hide something in a response. If so, a response that cannot
// be shaped must not pass (GUARANTEES, failure).
func (v *View) Hides() bool { return slices.ContainsFunc(v.all, (*plan.Plan).MayHide) }

// plansFor returns the possible plans for documents of a dialect, found by find. With open, the
// operator's include lists do not act.
func (v *View) plansFor(d envelope.Dialect, open bool, find func(*plan.Asked, plan.Answer) (*plan.Plan, error)) (all []*plan.Plan, err error) {
	for _, c := range v.calls {
		c.Open = open
		asked := v.plans.Ask(nil, &c)
		base, err := asked.Base()
		if err != nil {
			return nil, err
		}
		for _, answer := range answers(d, &c, base) {
			p, err := find(&asked, answer)
			if err != nil {
				return nil, err
			}
			all = append(all, p)
		}
	}
	return all, nil
}

// answers returns the possible answers of documents of a dialect.
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

// looks reports whether a document can be recognised as dialect d. If the configured dialect
// is plain, only plain and the carriers of a payload can.
func looks(d envelope.Dialect, base *plan.Plan) bool {
	return base.Resolved.Dialect != plain.Name() || d == plain || d.Layout().Carries()
}
