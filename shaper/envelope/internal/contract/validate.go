package contract

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Validation collects the findings of one document.
type Validation struct {
	Root     *Schema
	Findings envelope.Findings
}

// Validate checks a document against a schema, then against more, which holds
// what a schema cannot say. It fails where doc is not a JSON text or its root
// holds a name twice.
func Validate(doc []byte, s *Schema, more func(*Validation, envelope.Doc)) (envelope.Findings, error) {
	d, err := envelope.Open(doc, envelope.Limits{})
	if err != nil {
		return envelope.Findings{}, err
	}
	v := &Validation{Root: s, Findings: envelope.Findings{Errors: []envelope.Finding{}, Warnings: []envelope.Finding{}}}
	root := raw.Trim(doc)
	v.Check(s, "", root)
	if raw.Kind(root) == "object" {
		more(v, d)
	}
	v.Findings.Valid = len(v.Findings.Errors) == 0
	return v.Findings, nil
}

func (v *Validation) Fail(path, format string, args ...any) {
	v.Findings.Errors = append(v.Findings.Errors, envelope.Finding{Path: path, Message: fmt.Sprintf(format, args...)})
}

func (v *Validation) Warn(path, format string, args ...any) {
	v.Findings.Warnings = append(v.Findings.Warnings, envelope.Finding{Path: path, Message: fmt.Sprintf(format, args...)})
}

// Add takes over the findings of a value that stands at path.
func (v *Validation) Add(path string, found envelope.Findings) {
	below := func(f envelope.Finding) string {
		if f.Path == "" {
			return path
		}
		return raw.Join(path, f.Path)
	}
	for _, f := range found.Errors {
		v.Fail(below(f), "%s", f.Message)
	}
	for _, f := range found.Warnings {
		v.Warn(below(f), "%s", f.Message)
	}
}

// Check reports every fault of the value raw, which stands at path. Its depth
// is that of the schema, not of the value.
func (v *Validation) Check(s *Schema, path string, value []byte) {
	if s.Ref != "" {
		v.Check(v.Root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")], path, value)
	}
	kind := raw.Kind(value)
	if len(s.Type) > 0 && !s.admits(kind, value) {
		v.Fail(path, "must be %s", strings.Join(s.Type, " or "))
		return
	}
	if s.Const != nil && !raw.SameScalar(value, s.Const) {
		v.Fail(path, "must be %s", s.Const)
	}
	switch kind {
	case "string":
		v.checkString(s, path, raw.Text(value))
	case "number":
		v.checkNumber(s, path, value)
	case "array":
		v.checkArray(s, path, value)
	case "object":
		v.checkObject(s, path, value)
	}
}

func (v *Validation) checkString(s *Schema, path, value string) {
	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e *string) bool { return e != nil && *e == value }) {
		v.Fail(path, "must be one of %s", s.choices())
	}
	if s.Pattern != nil && !s.Pattern.MatchString(value) {
		v.Fail(path, "must match %s", s.Pattern)
	}
	switch n := utf8.RuneCountInString(value); {
	case n < s.MinLength:
		v.Fail(path, "must have at least %d characters", s.MinLength)
	case s.MaxLength != nil && n > *s.MaxLength:
		v.Fail(path, "must have at most %d characters", *s.MaxLength)
	}
}

func (v *Validation) checkNumber(s *Schema, path string, value []byte) {
	if s.Minimum != nil && compareNumber(string(value), *s.Minimum) < 0 {
		v.Fail(path, "must be at least %v", *s.Minimum)
	}
	if s.Maximum != nil && compareNumber(string(value), *s.Maximum) > 0 {
		v.Fail(path, "must be at most %v", *s.Maximum)
	}
}

// compareNumber compares a JSON number of any length with a bound. Rounding to
// a float keeps the order, so that only a tie needs the exact value.
func compareNumber(number string, bound float64) int {
	rounded, _ := strconv.ParseFloat(number, 64) // ±Inf when out of range
	if rounded != bound {
		return cmp.Compare(rounded, bound)
	}
	exact, ok := new(big.Rat).SetString(number)
	if !ok { // a fraction so small that nobody writes it out
		return 0
	}
	return exact.Cmp(new(big.Rat).SetFloat64(bound))
}

func (v *Validation) checkArray(s *Schema, path string, value []byte) {
	elements := raw.Elements(value)
	if len(elements) < s.MinItems {
		v.Fail(path, "must have at least %d items", s.MinItems)
	}
	if s.MaxItems != nil && len(elements) > *s.MaxItems {
		v.Fail(path, "must have at most %d items", *s.MaxItems)
	}
	if s.Items == nil {
		return
	}
	for i, e := range elements {
		v.Check(s.Items, raw.Join(path, strconv.Itoa(i)), e)
	}
}

func (v *Validation) checkObject(s *Schema, path string, value []byte) {
	d, err := envelope.Open(value, envelope.Limits{})
	if err != nil { // the text is known to be JSON, so this is a name used twice
		v.Fail(path, "holds a name twice")
		return
	}
	for _, m := range d.Members {
		if member, ok := s.Properties[m.Name]; ok {
			v.Check(member, raw.Join(path, m.Name), value[m.Start:m.End])
		} else if string(s.Additional) == "false" {
			v.Fail(raw.Join(path, m.Name), "is not allowed")
		}
	}
	for _, name := range s.Required {
		if !d.Has(name) {
			v.Fail(raw.Join(path, name), "is required")
		}
	}
	for _, name := range s.Should {
		if !d.Has(name) {
			v.Warn(raw.Join(path, name), "should be present")
		}
	}
}

// CheckNames warns about members of the root that the schema does not name.
func (v *Validation) CheckNames(d envelope.Doc, warning string) {
	for _, m := range d.Members {
		if _, known := v.Root.Properties[m.Name]; !known {
			v.Warn(m.Name, "%s", warning)
		}
	}
}

// CheckRange refuses whole numbers that no program can hold.
func (v *Validation) CheckRange(path string, value []byte) {
	if _, fits := raw.Integer(value); !fits && raw.Kind(value) == "number" && raw.Integral(string(value)) {
		v.Fail(path, "is out of range")
	}
}
