package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
	"github.com/seed-7aa78ce4/shape/shaper/internal/outline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/lookahead"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// mostOf returns the bound for the string v in f under a budget of tight code points, 0 for no
// budget. A rule for its path wins over the bound for all strings of the payload and of slots.
// Protocol strings, sealed strings and media have no bound.
func (e *stringEditor) mostOf(f *frame, v *value, tight int) excerpt.Most {
	var most excerpt.Most
	switch {
	case v.acts.Are(plan.Protocol | plan.Sealed | plan.Media):
		return most
	case v.acts.Text != plan.Text{}:
		most = v.acts.Text.Most
	case payload(f, v) || v.acts.Are(plan.Slot):
		most.Chars = e.plan.Resolved.MaxString
	default:
		return most
	}
	most.Chars = plan.Least(most.Chars, tight)
	return most
}

// shorten writes a shorter form of a string in f that ends at src[end], after edits. It reports
// false if the string is within its bound.
func (e *stringEditor) shorten(f *frame, v *value, end int, edits redact.Edits, why *journal.Cause) bool {
	isShort := len(edits) == 0 && v.acts.Text == plan.Text{} && !e.mayBeLong(v.start, end)
	if isShort || e.mostOf(f, v, e.limits.tight.Chars) == (excerpt.Most{}) {
		return false
	}
	e.text = e.unquoted(e.text[:0], v.start, end, edits)
	left, ok := e.cut(f, v, e.text)
	if ok {
		*why = journal.Cause{Reason: "shortened", Rule: v.acts.Text.By, Setting: "max_string"}
		e.out.Quote(left)
	}
	return ok
}

// cut shortens a text that replaces the string v in f, and reports whether it did. It redacts
// the shortened text again, since the cut may reveal a new value.
func (e *stringEditor) cut(f *frame, v *value, text []byte) (left []byte, ok bool) {
	most := e.mostOf(f, v, e.limits.tight.Chars)
	if most == (excerpt.Most{}) || outline.Is(text) || envelope.IsSaid(text) {
		return text, false
	}
	cut := excerpt.OfString(text, most, e.limits.items)
	if len(cut) == len(text) || e.inDigest() {
		return text, false
	}
	e.report.facts.Shortened.Note(1, func() string { return e.report.pattern(f, v) })
	lost := envelope.Cut{Strings: 1}
	if v.acts.Text != (plan.Text{}) {
		lost.By = plan.ByShorten
	} else if e.plan.Resolved.MaxString > 0 {
		lost.By = plan.ByMaxString
	}
	if e.limits.tight != (Tight{}) && !bytes.Equal(cut, excerpt.OfString(text, e.mostOf(f, v, 0), e.plan.Resolved.MaxItems)) {
		e.report.facts.Tightened++
		lost.Over = true
	}
	e.report.facts.Texts.Add(e.report.maskOf(f, v), lost)
	for range redact.MaxLooks {
		switch {
		case e.plan.Hiding == nil:
			left = cut
		case e.censors(f, v):
			left = e.settle(f, v, cut)
		default:
			left = e.lookAgain(f, v, cut, e.placeOf(f, v), nil)
		}
		if bytes.Equal(left, cut) {
			break
		}
		cut = excerpt.OfString(left, most, e.limits.items)
	}
	return left, true
}

// derived returns the text of a derived field: the beginning of the string v in f after
// redaction. acts belong to the place of the derived field.
func (e *stringEditor) derived(f *frame, v *value, d *plan.Derived, acts *plan.Acts) []byte {
	end, escaped, _ := scan.String(e.src, v.start, e.doc.Limits.StringBytes)
	hiding := e.plan.Hiding
	if hiding == nil {
		e.text = scan.AppendUnquote(e.text[:0], e.src[v.start+1:end-1])
		return e.begin(e.text, d, acts)
	}
	edits, _ := e.look(f, v, end, escaped)
	e.text = e.unquoted(e.text[:0], v.start, end, edits)
	text, _ := hiding.Censor(e.text, e.hider.Room())
	short, name := e.begin(text, d, acts), []byte(d.Name)
	if hiding.Uniform && bytes.Equal(short, text) {
		return text
	}
	at := e.placeOf(f, v)
	if !hiding.Uniform { // a rule may name the derived field
		at = e.site(len(e.open.stack)-1).Member(hiding, name)
	}
	return e.lookAgain(f, v, short, at, name)
}

