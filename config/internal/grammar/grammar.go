// Package grammar checks the values of a configuration against its schema. It words the
// faults, and it knows the keys: free ones, hiding ones, removed ones, and those of sections
// with names that users choose.
package grammar

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// MaxDepth is the most levels that a configuration may be nested.
const MaxDepth = 1000

// maxFaults bounds the faults of one text: a larger number than a file has room for.
const maxFaults = 1 << 20

// Fault is a value that the schema refuses.
type Fault struct {
	Path    []string
	AtKey   bool // the key is wrong, not its value
	Message string
	Hint    string
	Warning bool // the rest of the configuration is usable
	Ignored bool // an unknown key without effect
}

// Validate checks values against the schema, and removes the faulty ones. With strict no
// unknown key is a warning. Without values it does not even read the schema.
func Validate(values map[string]any, strict bool) (faults []Fault) {
	for _, f := range check(values) {
		w := f.word(strict)
		w.Path, w.AtKey = f.Path, f.Keyword == "additionalProperties"
		faults = append(faults, w)
		prune(values, f.Path)
	}
	return faults
}

// fault is a violation of the schema.
type fault struct {
	jsonschema.Fault
	value any // at the path
}

// check compares values with the schema, as JSON text.
func check(values map[string]any) (faults []fault) {
	if len(values) == 0 {
		return nil
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // a value that no JSON text has
	}
	found, err := Load().Schema.Validate(text)
	if err != nil { // nested too deep, as only values of a program can be: each key is reported
		for _, key := range slices.Sorted(maps.Keys(values)) {
			found = append(found, jsonschema.Fault{Path: []string{key}, Keyword: "depth"})
		}
	}
	for _, f := range found {
		faults = append(faults, fault{f, ValueAt(values, f.Path)})
	}
	return faults
}

