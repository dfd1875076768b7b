package config

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// fault is a violation of the schema.
type fault struct {
	jsonschema.Fault
	value any // at the path
}

// check compares values with the schema, as JSON text. Without values it does not even read
// the schema.
func check(values map[string]any) []fault {
	if len(values) == 0 {
		return nil
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // a value that no JSON text has
	}
	found, err := loadGrammar().schema.Validate(text)
	if err != nil {
		return tooDeepKeys(values)
	}
	faults := make([]fault, len(found))
	for i, f := range found {
		faults[i] = fault{f, valueAt(values, f.Path)}
	}
	return faults
}

// tooDeepKeys reports each key: the whole text is nested deeper than a file may be. Only
// values of a program can be.
func tooDeepKeys(values map[string]any) (all []fault) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		all = append(all, fault{Fault: jsonschema.Fault{Path: []string{key}, Keyword: "depth"}})
	}
	return all
}

// valueAt is the value at a path.
func valueAt(value any, path []string) any {
	for _, name := range path {
		switch container := value.(type) {
		case map[string]any:
			value = container[name]
		case []any:
			i, _ := strconv.Atoi(name)
			value = container[i]
		}
	}
	return value
}

// atKey reports whether it is the key that is wrong.
func (f fault) atKey() bool { return f.Keyword == "additionalProperties" }

// wording is the message for a fault.
type wording struct {
	message, hint string
	warning       bool
	ignored       bool // see Diagnostic
}

// word words a fault without quoting the value. Under strict no unknown key is
// let pass with a warning.
func (f fault) word(strict bool) wording {
	switch f.Keyword {
	case "additionalProperties":
		return f.unknownKey(strict)
	case "type":
		return wording{message: fmt.Sprintf("expected %s, got %s", strings.Join(f.Texts(), " or "), f.Type)}
	case "enum":
		known := f.Texts()
		got, _ := f.value.(string)
		return wording{message: "expected one of " + strings.Join(known, ", "), hint: words.DidYouMean(words.Nearest(got, known))}
	case "required":
		return wording{message: "missing " + strings.Join(f.Missing, ", ")}
	case "maxProperties", "maxItems":
		return wording{message: fmt.Sprintf("%d entries; at most %s are allowed", f.Count, f.Value)}
	case "depth":
		return wording{message: fmt.Sprintf("nested deeper than %d levels", maxDepth)}
	case "minLength":
		return wording{message: "must not be empty"}
	case "minimum":
		return wording{message: fmt.Sprintf("must be at least %s", f.Value)}
	case "maximum":
		return wording{message: fmt.Sprintf("must be at most %s", f.Value)}
	}
	return wording{message: `expected a duration such as "250ms"`} // only durations have a pattern
}

// prune removes the value at a path, so that the rest can be checked further. An element of a
// list leaves an empty place, since the others are known by their index. A profile leaves its
// name, since others may use it.
func prune(values map[string]any, path []string) {
	holder, key := values, path[0]
	var value any = values
	for depth, name := range path {
		switch container := value.(type) {
		case map[string]any:
			holder, key = container, name
			value = container[name]
		case []any:
			i, _ := strconv.Atoi(name)
			if depth == len(path)-1 {
				container[i] = nil
				return
			}
			value = container[i]
		}
	}
	if len(path) == 2 && path[0] == "profiles" {
		holder[key] = map[string]any{}
		return
	}
	delete(holder, key)
}

// The sections as hints name them.
const (
	inRoot     = "the root object"
	inProfiles = "profiles.*"
	inTools    = "tool_overrides.*"
)

// olderKeys are keys of the older program's files without an effect here, by section (RULES
// D12 and D15: real files load unchanged). Its comments and $schema are free names; its other
// keys are known.
var olderKeys = map[string][]string{
	inRoot:     {"version", "description", "parsing"},
	inProfiles: {"parsing"},
}

// hidingKeys are the keys that keep data from a reader. A file is refused if it misspells or
// misplaces one of them. Without the key it would show the data.
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

// unknownKey words a key that its section does not know. The file is refused if the key stands
// at the top level or in privacy, or if it or its value may be meant to hide data. Any other
// key is ignored with a warning, or is an error under strict.
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

// hidingKeyIn returns the first hiding key that an object anywhere in value holds with a
// suitable value, in the order of hidingKeys. It returns "" for none.
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

//go:embed schema.json
var schemaText []byte

// Schema returns the JSON Schema (draft 2020-12) of the configuration file:
// files are checked by it, and editors complete from it.
func Schema() []byte { return bytes.Clone(schemaText) }

// grammar is the compiled schema, with tables derived from it.
type grammar struct {
	schema   *jsonschema.Schema
	homes    map[string]home     // of the keys of the main sections, and of synonyms
	names    []string            // of homes, sorted
	telling  []string            // keys that show that a comment holds a setting
	entries  map[string][]string // keys of entries whose names users choose, by section
	booleans map[string]bool     // the keys of global that hold one value; true: a boolean
	dialects []string            // but for auto
	metadata []string            // the metadata of all envelopes
}

var loadGrammar = sync.OnceValue(func() grammar {
	schema, err := jsonschema.Compile(schemaText, jsonschema.Options{Faults: maxSize})
	if err != nil {
		panic(err)
	}
	g := grammar{schema: schema, homes: homes(schema), booleans: scalars(schema)}
	g.names = slices.Sorted(maps.Keys(g.homes))
	g.telling = slices.DeleteFunc(slices.Clone(g.names), func(name string) bool {
		isSynonym := g.homes[name].key != name && name != "exclude" && name != "include"
		return isSynonym || name == "text" || name == "schema" // a note may have it
	})
	g.entries = map[string][]string{
		"profiles":       known(schema, "profile"),
		"tool_overrides": known(schema, "tool"),
		"response_modes": known(schema, "mode"),
		"derive":         known(schema, "derive"),
		"shorten":        known(schema, "shorten"),
		"clients":        known(schema, "client"),
	}
	g.dialects = texts(schema.At("/$defs/dialect").Keyword("enum"))
	g.dialects = slices.DeleteFunc(g.dialects, func(name string) bool { return name == "auto" })
	g.metadata = texts(schema.At("/$defs/metadata").Keyword("examples"))
	return g
})

// known returns the keys that distinguish an entry of a definition from a comment.
func known(schema *jsonschema.Schema, definition string) []string {
	return texts(schema.At("/$defs/" + definition + "_keys").Keyword("enum"))
}

// scalars finds the keys of global that hold one value.
func scalars(schema *jsonschema.Schema) map[string]bool {
	const global = "/$defs/global"
	found := map[string]bool{}
	for _, name := range schema.At(global).Properties() {
		switch string(schema.At(global + "/properties/" + name).Ref().Keyword("type")) {
		case `"boolean"`:
			found[name] = true
		case `"string"`:
			found[name] = false
		}
	}
	return found
}

// texts reads a list of strings of the schema.
func texts(list []byte) (all []string) {
	if err := json.Unmarshal(list, &all); err != nil {
		panic(err)
	}
	return all
}

//go:embed starter.jsonc
var starterText []byte

// Starter returns a commented configuration file to begin with. Unchanged, it has the effect
// of the built-ins.
func Starter() []byte { return bytes.Clone(starterText) }
