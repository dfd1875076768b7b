package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/hide"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Decision is what became of one value of a response, and why.
type Decision struct {
	Pointer string // JSON Pointer (RFC 6901) in the input
	Kept    bool
	Rule    string // where the rule behind it was written; "" where no rule was
	Reason  string
	Bytes   int // of the value in the input
}

// Journal collects what the pass decides for one response and the documents
// inside it. It costs time, so that only Explain and strict requests keep one; a
// nil journal notes nothing.
type Journal struct {
	Decisions []Decision
	Settings  []profiles.Decision

	masks   []string        // every mask of the plans, and where it was written
	reached map[string]bool // those whose paths some value reached
	asked   map[string]bool // those that the call said, or the entries for its tool
	brief   bool
}

// NewJournal returns an empty journal. A brief one notes masks alone, no
// decisions.
func NewJournal(brief bool) *Journal {
	return &Journal{reached: map[string]bool{}, asked: map[string]bool{}, brief: brief}
}

// Size is the number of decisions so far.
func (j *Journal) Size() int {
	if j == nil {
		return 0
	}
	return len(j.Decisions)
}

// Strike takes back the decisions after the first n, which no longer hold.
func (j *Journal) Strike(n int) {
	if j != nil {
		j.Decisions = j.Decisions[:n]
	}
}

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
	prefix string   // pointer of the document in the response
	names  []string // of each rule, as the journal lists it; "" where it does not; rules behind them are not listed
}

// tracer readies the journal for the document at a pointer, and lists the masks of
// its plan that are not listed yet.
func (j *Journal) tracer(p *plan.Plan, prefix string) *tracer {
	t := &tracer{Journal: j, prefix: prefix, names: make([]string, p.Mask.NumRules())}
	asked := p.Asked()
	for i := range t.names {
		r := p.Mask.Rule(i)
		if r.Origin == "" || r.Kind == fieldmask.Include && p.AlwaysKeeps(r.Path) {
			continue
		}
		t.names[i] = listed(r)
		if _, known := j.reached[t.names[i]]; !known {
			j.reached[t.names[i]], j.asked[t.names[i]] = false, asked[r.Origin]
			j.masks = append(j.masks, t.names[i])
		}
	}
	return t
}

// listed is how the journal lists a rule.
func listed(r fieldmask.Rule) string { return r.Path.String() + " (" + r.Origin + ")" }

// met notes the rules that met something in strings of a document.
func (t *tracer) met(p *plan.Plan, h *hide.Hider) {
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