// ValueAt is the value at a path.
func ValueAt(value any, path []string) any {
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

// word words a fault without quoting the value.
func (f fault) word(strict bool) Fault {
	switch f.Keyword {
	case "additionalProperties":
		return f.unknownKey(strict)
	case "type":
		return Fault{Message: fmt.Sprintf("expected %s, got %s", strings.Join(f.Texts(), " or "), f.Type)}
	case "enum":
		known := f.Texts()
		got, _ := f.value.(string)
		return Fault{Message: "expected one of " + strings.Join(known, ", "), Hint: words.DidYouMean(words.Nearest(got, known))}
	case "required":
		return Fault{Message: "missing " + strings.Join(f.Missing, ", ")}
	case "maxProperties", "maxItems":
		return Fault{Message: fmt.Sprintf("%d entries; at most %s are allowed", f.Count, f.Value)}
	case "depth":
		return Fault{Message: fmt.Sprintf("nested deeper than %d levels", MaxDepth)}
	case "minLength":
		return Fault{Message: "must not be empty"}
	case "minimum":
		return Fault{Message: fmt.Sprintf("must be at least %s", f.Value)}
	case "maximum":
		return Fault{Message: fmt.Sprintf("must be at most %s", f.Value)}
	}
	return Fault{Message: `expected a duration such as "250ms"`} // only durations have a pattern
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
		default:
			return // an earlier fault removed it
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

// DropOlder removes the keys of the older program's files that have no effect here.
func DropOlder(values map[string]any) {
	drop := func(object map[string]any, section string) {
		for _, key := range olderKeys[section] {
			delete(object, key)
		}
	}
	drop(values, inRoot)
	profiles, _ := values["profiles"].(map[string]any)
	for _, profile := range profiles {
		if object, ok := profile.(map[string]any); ok {
			drop(object, inProfiles)
		}
	}
}

// IsFreeName reports whether a file may hold a key of this name for any purpose of its
// own. RULES D15 frees names that begin with _ or $; x- marks keys of other programs.
func IsFreeName(name string) bool {
	return strings.HasPrefix(name, "_") || strings.HasPrefix(name, "$") || strings.HasPrefix(name, Extension)
}

// Extension is the prefix of keys of other programs. In a section of names that users
// choose it is a part of the name: a tool may be called x-ray.
const Extension = "x-"

// RemovedKey is a key of earlier versions, a switch, and the key that replaces it.
type RemovedKey struct {
	Key, Use string
	Sections []string // a star is any name
}

// RemovedKeys lists all of them. The reader refuses such a key.
var RemovedKeys = []RemovedKey{
	{"repeats", "columns", []string{"global", inProfiles, inTools}},
}

// RemovedAt returns the removed key that a path names; nil if it names none.
func RemovedAt(path []string) *RemovedKey {
	for i, r := range RemovedKeys {
		if slices.ContainsFunc(r.Sections, func(section string) bool {
			return slices.EqualFunc(append(strings.Split(section, "."), r.Key), path, func(p, name string) bool { return p == "*" || p == name })
		}) {
			return &RemovedKeys[i]
		}
	}
	return nil
}

// hidingKeys are the keys that keep data from a reader. A file is refused if it misspells or
// misplaces one of them. Without the key it would show the data.
var hidingKeys = []string{
	"privacy", "drop", "mask", "detect", "on_unreadable",
	"exclude_fields", "common_exclusions", "exclude_when_tier", "include_only", "allow", "deny",
}

// elementKeys are the keys of elements of privacy.drop and privacy.mask. Each stands for the other.
var elementKeys = map[string]string{"name": "path", "path": "name"}

// synonyms are words that users of other programs write for a key.
var synonyms = []struct{ words, key string }{
	{"redact redacted redaction hide hidden secret secrets private sensitive pii", "drop"},
	{"exclude excludes excluded exclusions remove without strip", "exclude_fields"},
	{"omit omits omitted omit_only", "omit_fields"},
	{"include includes only keep select allow", "include_only"},
	{"tool overrides tool_settings", "tool_overrides"},
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

// Home is a key and the section where it belongs.
type Home struct{ Key, Section string }

// Meant returns the key that a name resembles most, and its section.
func (g *Grammar) Meant(name string) Home { return g.homes[words.Nearest(name, g.names)] }

// homes maps each key of the main sections, and each synonym of one, to the key and the
// section where it belongs.
func homes(schema *jsonschema.Schema, definitions map[string]*jsonschema.Schema) map[string]Home {
	found := map[string]Home{}
	for _, section := range []struct {
		name string
		in   *jsonschema.Schema
	}{
		{inRoot, schema}, {"clients.*", definitions["client"]}, {"budget", definitions["budget"]}, {inProfiles, definitions["profile"]},
		{inTools, definitions["tool"]}, {"global", definitions["global"]}, {"privacy", definitions["privacy"]},
	} {
		for _, key := range section.in.Properties() {
			found[key] = Home{key, section.name}
		}
	}
	for _, keys := range olderKeys {
		for _, key := range keys {
			delete(found, key)
		}
	}
	found["deny"] = Home{"deny", "tools"}
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
// at the top level or in privacy. It is also refused if the key or its value may be meant to
// hide data. Any other key is ignored with a warning, or is an error under strict.
func (f fault) unknownKey(strict bool) Fault {
	if r := RemovedAt(f.Path); r != nil {
		return Fault{Message: fmt.Sprintf("the key %q was removed", r.Key), Hint: fmt.Sprintf("use %q; shape config migrate FILE rewrites the file", r.Use)}
	}
	key, g := f.Path[len(f.Path)-1], Load()
	w := Fault{Message: fmt.Sprintf(`unknown key "%s"`, Preview(key, 60))}
	if f.Path[0] == "clients" && slices.Contains(unbuiltOfClient, key) {
		w.Message = fmt.Sprintf("%q is not supported by this version", key)
		return w
	}
	siblings, held := f.Schema.Properties(), hidingKeyIn(f.value)
	meant := Home{Key: words.Nearest(key, siblings)}
	if other := elementKeys[key]; slices.Contains(siblings, other) {
		meant.Key = other
	}
	if w.Hint = words.DidYouMean(meant.Key); w.Hint == "" {
		meant = g.Meant(key)
		w.Hint = meant.hint(key, siblings)
		if section := g.homes[held].Section; section == "privacy" || held == "privacy" || w.Hint == "" && held != "" {
			w.Hint = fmt.Sprintf("its %q belongs in %s", held, section)
		}
	}
	switch {
	case len(f.Path) == 1, f.Path[0] == "privacy":
		if w.Hint == "" {
			w.Hint = "a key of your own begins with " + Extension
		}
	case !strict && held == "" && words.Nearest(key, hidingKeys) == "" && !slices.Contains(hidingKeys, meant.Key):
		w.Message += "; it has no effect"
		w.Warning, w.Ignored = true, true
	}
	return w
}

// hint tells where the key belongs that was meant; "" for none.
func (h Home) hint(written string, siblings []string) string {
	switch {
	case h.Key == "":
		return ""
	case slices.Contains(siblings, h.Key):
		return words.DidYouMean(h.Key)
	case h.Key == "exclude_fields" && slices.Contains(siblings, "drop"):
		return words.DidYouMean("drop")
	case h.Key == written:
		return "it belongs in " + h.Section
	}
	return fmt.Sprintf("did you mean %q in %s?", h.Key, h.Section)
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

// Schema is the text of the JSON Schema.
//
//go:embed schema.json
var Schema []byte

// Grammar is the compiled schema, with tables derived from it.
type Grammar struct {
	Schema   *jsonschema.Schema
	Telling  []string            // keys that show that a comment holds a setting
	Entries  map[string][]string // keys of entries whose names users choose, by section
	Booleans map[string]bool     // the keys of global that hold one value; true: a boolean
	Dialects []string            // but for auto
	Metadata []string            // the metadata of all envelopes

	homes map[string]Home // of the keys of the main sections, and of synonyms
	names []string        // of homes, sorted
}

// Load returns the grammar. It compiles the schema on first use.
var Load = sync.OnceValue(func() Grammar {
	schema, err := jsonschema.Compile(Schema, jsonschema.Options{Faults: maxFaults})
	if err != nil {
		panic(err)
	}
	definitions := schema.Definitions()
	g := Grammar{Schema: schema, Booleans: scalars(definitions["global"]), homes: homes(schema, definitions)}
	g.names = slices.Sorted(maps.Keys(g.homes))
	g.Telling = slices.DeleteFunc(slices.Clone(g.names), func(name string) bool {
		isSynonym := g.homes[name].Key != name && name != "exclude" && name != "include"
		return isSynonym || slices.Contains([]string{"text", "schema", "tools", "deny"}, name) // a note may have it
	})
	// The keys that distinguish an entry of a section from a comment.
	g.Entries = map[string][]string{}
	for section, entry := range map[string]string{
		"profiles": "profile", "tool_overrides": "tool", "response_modes": "mode", "derive": "derive", "shorten": "shorten", "clients": "client",
	} {
		g.Entries[section] = texts(definitions[entry+"_keys"].Keyword("enum"))
	}
	g.Dialects = texts(definitions["dialect"].Keyword("enum"))
	g.Dialects = slices.DeleteFunc(g.Dialects, func(name string) bool { return name == "auto" })
	g.Metadata = texts(definitions["metadata"].Keyword("examples"))
	return g
})

// scalars finds the keys of global that hold one value.
func scalars(global *jsonschema.Schema) map[string]bool {
	found := map[string]bool{}
	for _, name := range global.Properties() {
		switch string(global.At("/properties/" + name).Ref().Keyword("type")) {
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

// Preview makes a name from a file fit for a terminal line: no control
// characters, and at most limit of its characters.
func Preview(name string, limit int) string {
	var b strings.Builder
	for i, r := range []rune(name) {
		switch {
		case i == limit:
			return b.String() + "…"
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
