package pass

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
	"github.com/seed-7aa78ce4/shape/shaper/internal/stats"
)

// Told holds the facts that a pass reports beside the document, those of documents inside
// included.
type Told struct {
	Cuts     Cuts   // of lists
	Texts    Cuts   // of strings
	Withheld Places // private values in texts that are no JSON, found by their names
	Opaque   Places // names in such texts that met an exclude and stayed
	Missed   Places // private names in such texts with nothing withheld, and broken encodings

	Shortened Places // strings
	Tightened int    // strings that a budget cut below their rules
	Low       int    // values of low priority that went
	Outlined  int    // payloads
	Folded    int    // lists written as tables

	Text int // bytes of the shortest string in a slot, except empty ones; 0 for none
	Data int // bytes of the structured document inside
}

// Places counts values by place. It spells up to maxPlaces of them as patterns of pointers, so
// that the rules bound them, not the rows.
type Places struct {
	Count int
	At    []string
}

const (
	maxPlaces   = 16
	maxLooked   = 1 << 12 // values whose patterns are compared
	longestSpot = 200     // bytes of a pattern
)

// note counts n more values at one place.
func (p *Places) note(n int, spell func() string) {
	if n > 0 && p.Count < maxLooked && len(p.At) < maxPlaces {
		p.add(spell())
	}
	p.Count += n
}

// join adds the places of a document inside. spell spells the pattern of that document.
func (p *Places) join(inner Places, spell func() string) {
	for _, at := range inner.At {
		if len(p.At) < maxPlaces {
			p.add(words.Shorten(spell()+at, longestSpot))
		}
	}
	p.Count += inner.Count
}

func (p *Places) add(at string) {
	if !slices.Contains(p.At, at) {
		p.At = append(p.At, at)
	}
}

// noteText records the length of a string in a slot.
func (t *Told) noteText(size int) {
	if size > len(`""`) && (t.Text == 0 || size < t.Text) {
		t.Text = size
	}
}

// reporter records decisions, counts and cuts, and spells their paths.
type reporter struct {
	*core
	path []byte // scratch of maskOf
}

// note counts the results of redaction in the string v in f.
func (r *reporter) note(f *frame, v *value, counts redact.Counts) {
	spell := func() string { return r.pattern(f, v) }
	r.told.Withheld.note(counts.Withheld, spell)
	r.told.Opaque.note(counts.Opaque, spell)
	r.told.Missed.note(counts.Missed, spell)
}

// join adds the facts of the document inside v in f.
func (r *reporter) join(f *frame, v *value, inner Told) {
	r.told.Cuts.Join(inner.Cuts)
	r.told.Texts.Join(inner.Texts)
	spell := func() string { return r.pattern(f, v) }
	r.told.Withheld.join(inner.Withheld, spell)
	r.told.Opaque.join(inner.Opaque, spell)
	r.told.Missed.join(inner.Missed, spell)
	r.told.Shortened.join(inner.Shortened, spell)
	r.told.Tightened += inner.Tightened
	r.told.Low += inner.Low
	r.told.Outlined += inner.Outlined
	r.told.Folded += inner.Folded
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
	if r.extra(f).best != nil {
		c.RankedBy = f.acts.Rank
	}
	r.told.Cuts.add(r.maskOf(f, nil), c)
}

// decide reports the decision for a value in f that ends at src[end].
func (r *reporter) decide(f *frame, v *value, end int, kept bool, why cause) {
	if !r.tells() {
		return
	}
	verdict := stats.Verdict{Kept: kept, Reason: why.reason, Rule: why.rule}
	if verdict.Rule == "" {
		verdict.Rule = r.origin(v.state, why)
	}
	if r.trace.teller.Each != nil {
		r.trace.teller.Each(Decision{Pointer: r.pointerOf(f, v), Verdict: verdict, Bytes: end - v.start})
	}
	if sums := r.trace.teller.Sums; sums != nil {
		sums.Add(r.placeOf(f, v), verdict, r.amount(v, end, why))
	}
}

