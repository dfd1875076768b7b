package trust

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
)

// side says of keys whether a project file without trust may use them.
type side struct {
	in    string // the objects that hold the keys, separated by spaces; * is any name
	keys  string // separated by spaces
	trust bool   // without trust the key is set aside
	only  string // trust is needed for this value alone; "" is any value
	but   string // trust is not needed for this value
	why   string
}

const (
	everySection = "global profiles.* tool_overrides.*"
	withFields   = "profiles.* tool_overrides.*"
	withDelivery = "global tool_overrides.*"
)

// sides gives every key of the schema its side. A rule that removes or shortens data is
// open. A key needs trust if it writes text into results, refuses results, gives rights to
// callers, or stores data.
var sides = []side{
	{in: "", keys: "global privacy profiles tool_overrides clients", why: "a section; its keys follow"},
	{in: "", keys: "presets", why: "omits members and folds tables, as the product says"},
	{in: "", keys: "record", trust: true, why: "stores calls and results; the home file alone may"},
	{in: "record", keys: "max_bytes ttl", trust: true, why: "stores calls and results"},
	{in: "", keys: "version description parsing", why: "has no effect"},
	{in: withDelivery, keys: "profile", why: "selects a profile, debug included; off needs trust for a tool that the home or /etc file names"},
	{in: everySection, keys: "exclude_empty_arrays exclude_empty_objects exclude_null_values exclude_default_values", why: "removes members"},
	{in: everySection, keys: "always_keep unmatched emptied", why: "limits the removals of the same file"},
	{in: everySection, keys: "duplicates", why: "the default refuses as much"},
	{in: everySection, keys: "duplicates_scope", trust: true, only: "everywhere", why: "refuses more results than the default"},
	{in: everySection, keys: "response_mode dialect", why: "selects members"},
	{in: everySection, keys: "max_string max_items shorten", why: "shortens values"},
	{in: everySection, keys: "rows", why: "selects the elements of cut lists"},
	{in: "global.shorten.* profiles.*.shorten.* tool_overrides.*.shorten.*", keys: "chars lines items", why: "shortens values"},
	{in: everySection, keys: "columns compact", why: "changes the form only"},
	{in: everySection, keys: "text_as", why: "shortens texts"},
	{in: everySection, keys: "audit", trust: true, only: "true", why: "holds rules back"},
	{in: everySection, keys: "budget", why: "its keys follow"},
	{in: "global.budget profiles.*.budget tool_overrides.*.budget", keys: "max_tokens max_bytes counter", why: "shortens results"},
	{in: "global.budget profiles.*.budget tool_overrides.*.budget clients.*", keys: "on_over", trust: true, only: "error", why: "refuses results"},
	{in: withFields, keys: "low_priority rank_by include_only", why: "selects members"},
	{in: everySection, keys: "omit_fields", why: "selects members"},
	{in: withDelivery, keys: "schema text", why: "removes a part of a result, or keeps it"},
	{in: withDelivery, keys: "caller", trust: true, why: "gives rights to callers"},
	{in: withDelivery, keys: "tools", why: "its keys follow"},
	{in: "global.tools tool_overrides.*.tools", keys: "allow deny defer drop description", why: "takes tools away or shortens their definitions; allow and deny of the home and /etc files hold beside it"},
	{in: "global.tools.description tool_overrides.*.tools.description", keys: "max first_sentence", why: "shortens definitions"},
	{in: "global", keys: "watch", why: "its keys follow"},
	{in: "global.watch", keys: "debounce max_wait poll", why: "bounded, and for this file alone"},
	{in: "global", keys: "archive", trust: true, why: "stores results"},
	{in: "global.archive", keys: "store path url prefix key_file max_bytes ttl", trust: true, why: "stores results"},
	{in: "profiles.*", keys: "extends description parsing envelope common_exclusions", why: "selects members"},
	{in: "profiles.*.envelope", keys: "include", why: "selects members, as the built-in profiles do"},
	{in: "tool_overrides.*", keys: "exclude_fields include_on_error exclude_when_tier items response_modes defaults", why: "selects members"},
	{in: "tool_overrides.*.response_modes.*", keys: "fields limits", why: "selects members"},
	{in: "tool_overrides.*", keys: "derive", trust: true, why: "writes a member into results"},
	{in: "tool_overrides.*.derive.*", keys: "from chars", trust: true, why: "writes a member into results"},
	{in: "privacy", keys: "drop mask detect", why: "hides values"},
	{in: "privacy", keys: "on_unreadable", trust: true, only: "refuse", why: "refuses results"},
	{in: "privacy.mask.*", keys: "path pattern", why: "hides values"},
	{in: "privacy.drop.*", keys: "name", why: "hides values"},
	{in: "privacy.drop.* privacy.mask.*", keys: "suffix", why: "hides values of longer names as well"},
	{in: "privacy.drop.* privacy.mask.*", keys: "exact", why: "narrows its own entry, and no rule of another file"},
	{in: "privacy.mask.*", keys: "with", trust: true, but: "[redacted]", why: "writes text into results"},
	{in: "clients.*", keys: "reads text max_tokens max_bytes counter", why: "removes a part of a result, or shortens it"},
	{in: "clients.*", keys: "validates", trust: true, only: "false", why: "lets results break their schema, so that clients refuse them"},
}

// paths returns the path of each key of a row; * is any name.
func (s side) paths() (all [][]string) {
	sections := strings.Fields(s.in)
	if len(sections) == 0 {
		sections = []string{""}
	}
	for _, section := range sections {
		for key := range strings.FieldsSeq(s.keys) {
			all = append(all, strings.FieldsFunc(section+"."+key, func(r rune) bool { return r == '.' }))
		}
	}
	return all
}

// needs reports whether a value of a row that needs trust needs it.
func (s side) needs(value any) bool {
	text := fmt.Sprint(value)
	return (s.only == "" || s.only == text) && (s.but == "" || s.but != text)
}

// Needing yields the paths of the values that need trust, an object before its keys. If the
// caller removes a value at once, nothing below it is yielded.
func Needing(values map[string]any) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, row := range sides {
			if !row.trust {
				continue
			}
			for _, pattern := range row.paths() {
				for _, path := range matching(values, pattern) {
					if row.needs(grammar.ValueAt(values, path)) && !yield(path) {
						return
					}
				}
			}
		}
	}
}

// matching returns the paths in value that a pattern matches, in the order of their names.
func matching(value any, pattern []string) (all [][]string) {
	if len(pattern) == 0 {
		return [][]string{nil}
	}
	var names []string
	switch container := value.(type) {
	case map[string]any:
		names = slices.Sorted(maps.Keys(container))
	case []any:
		for i := range container {
			names = append(names, fmt.Sprint(i))
		}
	}
	for _, name := range names {
		if pattern[0] == "*" || pattern[0] == name {
			for _, rest := range matching(grammar.ValueAt(value, []string{name}), pattern[1:]) {
				all = append(all, append([]string{name}, rest...))
			}
		}
	}
	return all
}
