package shaper

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
	"github.com/seed-7aa78ce4/shape/shaper/internal/narrow"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pipeline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Schema is what a caller is told about the payload of a tool. Given as
// [Request.Schema], it holds the tool's responses to that.
type Schema struct {
	// Text is the JSON Schema that is advertised.
	Text []byte
	// Notes tell what differs from the schema that the tool has of its own.
	Notes []Note
	// Whole tells that the operator's include lists select nothing of what the schema
	// names, and so do not apply to the payload.
	Whole bool

	advertised pipeline.Schema
}

// Note tells what became of one part of a schema.
type Note struct {
	Pointer string // RFC 6901, of the part in the schema that was given
	What    string // in a few words
}

// Schema narrows a tool's output schema to what its responses are once they are shaped:
// what fits the schema before fits the new one afterwards, under every call of the
// view. Members that never show are gone from it, and required is what always stays.
// What cannot be told is wider than it was, never narrower. A schema that cannot be
// read becomes {}.
func (v *View) Schema(schema []byte) (*Schema, error) {
	names := narrow.NamesIn(schema)
	plans, err := v.fitting(names, false)
	if err != nil {
		return nil, err
	}
	whole := slices.ContainsFunc(plans, chooses) && v.isNothing(schema, plans)
	if whole {
		without, err := v.fitting(names, true)
		if err != nil {
			return nil, err
		}
		if whole = !v.isNothing(schema, without); whole {
			plans = without
		}
	}
	out := narrow.Schema(schema, v.ways(plans))
	s := &Schema{Text: out.Schema, Whole: whole}
	told := &s.advertised
	told.Whole, told.Plans, told.Proved = whole, v.plans, map[*plan.Plan]bool{}
	for _, n := range out.Notes {
		s.Notes = append(s.Notes, Note(n))
	}
	if whole {
		s.Notes = append(s.Notes, Note{What: "the include list selects nothing of it, and does not apply"})
	}
	for _, p := range plans {
		told.Proved[p] = p.Proves()
	}
	switch told.Text = s.Text; {
	case pipeline.Compile(s.Text) != nil: // most results are proved to fit: the check is compiled again if one is not
	case out.Same:
		told.Text = anyObject
	default:
		s.Text, told.Text = anyObject, anyObject
		s.Notes = append(s.Notes, Note{What: "no response can be held to it: replaced by its type"})
	}
	return s, nil
}

// isNothing reports whether successes show nothing of what a schema names.
func (v *View) isNothing(schema []byte, plans []*plan.Plan) bool {
	plans = slices.DeleteFunc(slices.Clone(plans), func(p *plan.Plan) bool { return p.IsError })
	return narrow.Schema(schema, v.ways(plans)).None
}

// chooses reports whether an operator's include list has a say under a plan.
func chooses(p *plan.Plan) bool {
	return slices.ContainsFunc(p.Resolved.Include, profiles.Layer.IsOperators)
}

// fitting returns the plans for payloads of the dialects that the names of a schema allow.
// whole plans ignore the operator's include lists.
func (v *View) fitting(names narrow.Names, whole bool) (all []*plan.Plan, err error) {
	for _, d := range v.taken(names) {
		plans, err := v.plansFor(d, whole)
		if err != nil {
			return nil, err
		}
		if !pipeline.Recognises(v.all[0].Resolved, d) {
			d = plain
		}
		if !mayFail(d, names) {
			plans = slices.DeleteFunc(plans, (*plan.Plan).IsFailed)
		}
		all = append(all, plans...)
	}
	return all, nil
}

// mayFail reports whether a payload may report a failure by what its schema names.
func mayFail(d envelope.Dialect, names narrow.Names) bool {
	switch d.Name() {
	case plain.Name():
		return names.Set["success"] || names.Set["isError"]
	case (scalpel.Dialect{}).Name():
		return names.Set["error"]
	}
	return true
}

// taken are the dialects that a payload with some names may be taken for, of which it
// is one. What holds documents of its own is none of them: that is not narrowed, and
// looked at each time.
func (v *View) taken(names narrow.Names) (all []envelope.Dialect) {
	surest := docOf(names)
	if said, ok := dialects.Lookup(v.said); ok && said.Misfit(surest) == "" && !said.Layout().Carries() {
		return []envelope.Dialect{said}
	}
	for _, d := range dialects.All() {
		switch {
		case !allow(names, d.Names()):
		case d.Detect(surest) > 0 && onlyKnown(d.Names(), names.May):
			return []envelope.Dialect{d}
		case !d.Layout().Carries():
			all = append(all, d)
		}
	}
	return all
}

// docOf is an object with the names that a payload must have, whatever stands there.
func docOf(names narrow.Names) *envelope.Doc {
	doc := &envelope.Doc{Members: []envelope.Member{}}
	for name := range names.Must {
		at := len(doc.Raw)
		doc.Raw = append(doc.Raw, "null"...)
		doc.Members = append(doc.Members, envelope.Member{Name: name, Start: at, End: len(doc.Raw)})
	}
	return doc
}

// onlyKnown reports whether a dialect has all of some names.
func onlyKnown(of envelope.Names, names map[string]bool) bool {
	for name := range names {
		if of.Only != nil && !of.Only(name) {
			return false
		}
	}
	return true
}

// allow reports whether an object with some of the names may be the root of a dialect.
func allow(has narrow.Names, of envelope.Names) bool {
	may := func(name string) bool { return has.May[name] }
	return onlyKnown(of, has.Must) && (of.Some == nil || slices.ContainsFunc(of.Some, may)) &&
		!slices.ContainsFunc(of.All, func(name string) bool { return !may(name) })
}

func (v *View) ways(plans []*plan.Plan) (all []narrow.Way) {
	for _, p := range plans {
		all = append(all, narrow.Way{Plan: p, Loose: v.loose})
	}
	return all
}

var anyObject = []byte(`{"type":"object"}`)
