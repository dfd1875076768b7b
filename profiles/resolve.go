package profiles

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles/internal/toollist"
	"github.com/seed-7aa78ce4/shape/profiles/internal/toolname"
)

// Key describes a call. Empty strings say nothing.
type Key struct {
	Server  string // of the tool, if it is known
	Tool    string // in any spelling
	Tier    string // the call's, or else the envelope's own
	Profile string
	Mode    string
	Include []string // masks that replace include_only: the operator's, never the caller's
	Exclude []string // masks that join the excludes
	Fields  []string // the caller's masks, only able to narrow; nil is none, an empty list an error
	IsError bool
	// Transit tells that the response passes an MCP entry point: only rules of the
	// configuration change it.
	Transit bool
	// Settings are those of the call. They replace those of all sections.
	Settings Settings
}

// Resolve returns the rules that hold for a call. Equal keys give equal answers. The
// error is an [*Error] that names the fault and the known values, a [*FieldsError], or
// that of [Set.Closed].
func (s *Set) Resolve(k Key) (*Resolved, error) {
	if s.closed != nil {
		return nil, s.closed
	}
	c := &compiler{dialects: s.dialects}
	call := c.call(k)
	var fields []Rule
	if k.Fields != nil {
		fields = c.fields(k.Fields)
	}
	if c.failed() {
		return nil, &Error{c.all}
	}
	spelled := toolname.Spell(k.Server, k.Tool)
	a, err := s.answer(spelled, &call)
	if err != nil {
		return nil, err
	}
	m, err := a.modeInForce(k.Tool, call.scalars[keyMode].ok)
	if err != nil && k.Tool == "" && len(a.all.modes) == 0 {
		err = &Error{[]Problem{{
			Origin:  a.all.text(keyMode).origin,
			Message: "no tool is named, and response modes belong to tools; known modes: " + words.Abridge(declaredModes(s.tools)),
			Hint:    NameTheTool,
		}}}
	}
	if err == nil {
		err = m.admits(fields)
	}
	if err != nil {
		return nil, err
	}
	tier := outsider(k.Tier, atCall.key("tier").origin().Pointer).or(s.tier)
	a.call, a.mode, a.tier, a.lists = spelled, m, tier, &s.lists
	all, rooted := &a.all, a.all.alwaysKeep.value
	if k.IsError {
		rooted = slices.Concat(rooted, all.onError)
	}
	r := &Resolved{
		Profile:              all.text(keyProfile).value,
		Tools:                a.applied,
		Expand:               a.expand,
		Metadata:             all.metadata.value,
		Include:              all.layers(m, fields, rooted),
		Rooted:               rooted,
		Exclude:              all.excludes(s.privacy.forbid, tier.value, k.IsError),
		Omit:                 all.omit,
		Redact:               s.privacy.redact,
		Patterns:             s.privacy.patterns,
		Detection:            s.privacy.detect,
		Tiered:               len(all.tiers) > 0,
		OnError:              len(all.onError) > 0,
		RefuseUnreadable:     s.privacy.refuse,
		Elide:                Elide{Null: all.flag(keyNulls), EmptyArray: all.flag(keyEmptyArrays), EmptyObject: all.flag(keyEmptyObjects)},
		KeepUnmatched:        all.text(keyUnmatched).value == "keep",
		DropEmptied:          all.text(keyEmptied).value == "drop",
		Duplicates:           Duplicates(max(slices.Index(settingTable[keyDuplicates].known, all.text(keyDuplicates).value), 0)),
		DuplicatesEverywhere: all.text(keyScope).value == "everywhere",
		Dialect:              all.text(keyDialect).value,
		Schema:               all.text(keySchema).value,
		Text:                 all.text(keyText).value,
		Caller:               all.caller.value,
		Mode:                 m.name,
		Items:                all.items.value,
		Limits:               m.content().limits,
		MaxString:            all.number(keyMaxString),
		MaxItems:             all.number(keyMaxItems),
		Differ:               all.text(keyRows).value == "differ",
		Shorten:              all.shorten,
		Columns:              all.flag(keyColumns),
		TextAs:               strings.FieldsFunc(all.text(keyTextAs).value, func(r rune) bool { return r == ',' || r == ' ' }),
		Compact:              !k.Transit && !a.off,
		Off:                  a.off,
		Audit:                a.audits,
		Envelope:             a.envelope(&k),
		Budget:               all.budget(),
		LowPriority:          all.low,
		Ranks:                all.ranks,
		decisions:            sync.OnceValue(a.decisions),
	}
	if len(all.derive) > 0 {
		r.Derive = all.derived(m, fields)
	}
	if len(r.Include) > 0 { // a list of fields that stay replaces a preset's list of those that go
		r.Omit = r.Omit[min(a.presetOmits, len(r.Omit)):]
	}
	if said := all.scalars[keyCompact]; said.ok && !(k.Transit && a.expand) {
		r.Compact = said.value == true
	}
	if all.flag(keyDefaultValues) {
		r.Elide.Defaults = all.defaults
	}
	for _, keep := range all.alwaysKeep.value {
		r.AlwaysKeep = append(r.AlwaysKeep, keep.Path)
	}
	return r, nil
}

