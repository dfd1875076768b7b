package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// unbuiltOfClient are the keys of other sections that a client does not have yet. They
// are refused, so that no rule is accepted and ignored.
var unbuiltOfClient = []string{"budget", "max_items", "max_string"}

// fault is what the schema has against a value.
type fault struct {
	jsonschema.Fault
	value any // at the path
}

// check compares values with the schema, as JSON text. Where nothing is said
// nothing is wrong, and the schema is not even read.
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

// tooDeepKeys blames each key: the text of all is nested deeper than a file may
// be, which the values of a program can.
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

// wording is what is told about a fault.
type wording struct {
	message, hint string
	warning       bool
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

// unknownKey says what is wrong with a key that the section does not know. Only
// one that resembles nothing is let pass: programs of other versions write into
// the same file. In privacy nothing is.
func (f fault) unknownKey(strict bool) wording {
	key := f.Path[len(f.Path)-1]
	w := wording{message: fmt.Sprintf(`unknown key "%s"`, preview(key, 60))}
	var later []string
	if f.Path[0] == "clients" {
		later = unbuiltOfClient
	}
	if slices.Contains(later, key) {
		w.message = fmt.Sprintf("%q is not supported by this version", key)
		return w
	}
	w.hint = words.DidYouMean(words.Nearest(key, f.Schema.Properties()))
	if meant := words.Nearest(key, later); w.hint == "" && meant != "" {
		w.hint = fmt.Sprintf("did you mean %q, which this version does not support?", meant)
	}
	if w.hint == "" && f.Path[0] != "privacy" {
		w.hint = loadGrammar().elsewhere(key, f.value)
		w.warning = w.hint == "" && !strict
	}
	return w
}

// elsewhere says where a key belongs that stands in the wrong section, or a key of
// privacy that stands in a section that nobody knows; "" when neither resembles a
// key at all.
func (g grammar) elsewhere(key string, value any) string {
	home, known := g.homes[words.Nearest(key, g.names)]
	switch {
	case !known:
		return g.private(value)
	case home.key == key:
		return "it belongs in " + home.section
	}
	return fmt.Sprintf("did you mean %q in %s?", home.key, home.section)
}

// private names a key of privacy that an object holds, with a value that such a
// key may have.
func (g grammar) private(value any) string {
	object, _ := value.(map[string]any)
	for _, key := range g.privacy {
		switch object[key].(type) {
		case string, []any, map[string]any:
			return fmt.Sprintf("its %q belongs in privacy", key)
		}
	}
	return ""
}

// prune removes the value at a path, so that the rest can be checked further. An
// element of a list leaves its place, by which the others are known, and a
// profile its name, which others may use.
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
