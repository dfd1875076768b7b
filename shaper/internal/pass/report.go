package pass

import (
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/report"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
)

// reporter records decisions, counts and cuts, and spells their paths.
type reporter struct {
	*core
	trace *journal.Tracer // nil without a journal
	facts report.Report
	half  report.Cuts // lists in a structured half; the texts repeat them
	texts report.Cuts // strings of that half
	mask  report.Mask
	spots []spot // of the open containers, as far as values in them were reported
}

// spot is the place of an open container.
type spot struct {
	start int // offset of the container
	at    stats.Place
}

// note counts the results of redaction in the string v in f.
func (r *reporter) note(f *frame, v *value, counts redact.Counts) {
	spell := func() string { return r.pattern(f, v) }
	r.facts.Withheld.Note(counts.Withheld, spell)
	r.facts.Opaque.Note(counts.Opaque, spell)
	r.facts.Missed.Note(counts.Missed, spell)
}

// cut records that the array f, the innermost container, lost elements. It allocates only for
// a new path.
func (r *reporter) cut(f *frame) {
	most, limit := r.most(f), f.acts.Limit.Max
	c := envelope.Cut{Total: f.read, Kept: f.kept, Lists: 1}
	switch bound := r.plan.Resolved.MaxItems; {
	case limit >= 0:
		c.By, c.Over = f.acts.Limit.Rule, most < limit
	case bound > 0:
		c.By, c.Over = plan.ByMaxItems, most < bound
	default: // a budget alone
		c.Over = true
	}
	switch chosen := &r.open.extra(f).chosen; {
	case chosen.IsRanked:
		c.RankedBy = f.acts.Rank
	case chosen.Stays != nil:
		c.Differ, c.Spread = true, chosen.Spread
	}
	r.facts.Cuts.Add(r.maskOf(f, nil), c)
}

// decide reports the decision for a value in f that ends at src[end].
func (r *reporter) decide(f *frame, v *value, end int, kept bool, why journal.Cause) {
	to := r.trace.Receiver()
	if to == nil || kept && r.trace.Losses {
		return
	}
	verdict := stats.Verdict{Kept: kept, Reason: why.Reason, Rule: why.Origin(r.plan, v.state, len(r.open.stack) == 1)}
	if to.Each != nil {
		to.Each(journal.Decision{Pointer: r.pointerOf(f, v), Verdict: verdict, Bytes: end - v.start})
	}
	if to.Sums != nil {
		to.Sums.Add(r.placeOf(f, v), verdict, r.amount(v, end, why))
	}
}

// amount measures a value that ends at src[end], with its name. If the parts of the value are
// reported apart, only its brackets count. Text is measured without escapes. Media have no
// tokens.
func (r *reporter) amount(v *value, end int, why journal.Cause) stats.Amount {
	from, around, count := v.start, 0, r.trace.Receiver().Tokens
	if v.head.Key >= 0 {
		from = v.head.Key
	}
	if why.Parts {
		end, around = v.start+1, 1
	}
	a := stats.Amount{Count: 1, Bytes: end + around - from}
	switch isText := r.src[v.start] == '"' && !why.Parts; {
	case isText && v.acts.Are(plan.Slot):
		r.text = scan.AppendUnquote(r.text[:0], r.src[v.start+1:end-1])
		a.Tokens = count(r.text)
		end = v.start
	case isText && v.acts.Are(plan.Media):
		end = v.start
	}
	a.Tokens += count(r.src[from:end])
	return a
}

// locate returns the pointer of the document inside v in f, and sets its place, if decisions
// are reported.
func (r *reporter) locate(f *frame, v *value) (pointer string) {
	to := r.trace.Receiver()
	if to == nil {
		return ""
	}
	if to.Each != nil {
		pointer = r.pointerOf(f, v)
	}
	if to.Sums != nil {
		r.trace.Enter(r.placeOf(f, v))
	}
	return pointer
}

// placeOf returns the place of a value in f, the innermost container. It finds the place of
// each container once.
func (r *reporter) placeOf(f *frame, v *value) stats.Place {
	if f == nil {
		return r.trace.Root
	}
	sums, stack := r.trace.Receiver().Sums, r.open.stack
	step := func(f *frame, at stats.Place, key int) stats.Place {
		if f.IsObject {
			return sums.Member(at, r.names.at(r.src, key))
		}
		return sums.Element(at)
	}
	for len(r.spots) < len(stack) {
		r.spots = append(r.spots, spot{})
	}
	i := len(stack) - 1
	for i > 0 && r.spots[i].start != int(stack[i].start) {
		i--
	}
	if i == 0 {
		r.spots[0] = spot{start: int(stack[0].start), at: r.trace.Root}
	}
	for i++; i < len(stack); i++ {
		r.spots[i] = spot{start: int(stack[i].start), at: step(&stack[i-1], r.spots[i-1].at, int(stack[i].key))}
	}
	return step(f, r.spots[i-1].at, v.head.Key)
}

// pointer appends the JSON pointer of a value in f, the innermost container. A pattern has a star
// for each index and ends after about [report.LongestPath] bytes.
func (r *reporter) pointer(b []byte, f *frame, v *value, isPattern bool) []byte {
	step := func(f *frame, key int) {
		switch {
		case f.IsObject:
			end, _, _ := scan.String(r.src, key, r.doc.Limits.StringBytes)
			name := r.src[key+1 : end-1]
			if isPattern {
				name = name[:min(len(name), report.LongestPath)]
			}
			b = words.AppendPointer(b, string(scan.AppendUnquote(nil, name)))
		case isPattern:
			b = append(b, "/*"...)
		default:
			b = append(b, "/"+strconv.Itoa(f.read-1)...)
		}
	}
	if f == nil {
		return b
	}
	for i := 1; i < len(r.open.stack) && !(isPattern && len(b) > report.LongestPath); i++ {
		step(&r.open.stack[i-1], int(r.open.stack[i].key))
	}
	step(f, v.head.Key)
	return b
}

// pointerOf spells the JSON pointer of a value in f, the innermost container.
func (r *reporter) pointerOf(f *frame, v *value) string {
	return string(r.pointer([]byte(r.trace.Prefix), f, v, false))
}

// pattern spells the pointer of v in f with a star for each index. It shortens a long one.
func (r *reporter) pattern(f *frame, v *value) string {
	return words.Shorten(string(r.pointer(nil, f, v, true)), report.LongestPath)
}

// maskOf returns the path of f, the innermost container, or of the value v in it. The path is a
// mask from the payload, such as results[].entities, and "." for the payload itself. Outside a
// payload the path begins at the document. The bytes are valid until the next call.
func (r *reporter) maskOf(f *frame, v *value) []byte {
	from, stack := 0, r.open.stack
	for from < len(stack) && !stack[from].payload {
		from++
	}
	if from == len(stack) && !(v != nil && payload(f, v)) {
		from = 0
	}
	step := func(f *frame, key int) {
		if f.IsObject {
			r.mask.Member(r.src[key+1:])
		} else {
			r.mask.Element()
		}
	}
	r.mask.Reset()
	for i := from + 1; i < len(stack) && !r.mask.IsFull(); i++ {
		step(&stack[i-1], int(stack[i].key))
	}
	if v != nil && f != nil && from < len(stack) {
		step(f, v.head.Key)
	}
	return r.mask.Bytes()
}
