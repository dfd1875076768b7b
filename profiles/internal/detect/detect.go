// Package detect holds the detectors that the program links, and the names that
// privacy.detect accepts.
package detect

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Span is the part text[Start:End] of a text that holds a value of a kind, such as
// "card".
type Span struct {
	Start, End int
	Kind       string
}

// Detector finds values by their form, without a name beside them. It is safe for
// concurrent use, takes time linear in the text, and accepts any bytes.
type Detector interface {
	// Next returns an offset in raw, at least from, and no value ends before it. More exactly,
	// a part of raw between from and the offset holds no value. It returns len(raw) if
	// raw[from:] holds none. raw is a text as JSON writes it: a character can be an escape,
	// and a string in it can hold further escapes.
	Next(raw []byte, from int) int
	// Append appends the spans of all values of a text to dst, in order of their start
	// and without overlaps. A mark, such as "[card]", holds no value.
	Append(dst []Span, text []byte) []Span
}

// Join sorts spans by their start, in place. Of spans that overlap, the first one grows and
// keeps its kind.
func Join(spans []Span) []Span {
	slices.SortStableFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	n := 0
	for _, s := range spans {
		if n > 0 && s.Start < spans[n-1].End {
			spans[n-1].End = max(spans[n-1].End, s.End)
			continue
		}
		spans[n] = s
		n++
	}
	return spans[:n]
}

// Makers holds the constructors of the linked detectors by the path of their package.
var Makers sync.Map

// New returns the detector of the package at path. [Find] returned the path without a fault.
func New(path string, kinds []string) Detector {
	newDetector, _ := Makers.Load(path)
	return newDetector.(func([]string) Detector)(kinds)
}

const (
	piiPackage     = "github.com/seed-7aa78ce4/shape/shaper/detect"
	secretsPackage = "github.com/seed-7aa78ce4/shape/shaper/detect/secrets"
)

// Source is a package with a detector, and the kinds of its spans.
type Source struct {
	Path  string
	Kinds []string
}

// sources lists the names that privacy.detect accepts. They are fixed, so that an unlinked
// detector is told from a misspelt name.
var sources = map[string]Source{
	"secrets": {secretsPackage, []string{"secret"}},
	"pii":     {piiPackage, []string{"email", "phone", "card", "iban"}},
	"email":   {piiPackage, []string{"email"}},
	"phone":   {piiPackage, []string{"phone"}},
	"card":    {piiPackage, []string{"card"}},
	"iban":    {piiPackage, []string{"iban"}},
}

// Find returns the source for a name. The fault is "" if its detector is linked.
func Find(name string) (s Source, fault, hint string) {
	s, known := sources[name]
	if !known {
		names := slices.Sorted(maps.Keys(sources))
		if near := words.Nearest(name, names); near != "" {
			return s, "no detector has this name", "did you mean " + near + "?"
		}
		return s, "no detector has this name", "one of " + strings.Join(names, ", ")
	}
	if _, isLinked := Makers.Load(s.Path); isLinked {
		return s, "", ""
	}
	return s, "the detector " + name + " is not linked", fmt.Sprintf("import _ %q", s.Path)
}