var atCall = outside("call")

// call compiles the rules of a call: it is the last tool entry.
func (c *compiler) call(k Key) section {
	t := Tool{Settings: k.Settings, IncludeOnly: k.Include, ExcludeFields: k.Exclude}
	if k.Profile != "" {
		t.Profile = &k.Profile
	}
	if k.Mode != "" {
		t.ResponseMode = &k.Mode
	}
	return c.section(t, atCall)
}

func (c *compiler) fields(masks []string) []Rule {
	at := atCall.key("fields")
	if len(masks) == 0 {
		c.fail(at.origin(), "the list is empty; name a field, or leave it out")
	}
	return c.rules(masks, at, fieldmask.Include)
}

// answer holds the sections that speak to a tool, joined.
type answer struct {
	all         section
	expand      bool     // as [Resolved.Expand]
	audits      bool     // as [Resolved.Audit]
	preset      Decision // zero if no preset fits
	presetOmits int      // of all.omit, the first ones
	applied     []string // the names of the tool entries that are not built in
	call        toolname.Call
	mode        mode
	tier        said[string]
	lists       *toollist.Lists
	off         bool // only hiding rules act
}

// answer joins global, profile, tool entries and call. An unknown profile is an error.
func (s *Set) answer(c toolname.Call, call *section) (answer, error) {
	var entries []*section
	a, base := answer{}, &builtins().global
	profile, applying := s.global.text(keyProfile).or(base.text(keyProfile)), s.byTool.Applying(c)
	if c.Vague {
		entries = s.cautions(applying)
	}
	for _, i := range applying {
		t := s.tools[i]
		entries = append(entries, &t.section)
		profile = t.text(keyProfile).or(profile)
		if i >= s.byTool.Own {
			a.applied = append(a.applied, t.name)
		}
	}
	if profile = call.text(keyProfile).or(profile); profile.value != Off {
		profile = s.force.or(profile)
	}
	if _, ok := s.profiles[profile.value]; !ok {
		return a, &Error{[]Problem{unknown(profile.origin, "profile", profile.value, s.ProfileNames())}}
	}
	var lineage []*section
	lineage, a.expand = s.lineage(profile.value)
	if s.preset.ok {
		base = a.below(s, c, base)
	}
	all := join(slices.Concat([]*section{base, &s.global}, lineage, entries, []*section{call})...)
	a.audits = all.flag(keyAudit) && profile.value != Off
	a.off = a.audits || profile.value == Off
	switch {
	case a.off:
		hides := section{tiers: all.tiers, exclude: call.exclude}
		if s.trusted || c.Vague {
			hides.exclude, hides.onError = all.exclude, all.onError
		}
		if a.audits {
			a.expand, hides.scalars[keyAudit] = false, all.scalars[keyAudit]
			if s.trusted {
				hides.common = all.common
			}
		}
		usual := &builtins().global.scalars
		hides.scalars[keyDuplicates], hides.scalars[keyScope] = all.scalars[keyDuplicates], all.scalars[keyScope]
		hides.scalars[keySchema], hides.scalars[keyText] = usual[keySchema], usual[keyText]
		all, a.preset = hides, Decision{}
	case a.expand: // all of it shows as it is
		for _, key := range []setting{keyEmptyArrays, keyEmptyObjects, keyNulls, keyDefaultValues} {
			all.scalars[key] = said[any]{false, profile.origin, true}
		}
		for _, key := range []setting{keyMaxString, keyMaxItems, keyRows, keyColumns, keyTextAs, keyMaxTokens, keyMaxBytes, keyOnOver, keyCounter} {
			all.scalars[key] = said[any]{}
		}
		all.common, all.omit, all.shorten = nil, nil, nil
	}
	all.scalars[keyProfile] = said[any]{profile.value, profile.origin, profile.ok}
	a.all = all
	return a, nil
}

