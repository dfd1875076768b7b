package pass

import (
	"cmp"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
)

// Journal records the passes over one response and its documents inside: the masks that
// matched, and the decisions for a [Teller]. It costs time, so only Explain and strict requests
// use one. A nil journal records nothing.
type Journal struct {
	Settings []profiles.Decision

	names   map[*plan.Plan][]string // of the rules of each plan
	masks   []string                // every mask of the plans with its origin
	reached map[string]bool         // masks whose paths matched a value
	asked   map[string]bool         // masks from the call, or from the entries for its tool
	teller  *Teller                 // nil in a rehearsal
	scopes  *scopes                 // nil without a rehearsal
	at      stats.Place             // of the document inside that is shaped next
}

// Teller receives the decisions of a pass at once: for each value, or summed by place.
type Teller struct {
	Each   func(Decision)        // may be nil
	Sums   *stats.Tally          // may be nil
	Tokens func(text []byte) int // counts tokens for the sums
}

// Decision is the outcome for one value of a response, with its reason.
type Decision struct {
	Pointer string // JSON Pointer (RFC 6901) in the input
	stats.Verdict
	Bytes int // of the value in the input
}

// NewJournal returns a journal of masks alone.
func NewJournal() *Journal {
	return &Journal{names: map[*plan.Plan][]string{}, reached: map[string]bool{}, asked: map[string]bool{}}
}

// NewRehearsal returns a journal for a response that is shaped more than once. The first pass
// finds the parts that are taken back, without a teller.
func NewRehearsal() *Journal {
	j := NewJournal()
	j.scopes = new(scopes)
	return j
}

// Tell begins another pass over the response and reports its decisions to a teller.
func (j *Journal) Tell(to *Teller) {
	j.teller, j.at = to, 0
	j.scopes.opened, j.scopes.known, j.scopes.mute = 0, true, 0
}

// Restart discards the rehearsal, since the response is shaped in another way.
func (j *Journal) Restart() {
	if j != nil && j.scopes != nil {
		*j.scopes = scopes{}
	}
}

// Open begins a part of the response whose decisions may be taken back. Parts nest, and come in
// the same order in each pass.
func (j *Journal) Open() (part int) {
	if j == nil || j.scopes == nil {
		return 0
	}
	return j.scopes.open()
}

// Close ends a part. stands means that its decisions are not taken back.
func (j *Journal) Close(part int, stands bool) {
	if part > 0 {
		j.scopes.close(part, stands)
	}
}

// tells reports whether decisions go to the teller now.
func (j *Journal) tells() bool { return j.teller != nil && j.scopes.mute == 0 }

// Unmatched lists the masks that selected nothing, and those of them from the call or the
// entries for its tool.
func (j *Journal) Unmatched() (masks, asked []string) {
	for _, m := range j.masks {
		if j.reached[m] {
			continue
		}
		masks = append(masks, m)
		if j.asked[m] {
			asked = append(asked, m)
		}
	}
	return masks, asked
}

// scopes records the parts of a response whose decisions are taken back. Such a part is a
// container that goes after its walk, or a document inside that cannot be shaped. A first pass
// numbers the parts and lists those taken back. A second pass reports nothing inside them.
type scopes struct {
	opened int   // parts so far in this pass
	back   []int // parts taken back, in order, without those inside them
	known  bool  // back is complete
	mute   int   // the open part that will be taken back, or 0
}

func (s *scopes) open() int {
	s.opened++
	if s.known && s.mute == 0 {
		if _, goes := slices.BinarySearch(s.back, s.opened); goes {
			s.mute = s.opened
		}
	}
	return s.opened
}

func (s *scopes) close(part int, stands bool) {
	switch {
	case s.mute == part:
		s.mute = 0
	case !s.known && !stands:
		inside, _ := slices.BinarySearch(s.back, part)
		s.back = append(s.back[:inside], part)
	}
}

// tracer writes the journal for one document.
type tracer struct {
	*Journal
	prefix string // pointer of the document in the response
	root   stats.Place
	spots  []spot   // of the open containers, as far as values in them were reported
	names  []string // of the first rules, as the journal lists them; "" for an unlisted rule
}

// spot is the place of an open container.
type spot struct {
	start int // offset of the container
	at    stats.Place
}

// tracer prepares the journal for the document at a pointer.
func (j *Journal) tracer(p *plan.Plan, prefix string) *tracer {
	names, known := j.names[p]
	if !known {
		names = j.list(p)
		j.names[p] = names
	}
	return &tracer{Journal: j, prefix: prefix, root: j.at, names: names}
}

// list adds the masks of a plan to the journal and returns their names.
func (j *Journal) list(p *plan.Plan) []string {
	names, asked := make([]string, p.Mask.NumRules()), p.Asked()
	for i := range names {
		r := p.Mask.Rule(i)
		if r.Origin == "" || r.Kind == fieldmask.Include && p.AlwaysKeeps(r.Path) {
			continue
		}
		names[i] = nameOfRule(r)
		if _, known := j.reached[names[i]]; !known {
			j.reached[names[i]], j.asked[names[i]] = false, asked[r.Origin]
			j.masks = append(j.masks, names[i])
		}
	}
	return names
}

// nameOfRule returns the name of a rule in the journal.
func nameOfRule(r fieldmask.Rule) string {
	return cmp.Or(r.Path.String(), profiles.Itself) + " (" + r.Origin + ")"
}

// met records the rules that matched in strings of a document.
func (t *tracer) met(p *plan.Plan, h *redact.Hider) {
	if t == nil || p.Hiding == nil {
		return
	}
	for rule, met := range h.Reached() {
		if mask := nameOfRule(p.Hiding.All.Rule(rule)); met {
			if _, isListed := t.reached[mask]; isListed {
				t.reached[mask] = true
			}
		}
	}
}

// visit records the rules that end at a value.
func (t *tracer) visit(s *fieldmask.State) {
	for _, rule := range s.Ends() {
		if int(rule) < len(t.names) {
			t.reached[t.names[rule]] = true
		}
	}
}

// cause is the reason of a decision.
type cause struct {
	reason  string // of [Decision]
	rule    string // origin of a rule outside the mask
	setting string // that decided, or ""
	parts   bool   // the parts of the value are reported apart
}

// Causes to remove a value that the mask would keep. A nil cause keeps it.
var (
	unmatched    = &cause{reason: "unmatched"}                   // includes selected nothing below it
	emptied      = &cause{reason: "emptied", setting: "emptied"} // excludes removed all its values
	nullValue    = &cause{reason: "elided", setting: "exclude_null_values"}
	emptyArray   = &cause{reason: "elided", setting: "exclude_empty_arrays"}
	emptyObject  = &cause{reason: "elided", setting: "exclude_empty_objects"}
	defaultValue = &cause{reason: "elided", setting: "exclude_default_values"}
)

// unshown is the cause to remove metadata.
var unshown = cause{reason: "excluded", setting: "envelope.include"}

// causeOf returns the cause for the verdict of a state.
func causeOf(s *fieldmask.State) cause {
	switch {
	case s.Excluded():
		return cause{reason: "excluded"}
	case s.Verdict() != fieldmask.Keep:
		return cause{reason: "not included"}
	case s.Rule() >= 0:
		return cause{reason: "included"}
	}
	return cause{reason: "kept"}
}
