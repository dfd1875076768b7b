package envelope

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// validation collects the findings of one document.
type validation struct {
	root     *schema
	findings Findings
}

// validate checks a document against a schema, then against more, which holds
// what a schema cannot say. It fails where doc is not a JSON text or its root
// holds a name twice.
func validate(doc []byte, s *schema, more func(*validation, Doc)) (Findings, error) {
	d, err := Open(doc, scan.Limits{})
	if err != nil {
		return Findings{}, err
	}
	v := &validation{root: s, findings: Findings{Errors: []Finding{}, Warnings: []Finding{}}}
	root := trimSpace(doc)
	v.check(s, "", root)
	if kindOf(root) == "object" {
		more(v, d)
	}
	v.findings.Valid = len(v.findings.Errors) == 0
	return v.findings, nil
}

func (v *validation) fail(path, format string, args ...any) {
	v.findings.Errors = append(v.findings.Errors, Finding{path, fmt.Sprintf(format, args...)})
}

func (v *validation) warn(path, format string, args ...any) {
	v.findings.Warnings = append(v.findings.Warnings, Finding{path, fmt.Sprintf(format, args...)})
}

// add takes over the findings of a value that stands at path.
func (v *validation) add(path string, found Findings) {
	below := func(f Finding) string {
		if f.Path == "" {
			return path
		}
		return join(path, f.Path)
	}
	for _, f := range found.Errors {
		v.fail(below(f), "%s", f.Message)
	}
	for _, f := range found.Warnings {
		v.warn(below(f), "%s", f.Message)
	}
}

// check reports every fault of the value raw, which stands at path. Its depth
// is that of the schema, not of the value.
func (v *validation) check(s *schema, path string, raw []byte) {
	if s.Ref != "" {
		v.check(v.root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")], path, raw)
	}
	kind := kindOf(raw)
	if len(s.Type) > 0 && !s.admits(kind, raw) {
		v.fail(path, "must be %s", strings.Join(s.Type, " or "))
		return
	}
	if s.Const != nil && !sameScalar(raw, s.Const) {
		v.fail(path, "must be %s", s.Const)
	}
	switch kind {
	case "string":
		v.checkString(s, path, text(raw))
	case "number":
		v.checkNumber(s, path, raw)
	case "array":
		v.checkArray(s, path, raw)
	case "object":
		v.checkObject(s, path, raw)
	}
}

func (v *validation) checkString(s *schema, path, value string) {
	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e *string) bool { return e != nil && *e == value }) {
		v.fail(path, "must be one of %s", s.choices())
	}
	if s.Pattern != nil && !s.Pattern.MatchString(value) {
		v.fail(path, "must match %s", s.Pattern)
	}
	switch n := utf8.RuneCountInString(value); {
	case n < s.MinLength:
		v.fail(path, "must have at least %d characters", s.MinLength)
	case s.MaxLength != nil && n > *s.MaxLength:
		v.fail(path, "must have at most %d characters", *s.MaxLength)
	}
}

func (v *validation) checkNumber(s *schema, path string, raw []byte) {
	if s.Minimum != nil && compareNumber(string(raw), *s.Minimum) < 0 {
		v.fail(path, "must be at least %v", *s.Minimum)
	}
	if s.Maximum != nil && compareNumber(string(raw), *s.Maximum) > 0 {
		v.fail(path, "must be at most %v", *s.Maximum)
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

func (v *validation) checkArray(s *schema, path string, raw []byte) {
	elements := elementsOf(raw)
	if len(elements) < s.MinItems {
		v.fail(path, "must have at least %d items", s.MinItems)
	}
	if s.MaxItems != nil && len(elements) > *s.MaxItems {
		v.fail(path, "must have at most %d items", *s.MaxItems)
	}
	if s.Items == nil {
		return
	}
	for i, e := range elements {
		v.check(s.Items, join(path, strconv.Itoa(i)), e)
	}
}

func (v *validation) checkObject(s *schema, path string, raw []byte) {
	d, err := Open(raw, scan.Limits{})
	if err != nil { // the text is known to be JSON, so this is a name used twice
		v.fail(path, "holds a name twice")
		return
	}
	for _, m := range d.Members {
		if member, ok := s.Properties[m.Name]; ok {
			v.check(member, join(path, m.Name), raw[m.Start:m.End])
		} else if string(s.Additional) == "false" {
			v.fail(join(path, m.Name), "is not allowed")
		}
	}
	for _, name := range s.Required {
		if !d.Has(name) {
			v.fail(join(path, name), "is required")
		}
	}
	for _, name := range s.Should {
		if !d.Has(name) {
			v.warn(join(path, name), "should be present")
		}
	}
}

// checkNames warns about members of the root that the schema does not name.
func (v *validation) checkNames(d Doc, warning string) {
	for _, m := range d.Members {
		if _, known := v.root.Properties[m.Name]; !known {
			v.warn(m.Name, "%s", warning)
		}
	}
}

// checkRange refuses whole numbers that no program can hold.
func (v *validation) checkRange(path string, raw []byte) {
	if _, fits := integer(raw); !fits && kindOf(raw) == "number" && integral(string(raw)) {
		v.fail(path, "is out of range")
	}
}
