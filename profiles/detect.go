package profiles

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/seed-7aa78ce4/shape/profiles/internal/detect"
)

// Span is the part text[Start:End] of a text that holds a value of a kind, such as
// "card".
type Span = detect.Span

// Detector finds values by their form, without a name beside them. It is safe for
// concurrent use, takes time linear in the text, and accepts any bytes. Next(raw, from) returns
// an offset, and no value ends before it. Append(dst, text) appends the spans of all values.
type Detector = detect.Detector

// RegisterDetector registers the detector of the package at path. newDetector makes one
// that finds the kinds given. Call it from an init function of that package. Example: a
// program that imports shaper/detect accepts "detect": ["pii"].
func RegisterDetector(path string, newDetector func(kinds []string) Detector) {
	detect.Makers.Store(path, newDetector)
}

// JoinSpans sorts spans by their start, in place. Of spans that overlap, the first one
// grows and keeps its kind.
func JoinSpans(spans []Span) []Span { return detect.Join(spans) }

// Detection replaces each value that its detectors find by the mark of its kind.
type Detection struct {
	Detectors []Detector
	kinds     []Pattern // sorted by mark
}

// Kinds lists the kinds in force: With is the mark, such as "[card]", and Origin the
// element of privacy.detect. Regexp is nil.
func (d *Detection) Kinds() []Pattern { return d.kinds }

// Kind returns the element of [Detection.Kinds] for the kind of a span.
func (d *Detection) Kind(kind string) *Pattern {
	i, _ := slices.BinarySearchFunc(d.kinds, markOf(kind), func(p Pattern, mark string) int { return strings.Compare(p.With, mark) })
	return &d.kinds[i]
}

// markOf returns the text that replaces a value of a kind.
func markOf(kind string) string { return "[" + kind + "]" }

// wanted collects the kinds that sections ask for, by the package that finds them.
type wanted struct {
	kinds map[string][]string
	all   []Pattern
}

// add adds the names of one section. An unknown name is a fault, and so is a name whose
// package is not linked. The first section that asks for a kind is its origin.
func (w *wanted) add(c *compiler, names []string, list place) {
	for i, name := range names {
		origin := list.index(i).origin()
		source, fault, hint := detect.Find(name)
		if fault != "" {
			c.report(Problem{Origin: origin, Message: fault, Hint: hint})
			continue
		}
		for _, kind := range source.Kinds {
			if slices.Contains(w.kinds[source.Path], kind) {
				continue
			}
			if w.kinds == nil {
				w.kinds = map[string][]string{}
			}
			w.kinds[source.Path] = append(w.kinds[source.Path], kind)
			w.all = append(w.all, Pattern{With: markOf(kind), Origin: origin})
		}
	}
}

// detection makes the detectors; nil if no section asks for one.
func (w *wanted) detection() *Detection {
	if len(w.all) == 0 {
		return nil
	}
	d := &Detection{kinds: w.all}
	sort.Slice(d.kinds, func(i, j int) bool { return d.kinds[i].With < d.kinds[j].With })
	for _, path := range slices.Sorted(maps.Keys(w.kinds)) {
		d.Detectors = append(d.Detectors, detect.New(path, w.kinds[path]))
	}
	return d
}
