package shaper

import (
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Decision is what became of one value of a response, and why.
type Decision struct {
	Pointer string // JSON Pointer (RFC 6901) in the input
	Kept    bool
	// Rule is where the rule behind it was written; empty where no rule was.
	Rule string
	// Reason is a word for what decided: included, excluded, not included,
	// elided, unmatched, emptied, redacted, cut, kept.
	Reason string
	Bytes  int // of the value in the input
}

// journal collects what the pass decides for one response and the documents
// inside it. It costs time, so that only Explain and strict requests keep one.
type journal struct {
	decisions []Decision
	masks     []string        // every mask of the plans, and where it was written
	reached   map[string]bool // those whose paths some value reached
	settings  []profiles.Decision
	brief     bool // decisions are not of interest
}

// size is the number of decisions so far. A journal that nobody keeps has none.
func (j *journal) size() int {
	if j == nil {
		return 0
	}
	return len(j.decisions)
}

// strike takes back the decisions after the first n, which no longer hold.
func (j *journal) strike(n int) {
	if j != nil {
		j.decisions = j.decisions[:n]
	}
}

// unmatched lists the masks that selected nothing.
func (j *journal) unmatched() []string {
	return slices.DeleteFunc(slices.Clone(j.masks), func(m string) bool { return j.reached[m] })
}

// tracer writes the journal for one document.
type tracer struct {
	*journal
	mask   *fieldmask.Mask
	prefix string   // pointer of the document in the response
	names  []string // of each rule, as the journal lists it; empty where it does not
}

// tracer readies the journal for the document at a place, and lists the masks of
// its plan that are not listed yet.
func (j *journal) tracer(p *plan, prefix string) *tracer {
	t := &tracer{journal: j, mask: p.mask, prefix: prefix, names: make([]string, p.mask.Rules())}
	for i := range t.names {
		r := p.mask.Rule(i)
		if r.Origin == "" || r.Kind == fieldmask.Include && p.alwaysKeeps(r.Path) {
			continue
		}
		t.names[i] = r.Path.String() + " (" + r.Origin + ")"
		if _, known := j.reached[t.names[i]]; !known {
			j.reached[t.names[i]] = false
			j.masks = append(j.masks, t.names[i])
		}
	}
	return t
}

// alwaysKeeps reports whether a path is in an include list for the sake of
// always_keep. It need not be met.
func (p *plan) alwaysKeeps(path fieldmask.Path) bool {
	is := func(keep fieldmask.Path) bool { return keep.String() == path.String() }
	return slices.ContainsFunc(p.resolved.AlwaysKeep, is)
}

// visit notes the rules that end at a value.
func (t *tracer) visit(s *fieldmask.State) {
	for _, rule := range s.Ends() {
		t.reached[t.names[rule]] = true
	}
}

// cause is why something became of a value.
type cause struct {
	reason  string // of [Decision]
	rule    string // where the rule was written, if it is none of the mask
	setting string // that decided, if one did
}

// decide notes what became of the value at h in f, of n bytes.
func (w *walker) decide(f *frame, s *fieldmask.State, h head, n int, kept bool, why cause) {
	if w.trace == nil || w.trace.brief {
		return
	}
	d := Decision{Pointer: w.trace.prefix + w.pointer(f, h), Kept: kept, Reason: why.reason, Rule: why.rule, Bytes: n}
	if d.Rule == "" {
		d.Rule = w.written(s, why)
	}
	w.trace.decisions = append(w.trace.decisions, d)
}

// written is where the rule of the mask, the include list or the setting behind a
// decision was written.
func (w *walker) written(s *fieldmask.State, why cause) string {
	rule, layer := s.Rule(), s.Layer()
	switch {
	case why.setting != "":
		return w.plan.resolved.Said(why.setting)
	case rule >= 0 && (why.reason == "included" || why.reason == "excluded"):
		return w.trace.mask.Rule(rule).Origin
	case layer >= 0 && (why.reason == "not included" || why.reason == unmatched.reason):
		return w.plan.resolved.Include[layer].Origin.String()
	}
	return ""
}

// causeOf words the verdict of a state.
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

// pointer spells the place of a value in f, the innermost open container.
func (w *walker) pointer(f *frame, h head) string {
	if f == nil {
		return ""
	}
	var p []byte
	for i := 1; i < len(w.stack); i++ {
		p = w.appendStep(p, &w.stack[i-1], w.stack[i].head, w.stack[i].place)
	}
	return string(w.appendStep(p, f, h, f.read-1))
}

// appendStep appends the step from f to the member that h begins, or to the
// element at index.
func (w *walker) appendStep(p []byte, f *frame, h head, index int) []byte {
	if !f.isObject {
		return append(p, "/"+strconv.Itoa(index)...)
	}
	return scan.AppendPointer(p, string(scan.AppendUnquote(nil, w.src[h.key+1:h.keyEnd-1])))
}
