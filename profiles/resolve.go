package profiles

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Key is what a call says about itself. Empty strings say nothing.
type Key struct {
	Server  string // of the tool, where that is known
	Tool    string // in any spelling
	Tier    string // the call's, or else the envelope's own
	Profile string
	Mode    string
	Include []string // masks that replace include_only: the operator's, never the caller's
	Exclude []string // masks that join the excludes
	Fields  []string // the caller's masks, which only narrow; nil is none, an empty list an error
	IsError bool
	// Transit tells that the response passes an MCP entry point: only rules of the
	// configuration change it.
	Transit bool
	// Settings are those that the call says, as the last to say them.
	Settings Settings
}

// Resolve answers what holds for a call: the same for equal keys, whatever runs
// beside it. The error is an [*Error] that names the fault and what is known in
// its place, a [*FieldsError], or that of a [Set.Closed].
func (s *Set) Resolve(k Key) (*Resolved, error) {
	if s.closed != nil {
		return nil, s.closed
	}
	c := &compiler{dialects: s.dialects}
	call := c.call(k)
	fields := c.fields(k.Fields)
	if c.failed() {
		return nil, &Error{c.problems}
	}
	all, err := s.effective(spell(k.Server, k.Tool), &call)
	if err != nil {
		return nil, err
	}
	all.settle(&k)
	m, err := all.modeInForce(k.Tool, call.responseMode.ok)
	if err != nil && k.Tool == "" && len(all.modes) == 0 {
		err = noToolNamed(all.responseMode, declaredModes(s.tools))
	}
	if err != nil {
		return nil, err
	}
	if err := m.admits(fields); err != nil {
		return nil, err
	}
	tier := outsider(k.Tier, atCall.key("tier").origin().Pointer).or(s.tier)
	a := answer{effective: all, mode: m, fields: fields, tier: tier, isError: k.IsError}
	return a.resolved(s.privacy), nil
}

var atCall = outside("call")

// call compiles what a call says: it is the last tool entry.
func (c *compiler) call(k Key) section {
	t := Tool{Settings: k.Settings, IncludeOnly: k.Include, ExcludeFields: k.Exclude}
	if k.Profile != "" {
		t.Profile = &k.Profile
	}
	if k.Mode != "" {
		t.ResponseMode = &k.Mode
	}
	return c.tool(t, atCall)
}

func (c *compiler) fields(masks []string) []Rule {
	at := atCall.key("fields")
	if masks != nil && len(masks) == 0 {
		c.fail(at.origin(), "the list is empty; name a field, or leave it out")
	}
	return c.rules(masks, at, fieldmask.Include)
}

// effective is all that speaks to a tool, joined.
type effective struct {
	section
	chosen  said[string] // the profile
	expand  bool
	off     bool     // only hiding rules act
	applied []string // the names of the tool entries that are not built in

	envelope string // as [Resolved.Envelope]
	dense    bool   // as [Resolved.Compact]
}

// effective joins global, profile, tool entries and call. It fails where the
// profile is unknown.
func (s *Set) effective(c calling, call *section) (effective, error) {
	var entries []*section
	var applied []string
	chosen, applying := s.global.profile, s.byTool.applying(c)
	if c.vague {
		entries = s.cautions(applying)
	}
	for _, i := range applying {
		t := s.tools[i]
		entries = append(entries, &t.section)
		chosen = t.profile.or(chosen)
		if i >= s.byTool.own {
			applied = append(applied, t.name)
		}
	}
	if chosen = call.profile.or(chosen); chosen.value != Off {
		chosen = s.force.or(chosen)
	}
	if _, ok := s.profiles[chosen.value]; !ok {
		return effective{}, &Error{[]Problem{unknown(chosen.origin, "profile", chosen.value, s.ProfileNames())}}
	}
	profile, expand := s.lineage(chosen.value)
	e := effective{chosen: chosen, expand: expand, applied: applied}
	e.section = join(slices.Concat([]*section{&s.global}, profile, entries, []*section{call})...)
	switch {
	case chosen.value == Off:
		e.off = true
		e.section = e.onlyHiding(s.trusted || c.vague, call)
	case expand:
		e.common, e.settings, e.budget = nil, e.settings.showingAll(chosen.origin), budget{}
	}
	return e, nil
}

// cautions are what the other tool entries hide, whatever else they ask for.
func (s *Set) cautions(but []int) (all []*section) {
	for i, t := range s.tools {
		if slices.Contains(but, i) {
			continue
		}
		hides := section{exclude: slices.Clone(t.exclude), tiers: t.tiers}
		for _, r := range t.onError {
			r.Kind = fieldmask.Exclude
			hides.exclude = append(hides.exclude, r)
		}
		if t.profile.ok {
			lineage, _ := s.lineage(t.profile.value)
			hides.common = join(lineage...).common
		}
		all = append(all, &hides)
	}
	return all
}
