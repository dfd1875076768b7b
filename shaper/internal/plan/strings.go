package plan

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// Hiding holds the hiding rules for the strings of a response. The rules are rooted at each
// possible root of a nested document. They do not depend on the dialect or the envelope.
type Hiding struct {
	All     *fieldmask.Mask // every rule, those of Private first
	Private *fieldmask.Mask // privacy and tier rules, or nil
	Names   Names
	Refuse  bool // a response in which a string would be withheld is refused
	// Uniform means that the rules act alike at all places: the state of each value is as
	// good as the root's.
	Uniform bool

	censor     *censor    // nil without patterns
	taint      *taint.Set // nil unless hidden values are searched for
	redactions []*Redaction
	anchored   bool // a rule is anchored, so it acts at the root of a payload
}

// payloadMark marks a value that may be a payload. The redaction i has the mark i+1.
const payloadMark = 0

// newHiding compiles the hiding rules for strings. It returns nil if there are none.
func newHiding(r *profiles.Resolved, c *censor) (*Hiding, error) {
	if !r.Hides() {
		return nil, nil
	}
	h := &Hiding{Refuse: r.RefuseUnreadable, Uniform: true}
	if r.Censors() {
		h.censor = c.load(r)
	}
	var private, ordinary []fieldmask.Rule
	for _, x := range r.Exclude {
		rule := fieldmask.Rule{Kind: x.Kind, Path: x.Path, Origin: x.Origin.String()}
		if x.Kind == fieldmask.Forbid {
			private = append(private, rule)
		} else {
			ordinary = append(ordinary, rule)
		}
		h.reaches(x.Path)
	}
	for _, m := range r.Redact {
		h.redactions = append(h.redactions, &Redaction{With: scan.AppendQuote(nil, []byte(m.With)), By: m.Origin.String()})
		private = append(private, fieldmask.Rule{
			Kind: fieldmask.Mark, Path: m.Path.Everywhere(), Value: len(h.redactions), Origin: m.Origin.String(),
		})
		h.reaches(m.Path)
	}
	h.Names = newNames(slices.Concat(private, ordinary))
	var places []fieldmask.Rule
	if h.anchored {
		for _, path := range payloads() {
			places = append(places, fieldmask.Rule{Kind: fieldmask.Mark, Path: parsePath(path), Value: payloadMark})
		}
	}
	var err error
	if len(private) > 0 {
		if h.Private, err = fieldmask.Compile(slices.Concat(private, places)...); err != nil {
			return h, err
		}
	}
	if h.All = h.Private; len(ordinary) > 0 || h.All == nil {
		h.All, err = fieldmask.Compile(slices.Concat(private, ordinary, places)...)
	}
	return h, err
}

// reaches updates anchored and Uniform for a rule.
func (h *Hiding) reaches(path fieldmask.Path) {
	h.anchored = h.anchored || !path.Roams()
	h.Uniform = h.Uniform && path.Roams() && len(path.Everywhere().Above()) == 2
}

// payloads lists the paths of payloads and error details in all dialects, without the root.
func payloads() []string {
	paths := inAnyDialect(func(l *envelope.Layout) []string {
		all := slices.Concat(l.Payload, l.Detail)
		if l.Failure != nil {
			all = slices.Concat(all, l.Failure.Payload, l.Failure.Detail)
		}
		return all
	})
	slices.Sort(paths)
	return slices.DeleteFunc(slices.Compact(paths), func(path string) bool { return path == "" })
}

// Inside returns the state for the members and elements of a value. In a possible payload,
// anchored rules begin anew.
func (h *Hiding) Inside(s *fieldmask.State) *fieldmask.State {
	if h.anchored && slices.Contains(s.Marks(), payloadMark) {
		return s.Found()
	}
	return s
}

// Redaction returns the replacement of a value; nil leaves the value.
func (h *Hiding) Redaction(s *fieldmask.State) (r *Redaction) {
	for _, mark := range s.Marks() {
		if mark != payloadMark {
			r = h.redactions[mark-1]
		}
	}
	return r
}

// Acts reports whether names matter, and not patterns alone.
func (h *Hiding) Acts() bool { return h.All.NumRules() > 0 }
