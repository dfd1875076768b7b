package pass

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/hide"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// scalar handles a string, number or literal.
func (p *Pass) scalar(f *frame, v *value) int {
	escaped := false
	var end int
	var kind scan.Kind
	if p.src[v.start] == '"' {
		end, escaped, kind = scan.String(p.src, v.start, p.doc.Limits.StringBytes)
	} else {
		end, kind = scan.Scalar(p.src, v.start, p.doc.Limits.StringBytes)
	}
	if kind != scan.KindNone {
		return p.fail(end, kind)
	}
	if v.state.Verdict() == fieldmask.Partial && !v.acts.Are(plan.Payload) {
		p.decide(f, v, end, false, causeOf(v.state))
		return end
	}
	if p.elidesMember(f, v) {
		if why := p.elision(p.src[v.start:end], v.acts); why != nil {
			p.elide(f, v)
			p.decide(f, v, end, false, *why)
			return end
		}
	}
	undo := p.out.checkpoint()
	p.out.head(&v.head, f.isFirst())
	why, became := causeOf(v.state), false
	if p.src[v.start] == '"' && p.concerns(v, end, escaped) {
		became = p.write(f, v, end, &why)
	} else {
		p.out.emit(v.start, end)
	}
	if became && p.elidesMember(f, v) {
		p.out.rollback(undo)
		p.elide(f, v)
		p.decide(f, v, end, false, *defaultValue)
		return end
	}
	p.decide(f, v, end, true, why)
	f.took()
	return end
}

// concerns reports whether the string v, which ends at src[end], may not stay as it
// is; escaped tells that there are escapes in it.
func (p *Pass) concerns(v *value, end int, escaped bool) bool {
	rules := p.plan.Hiding
	switch {
	case v.acts.Are(plan.Slot):
		return true
	case rules == nil:
		return false
	}
	return escaped || hide.Opening[p.src[v.start+1]] || rules.Censors() || p.hider.Words && p.hider.LooksAt(v.start+1, end-1)
}

// write writes a string, as it is or rewritten; became tells that what it was
// rewritten to is a default.
func (p *Pass) write(f *frame, v *value, end int, why *cause) (became bool) {
	began := 0
	if v.acts.Default != nil {
		began = p.out.size()
	}
	if !p.rewrite(f, v, end, why) {
		p.out.emit(v.start, end)
		return false
	}
	return v.acts.Default != nil && p.out.ends(began, v.acts.Default)
}

// elision returns why a scalar is one that elision removes, or nil.
func (p *Pass) elision(scalar []byte, a *plan.Acts) *cause {
	switch {
	case p.plan.Resolved.Elide.Null && scalar[0] == 'n':
		return nullValue
	case a.Default != nil && bytes.Equal(scalar, a.Default):
		return defaultValue
	}
	return nil
}

// rewrite writes a string, which ends at src[end], otherwise than it is: it is a
// slot that holds a document, something is hidden in it, or a privacy pattern fits,
// which is why then. It reports whether it wrote anything.
func (p *Pass) rewrite(f *frame, v *value, end int, why *cause) bool {
	if p.slot(f, v, end, nil) {
		return true
	}
	if p.plan.Hiding == nil || p.fault.failed {
		return false
	}
	edits, counts := p.look(f, v, end)
	if len(edits) > 0 && !p.fault.failed && p.hider.IsDocument() && p.slot(f, v, end, edits) {
		p.note(f, v, hide.Counts{Withheld: counts.Withheld}) // what stays was counted in there
		return true
	}
	p.note(f, v, counts)
	if p.censors(f, v) {
		p.text = p.hidden(p.text[:0], v.start, end, edits)
		if text, by := p.plan.Hiding.Censor(p.text); by != nil {
			*why = cause{reason: "redacted", rule: by.Origin.String()}
			p.out.quote(text)
			return true
		}
	}
	if len(edits) > 0 {
		*why = cause{reason: "hidden"}
		p.edited(v.start, end, edits)
	}
	return len(edits) > 0
}

// edited writes the string src[start:end] after some edits. There is room then for
// what follows, or for as much again: a large output that grows is there twice.
func (p *Pass) edited(start, end int, edits hide.Edits) {
	size := edits.Size(end - start)
	p.out.reserve(size + min(size, len(p.src)-end))
	at := start
	for e := range edits.All() {
		p.out.emit(at, start+1+e.From)
		if len(e.With) > 0 {
			p.out.literal(e.With)
		}
		at = start + 1 + e.To
	}
	p.out.emit(at, end)
}

// hidden appends what the string src[start:end] says after some edits.
func (p *Pass) hidden(dst []byte, start, end int, edits hide.Edits) []byte {
	raw := p.src[start+1 : end-1]
	if len(edits) > 0 {
		raw = hide.Append(nil, raw, edits)
	}
	return scan.AppendUnquote(slices.Grow(dst, len(raw)), raw)
}

// redact writes a fixed string in place of a value. Where only parts of the
// value were asked for, nothing is left to show.
func (p *Pass) redact(f *frame, v *value) int {
	end, _ := p.skipValue(v.start)
	if v.state.Verdict() == fieldmask.Partial && f != nil {
		p.decide(f, v, end, false, causeOf(v.state))
		return end
	}
	p.out.head(&v.head, f.isFirst())
	p.out.literal(v.acts.Redact.With)
	f.took()
	p.decide(f, v, end, true, cause{reason: "redacted", rule: v.acts.Redact.By})
	return end
}