// begin returns the beginning of a text within the bounds of a derived field and its place.
func (e *stringEditor) begin(text []byte, d *plan.Derived, acts *plan.Acts) []byte {
	most := acts.Text.Most
	if most == (excerpt.Most{}) {
		most.Chars = e.plan.Resolved.MaxString
	}
	most.Chars = plan.Least(most.Chars, d.Chars)
	short := beginning(text, most)
	if most.Chars = plan.Least(most.Chars, e.limits.tight.Chars); len(beginning(text, most)) < len(short) {
		e.report.facts.Tightened++
		short = beginning(text, most)
	}
	return short
}

// beginning returns the first code points and lines of text, followed by "..." after a cut
// (RULES R85).
func beginning(text []byte, most excerpt.Most) []byte {
	if end := most.Beginning(text); end < len(text) {
		return append(text[:end:end], "..."...)
	}
	return text
}

// digests caches for each open object if it is a digest.
type digests struct {
	searched, any bool // any: the body contains the word digest
	at            [levelsOfDigest]checked
}

// levelsOfDigest is the number of containers around a string of a digest: a snippet, the list
// of snippets, the digest.
const levelsOfDigest = 3

// checked is an object with the result of its check.
type checked struct {
	start     uint32
	known, is bool
}

// inDigest reports whether one of the innermost containers is a digest/v1. Bounds and budgets
// leave its strings and arrays as they are (RULES R45). The pass asks only before a cut.
func (c *core) inDigest() bool {
	d := &c.limits.digests
	if !d.searched {
		d.searched, d.any = true, bytes.Contains(c.src, []byte("digest"))
	}
	if !d.any {
		return false
	}
	for i := max(0, len(c.open.stack)-levelsOfDigest); i < len(c.open.stack); i++ {
		f, known := &c.open.stack[i], &d.at[i%levelsOfDigest]
		if !known.known || known.start != f.start {
			*known = checked{f.start, true, f.IsObject && excerpt.IsDigest(c.src, int(f.start))}
		}
		if known.is {
			return true
		}
	}
	return false
}

// rank finds the elements of the array f that stay in a cut, if a rule chooses them. It ranks by
// no hidden member, since the order would reveal it.
func (c *core) rank(f *frame) {
	most, by := c.most(f), []byte(f.acts.Rank)
	if most < 0 {
		return
	}
	var best lookahead.Choice
	if s := f.State.Element(0, 1).Member(by); len(by) > 0 && c.limits.tight.Items > 0 && !s.Excluded() && c.plan.Acts(s).Redact == nil {
		best.Stays, best.IsRanked = c.ahead.Best(int(f.start), f.acts.Rank, most), true
	}
	if best.Stays == nil && c.plan.Resolved.Differ && f.payload && f.State.Uniform() {
		best = c.differ(f, most)
	}
	if best.Stays != nil && !c.inDigest() {
		c.open.widen(f).chosen = best
	}
}

// differ finds the rows of the list f that differ. It compares no value that a rule drops or a
// hiding rule could change. The spread is empty if a hiding rule could change it.
func (c *core) differ(f *frame, most int) (best lookahead.Choice) {
	row, hiding := f.State.Element(0, 1), c.plan.Hiding
	if c.plan.Acts(row).Kinds != nil {
		return best
	}
	isOpen := func(text []byte) bool {
		room := plan.Room(len(text))
		_, by := hiding.Censor(bytes.Clone(text), &room)
		return by == nil && !c.hider.Screen.Looks(text, scan.NoEscapes)
	}
	best = c.ahead.Differ(int(f.start), most, lookahead.Rules{
		Column: func(name []byte) bool {
			s := row.Member(name)
			return s.Verdict() == fieldmask.Keep && c.plan.Acts(s).Redact == nil && !c.plan.Acts(s).Are(plan.PairValue)
		},
		Value: func(text []byte) bool {
			return hiding == nil || len(text) > 1 && bytes.IndexByte(text, '\\') < 0 && isOpen(text[1:len(text)-1])
		},
	})
	if hiding != nil && !isOpen([]byte(best.Spread)) {
		best.Spread = ""
	}
	return best
}
