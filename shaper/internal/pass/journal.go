package pass

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
)

// Journal notes what passes over one response, and the documents inside it, come to:
// which masks met something, and what the [Teller] is to be told. It costs time, so
// that only Explain and strict requests keep one; a nil journal notes nothing.
type Journal struct {
	Settings []profiles.Decision

	names   map[*plan.Plan][]string // the rules of each plan
	masks   []string                // every mask of the plans, and where it was written
	reached map[string]bool         // those whose paths some value reached
	asked   map[string]bool         // those that the call said, or the entries for its tool
	teller  *Teller                 // nil in a rehearsal, and where nobody is told
	scopes  *scopes                 // nil where nobody will be
	at      stats.Place             // of the document inside that is about to be shaped
}

// NewJournal returns a journal of masks alone.
func NewJournal() *Journal {
	return &Journal{names: map[*plan.Plan][]string{}, reached: map[string]bool{}, asked: map[string]bool{}}
}

// NewRehearsal returns a journal for a response that is shaped more than once: first
// without anybody being told, to find what will be taken back.
func NewRehearsal() *Journal {
	j := NewJournal()
	j.scopes = new(scopes)
	return j
}

// Tell begins another pass over the response, of whose decisions a teller is told.
func (j *Journal) Tell(to *Teller) {
	j.teller, j.at = to, 0
	j.scopes.retell()
}

// Restart forgets what a rehearsal found: the response is shaped in another way.
func (j *Journal) Restart() {
	if j != nil && j.scopes != nil {
		*j.scopes = scopes{}
	}
}

// Open begins a part of the response of which all that is decided may be taken back.
// Parts are in each other, and come in one order in each pass.
func (j *Journal) Open() (part int) {
	if j == nil || j.scopes == nil {
		return 0
	}
	return j.scopes.open()
}

// Close ends a part, and says whether what was decided in it stands.
func (j *Journal) Close(part int, stands bool) {
	if part > 0 {
		j.scopes.close(part, stands)
	}
}

// tells reports whether somebody is told what is decided now.
func (j *Journal) tells() bool { return j.teller != nil && j.scopes.mute == 0 }

// Unmatched lists the masks that selected nothing, and those of them that were asked
// for in particular.
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

// tracer writes the journal for one document.
type tracer struct {
	*Journal
	prefix string // pointer of the document in the response
	root   stats.Place
	spots  []spot   // of the open containers, as far as values in them were told
	names  []string // of each rule, as the journal lists it; "" where it does not; rules behind them are not listed
}

// tracer readies the journal for the document at a pointer.
func (j *Journal) tracer(p *plan.Plan, prefix string) *tracer {
	names, known := j.names[p]
	if !known {
		names = j.list(p)
		j.names[p] = names
	}
	return &tracer{Journal: j, prefix: prefix, root: j.at, names: names}
}

// list lists the masks of a plan that are not listed yet, and returns how it lists
// each.
func (j *Journal) list(p *plan.Plan) []string {
	names, asked := make([]string, p.Mask.NumRules()), p.Asked()
	for i := range names {
		r := p.Mask.Rule(i)
		if r.Origin == "" || r.Kind == fieldmask.Include && p.AlwaysKeeps(r.Path) {
			continue
		}
		names[i] = listed(r)
		if _, known := j.reached[names[i]]; !known {
			j.reached[names[i]], j.asked[names[i]] = false, asked[r.Origin]
			j.masks = append(j.masks, names[i])
		}
	}
	return names
}

// listed is how the journal lists a rule.
func listed(r fieldmask.Rule) string {
	return cmp.Or(r.Path.String(), profiles.Itself) + " (" + r.Origin + ")"
}

// met notes the rules that met something in strings of a document.
func (t *tracer) met(p *plan.Plan, h *redact.Hider) {
	if t == nil || p.Hiding == nil {
		return
	}
	for rule, met := range h.Reached() {
		if met {
			t.meet(listed(p.Hiding.All.Rule(rule)))
		}
	}
}

// meet notes that a mask selected something, if it is listed.
func (t *tracer) meet(mask string) {
	if _, known := t.reached[mask]; known {
		t.reached[mask] = true
	}
}

// visit notes the rules that end at a value.
func (t *tracer) visit(s *fieldmask.State) {
	for _, rule := range s.Ends() {
		if int(rule) < len(t.names) {
			t.reached[t.names[rule]] = true
		}
	}
}
