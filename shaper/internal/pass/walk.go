package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// document walks src. What follows the document is a fault, unless the body is
// one that goes on. It returns where the document ends.
func (p *Pass) document() (read int) {
	v := value{state: p.plan.Mask.Root(), head: noHead, start: scan.Space(p.src, 0)}
	read = p.walk(0, p.value(nil, &v))
	if i := scan.Space(p.src, read); i < len(p.src) && !p.doc.More {
		p.fail(i, scan.KindTrailing)
	}
	p.out.flush()
	return read
}

// walk goes on from src[i] until no more than some containers are open.
func (p *Pass) walk(depth, i int) int {
	for len(p.stack) > depth && !p.fault.failed {
		i = p.items(p.top(), i)
	}
	return i
}

// top is the innermost open container, nil where none is open.
func (p *Pass) top() *frame {
	if len(p.stack) == 0 {
		return nil
	}
	return &p.stack[len(p.stack)-1]
}

// fail notes a fault of the text, and returns where the walk goes on: nowhere.
func (p *Pass) fail(at int, kind scan.Kind) int {
	p.fault.note(at, kind)
	return len(p.src)
}

// value handles a value in container f (nil for the document): it is skipped,
// copied, or entered for the loop to go on in it. It returns the place after what
// it read. The state of v is set; value looks up its acts.
func (p *Pass) value(f *frame, v *value) int {
	if v.acts = p.plan.Acts(v.state); v.start >= len(p.src) {
		return p.fail(v.start, scan.KindEOF)
	}
	if isMore(v.acts) {
		p.become(f, v)
	}
	if p.trace != nil {
		p.trace.visit(v.state)
	}
	switch c := p.src[v.start]; {
	case p.isEnvelopeNote(f, v):
		return p.whole(f, v)
	case p.isResultNote(f, v):
		return p.keepNote(f, v)
	case v.state.Verdict() == fieldmask.Drop:
		return p.drop(f, v)
	case p.isLow(v):
		return p.leaveLow(v)
	case v.acts.Shows != plan.Always && !p.shows(v):
		return p.hide(f, v)
	case v.acts.Redact != nil && !v.acts.Are(plan.Known):
		return p.redact(f, v)
	case c != '{' && c != '[':
		return p.scalar(f, v)
	}
	return p.container(f, v)
}

// isMore reports whether a value may be more than its place tells.
func isMore(a *plan.Acts) bool { return a.Lists != nil || a.Kinds != nil || a.Are(pairRoles) }

// become goes on where a value is found to be more than its place tells: a payload
// that is its own list of items, or an object of some kind.
func (p *Pass) become(f *frame, v *value) {
	if v.acts.Are(pairRoles) {
		p.lookBeside(f, v)
	}
	switch c := p.src[v.start]; {
	case v.acts.Lists != nil && c == '[':
		v.state = v.acts.Lists
		v.acts = p.plan.Acts(v.state)
	case v.acts.Kinds != nil && c == '{':
		p.recognise(v)
	}
}

// recognise goes on where an object is of the kind that one of its members tells.
// One that tells none is of no kind.
func (p *Pass) recognise(v *value) {
	kinds := v.acts.Kinds
	at := p.ahead.member(v.start, kinds.By, p.superseded)
	if at < 0 || at >= len(p.src) || p.src[at] != '"' {
		return
	}
	if end, _, kind := scan.String(p.src, at, p.doc.Limits.StringBytes); kind == scan.KindNone {
		p.text = scan.AppendUnquote(p.text[:0], p.src[at+1:end-1])
		v.state = kinds.Of(v.state, p.text)
		v.acts = p.plan.Acts(v.state)
	}
}

// container handles an object or an array that is kept.
func (p *Pass) container(f *frame, v *value) int {
	switch {
	case p.beside != nil && p.beside.at == v.start:
	case v.acts.Are(plan.Document) && p.doc.Inner != nil:
		return p.structured(f, v)
	}
	if end, ok := p.table(f, v); ok {
		return end
	}
	switch {
	case p.beside != nil && p.beside.at == v.start:
	case p.walksAll() || f == nil && p.doc.Index != nil || !p.isWhole(f, v):
	case p.isCensored(f, v):
		if !p.hider.MayFit(v.start, p.ahead.end(p.rootAt(v), p.doc.More)) && p.isQuiet(v) {
			return p.unfit(f, v)
		}
	case p.isQuiet(v):
		return p.whole(f, v)
	}
	return p.enter(f, v)
}

// rootAt is where the document begins to which a value belongs.
func (p *Pass) rootAt(v *value) int {
	if len(p.stack) == 0 {
		return v.start
	}
	return int(p.stack[0].start)
}

// free reports whether privacy patterns apply to a value in f.
func free(f *frame, v *value) bool { return v.acts.Are(plan.Free) || f != nil && f.free }

// payload reports whether a value is in the payload, or is the payload.
func payload(f *frame, v *value) bool { return v.acts.Are(plan.Payload) || f != nil && f.payload }

// isWhole reports whether the rules decide nothing inside a container.
func (p *Pass) isWhole(f *frame, v *value) bool {
	return v.state.Whole() && (v.acts.Limit.Max < 0 || p.src[v.start] != '[') &&
		!((p.plan.Elides || p.limited.areThere()) && payload(f, v))
}

// isCensored reports whether privacy patterns work on what is in a container.
func (p *Pass) isCensored(f *frame, v *value) bool {
	return p.plan.Censors() && free(f, v)
}

// isCopied reports whether nothing is decided inside a container.
func (p *Pass) isCopied(f *frame, v *value) bool { return p.isWhole(f, v) && !p.isCensored(f, v) }

// skipValue validates a value that is dropped.
func (p *Pass) skipValue(i int) (end int) {
	end, kind := p.skip.Value(p.src, i, p.doc.Depth+len(p.stack), &p.doc.Limits)
	if kind != scan.KindNone {
		return p.fail(end, kind)
	}
	return end
}

// drop leaves a value out. Where the envelope needs something in its place, an
// empty value stays.
func (p *Pass) drop(f *frame, v *value) int {
	end := p.skipValue(v.start)
	if v.state.Excluded() {
		f.lost()
		p.collect(v.state, v.start, end)
	}
	if p.trace != nil {
		p.decide(f, v, end, false, causeOf(v.state))
	}
	if f == nil || v.acts.Are(plan.Stays) {
		p.vanish(f, v)
	}
	return end
}

// vanish writes the empty form of a value.
func (p *Pass) vanish(f *frame, v *value) {
	p.out.head(&v.head, f.isFirst())
	switch p.src[v.start] {
	case '{':
		p.out.literal([]byte("{}"))
	case '[':
		p.out.literal([]byte("[]"))
	default:
		p.out.literal([]byte("null"))
	}
	f.took()
}

// unfit copies a container which patterns would work on, but that none of them fits
// anything in: whether or not one does, names that come again are refused.
func (p *Pass) unfit(f *frame, v *value) int {
	strict := p.skip.Strict
	p.skip.Strict = p.plan.Resolved.Duplicates == profiles.Reject
	end := p.whole(f, v)
	p.skip.Strict = strict
	return end
}

// whole copies a value as it is.
func (p *Pass) whole(f *frame, v *value) int {
	p.out.head(&v.head, f.isFirst())
	end, kind := p.out.whole(&p.skip, v.start, p.doc.Depth+len(p.stack), &p.doc.Limits)
	if kind != scan.KindNone {
		return p.fail(end, kind)
	}
	f.took()
	return end
}
