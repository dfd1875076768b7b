// Package journal records the passes over one response and its documents inside: the masks that
// matched, and the decisions with their causes.
package journal

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
)

// Journal records masks, and decisions for a [Receiver]. It costs time, so only Explain and strict
// requests use one. A nil journal records nothing.
type Journal struct {
	Settings []profiles.Decision
	Losses   bool // only decisions that leave out a value are recorded, and no masks

	names    map[*plan.Plan][]string // of the rules of each plan
	masks    []string                // every mask of the plans with its origin
	reached  map[string]bool         // masks whose paths matched a value
	asked    map[string]bool         // masks from the call, or from the entries for its tool
	receiver *Receiver               // nil in a rehearsal
	scopes   *scopes                 // nil without a rehearsal
	at       stats.Place             // of the document inside that is shaped next
}

// Receiver receives the decisions of a pass at once: for each value, or summed by place.
type Receiver struct {
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

// New returns a journal of masks alone.
func New() *Journal {
	return &Journal{names: map[*plan.Plan][]string{}, reached: map[string]bool{}, asked: map[string]bool{}}
}

// NewRehearsal returns a journal for a response that is shaped more than once. The first pass
// finds the parts that are taken back, without a receiver.
func NewRehearsal() *Journal {
	j := New()
	j.scopes = new(scopes)
	return j
}

// Report begins another pass over the response and reports its decisions to a receiver.
func (j *Journal) Report(to *Receiver) {
	j.receiver, j.at = to, 0
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

// Tracer writes the journal for one document. A nil tracer reports nothing.
type Tracer struct {
	*Journal
	Prefix string      // pointer of the document in the response
	Root   stats.Place // of the document
	names  []string    // of the first rules, as the journal lists them; "" for an unlisted rule
}

// Tracer prepares the journal for the document at a pointer.
func (j *Journal) Tracer(p *plan.Plan, prefix string) *Tracer {
	names, known := j.names[p]
	if !known && !j.Losses {
		names = j.list(p)
		j.names[p] = names
	}
	return &Tracer{Journal: j, Prefix: prefix, Root: j.at, names: names}
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

// Receiver returns the receiver of the decisions, or nil if none are reported now.
func (t *Tracer) Receiver() *Receiver {
	if t == nil || t.scopes != nil && t.scopes.mute > 0 {
		return nil
	}
	return t.receiver
}

// WalksAll reports whether each value must be walked, since masks match no other ones.
func (t *Tracer) WalksAll() bool { return t.scopes != nil && !t.Losses }

// Enter sets the place of the document inside that is shaped next.
func (t *Tracer) Enter(at stats.Place) { t.at = at }

// Met records the rules of [plan.Hiding.All] that matched in strings of a document.
func (t *Tracer) Met(hiding *plan.Hiding, reached []bool) {
	for rule, met := range reached {
		if mask := nameOfRule(hiding.All.Rule(rule)); met {
			if _, isListed := t.reached[mask]; isListed {
				t.reached[mask] = true
			}
		}
	}
}

// Visit records the rules that end at a value.
func (t *Tracer) Visit(s *fieldmask.State) {
	for _, rule := range s.Ends() {
		if int(rule) < len(t.names) {
			t.reached[t.names[rule]] = true
		}
	}
}
