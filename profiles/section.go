package profiles

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles/internal/limits"
)

// section holds the compiled rules of one part of the configuration: the global section,
// a profile, a tool entry or a call. Joined sections hold the rules of an answer.
type section struct {
	scalars
	alwaysKeep said[[]Rule]
	metadata   said[[]string] // envelope.include
	caller     said[[]string]
	include    said[[]Rule]
	items      said[fieldmask.Path]

	common   []Rule // a profile's common_exclusions
	exclude  []Rule // a tool's exclude_fields, a call's excludes, negated paths of an include list
	omit     []Rule // omit_fields
	onError  []Rule // include_on_error; its kind depends on the outcome
	tiers    []tierRule
	shorten  []Shortened
	defaults []Default
	modes    []mode
	derive   []Derived
	low      []Rule // low_priority
	ranks    []Rank
}

// tierRule is a rule that holds for callers of one tier.
type tierRule struct {
	tier string
	Rule
}

// join lays sections over each other: scalars and include lists replace, all else adds
// up. The result shares no list with the sections.
func join(sections ...*section) (all section) {
	for _, s := range sections {
		for i, said := range s.scalars { // of two limits of a budget the smaller one holds
			isLimit := setting(i) == keyMaxTokens || setting(i) == keyMaxBytes
			if said.ok && !(isLimit && all.scalars[i].ok && all.number(setting(i)) <= s.number(setting(i))) {
				all.scalars[i] = said
			}
		}
		all.alwaysKeep = s.alwaysKeep.or(all.alwaysKeep)
		all.metadata = s.metadata.or(all.metadata)
		all.caller = s.caller.or(all.caller)
		all.include = s.include.or(all.include)
		all.items = s.items.or(all.items)
		all.common = append(all.common, s.common...)
		all.exclude = append(all.exclude, s.exclude...)
		all.omit = append(all.omit, s.omit...)
		all.onError = append(all.onError, s.onError...)
		all.tiers = append(all.tiers, s.tiers...)
		all.shorten = append(all.shorten, s.shorten...)
		all.defaults = append(all.defaults, s.defaults...)
		all.modes = append(all.modes, s.modes...)
		all.derive = append(all.derive, s.derive...)
		all.low = append(all.low, s.low...)
		all.ranks = append(all.ranks, s.ranks...)
	}
	all.shorten = latest(all.shorten, func(s Shortened) string { return s.Path.String() })
	all.defaults = latest(all.defaults, func(d Default) string { return d.Path.String() })
	all.modes = latest(all.modes, func(m mode) string { return m.name })
	all.derive = latest(all.derive, func(d Derived) string { return d.Name })
	all.ranks = latest(all.ranks, func(r Rank) string { return r.List.String() })
	return all
}

// latest keeps the last entry of each key, in place.
func latest[T any](entries []T, key func(T) string) []T {
	last := make(map[string]int, len(entries))
	for i, e := range entries {
		last[key(e)] = i
	}
	kept := entries[:0]
	for i, e := range entries {
		if last[key(e)] == i {
			kept = append(kept, e)
		}
	}
	return kept
}

// section compiles a part of the configuration, given as the tool entry that says the same.
func (c *compiler) section(t Tool, at place) (s section) {
	shown, negated := c.list(t.IncludeOnly, at.key("include_only"), fieldmask.Include, true)
	if shown != nil { // a list that includes nothing counts as absent
		s.include = say(&shown, at.key("include_only"))
	}
	c.settings(&s, t.Settings, at)
	c.delivery(&s, t.Delivery, at)
	set(c, &s.scalars, keyProfile, t.Profile, at)
	if t.Items != nil {
		s.items = c.items(*t.Items, at.key("items"))
	}
	s.exclude = append(c.rules(t.ExcludeFields, at.key("exclude_fields"), fieldmask.Exclude), negated...)
	s.onError = c.rules(t.IncludeOnError, at.key("include_on_error"), fieldmask.Include)
	s.tiers = c.tiers(t.ExcludeWhenTier, at.key("exclude_when_tier"))
	s.defaults = c.defaults(t.Defaults, at.key("defaults"))
	s.modes = c.modes(t.ResponseModes, at.key("response_modes"))
	s.derive = c.derive(t.Derive, at.key("derive"))
	c.budget(&s, t.Budget, at.key("budget"))
	s.low = c.rules(t.LowPriority, at.key("low_priority"), fieldmask.Exclude)
	s.ranks = c.ranks(t.RankBy, at.key("rank_by"))
	return s
}

// profile is a compiled [Profile].
type profile struct {
	section
	extends said[string]
}

