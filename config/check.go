package config

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// unbuilt are the keys whose features this version does not have. They are
// refused, so that no rule is accepted and ignored.
var unbuilt = []string{"archive", "budget", "caller", "clients", "schema", "text"}

// fault is what the schema has against a value.
type fault struct {
	path  []string // to the value
	kind  jsonschema.ErrorKind
	atKey bool     // the key of the value is wrong
	known []string // the keys of the section, where the key is unknown
}

// check compares values with the schema.
func check(values map[string]any) []fault {
	var failed *jsonschema.ValidationError
	if !errors.As(loadGrammar().schema.Validate(values), &failed) {
		return nil
	}
	return faults(failed)
}

// faults takes an error of the validator apart. It is a tree as deep as the
// schema, whatever the file.
func faults(e *jsonschema.ValidationError) (all []fault) {
	if k, ok := e.ErrorKind.(*kind.AdditionalProperties); ok {
		known := loadGrammar().keys[e.SchemaURL]
		for _, key := range k.Properties {
			path := append(slices.Clone(e.InstanceLocation), key)
			all = append(all, fault{path: path, kind: k, atKey: true, known: known})
		}
		return all
	}
	for _, cause := range e.Causes {
		all = append(all, faults(cause)...)
	}
	if e.Causes == nil {
		all = []fault{{path: e.InstanceLocation, kind: e.ErrorKind}}
	}
	return all
}

// wording is what is told about a fault.
type wording struct {
	message, hint string
	warning       bool
}

// word words a fault without quoting the value. Under strict no unknown key is
// let pass with a warning.
func (f fault) word(strict bool) wording {
	switch k := f.kind.(type) {
	case *kind.AdditionalProperties:
		return f.unknownKey(strict)
	case *kind.Type:
		return wording{message: fmt.Sprintf("expected %s, got %s", strings.Join(k.Want, " or "), k.Got)}
	case *kind.Enum:
		known := texts(k.Want)
		got, _ := k.Got.(string)
		return wording{message: "expected one of " + strings.Join(known, ", "), hint: words.DidYouMean(words.Nearest(got, known))}
	case *kind.Required:
		return wording{message: "missing " + strings.Join(k.Missing, ", ")}
	case *kind.MaxProperties:
		return tooMany(k.Got, k.Want)
	case *kind.MaxItems:
		return tooMany(k.Got, k.Want)
	case *kind.Minimum:
		return wording{message: "must be at least " + k.Want.RatString()}
	case *kind.Maximum:
		return wording{message: "must be at most " + k.Want.RatString()}
	}
	return wording{message: `expected a duration such as "250ms"`} // only durations have a pattern
}

func tooMany(got, most int) wording {
	return wording{message: fmt.Sprintf("%d entries; at most %d are allowed", got, most)}
}

// unknownKey says what is wrong with a key that the section does not know. Only
// one that resembles nothing is let pass: programs of other versions write into
// the same file. In privacy nothing is.
func (f fault) unknownKey(strict bool) wording {
	key := f.path[len(f.path)-1]
	w := wording{message: fmt.Sprintf(`unknown key "%s"`, preview(key, 60))}
	if slices.Contains(unbuilt, key) {
		w.message = fmt.Sprintf("%q is not supported by this version", key)
		return w
	}
	w.hint = words.DidYouMean(words.Nearest(key, f.known))
	if meant := words.Nearest(key, unbuilt); w.hint == "" && meant != "" {
		w.hint = fmt.Sprintf("did you mean %q, which this version does not support?", meant)
	}
	if w.hint == "" && f.path[0] != "privacy" {
		w.hint = loadGrammar().elsewhere(key)
		w.warning = w.hint == "" && !strict
	}
	return w
}

// elsewhere says where a key belongs that stands in the wrong section; "" when
// it resembles no key at all.
func (g grammar) elsewhere(key string) string {
	home, known := g.homes[words.Nearest(key, g.names)]
	switch {
	case !known:
		return ""
	case home.key == key:
		return "it belongs in " + home.section
	}
	return fmt.Sprintf("did you mean %q in %s?", home.key, home.section)
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
