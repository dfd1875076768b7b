package jsonschema

import (
	"fmt"
	"strings"
	"sync"
)

// Fault is a keyword that a value does not keep to.
type Fault struct {
	Path    []string // names and indexes, from the root of the document to the value
	Keyword string   // "false" where that is the schema, "uniqueNames" for [Options].Unique
	Value   []byte   // of the keyword, as the schema writes it
	Schema  *Schema  // that has the keyword

	Type    string   // of the value
	Count   int      // of the counted things: characters, elements, members, schemas that fit
	Missing []string // names that are not there
}

func (r *run) fail(by *keyword, v value) bool { return r.report(violation{by: by, value: v}) }

func (r *run) failCount(by *keyword, v value, count int) bool {
	return r.report(violation{by: by, value: v, count: count})
}

// hasRoom reports whether the run has room for one more fault or advice.
func (r *run) hasRoom(advice bool) bool {
	return r.quiet == 0 && (!advice || r.advised < r.limit)
}

// report records a fault if the run has room for it. It always returns false.
func (r *run) report(b violation) bool {
	if !r.hasRoom(b.advice) {
		return false
	}
	r.violations = append(r.violations, b)
	if b.advice {
		r.advised++
	} else if len(r.violations)-r.advised == r.limit {
		r.quiet++ // for good: the first fault ends it all
	}
	return false
}

// faults returns the recorded faults, each with its path.
func (r *run) faults() []Fault {
	if len(r.violations) == 0 {
		return nil
	}
	values := make([]value, len(r.violations))
	for i, b := range r.violations {
		values[i] = b.value
	}
	ways, all := r.doc.ways(values...), make([]Fault, len(r.violations))
	for i, b := range r.violations {
		all[i] = Fault{
			Path: ways[i], Keyword: b.by.name, Schema: b.by.schema,
			Value: b.by.schema.doc().raw(b.by.at),
			Type:  r.doc.kind(b.value).String(), Count: b.count, Missing: b.missing,
		}
	}
	return all
}

// Error states the demand on the value. It contains nothing of the document.
func (f Fault) Error() string {
	switch f.Keyword {
	case "type":
		return "must be " + strings.Join(f.Texts(), " or ")
	case "const":
		return "must be " + string(f.Value)
	case "enum":
		return "must be one of " + strings.Join(f.Texts(), ", ")
	case "pattern":
		return "must match " + strings.Join(f.Texts(), "")
	case "required", "dependentRequired", "dependencies":
		return "must have " + strings.Join(f.Missing, ", ")
	case "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "false":
		return "is not allowed"
	case "uniqueNames":
		return "holds a name twice"
	case "uniqueItems":
		return "holds an element twice"
	}
	if asked := bounds()[f.Keyword]; asked != "" {
		return fmt.Sprintf("must "+asked, f.Value)
	}
	return "must keep to " + f.Keyword
}

var bounds = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"minimum":          "be at least %s",
		"maximum":          "be at most %s",
		"exclusiveMinimum": "be more than %s",
		"exclusiveMaximum": "be less than %s",
		"multipleOf":       "be a multiple of %s",
		"minLength":        "have at least %s characters",
		"maxLength":        "have at most %s characters",
		"minItems":         "have at least %s items",
		"maxItems":         "have at most %s items",
		"minProperties":    "have at least %s members",
		"maxProperties":    "have at most %s members",
	}
})

// Texts are the strings of a keyword that holds one or several; other values
// are as they are written.
func (f Fault) Texts() (all []string) {
	var d document
	if d.read(f.Value) != nil {
		return nil
	}
	one := func(v value) {
		if d.kind(v) == text {
			all = append(all, d.string(v))
		} else {
			all = append(all, string(d.raw(v)))
		}
	}
	if d.kind(d.root()) != array {
		one(d.root())
		return all
	}
	for c := d.in(d.root()); c.next(); {
		one(c.value)
	}
	return all
}
