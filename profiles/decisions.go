package profiles

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// decisions lists the settings in force, for explain and for config show.
func (a answer) decisions() []Decision {
	all := []Decision{
		decide("profile", a.chosen, text),
		decide("envelope.include", a.metadata, list),
		decide("include_only", a.include, masks),
		decide("always_keep", a.alwaysKeep, masks),
		decide("exclude_null_values", a.nulls, strconv.FormatBool),
		decide("exclude_empty_arrays", a.emptyArrays, strconv.FormatBool),
		decide("exclude_empty_objects", a.emptyObjects, strconv.FormatBool),
		decide("exclude_default_values", a.defaultValues, strconv.FormatBool),
		decide("unmatched", a.unmatched, text),
		decide("emptied", a.emptied, text),
		decide("duplicates", a.duplicates, text),
		decide("duplicates_scope", a.scope, text),
		decide("dialect", a.dialect, text),
		decide("max_string", a.maxString, strconv.Itoa),
		decide("max_items", a.maxItems, strconv.Itoa),
		decide("columns", a.columns, strconv.FormatBool),
		decide("compact", a.compact, strconv.FormatBool),
		decide("budget.max_tokens", a.budget.tokens, strconv.Itoa),
		decide("budget.max_bytes", a.budget.bytes, strconv.Itoa),
		decide("budget.on_over", a.budget.onOver, text),
		decide("budget.counter", a.budget.counter, text),
		decide("items", a.items, func(p fieldmask.Path) string { return cmp.Or(p.String(), Itself) }),
		decide("schema", a.schema, text),
		decide("text", a.text, text),
		decide("caller", a.caller, list),
	}
	if a.mode.name != "" {
		all = append(all, decide("response_mode", a.responseMode, text), Decision{"response_modes." + a.mode.name, masks(a.mode.fields()), a.mode.origin})
	}
	if len(a.tiers) > 0 {
		all = append(all, decide("tier", a.tier, CanonicalTier))
	}
	return made(all)
}

// made are the decisions that somebody made.
func made(all []Decision) []Decision {
	return slices.DeleteFunc(all, func(d Decision) bool { return d == Decision{} })
}

// Said is where a setting in force was said, "" where nobody did.
func (r *Resolved) Said(setting string) string {
	for _, d := range r.Decisions {
		if d.Setting == setting {
			return d.Origin.String()
		}
	}
	return ""
}

// decide is the zero Decision where nobody said anything.
func decide[T any](setting string, s said[T], spell func(T) string) Decision {
	if !s.ok {
		return Decision{}
	}
	return Decision{Setting: setting, Value: spell(s.value), Origin: s.origin}
}

func text(s string) string { return s }

func list(names []string) string { return strings.Join(names, ", ") }

func masks(rules []Rule) string {
	paths := make([]string, len(rules))
	for i, r := range rules {
		paths[i] = r.Path.String()
	}
	return list(paths)
}
