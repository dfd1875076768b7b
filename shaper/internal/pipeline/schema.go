package pipeline

import (
	"errors"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/budget"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Schema is the output schema that was advertised for a payload.
type Schema struct {
	Whole  bool                // no include list of the operator acts on the payload
	Plans  *plan.Cache         // of the configuration that narrowed it
	Proved map[*plan.Plan]bool // plans whose every response fits
	Text   []byte              // the JSON Schema to check a payload against; it compiles

	once  sync.Once
	check *jsonschema.Schema
}

// errUnfit is the error of a payload that does not fit its schema.
var errUnfit = errors.New("what is left of the response does not fit the schema that the caller was told")

// fits reports whether a payload that came out of a plan fits its schema. That was proved
// for most plans. It is checked for others, and if a budget took more than the plan.
func (d *document) fits(p *plan.Plan, payload []byte) bool {
	return d.schema.Proved[p] && d.attempt.bounds == budget.Bounds{} || d.schema.admits(payload)
}

// admitsResult reports whether the payload of a shaped response fits the schema.
func (s *Schema) admitsResult(out []byte, carries bool, limits scan.Limits) bool {
	if !carries {
		return s.admits(out)
	}
	r, ok := resultOf(out, limits)
	return ok && (r.data() == nil || s.admits(r.data()))
}

// admits reports whether a payload fits the schema. The first call compiles the schema.
func (s *Schema) admits(payload []byte) bool {
	s.once.Do(func() { s.check = Compile(s.Text) })
	if s.check == nil {
		return false
	}
	faults, err := s.check.Validate(payload)
	return err == nil && len(faults) == 0
}

// unknownHere lists the keywords that are skipped if a schema holds an expression that RE2
// does not support. The client may support it.
var unknownHere = []string{"pattern", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames"}

// Compile returns the validator of a schema, nil if there can be none.
func Compile(text []byte) *jsonschema.Schema {
	s, err := jsonschema.Compile(text, jsonschema.Options{Faults: 1})
	if err != nil {
		s, err = jsonschema.Compile(text, jsonschema.Options{Faults: 1, Skip: unknownHere})
	}
	if err != nil {
		return nil
	}
	return s
}
