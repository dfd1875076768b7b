package profiles

import (
	"strings"
	"testing"
)

// silent finds nothing.
type silent struct{ kinds []string }

func (silent) Next(raw []byte, _ int) int            { return len(raw) }
func (silent) Append(dst []Span, text []byte) []Span { return dst }

// Sections add their detectors up. The first section that asks for a kind is its origin.
func TestDetectors(t *testing.T) {
	RegisterDetector("github.com/seed-7aa78ce4/shape/shaper/detect", func(kinds []string) Detector { return silent{kinds} })
	for _, c := range []struct {
		sections [][]string
		want     string
	}{
		{nil, ""},
		{[][]string{{}}, ""},
		{[][]string{{"card"}}, "[card]0"},
		{[][]string{{"card", "email"}}, "[card]0 [email]1"},
		{[][]string{{"pii", "card"}}, "[card]0 [email]0 [iban]0 [phone]0"},
		{[][]string{{"iban"}, {"card", "iban"}}, "[card]0 [iban]0"},
	} {
		var spec Spec
		for _, names := range c.sections {
			spec.Privacy = append(spec.Privacy, Privacy{Detect: names})
		}
		s, err := New(spec)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Resolve(Key{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if r.Detection != nil {
			for _, kind := range r.Detection.Kinds() {
				got = append(got, kind.With+kind.Origin.Pointer[len(kind.Origin.Pointer)-1:])
				if r.Detection.Kind(strings.Trim(kind.With, "[]")).With != kind.With {
					t.Errorf("the kind of %s is another one", kind.With)
				}
			}
		}
		if strings.Join(got, " ") != c.want || r.Hides() != (c.want != "") {
			t.Errorf("%v: %q, want %q", c.sections, got, c.want)
		}
	}
}

// A detector that is not linked, and a name of none, are faults with a hint.
func TestDetectorsAreChecked(t *testing.T) {
	for name, want := range map[string]string{
		"secrets": `import _ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets"`,
		"emails":  "did you mean email?",
		"?":       "one of card, email, iban, phone, pii, secrets",
	} {
		_, err := New(Spec{Privacy: []Privacy{{Detect: []string{name}}}})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "/privacy/detect/0") {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