func (c *compiler) profile(p Profile, at place) *profile {
	s := c.section(Tool{Settings: p.Settings, Budget: p.Budget, IncludeOnly: p.IncludeOnly, LowPriority: p.LowPriority, RankBy: p.RankBy}, at)
	if p.Extends != nil && *p.Extends == Off {
		c.fail(at.key("extends").origin(), "the profile off cannot be extended")
	}
	if p.Envelope != nil && p.Envelope.Include != nil { // null says nothing
		list := at.key("envelope", "include")
		for i, name := range p.Envelope.Include {
			if len(c.metadata) > 0 && !slices.Contains(c.metadata, name) {
				p := unknown(list.index(i).origin(), "metadata", name, c.metadata)
				p.Warning = true
				c.report(p)
			}
		}
		names := slices.Clone(p.Envelope.Include)
		s.metadata = say(&names, list)
	}
	s.common = c.rules(p.CommonExclusions, at.key("common_exclusions"), fieldmask.Exclude)
	return &profile{section: s, extends: say(p.Extends, at.key("extends"))}
}

// Budget bounds the size of a whole response and selects the action for a larger one.
type Budget = limits.Budget

// setting is a key of the configuration that holds one value. The constants stand in the
// order of [Resolved.Decisions].
type setting uint8

const (
	keyProfile setting = iota
	keyNulls
	keyEmptyArrays
	keyEmptyObjects
	keyDefaultValues
	keyUnmatched
	keyEmptied
	keyDuplicates
	keyScope
	keyDialect
	keyMaxString
	keyMaxItems
	keyRows
	keyColumns
	keyTextAs
	keyCompact
	keyAudit
	keyMaxTokens
	keyMaxBytes
	keyOnOver
	keyCounter
	keySchema
	keyText
	keyMode
	keyReads // of a client
	keyValidates
)

// settingTable holds the name of each setting, and the words that it accepts; none: any.
var settingTable = [...]struct {
	name  string
	known []string
}{
	keyProfile:       {"profile", nil},
	keyNulls:         {"exclude_null_values", nil},
	keyEmptyArrays:   {"exclude_empty_arrays", nil},
	keyEmptyObjects:  {"exclude_empty_objects", nil},
	keyDefaultValues: {"exclude_default_values", nil},
	keyUnmatched:     {"unmatched", []string{"prune", "keep"}},
	keyEmptied:       {"emptied", []string{"keep", "drop"}},
	keyDuplicates:    {"duplicates", []string{Reject: "reject", First: "first", Last: "last"}},
	keyScope:         {"duplicates_scope", []string{"masked", "everywhere"}},
	keyDialect:       {"dialect", nil},
	keyMaxString:     {"max_string", nil},
	keyMaxItems:      {"max_items", nil},
	keyRows:          {"rows", []string{"first", "differ"}},
	keyColumns:       {"columns", nil},
	keyTextAs:        {"text_as", []string{"auto", "html", "log", "snapshot", "diff", "markdown", "code", "json"}},
	keyCompact:       {"compact", nil},
	keyAudit:         {"audit", nil},
	keyMaxTokens:     {"budget.max_tokens", nil},
	keyMaxBytes:      {"budget.max_bytes", nil},
	keyOnOver:        {"budget.on_over", []string{"ladder", limits.Refusing}},
	keyCounter:       {"budget.counter", nil},
	keySchema:        {"schema", []string{"narrow", "protect", "drop"}},
	keyText:          {"text", []string{"mirror", "drop", "summary"}},
	keyMode:          {"response_mode", nil},
	keyReads:         {"reads", []string{ReadsBoth: "both", ReadsText: "text", ReadsStructured: "structured"}},
	keyValidates:     {"validates", nil},
}

// name returns the name of the setting in its section.
func (key setting) name() string { return strings.TrimPrefix(settingTable[key].name, "budget.") }

// scalars holds the value of each setting: a bool, an int or a string.
type scalars [keyValidates + 1]said[any]

func (s *scalars) flag(key setting) bool { return s[key].value == true }

func (s *scalars) number(key setting) int {
	n, _ := s[key].value.(int)
	return n
}

func (s *scalars) text(key setting) said[string] {
	value, _ := s[key].value.(string)
	return said[string]{value, s[key].origin, s[key].ok}
}

// budget returns the limits that the settings hold.
func (s *scalars) budget() Budget {
	return Budget{
		MaxTokens: s.number(keyMaxTokens), MaxBytes: s.number(keyMaxBytes), OnOver: s.text(keyOnOver).value, Counter: s.text(keyCounter).value,
	}
}

