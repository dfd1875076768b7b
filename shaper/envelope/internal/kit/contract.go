package kit

import (
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// schemaFiles holds the JSON Schema of every dialect. An [envelope.Schemer] publishes this
// text, and an [envelope.Validator] reads its structural rules from it. So the two cannot
// drift apart.
//
//go:embed schemas/*.json
var schemaFiles embed.FS

// Schema is a published schema, or a part of one. Its conditions are not evaluated: a dialect
// checks them in Go, and so can name the place at fault.
type Schema = jsonschema.Schema

var schemaOptions = jsonschema.Options{
	Skip:   []string{"allOf", "anyOf", "oneOf", "if", "then", "else"},
	Advice: should,
	Unique: true,
	Faults: envelope.MostFindings + 1, // one above the limit
}

// should lists members whose absence is a warning.
const should = "x-should"

// SchemaText returns the published schema of that name.
func SchemaText(name string) []byte {
	text, err := schemaFiles.ReadFile("schemas/" + name + ".json")
	if err != nil {
		panic(err) // a name in this package without its file
	}
	return text
}

// MustSchema returns an embedded schema. The first call compiles it.
func MustSchema(name string) *Schema {
	if s, ok := compiled.Load(name); ok {
		return s.(*Schema)
	}
	s, err := jsonschema.Compile(SchemaText(name), schemaOptions)
	if err != nil {
		panic(fmt.Sprintf("schemas/%s.json: %v", name, err))
	}
	compiled.Store(name, s)
	return s
}

var compiled sync.Map // schemas by name

// Contract names the schema of each edition of a dialect. A dialect without editions has
// one, named "".
type Contract struct {
	Dialect string
	Schemas map[string]string
}

// Check returns an [*envelope.EditionError] if there is no such edition.
func (c Contract) Check(edition string) error {
	if c.Schemas[edition] == "" {
		return &envelope.EditionError{Dialect: c.Dialect, Edition: edition}
	}
	return nil
}

// Schema returns the JSON Schema of an edition.
func (c Contract) Schema(edition string) ([]byte, error) {
	if err := c.Check(edition); err != nil {
		return nil, err
	}
	return SchemaText(c.Schemas[edition]), nil
}

// Validate checks a document against the schema of an edition, and then as more does.
func (c Contract) Validate(doc []byte, edition string, more func(*Validation, *envelope.Doc)) (envelope.Findings, error) {
	if err := c.Check(edition); err != nil {
		return envelope.Findings{}, err
	}
	return Validate(doc, MustSchema(c.Schemas[edition]), more)
}

// Part returns the schema at a path below another one, nil if there is none.
func Part(s *Schema, path ...string) *Schema { return s.At(words.Pointer(path...)) }

// IsScreamingSnake reports whether a code is spelt as RULES R35 asks.
func IsScreamingSnake(code string) bool { return screamingSnake().MatchString(code) }

var screamingSnake = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)
})

// Validation collects the findings of one document.
type Validation struct {
	Root     *Schema
	Findings envelope.Findings
}

// Validate checks a document against a schema, then with more, for rules that a schema cannot
// express. It fails if doc is not a JSON text or its root holds a name twice.
func Validate(doc []byte, s *Schema, more func(*Validation, *envelope.Doc)) (envelope.Findings, error) {
	d, err := envelope.Open(doc, envelope.Limits{})
	if err != nil {
		return envelope.Findings{}, err
	}
	v := &Validation{Root: s, Findings: envelope.Findings{Errors: []envelope.Finding{}, Warnings: []envelope.Finding{}}}
	root := Trim(doc)
	v.Check(s, "", root)
	if Kind(root) == "object" {
		more(v, d)
	}
	v.Findings.Valid = len(v.Findings.Errors) == 0
	return v.Findings, nil
}

func (v *Validation) Fail(path, format string, args ...any) {
	v.Findings.Errors = add(v.Findings.Errors, "errors", path, format, args)
}

func (v *Validation) Warn(path, format string, args ...any) {
	v.Findings.Warnings = add(v.Findings.Warnings, "warnings", path, format, args)
}

// add adds a finding to those of a kind. Beyond the limit it adds one that says there are more.
func add(told []envelope.Finding, kind, path, format string, args []any) []envelope.Finding {
	switch {
	case len(told) > envelope.MostFindings:
		return told
	case len(told) == envelope.MostFindings:
		return append(told, envelope.Finding{Message: "there are more " + kind + ", which are not told"})
	}
	return append(told, envelope.Finding{Path: words.Shorten(path, envelope.LongestPath), Message: fmt.Sprintf(format, args...)})
}

// Add takes over the findings of a value that stands at path.
func (v *Validation) Add(path string, found envelope.Findings) {
	below := func(f envelope.Finding) string {
		if f.Path == "" {
			return path
		}
		return Join(path, f.Path)
	}
	for _, f := range found.Errors {
		v.Fail(below(f), "%s", f.Message)
	}
	for _, f := range found.Warnings {
		v.Warn(below(f), "%s", f.Message)
	}
}

// Check reports every fault of a valid JSON value at path.
func (v *Validation) Check(s *Schema, path string, value []byte) {
	faults, err := s.Validate(value)
	if err != nil {
		v.Fail(path, "cannot be checked: %v", err)
	}
	for _, f := range faults {
		v.tell(f, below(path, f.Path))
	}
}

// below returns the path to a value at some steps below another one, up to the length limit.
func below(path string, steps []string) string {
	for _, step := range steps {
		if len(path) > envelope.LongestPath {
			break
		}
		path = Join(path, step)
	}
	return path
}

// tell reports a fault at path in words. A missing member is reported at its own path.
func (v *Validation) tell(f jsonschema.Fault, path string) {
	switch f.Keyword {
	case "required":
		for _, name := range f.Missing {
			v.Fail(Join(path, name), "is required")
		}
	case should:
		for _, name := range f.Missing {
			v.Warn(Join(path, name), "should be present")
		}
	default:
		v.Fail(path, "%s", f)
	}
}

// CheckNames warns about members of the root that the schema does not name.
func (v *Validation) CheckNames(d *envelope.Doc, warning string) {
	known := v.Root.Properties()
	for _, m := range d.Members {
		if !slices.Contains(known, m.Name) {
			v.Warn(m.Name, "%s", warning)
		}
	}
}

// CheckRange refuses whole numbers that no program can hold.
func (v *Validation) CheckRange(path string, value []byte) {
	if _, fits := Integer(value); !fits && Kind(value) == "number" && Integral(string(value)) {
		v.Fail(path, "is out of range")
	}
}

// NotJSON reports the first raw value that is not one JSON text; nil counts as absent.
func NotJSON(field string, values ...json.RawMessage) error {
	for _, v := range values {
		if v == nil {
			continue
		}
		if err := envelope.Check(v); err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
	}
	return nil
}

// Valid returns the document of a builder if the dialect's own validator finds no fault in it.
func Valid(v envelope.Validator, doc []byte) ([]byte, error) {
	findings, err := v.Validate(doc, "")
	if err != nil {
		return nil, err
	}
	if err := findings.Err(); err != nil {
		return nil, fmt.Errorf("not a valid envelope: %w", err)
	}
	return doc, nil
}