// cautions returns the hiding rules of all entries but some, whatever else they ask for.
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
		if profile := t.text(keyProfile); profile.ok {
			lineage, _ := s.lineage(profile.value)
			hides.common = join(lineage...).common
		}
		all = append(all, &hides)
	}
	return all
}

// layers returns the include lists in force. Each list that starts at the payload root
// includes rooted.
func (s *section) layers(m mode, fields, rooted []Rule) (layers []Layer) {
	atItems := rooted
	if !s.items.value.IsRoot() {
		atItems = nil
	}
	if s.include.ok {
		layers = append(layers, Layer{Name: "include_only", Origin: s.include.origin, Rules: slices.Concat(s.include.value, rooted)})
	}
	if m.name != "" {
		layers = append(layers, Layer{Name: "response_mode", AtItems: true, Origin: m.origin, Rules: slices.Concat(m.content().fields, atItems)})
	}
	if len(fields) > 0 {
		layers = append(layers, Layer{Name: "fields", AtItems: true, Origin: fields[0].Origin, Rules: slices.Concat(fields, atItems)})
	}
	return layers
}

// derived returns the derived fields that the mode and the caller's fields show. Without
// a mode, a field that is derived for modes does not come.
func (s *section) derived(m mode, fields []Rule) (all []Derived) {
	for _, d := range s.derive {
		byMode := len(s.modes) == 0 || mayShow(m.content().fields, d.Name)
		if byMode && (fields == nil || mayShow(fields, d.Name)) {
			all = append(all, d)
		}
	}
	return all
}

// excludes joins every hiding rule, the strongest first.
func (s *section) excludes(forbid []Rule, tier string, isError bool) []Rule {
	rules := slices.Clone(forbid)
	for _, t := range s.tiers {
		if t.tier == CanonicalTier(tier) {
			rules = append(rules, t.Rule)
		}
	}
	rules = append(append(rules, s.common...), s.exclude...)
	for _, r := range s.onError {
		r.Kind = fieldmask.Exclude
		if isError {
			r.Kind = fieldmask.Expose
		}
		rules = append(rules, r)
	}
	return rules
}

// envelope returns [Resolved.Envelope]. In transit an envelope is recognised if an entry
// names the tool, the configuration names its dialect, or the server has one of its own.
func (a *answer) envelope(k *Key) string {
	// The name of such an entry has more than wildcards, separators and the prefix mcp_.
	namesTool := func(entry string) bool { return strings.Trim(strings.TrimPrefix(entry, "mcp_"), "*._") != "" }
	const none = "plain"
	dialect := a.all.text(keyDialect).value
	switch {
	case a.off:
		return none
	case !k.Transit, slices.ContainsFunc(a.applied, namesTool):
		return ""
	case !slices.Contains([]string{"", "auto", "mcp", "jsonrpc"}, dialect):
		return dialect
	}
	return cmp.Or(toolname.Envelope(k.Server, k.Tool), none)
}
