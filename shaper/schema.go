package shaper

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
	"github.com/seed-7aa78ce4/shape/shaper/internal/narrow"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pipeline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Schema is the advertised schema of a tool's payload. As [Request.Schema], it binds the
// tool's responses.
type Schema struct {
	// Text is the advertised JSON Schema.
	Text []byte
	// Notes list the differences from the tool's own schema.
	Notes []Note
	// Whole states that the operator's include lists and omit_fields leave nothing that the
	// schema names. They then do not apply to the payload.
	Whole bool

	advertised pipeline.Schema
}

// Note describes the change of one part of a schema.
type Note struct {
	Pointer string // RFC 6901, of the part in the given schema
	What    string // in a few words
}

// Schema narrows a tool's output schema to its shaped responses. A payload that fits the old
// schema fits the new one after shaping, under every call of the view. Members that no
// response shows are removed, and required lists the members that always stay. A part with an
// unknown result becomes wider, never narrower. An unreadable schema becomes {}.
func (v *View) Schema(schema []byte) (*Schema, error) {
	names := narrow.NamesIn(schema)
	plans, err := v.fitting(names, false)
	if err != nil {
		return nil, err
	}
	whole := slices.ContainsFunc(plans, (*plan.Plan).Selects) && v.isNothing(schema, plans)
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
	case pipeline.Compile(s.Text) != nil: // most results are proved to fit; the check compiles the schema again for any other
	case out.Same:
		told.Text = anyObject
	default:
		s.Text, told.Text = anyObject, anyObject
		s.Notes = append(s.Notes, Note{What: "no response can be held to it: replaced by its type"})
	}
	return s, nil
}

// Told returns the schema of a text that another process advertised for the tool, such as a
// replica under another configuration. whole is its [Schema.Whole]. Each response is shaped by
// the rules of the view and checked against the text.
func (v *View) Told(text []byte, whole bool) *Schema {
	s := &Schema{Text: text, Whole: whole}
	if pipeline.Compile(text) == nil {
		s.Text = anyObject
	}
	s.advertised.Whole, s.advertised.Plans, s.advertised.Text = whole, v.plans, s.Text
	return s
}

// isNothing reports whether successes show nothing that a schema names.
func (v *View) isNothing(schema []byte, plans []*plan.Plan) bool {
	plans = slices.DeleteFunc(slices.Clone(plans), func(p *plan.Plan) bool { return p.IsError })
	return narrow.Schema(schema, v.ways(plans)).None
}

// fitting returns the plans for payloads of the dialects that the names of a schema allow.
// With whole, the plans ignore the operator's include lists.
func (v *View) fitting(names narrow.Names, whole bool) (all []*plan.Plan, err error) {
	for _, d := range v.taken(names) {
		plans, err := v.plansFor(d, whole, (*plan.Asked).Plan)
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

// mayFail reports whether a payload with the names of a schema can report a failure.
func mayFail(d envelope.Dialect, names narrow.Names) bool {
	switch d.Name() {
	case plain.Name():
		return names.Set["success"] || names.Set["isError"]
	case (scalpel.Dialect{}).Name():
		return names.Set["error"]
	}
	return true
}

// taken returns the possible dialects of a payload with some names. It leaves out dialects
// that carry documents of their own: their payloads are not narrowed but checked each time.
func (v *View) taken(names narrow.Names) (all []envelope.Dialect) {
	surest := docOf(names)
	if said, ok := dialects.Lookup(v.said); ok && said.Misfit(surest) == "" && !said.Layout().Carries() {
		return []envelope.Dialect{said}
	}
	for _, d := range dialects.All() {
		switch of := dialects.NamesOf(d); {
		case !allow(names, of):
		case d.Detect(surest) > 0 && onlyKnown(of, names.May):
			return []envelope.Dialect{d}
		case !d.Layout().Carries():
			all = append(all, d)
		}
	}
	return all
}

// docOf returns an object with the names that a payload must have. All values are null.
func docOf(names narrow.Names) *envelope.Doc {
	doc := &envelope.Doc{Members: []envelope.Member{}}
	for name := range names.Must {
		at := len(doc.Raw)
		doc.Raw = append(doc.Raw, "null"...)
		doc.Members = append(doc.Members, envelope.Member{Name: name, Start: at, End: len(doc.Raw)})
	}
	return doc
}

// onlyKnown reports whether a dialect allows all of names.
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