// origin returns the source location of the rule, include list or setting behind a decision.
func (r *reporter) origin(s *fieldmask.State, why cause) string {
	rule, layer := s.Rule(), s.Layer()
	if forbid := s.Forbidden(); why == unshown && forbid >= 0 && len(r.stack) == 1 {
		// A privacy rule for any depth is named before the profile that does not show the member.
		if by := s.Mask().Rule(forbid); by.Path.Roams() && by.Origin != "" {
			return by.Origin
		}
	}
	switch {
	case why.setting != "":
		return r.plan.Resolved.Said(why.setting)
	case rule >= 0 && (why.reason == "included" || why.reason == "excluded"):
		return s.Mask().Rule(rule).Origin
	case layer >= 0 && (why.reason == "not included" || why.reason == unmatched.reason):
		return r.plan.Resolved.Include[layer].Origin.String()
	}
	return ""
}

// amount measures a value that ends at src[end], with its name. If the parts of the value are
// reported apart, only its brackets count. Text is measured without escapes. Media have no
// tokens.
func (r *reporter) amount(v *value, end int, why cause) stats.Amount {
	from, around := v.start, 0
	if v.head.key >= 0 {
		from = v.head.key
	}
	if why.parts {
		end, around = v.start+1, 1
	}
	a := stats.Amount{Count: 1, Bytes: end + around - from}
	switch isText := r.src[v.start] == '"' && !why.parts; {
	case isText && v.acts.Are(plan.Slot):
		r.text = scan.AppendUnquote(r.text[:0], r.src[v.start+1:end-1])
		a.Tokens = r.trace.teller.Tokens(r.text)
		end = v.start
	case isText && v.acts.Are(plan.Media):
		end = v.start
	}
	a.Tokens += r.trace.teller.Tokens(r.src[from:end])
	return a
}

// locate returns the pointer of the document inside v in f, and sets its place, if decisions
// are reported.
func (r *reporter) locate(f *frame, v *value) (pointer string) {
	if !r.tells() {
		return ""
	}
	if r.trace.teller.Each != nil {
		pointer = r.pointerOf(f, v)
	}
	if r.trace.teller.Sums != nil {
		r.trace.at = r.placeOf(f, v)
	}
	return pointer
}

// placeOf returns the place of a value in f, the innermost container. It finds the place of
// each container once.
func (r *reporter) placeOf(f *frame, v *value) stats.Place {
	t := r.trace
	if f == nil {
		return t.root
	}
	for len(t.spots) < len(r.stack) {
		t.spots = append(t.spots, spot{})
	}
	i := len(r.stack) - 1
	for i > 0 && t.spots[i].start != int(r.stack[i].start) {
		i--
	}
	if i == 0 {
		t.spots[0] = spot{start: int(r.stack[0].start), at: t.root}
	}
	for i++; i < len(r.stack); i++ {
		f := &r.stack[i]
		t.spots[i] = spot{start: int(f.start), at: r.placeIn(&r.stack[i-1], t.spots[i-1].at, int(f.key))}
	}
	return r.placeIn(f, t.spots[i-1].at, v.head.key)
}

// placeIn returns the place of an element of f, or of the member whose name is at src[key]. at
// is the place of f.
func (r *reporter) placeIn(f *frame, at stats.Place, key int) stats.Place {
	if !f.IsObject {
		return r.trace.teller.Sums.Element(at)
	}
	return r.trace.teller.Sums.Member(at, r.names.at(r.src, key))
}

// pointerOf spells the JSON pointer of a value in f, the innermost container.
func (r *reporter) pointerOf(f *frame, v *value) string {
	b := []byte(r.trace.prefix)
	step := func(f *frame, key int) {
		if f.IsObject {
			b = words.AppendPointer(b, string(r.names.at(r.src, key)))
		} else {
			b = append(b, "/"+strconv.Itoa(f.read-1)...)
		}
	}
	if f != nil {
		for i := 1; i < len(r.stack); i++ {
			step(&r.stack[i-1], int(r.stack[i].key))
		}
		step(f, v.head.key)
	}
	return string(b)
}

