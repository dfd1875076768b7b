package profiles

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// settings is a compiled [Settings].
type settings struct {
	emptyArrays, emptyObjects, nulls, defaultValues              said[bool]
	columns, compact                                             said[bool]
	alwaysKeep                                                   said[[]Rule]
	unmatched, emptied, duplicates, scope, responseMode, dialect said[string]
	maxString, maxItems                                          said[int]
	shorten                                                      []Shortened
}

func (c *compiler) settings(s Settings, at place) settings {
	return settings{
		emptyArrays:   say(s.ExcludeEmptyArrays, at.key("exclude_empty_arrays")),
		emptyObjects:  say(s.ExcludeEmptyObjects, at.key("exclude_empty_objects")),
		nulls:         say(s.ExcludeNullValues, at.key("exclude_null_values")),
		defaultValues: say(s.ExcludeDefaultValues, at.key("exclude_default_values")),
		alwaysKeep:    c.alwaysKeep(s.AlwaysKeep, at.key("always_keep")),
		unmatched:     c.oneOf(s.Unmatched, at, "unmatched", "prune", "keep"),
		emptied:       c.oneOf(s.Emptied, at, "emptied", "keep", "drop"),
		duplicates:    c.oneOf(s.Duplicates, at, "duplicates", "reject", "first", "last"),
		scope:         c.oneOf(s.DuplicatesScope, at, "duplicates_scope", "masked", "everywhere"),
		responseMode:  say(s.ResponseMode, at.key("response_mode")),
		dialect:       c.dialect(s.Dialect, at),
		maxString:     c.atLeastOne(s.MaxString, at, "max_string"),
		maxItems:      c.atLeastOne(s.MaxItems, at, "max_items"),
		shorten:       c.shorten(s.Shorten, at.key("shorten")),
		columns:       say(s.Columns, at.key("columns")),
		compact:       say(s.Compact, at.key("compact")),
	}
}

// over returns what holds when s speaks after base.
func (s settings) over(base settings) settings {
	return settings{
		emptyArrays:   s.emptyArrays.or(base.emptyArrays),
		emptyObjects:  s.emptyObjects.or(base.emptyObjects),
		nulls:         s.nulls.or(base.nulls),
		defaultValues: s.defaultValues.or(base.defaultValues),
		alwaysKeep:    s.alwaysKeep.or(base.alwaysKeep),
		unmatched:     s.unmatched.or(base.unmatched),
		emptied:       s.emptied.or(base.emptied),
		duplicates:    s.duplicates.or(base.duplicates),
		scope:         s.scope.or(base.scope),
		responseMode:  s.responseMode.or(base.responseMode),
		dialect:       s.dialect.or(base.dialect),
		maxString:     s.maxString.or(base.maxString),
		maxItems:      s.maxItems.or(base.maxItems),
		columns:       s.columns.or(base.columns),
		compact:       s.compact.or(base.compact),
		shorten:       latest(slices.Concat(base.shorten, s.shorten), func(s Shortened) string { return s.Path.String() }),
	}
}

// showingAll is s where the profile at origin shows all, as it is: nothing is elided, shortened or
// folded.
func (s settings) showingAll(origin Origin) settings {
	off := said[bool]{origin: origin, ok: true}
	s.emptyArrays, s.emptyObjects, s.nulls, s.defaultValues = off, off, off, off
	s.maxString, s.maxItems, s.shorten = said[int]{}, said[int]{}, nil
	s.columns = said[bool]{}
	return s
}

func (c *compiler) alwaysKeep(names *[]string, at place) said[[]Rule] {
	if names == nil {
		return said[[]Rule]{}
	}
	rules := c.rules(*names, at, fieldmask.Include)
	return say(&rules, at)
}

func (c *compiler) oneOf(value *string, section place, key string, known ...string) said[string] {
	at := section.key(key)
	if value != nil && !slices.Contains(known, *value) {
		c.report(unknown(at.origin(), "value", *value, known))
	}
	return say(value, at)
}

func (c *compiler) atLeastOne(value *int, section place, key string) said[int] {
	at := section.key(key)
	if value != nil && *value < 1 {
		c.fail(at.origin(), "%s must be 1 or more, not %d", key, *value)
	}
	return say(value, at)
}

func (c *compiler) dialect(name *string, section place) said[string] {
	if len(c.dialects) == 0 {
		return say(name, section.key("dialect"))
	}
	return c.oneOf(name, section, "dialect", append([]string{"auto"}, c.dialects...)...)
}
