package plan

import (
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// This file lays the hiding rules over a document, and compiles them for its strings. Some of
// them guard against a document whose dialect is not the assumed one.

// addAnchored adds the hiding rules that do not act at any depth, rooted at the value at a path.
func (p *planner) addAnchored(at fieldmask.Path) {
	p.addHiding(at, func(kind fieldmask.Kind, path fieldmask.Path) bool {
		return !path.Roams() || kind == fieldmask.Expose
	})
}

// addEverywhere anchors privacy and tier rules at each possible payload and each possible
// place of error details. A caller can name a wrong dialect, and must not lift the rules by
// that.
func (p *planner) addEverywhere() {
	rooted := func(kind fieldmask.Kind, path fieldmask.Path) bool {
		return kind == fieldmask.Forbid && !path.Roams()
	}
	if !p.hides(rooted) { // saves making the layouts of all dialects
		return
	}
	for _, path := range append(payloads(), "") {
		p.addHiding(parsePath(path), rooted)
	}
}

// addLookalike anchors the hiding rules at the payloads and error details of a dialect. The
// document resembles that dialect but counts as plain. Hiding must not depend on this.
func (p *planner) addLookalike(d envelope.Dialect) {
	var paths []string
	for _, l := range layoutsOf(d) {
		paths = slices.Concat(paths, l.Payload, l.Detail)
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		if path != "" {
			p.addAnchored(parsePath(path))
		}
	}
}

// layoutsOf lists the layouts of a dialect: the usual one, its forms and their failures.
func layoutsOf(d envelope.Dialect) []*envelope.Layout {
	all := []*envelope.Layout{d.Layout()}
	if f, ok := d.(envelope.Former); ok {
		all = append(all, f.Forms()...)
	}
	for _, l := range slices.Clone(all) {
		if l.Failure != nil {
			all = append(all, l.Failure)
		}
	}
	return all
}

// hides reports whether is holds for at least one hiding rule.
func (p *planner) hides(is func(fieldmask.Kind, fieldmask.Path) bool) bool {
	return slices.ContainsFunc(p.resolved.Exclude, func(rule profiles.Rule) bool { return is(rule.Kind, rule.Path) }) ||
		slices.ContainsFunc(p.resolved.Redact, func(m profiles.Redaction) bool { return is(fieldmask.Forbid, m.Path) })
}

// addHiding adds the hiding rules for which is holds, rooted at a path. A redaction of a path
// counts as a rule that forbids.
func (p *planner) addHiding(at fieldmask.Path, is func(fieldmask.Kind, fieldmask.Path) bool) {
	for _, rule := range p.resolved.Exclude {
		if is(rule.Kind, rule.Path) {
			p.rules = append(p.rules, fieldmask.Rule{Kind: rule.Kind, Scope: at, Path: rule.Path, Origin: rule.Origin.String()})
			if rule.Kind == fieldmask.Forbid {
				p.addPairs(at, rule.Path)
			}
		}
	}
	for _, m := range p.resolved.Redact {
		if is(fieldmask.Forbid, m.Path) {
			redact := &Redaction{With: scan.AppendQuote(nil, []byte(m.With)), By: m.Origin.String()}
			p.attach(site{at: at}, m.Path.Everywhere(), &Acts{Redact: redact}, false)
			p.addPairs(at, m.Path)
		}
	}
}

// inAnyDialect lists the paths that any dialect has for a role, in the document itself and in
// a nested document.
func inAnyDialect(role func(*envelope.Layout) []string) (paths []string) {
	for _, d := range dialects.All() {
		paths = append(paths, role(d.Layout())...)
	}
	inside := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == "" })
	for _, d := range dialects.All() {
		for _, at := range d.Layout().Document {
			for _, path := range inside {
				paths = append(paths, at+"."+path)
			}
		}
	}
	return paths
}

// secrets returns the privacy and tier rules of a configuration and nothing else.
func secrets(r *profiles.Resolved) *profiles.Resolved {
	s := &profiles.Resolved{
		Profile: r.Profile, Expand: true, Redact: r.Redact, Patterns: r.Patterns, Detection: r.Detection, Tiered: r.Tiered, OnError: r.OnError,
		Duplicates: r.Duplicates, DuplicatesEverywhere: r.DuplicatesEverywhere, RefuseUnreadable: r.RefuseUnreadable,
	}
	for _, rule := range r.Exclude {
		if rule.Kind == fieldmask.Forbid {
			s.Exclude = append(s.Exclude, rule)
		}
	}
	return s
}

// Hiding holds the hiding rules for the strings of a response. The rules are rooted at each
// possible root of a nested document. They do not depend on the dialect or the envelope.
type Hiding struct {
	All     *fieldmask.Mask // every rule, those of Private first
	Private *fieldmask.Mask // privacy and tier rules, or nil
	// Names matches the rules by names alone. It is compiled on the first call: a string without
	// JSON needs it under privacy and tier rules alone.
	Names  func() *Names
	Refuse bool // a response in which a string would be withheld is refused
	// Uniform means that the rules act alike at all places: the state of each value is as
	// good as the root's.
	Uniform bool

	censor     *censor    // nil without patterns
	taint      *taint.Set // nil unless hidden values are searched for
	redactions []*Redaction
	replaced   map[string]bool // the replacements of redactions, without signs
	anchored   bool            // a rule is anchored, so it acts at the root of a payload
}

// payloadMark marks a value that may be a payload. The redaction i has the mark i+1.
const payloadMark = 0

// newHiding compiles the hiding rules for strings. It returns nil if there are none.
func newHiding(r *profiles.Resolved, c *censor) (*Hiding, error) {
	if !r.Hides() {
		return nil, nil
	}
	h := &Hiding{Refuse: r.RefuseUnreadable, Uniform: true, replaced: map[string]bool{}}
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
		h.replaced[signs.Replace(m.With)] = m.With != ""
		private = append(private, fieldmask.Rule{
			Kind: fieldmask.Mark, Path: m.Path.Everywhere(), Value: len(h.redactions), Origin: m.Origin.String(),
		})
		h.reaches(m.Path)
	}
	h.Names = sync.OnceValue(func() *Names { return newNames(slices.Concat(private, ordinary)) })
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

// signs removes quotes and escapes of any depth from a value.
var signs = strings.NewReplacer(`\`, "", `"`, "")

// IsReplacement reports whether a value in a text is a replacement already.
func (h *Hiding) IsReplacement(value []byte) bool {
	return len(h.replaced) > 0 && h.replaced[signs.Replace(string(value))]
}

// Acts reports whether names matter, and not patterns alone.
func (h *Hiding) Acts() bool { return h.All.NumRules() > 0 }
