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
