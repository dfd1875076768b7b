package pass

import (
	"strconv"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
)

// cause is why something became of a value.
type cause struct {
	reason  string // of [Decision]
	rule    string // where the rule was written, if it is none of the mask
	setting string // that decided, if one did
	parts   bool   // what is in the value was told of apart
}

// What becomes of a value that the mask would keep; nil is that it stays.
var (
	unmatched    = &cause{reason: "unmatched"}                              // nothing below it was selected
	emptied      = &cause{reason: "emptied", setting: "emptied"}            // excludes took all that was in it
	nullValue    = &cause{reason: "elided", setting: "exclude_null_values"} // and the other elisions:
	emptyArray   = &cause{reason: "elided", setting: "exclude_empty_arrays"}
	emptyObject  = &cause{reason: "elided", setting: "exclude_empty_objects"}
	defaultValue = &cause{reason: "elided", setting: "exclude_default_values"}
)

// unshown is why metadata goes.
var unshown = cause{reason: "excluded", setting: "envelope.include"}

// decide tells what became of a value in f that ends at src[end].
func (p *Pass) decide(f *frame, v *value, end int, kept bool, why cause) {
	if !p.tells() {
		return
	}
	verdict := stats.Verdict{Kept: kept, Reason: why.reason, Rule: why.rule}
	if verdict.Rule == "" {
		verdict.Rule = p.written(v.state, why)
	}
	if p.trace.teller.Each != nil {
		p.trace.teller.Each(Decision{Pointer: p.pointerOf(f, v), Verdict: verdict, Bytes: end - v.start})
	}
	if sums := p.trace.teller.Sums; sums != nil {
		sums.Add(p.placeOf(f, v), verdict, p.amount(v, end, why))
	}
}

// walksAll reports whether each value is walked to, as somebody is told of it. Masks
// meet nothing where nothing is decided any more.
func (p *Pass) walksAll() bool { return p.trace != nil && p.trace.scopes != nil }

// tells reports whether somebody is told what is decided now.
func (p *Pass) tells() bool { return p.trace != nil && p.trace.tells() }

// written is where the rule of the mask, the include list or the setting behind a
// decision was written.
func (p *Pass) written(s *fieldmask.State, why cause) string {
	rule, layer := s.Rule(), s.Layer()
	switch floating := p.floating(s); {
	case why == unshown && floating != "":
		return floating
	case why.setting != "":
		return p.plan.Resolved.Said(why.setting)
	case rule >= 0 && (why.reason == "included" || why.reason == "excluded"):
		return s.Mask().Rule(rule).Origin
	case layer >= 0 && (why.reason == "not included" || why.reason == unmatched.reason):
		return p.plan.Resolved.Include[layer].Origin.String()
	}
	return ""
}

// floating is where a rule of privacy or tiers was written that hides a member of
// the root, and its like at any depth. It is named before the profile that does
// not show the member either.
func (p *Pass) floating(s *fieldmask.State) (origin string) {
	if rule := s.Forbidden(); rule >= 0 && len(p.stack) == 1 {
		if r := s.Mask().Rule(rule); r.Path.Roams() {
			return r.Origin
		}
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

// pointerOf spells the pointer of a value in f, the innermost open container.
func (p *Pass) pointerOf(f *frame, v *value) string {
	if f == nil {
		return p.trace.prefix
	}
	spelled := []byte(p.trace.prefix)
	for i := 1; i < len(p.stack); i++ {
		spelled = p.appendStep(spelled, &p.stack[i-1], int(p.stack[i].key))
	}
	return string(p.appendStep(spelled, f, v.head.key))
}

// appendStep appends the step from f to the element that was read last, or to the
// member whose name is at src[key].
func (p *Pass) appendStep(b []byte, f *frame, key int) []byte {
	if !f.isObject {
		return append(b, "/"+strconv.Itoa(f.read-1)...)
	}
	return words.AppendPointer(b, string(p.members.nameAt(p.src, key)))
}
