package pass

import (
	"errors"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// walk reads from src[i] until no container is open. It returns the end of the document.
func (p *Pass) walk(i int) int {
	for len(p.open.stack) > 0 && !p.fault.failed {
		f, start := p.open.top(), 0
		if !f.Asked {
			i, start = p.repeat(&f.reading, i, len(p.open.stack))
		}
		switch end := scan.Space(p.src, i); {
		case start > 0:
			i = p.descend(f, i, start)
		case !f.Asked && end < len(p.src) && p.src[end] == f.Closer():
			i = p.close(f, end)
		case f.IsObject:
			i = p.member(f, i)
		default:
			i = p.element(f, i)
		}
	}
	return i
}

// value handles a value in container f, nil for the document. It skips the value, copies it,
// or opens it for the loop. It returns the offset after the bytes that it read. The caller
// sets v.state; value sets v.acts.
func (p *Pass) value(f *frame, v *value) int {
	if v.acts = p.plan.Acts(v.state); v.start >= len(p.src) {
		return p.fail(v.start, scan.KindEOF)
	}
	if v.acts.Lists != nil || v.acts.Kinds != nil || v.acts.Are(pairRoles) {
		p.recognise(f, v)
	}
	if p.report.trace != nil {
		p.report.trace.Visit(v.state)
	}
	switch c := p.src[v.start]; {
	case v.acts.Are(plan.Note) && p.isNote(f, v):
		return p.whole(f, v)
	case v.state.Verdict() != fieldmask.Keep && p.isNoteMember(f, v):
		return p.keepNote(f, v)
	case v.state.Verdict() == fieldmask.Drop:
		return p.drop(f, v)
	case v.acts.Are(plan.Low) && p.limits.tight.Low && !v.acts.Are(plan.Stays):
		p.report.facts.Low++
		p.omit(v.start, 1)
		return p.skipValue(v.start)
	case v.acts.Shows != plan.Always && !p.shows(v):
		end := p.skipValue(v.start)
		f.lost()
		p.report.decide(f, v, end, false, journal.Unshown)
		return end
	case v.acts.Redact != nil && !v.acts.Are(plan.Known):
		return p.redact(f, v)
	case c != '{' && c != '[':
		return p.scalar(f, v)
	}
	return p.container(f, v)
}

// recognise changes the state of a value if its path does not determine the state. Such values
// have their name beside them, or are a payload that is its own list of items, or an object of
// some kind. A member tells the kind of an object.
func (p *Pass) recognise(f *frame, v *value) {
	if v.acts.Are(pairRoles) {
		p.pairs.lookBeside(f, v)
	}
	switch c := p.src[v.start]; {
	case v.acts.Lists != nil && c == '[':
		v.state = v.acts.Lists
	case v.acts.Kinds != nil && c == '{':
		kind, ok := p.names.stringAt(p.src, p.ahead.Member(v.start, v.acts.Kinds.By))
		if !ok {
			return
		}
		v.state = v.acts.Kinds.Of(v.state, kind)
	default:
		return
	}
	v.acts = p.plan.Acts(v.state)
}

// container handles an object or an array that is kept.
func (p *Pass) container(f *frame, v *value) int {
	hasNames := p.pairs.beside != nil && p.pairs.beside.at == v.start
	if !hasNames && v.acts.Are(plan.Document) && p.doc.Inner != nil {
		return p.structured(f, v)
	}
	if p.pairs.tabled {
		if end, ok := p.table(f, v); ok {
			return end
		}
	}
	walksAll := p.report.trace != nil && p.report.trace.WalksAll()
	switch {
	case hasNames || walksAll || f == nil && p.doc.Index != nil || !p.isWhole(f, v):
	case !p.isCensored(f, v):
		if p.isQuiet(v) {
			return p.whole(f, v)
		}
	default:
		root := v.start
		if len(p.open.stack) > 0 {
			root = int(p.open.stack[0].start)
		}
		if p.hider.Screen.MayFit(v.start, p.ahead.End(root, p.doc.More)) || !p.isQuiet(v) {
			break
		}
		// Duplicate names are refused whether or not a pattern fits.
		strict := p.skip.Strict
		p.skip.Strict = p.plan.Resolved.Duplicates == profiles.Reject
		end := p.whole(f, v)
		p.skip.Strict = strict
		return end
	}
	return p.enter(f, v)
}

// whole copies a value as it is.
func (p *Pass) whole(f *frame, v *value) int {
	p.out.Head(&v.head, f.isFirst())
	end, kind := p.out.Whole(&p.skip, v.start, p.doc.Depth+len(p.open.stack), &p.doc.Limits)
	if kind != scan.KindNone {
		return p.fail(end, kind)
	}
	f.took()
	return end
}

// drop leaves out a value. It writes an empty value if the envelope needs one.
func (p *Pass) drop(f *frame, v *value) int {
	end := p.skipValue(v.start)
	if v.state.Excluded() || v.state.Omitted() {
		f.lost()
		p.collect(v.state, v.start, end)
	}
	if !v.state.Excluded() {
		p.omit(v.start, 1)
	}
	if p.report.trace != nil {
		p.report.decide(f, v, end, false, journal.CauseOf(v.state))
	}
	if f == nil || v.acts.Are(plan.Stays) {
		p.vanish(f, v)
	}
	return end
}

// vanish writes the empty form of a value.
func (p *Pass) vanish(f *frame, v *value) {
	p.out.Head(&v.head, f.isFirst())
	switch p.src[v.start] {
	case '{':
		p.out.Literal([]byte("{}"))
	case '[':
		p.out.Literal([]byte("[]"))
	default:
		p.out.Literal([]byte("null"))
	}
	f.took()
}

// structured shapes a container that is a document of its own, such as a structured half.
func (p *Pass) structured(f *frame, v *value) int {
	shaped, err := p.doc.Inner.Shape(Inside{
		Body: p.src[v.start:], At: p.report.locate(f, v), Depth: p.doc.Depth + len(p.open.stack), More: true, IsError: p.plan.IsError,
		Noted: p.noted(), Apart: v.acts.Are(plan.Apart),
	})
	p.report.half.Join(shaped.Reported.Cuts)
	p.report.texts.Join(shaped.Reported.Texts)
	shaped.Reported.Cuts, shaped.Reported.Texts = nil, nil
	p.report.facts.Join(shaped.Reported, func() string { return p.report.pattern(f, v) })
	if err != nil {
		if bad, isText := errors.AsType[*scan.Error](err); isText {
			err = bad.Within(p.src, v.start)
		}
		p.fault.refuse(err)
		return len(p.src)
	}
	if !shaped.OK {
		end := p.whole(f, v)
		p.report.decide(f, v, end, true, journal.Cause{Reason: "kept"})
		return end
	}
	p.report.facts.Data = shaped.Read
	p.out.Head(&v.head, f.isFirst())
	switch {
	case shaped.Same:
		p.out.Emit(v.start, v.start+shaped.Read)
	case shaped.Twin:
		p.out.Again(shaped.Out)
	default:
		p.out.Literal(shaped.Out)
	}
	f.took()
	return v.start + shaped.Read
}

// table handles an object with the member $columns if the plan hides something (GUARANTEES,
// tables). Hiding rules act on the list that the table stands for. All other rules treat the
// table as one value. ok is false for any other value.
func (p *Pass) table(f *frame, v *value) (end int, ok bool) {
	if p.src[v.start] != '{' || !p.pairs.namesColumns(v.start) {
		return 0, false
	}
	strict := p.skip.Strict
	p.skip.Strict = p.plan.Resolved.Duplicates == profiles.Reject
	end = p.skipValue(v.start)
	if p.skip.Strict = strict; p.fault.failed {
		return end, true
	}
	if p.hider.Follows() {
		p.strings.enterNames()
		p.hider.Stood(p.strings.nameOf(f, v.head.Key))
	}
	out, counts := p.hider.Table(p.src[v.start:end], p.strings.placeOf(f, v), p.strings.censors(f, v))
	if p.report.note(f, v, counts); counts.Withheld > 0 && p.plan.Hiding.Refuse {
		return p.fail(v.start, scan.KindUnreadable), true
	}
	switch partial := v.state.Verdict() == fieldmask.Partial; {
	case f == nil && (partial || out != nil && out[0] == '"'), partial && v.acts.Are(plan.Stays):
		p.vanish(f, v)
		return end, true
	case partial:
		p.omit(v.start, 1)
		p.report.decide(f, v, end, false, journal.Unmatched)
		return end, true
	}
	p.out.Head(&v.head, f.isFirst())
	if out == nil {
		p.out.Emit(v.start, end)
	} else {
		p.out.Literal(out)
	}
	f.took()
	p.report.decide(f, v, end, true, journal.Cause{Reason: "kept"})
	return end, true
}

// mostNotes bounds the values that are compared with notes, since each comparison may read the
// whole document. Dialects write fewer notes, lists included.
const mostNotes = 4*envelope.MaxNotes + 8

// isNote reports whether a value is a note that an earlier pass left in an envelope.
func (p *Pass) isNote(f *frame, v *value) bool {
	end := p.skipValue(v.start)
	if p.limits.notes++; p.fault.failed || p.limits.notes > mostNotes || !p.plan.IsNote(p.src[v.start:end], v.acts.Redact, p.src) {
		return false
	}
	p.report.decide(f, v, end, true, journal.Cause{Reason: "kept"})
	return true
}

// isNoteMember reports whether v is the note that an earlier pass left in a tool result, outside
// every include list. A note may be forged, so hiding rules act on it.
func (p *Pass) isNoteMember(f *frame, v *value) bool {
	if len(p.open.stack) != 1 || !p.asksForNote(f) || v.state.Excluded() || v.acts.Redact != nil {
		return false
	}
	if string(p.names.at(p.src, v.head.Key)) != p.doc.NoteMember {
		return false
	}
	text, ok := p.names.stringAt(p.src, v.start)
	return ok && envelope.IsSaid(text)
}

// keepNote writes the note of an earlier pass and redacts it.
func (p *Pass) keepNote(f *frame, v *value) int {
	end, escaped, _ := scan.String(p.src, v.start, p.doc.Limits.StringBytes)
	p.out.Head(&v.head, f.isFirst())
	why := journal.Cause{Reason: "kept"}
	if p.plan.Hiding == nil || !p.strings.redact(f, v, &stringRead{v.start, end, escaped}, &why) {
		p.out.Emit(v.start, end)
	}
	p.report.decide(f, v, end, true, why)
	f.took()
	return end
}
