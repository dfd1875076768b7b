package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// The sections as hints name them.
const (
	inRoot     = "the root object"
	inProfiles = "profiles.*"
	inTools    = "tool_overrides.*"
)

// olderKeys are the keys, by section, that files of the older program hold and that have
// no effect here (RULES D12 and D15: real files load unchanged). Its comments and $schema
// are free names, its other keys are known.
var olderKeys = map[string][]string{
	inRoot:     {"version", "description", "parsing"},
	inProfiles: {"parsing"},
}

// hidingKeys are the keys that keep data from a reader. A file is refused if it misspells
// or misplaces one of them: without the key it would show what it was written to hide.
var hidingKeys = []string{
	"privacy", "drop", "mask", "detect", "on_unreadable",
	"exclude_fields", "common_exclusions", "exclude_when_tier", "include_only",
}

// synonyms are words that users of other programs write for a key.
var synonyms = []struct{ words, key string }{
	{"redact redacted redaction hide hidden secret secrets private sensitive pii", "drop"},
	{"exclude excludes excluded exclusions omit omitted remove without strip", "exclude_fields"},
	{"include includes only keep select allow", "include_only"},
	{"tools tool overrides tool_settings", "tool_overrides"},
	{"max_length max_chars max_characters truncate", "max_string"},
	{"limit max_results max_count max_rows max_elements", "max_items"},
	{"max_size size_limit", "max_bytes"},
	{"token_limit token_budget", "max_tokens"},
	{"mode default_mode", "response_mode"},
	{"modes", "response_modes"},
	{"tiers tier", "exclude_when_tier"},
	{"format envelope_format", "dialect"},
	{"default_profile", "profile"},
	{"inherits inherit base parent", "extends"},
}

// unbuiltOfClient are the keys of other sections that a client does not have yet. They
// are refused, so that no rule is accepted and ignored.
var unbuiltOfClient = []string{"budget", "max_items", "max_string"}

// home is a key and the section where it belongs.
type home struct{ key, section string }

// homes maps each key of the main sections, and each synonym of one, to the key and the
// section where it belongs.
func homes(schema *jsonschema.Schema) map[string]home {
	found := map[string]home{}
	for _, section := range []struct{ name, at string }{
		{inRoot, ""}, {"clients.*", "/$defs/client"}, {"budget", "/$defs/budget"}, {inProfiles, "/$defs/profile"}, {inTools, "/$defs/tool"},
		{"global", "/$defs/global"}, {"privacy", "/$defs/privacy"},
	} {
		for _, key := range schema.At(section.at).Properties() {
			found[key] = home{key, section.name}
		}
	}
	for _, keys := range olderKeys {
		for _, key := range keys {
			delete(found, key)
		}
	}
	for _, s := range synonyms {
		for word := range strings.FieldsSeq(s.words) {
			if _, isKey := found[word]; !isKey {
				found[word] = found[s.key]
			}
		}
	}
	return found
}

// unknownKey words a key that its section does not know. The file is refused if the key
// stands at the top level or in privacy, or if it or its value may have been meant to
// hide something. Any other key is ignored with a warning, or an error under strict.
func (f fault) unknownKey(strict bool) wording {
	if r := removedAt(f.Path); r != nil {
		return r.removed()
	}
	key, g := f.Path[len(f.Path)-1], loadGrammar()
	w := wording{message: fmt.Sprintf(`unknown key "%s"`, preview(key, 60))}
	if f.Path[0] == "clients" && slices.Contains(unbuiltOfClient, key) {
		w.message = fmt.Sprintf("%q is not supported by this version", key)
		return w
	}
	siblings, held := f.Schema.Properties(), hidingKeyIn(f.value)
	meant := home{key: words.Nearest(key, siblings)}
	if w.hint = words.DidYouMean(meant.key); w.hint == "" {
		meant = g.homes[words.Nearest(key, g.names)]
		w.hint = meant.hint(key, siblings)
		if section := g.homes[held].section; section == "privacy" || held == "privacy" || w.hint == "" && held != "" {
			w.hint = fmt.Sprintf("its %q belongs in %s", held, section)
		}
	}
	switch {
	case len(f.Path) == 1, f.Path[0] == "privacy":
		if w.hint == "" {
			w.hint = "a key of your own begins with " + extension
		}
	case !strict && held == "" && words.Nearest(key, hidingKeys) == "" && !slices.Contains(hidingKeys, meant.key):
		w.message += "; it has no effect"
		w.warning, w.ignored = true, true
	}
	return w
}

// hint tells where the key belongs that was meant; "" for none.
func (h home) hint(written string, siblings []string) string {
	switch {
	case h.key == "":
		return ""
	case slices.Contains(siblings, h.key):
		return words.DidYouMean(h.key)
	case h.key == "exclude_fields" && slices.Contains(siblings, "drop"):
		return words.DidYouMean("drop")
	case h.key == written:
		return "it belongs in " + h.section
	}
	return fmt.Sprintf("did you mean %q in %s?", h.key, h.section)
}

// hidingKeyIn returns the first hiding key, in the order of hidingKeys, that an object
// anywhere in value holds with a value that such a key may have; "" for none.
func hidingKeyIn(value any) string {
	first := len(hidingKeys)
	todo := []any{value}
	for len(todo) > 0 {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch container := last.(type) {
		case []any:
			todo = append(todo, container...)
		case map[string]any:
			for name, below := range container {
				switch below.(type) {
				case string, []any, map[string]any:
					if i := slices.Index(hidingKeys, name); i >= 0 {
						first = min(first, i)
					}
				}
				todo = append(todo, below)
			}
		}
	}
	if first == len(hidingKeys) {
		return ""
	}
	return hidingKeys[first]
}
