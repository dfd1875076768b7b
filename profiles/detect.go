package profiles

import (
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
	// Next returns an offset in raw, at least from, before which no value ends: a part of
	// raw that begins at or after from and ends at or before the offset holds no value.
	// It returns len(raw) if raw[from:] holds none. raw is a text as JSON writes it: a
	// character can be an escape, and a string in it can hold further escapes.
	Next(raw []byte, from int) int
	// Append appends the spans of all values of a text to dst, in order of their start
	// and without overlaps. A mark, such as "[card]", holds no value.
	Append(dst []Span, text []byte) []Span
}

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

// detectors holds the registered detectors. The names of privacy.detect are fixed, so
// that an unlinked detector is told from a misspelt name.
var detectors = struct {
	sync.RWMutex
	makers map[string]func(kinds []string) Detector // by the path of the package
}{makers: map[string]func([]string) Detector{}}

const (
	piiPackage     = "github.com/seed-7aa78ce4/shape/shaper/detect"
	secretsPackage = "github.com/seed-7aa78ce4/shape/shaper/detect/secrets"
)

// detectable lists, for each name that privacy.detect accepts, the package that finds
// it and the kinds of its spans.
var detectable = map[string]struct {
	path  string
	kinds []string
}{
	"secrets": {secretsPackage, []string{"secret"}},
	"pii":     {piiPackage, []string{"email", "phone", "card", "iban"}},
	"email":   {piiPackage, []string{"email"}},
	"phone":   {piiPackage, []string{"phone"}},
	"card":    {piiPackage, []string{"card"}},
	"iban":    {piiPackage, []string{"iban"}},
}

// RegisterDetector registers the detector of the package at path. newDetector makes one
// that finds the kinds given. Call it from an init function of that package. Example: a
// program that imports shaper/detect accepts "detect": ["pii"].
func RegisterDetector(path string, newDetector func(kinds []string) Detector) {
	detectors.Lock()
	defer detectors.Unlock()
	detectors.makers[path] = newDetector
}

// makerOf returns the constructor that the package at path registered, or nil.
func makerOf(path string) func(kinds []string) Detector {
	detectors.RLock()
	defer detectors.RUnlock()
	return detectors.makers[path]
}

// wanted collects the kinds that sections ask for, by the package that finds them.
type wanted struct {
	kinds map[string][]string
	all   []Pattern
}

// detect adds the names of one section. An unknown name is a fault, and so is a name whose
// package is not linked.
func (c *compiler) detect(w *wanted, names []string, list place) {
	for i, name := range names {
		origin := list.index(i).origin()
		known, ok := detectable[name]
		switch {
		case !ok:
			c.report(Problem{Origin: origin, Message: "no detector has this name", Hint: detectorHint(name)})
		case makerOf(known.path) == nil:
			c.report(Problem{Origin: origin, Message: "the detector " + name + " is not linked", Hint: unlinkedHint(known.path)})
		default:
			w.add(known.path, known.kinds, origin)
		}
	}
}

// add adds kinds of a package. The first section that asks for a kind is its origin.
func (w *wanted) add(path string, kinds []string, origin Origin) {
	for _, kind := range kinds {
		if slices.Contains(w.kinds[path], kind) {
			continue
		}
		if w.kinds == nil {
			w.kinds = map[string][]string{}
		}
		w.kinds[path] = append(w.kinds[path], kind)
		w.all = append(w.all, Pattern{With: markOf(kind), Origin: origin})
	}
}

// detection makes the detectors; nil if no section asks for one.
func (w *wanted) detection() *Detection {
	if len(w.all) == 0 {
		return nil
	}
	d := &Detection{kinds: w.all}
	slices.SortFunc(d.kinds, func(a, b Pattern) int { return strings.Compare(a.With, b.With) })
	for _, path := range slices.Sorted(maps.Keys(w.kinds)) {
		d.Detectors = append(d.Detectors, makerOf(path)(w.kinds[path]))
	}
	return d
}

// detectorHint names the detector most similar to a misspelt name, or all of them.
func detectorHint(name string) string {
	known := slices.Sorted(maps.Keys(detectable))
	if near := words.Nearest(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	return "one of " + strings.Join(known, ", ")
}

// unlinkedHint names the import that links a detector.
func unlinkedHint(path string) string {
	hint := `import _ "` + path + `"`
	if path == secretsPackage {
		hint += ", or build the command with -tags secrets"
	}
	return hint
}

// JoinSpans sorts spans by their start, in place. Of spans that overlap, the first one
// grows and keeps its kind.
func JoinSpans(spans []Span) []Span {
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