// set reads the value of one setting. An unknown word and a number below 1 are faults.
func set[T bool | int | string](c *compiler, all *scalars, key setting, value *T, section place) {
	if value == nil {
		return
	}
	at := section.key(key.name())
	all[key] = said[any]{*value, at.origin(), true}
	switch value := any(*value).(type) {
	case int:
		if value < 1 {
			c.fail(at.origin(), "%s must be 1 or more, not %d", key.name(), value)
		}
	case string:
		known := settingTable[key].known
		if key == keyDialect && len(c.dialects) > 0 {
			known = append([]string{"auto"}, c.dialects...)
		}
		c.oneOf(value, at, known)
		if key == keyCounter && len(c.counters) > 0 && !slices.Contains(c.counters, value) {
			message, hint := words.NoCounter(value, c.counters)
			c.report(Problem{Origin: at.origin(), Message: message, Hint: hint})
		}
	}
}

// oneOf reports a value that is none of the known ones.
func (c *compiler) oneOf(value string, at place, known []string) {
	if known != nil && !slices.Contains(known, value) {
		c.report(unknown(at.origin(), "value", value, known))
	}
}

// settings compiles [Settings] into a section.
func (c *compiler) settings(all *section, s Settings, at place) {
	set(c, &all.scalars, keyEmptyArrays, s.ExcludeEmptyArrays, at)
	set(c, &all.scalars, keyEmptyObjects, s.ExcludeEmptyObjects, at)
	set(c, &all.scalars, keyNulls, s.ExcludeNullValues, at)
	set(c, &all.scalars, keyDefaultValues, s.ExcludeDefaultValues, at)
	if s.AlwaysKeep != nil {
		rules := c.rules(*s.AlwaysKeep, at.key("always_keep"), fieldmask.Include)
		all.alwaysKeep = say(&rules, at.key("always_keep"))
	}
	if s.OmitFields != nil {
		all.omit = c.rules(*s.OmitFields, at.key("omit_fields"), fieldmask.Omit)
	}
	set(c, &all.scalars, keyUnmatched, s.Unmatched, at)
	set(c, &all.scalars, keyEmptied, s.Emptied, at)
	set(c, &all.scalars, keyDuplicates, s.Duplicates, at)
	set(c, &all.scalars, keyScope, s.DuplicatesScope, at)
	set(c, &all.scalars, keyMode, s.ResponseMode, at)
	set(c, &all.scalars, keyDialect, s.Dialect, at)
	set(c, &all.scalars, keyMaxString, s.MaxString, at)
	set(c, &all.scalars, keyMaxItems, s.MaxItems, at)
	set(c, &all.scalars, keyRows, s.Rows, at)
	if s.Shorten != nil {
		all.shorten = c.shorten(*s.Shorten, at.key("shorten"))
	}
	set(c, &all.scalars, keyColumns, s.Columns, at)
	set(c, &all.scalars, keyCompact, s.Compact, at)
	set(c, &all.scalars, keyAudit, s.Audit, at)
	if s.TextAs != nil {
		for i, kind := range *s.TextAs {
			c.oneOf(kind, at.key("text_as").index(i), settingTable[keyTextAs].known)
		}
		all.scalars[keyTextAs] = said[any]{list(*s.TextAs), at.key("text_as").origin(), true}
	}
}

// delivery compiles [Delivery] into a section.
func (c *compiler) delivery(all *section, d Delivery, at place) {
	set(c, &all.scalars, keySchema, d.Schema, at)
	set(c, &all.scalars, keyText, d.Text, at)
	if d.Caller == nil {
		return
	}
	choices := []string{"fields", "mode", "profile"}
	for i, name := range *d.Caller {
		switch at := at.key("caller").index(i); {
		case slices.Contains((*d.Caller)[:i], name) && slices.Contains(choices, name):
			c.warn(at.origin(), "no effect: %q is in the list already", name)
		default:
			c.oneOf(name, at, choices)
		}
	}
	names := slices.Clone(*d.Caller)
	all.caller = say(&names, at.key("caller"))
}

// budget compiles a [Budget] into a section. Zero and "" say nothing.
func (c *compiler) budget(all *section, b *Budget, at place) {
	if b == nil {
		return
	}
	for i, n := range []int{b.MaxTokens, b.MaxBytes} {
		key := keyMaxTokens + setting(i)
		switch at := at.key(key.name()); {
		case n < 0:
			c.fail(at.origin(), "must be 1 or more, not %d", n)
		case n > 0:
			all.scalars[key] = said[any]{n, at.origin(), true}
		}
	}
	for i, word := range []string{b.OnOver, b.Counter} {
		if word != "" {
			set(c, &all.scalars, keyOnOver+setting(i), &word, at)
		}
	}
}