// pattern spells the pointer of v in f with a star for each index. It shortens a long one.
func (r *reporter) pattern(f *frame, v *value) string {
	var b []byte
	step := func(f *frame, key int) {
		if !f.IsObject {
			b = append(b, "/*"...)
			return
		}
		end, _, _ := scan.String(r.src, key, r.doc.Limits.StringBytes)
		name := r.src[key+1 : end-1]
		b = words.AppendPointer(b, string(scan.AppendUnquote(nil, name[:min(len(name), longestSpot)])))
	}
	for i := 1; i < len(r.stack) && len(b) <= longestSpot; i++ {
		step(&r.stack[i-1], int(r.stack[i].key))
	}
	if f != nil {
		step(f, v.head.key)
	}
	return words.Shorten(string(b), longestSpot)
}

// maskOf returns the path of f, the innermost container, or of the value v in it. The path is a
// mask from the payload, such as results[].entities, and "." for the payload itself. Outside a
// payload the path begins at the document. The bytes are valid until the next call.
//
// A path of more than longestSpot bytes ends in an ellipsis, so that spelling takes bounded
// time.
func (r *reporter) maskOf(f *frame, v *value) []byte {
	b, from := r.path[:0], 0
	for from < len(r.stack) && !r.stack[from].payload {
		from++
	}
	if from == len(r.stack) && !(v != nil && payload(f, v)) {
		from = 0
	}
	for i := from + 1; i < len(r.stack) && len(b) <= longestSpot; i++ {
		b = r.appendMask(b, &r.stack[i-1], int(r.stack[i].key))
	}
	if v != nil && f != nil && from < len(r.stack) {
		b = r.appendMask(b, f, v.head.key)
	}
	if len(b) == 0 {
		b = append(b, '.')
	}
	if end := longestSpot; len(b) > end {
		for !utf8.RuneStart(b[end]) {
			end--
		}
		b = append(b[:end], "…"...)
	}
	r.path = b
	return b
}

// appendMask appends the step from f to its elements, or to the member whose name is at
// src[key].
func (r *reporter) appendMask(b []byte, f *frame, key int) []byte {
	if !f.IsObject {
		return append(b, "[]"...)
	}
	if len(b) > 0 {
		b = append(b, '.')
	}
	name, escaped := nameWithin(r.src[key+1:])
	if escaped {
		r.names.scratch = scan.AppendUnquote(r.names.scratch[:0], name)
		name = r.names.scratch
	}
	if fieldmask.IsBare(name) {
		return append(b, name...)
	}
	return scan.AppendQuote(b, name)
}

// longestName bounds the bytes of a name that are read for a path. An escape takes at most six
// bytes for each byte that it stands for, so a longer name fills a path.
const longestName = 6 * longestSpot

// nameWithin returns the beginning of src up to the quote that ends a name. Of a longer name it
// returns just over longestName bytes, with whole escapes and characters.
func nameWithin(src []byte) (name []byte, escaped bool) {
	for i := 0; ; {
		switch {
		case src[i] == '"', i > longestName && utf8.RuneStart(src[i]):
			return src[:i], escaped
		case isPair(src[i:]):
			escaped = true
			i += len(`\ud83d\ude00`)
		case src[i] == '\\' && src[i+1] == 'u':
			escaped = true
			i += len(`\u0000`)
		case src[i] == '\\':
			escaped = true
			i += len(`\n`)
		default:
			i++
		}
	}
}

// isPair reports whether src begins with the escapes of a surrogate pair.
func isPair(src []byte) bool {
	if src[0] != '\\' || src[1] != 'u' || src[2]|0x20 != 'd' || src[6] != '\\' || src[7] != 'u' || src[8]|0x20 != 'd' {
		return false
	}
	high, low := src[3]|0x20, src[9]|0x20
	return (high == '8' || high == '9' || high == 'a' || high == 'b') && low >= 'c' && low <= 'f'
}
