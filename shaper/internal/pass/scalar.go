package pass

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/encoded"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// scalar handles a string, number or literal that the mask does not drop.
func (p *Pass) scalar(f *frame, v *value) int {
	var end int
	var escaped bool
	var kind scan.Kind
	isString := p.src[v.start] == '"'
	if isString && v.acts.Are(plan.Slot) {
		end, kind = p.readSlot(v.start)
		p.told.noteText(end - v.start)
	} else if isString && p.hider.opened.start == v.start && p.hider.opened.end > 0 {
		end, escaped = p.hider.opened.end, p.hider.opened.escaped
	} else if isString {
		end, escaped, kind = scan.String(p.src, v.start, p.doc.Limits.StringBytes)
	} else {
		end, kind = scan.Scalar(p.src, v.start, p.doc.Limits.StringBytes)
	}
	switch {
	case kind != scan.KindNone:
		return p.fail(end, kind)
	case (p.plan.Elides || v.state.Verdict() != fieldmask.Keep) && p.goes(f, v, end):
		return end
	case isString && (v.acts.Are(plan.Slot) || v.acts.Text != plan.Text{} || p.mayBeBlob(v.acts) || p.mayBeLong(v.start, end) || !p.stays(v.start, end, escaped)):
		return p.revise(f, v, end, escaped)
	}
	p.out.member(v, end, f.isFirst())
	if p.trace != nil {
		p.decide(f, v, end, true, causeOf(v.state))
	}
	f.took()
	return end
}

// stringRead is a string of the document that was read without fault. The zero value is
// none.
type stringRead struct {
	start, end int
	escaped    bool
}

// stays reports whether the string src[start:end] stays as it is. Then no hiding rule
// needs to look into it, given its first byte, its escapes and the rules for any string.
func (p *Pass) stays(start, end int, escaped bool) bool {
	switch hiding := p.plan.Hiding; {
	case hiding == nil:
		return true
	case p.hider.Opens[p.src[start+1]] || p.hider.Encoded && encoded.MayBeDataURL(p.src[start+1:]):
		return false
	case !escaped:
		return !p.hider.Asks || !p.hider.Concerns(start+1, end-1)
	default:
		return hiding.Private == nil && scan.EscapesOf(p.src[start+1:end-1]) == scan.Escaped && !p.hider.MayFit(start+1, end-1)
	}
}

// goes reports whether a scalar that ends at src[end] is left out: only parts of it
// were asked for, or elision takes it.
func (p *Pass) goes(f *frame, v *value, end int) bool {
	if v.state.Verdict() == fieldmask.Partial && !v.acts.Are(plan.Payload) {
		p.decide(f, v, end, false, causeOf(v.state))
		return true
	}
	if !p.elidesMember(f, v.acts) {
		return false
	}
	why := p.elision(p.src[v.start:end], v.acts)
	if why != nil {
		p.elide(f, v.head.key)
		p.decide(f, v, end, false, *why)
	}
	return why != nil
}

// revise writes a string that ends at src[end], or what becomes of it. Where that is
// its default, elision takes it.
func (p *Pass) revise(f *frame, v *value, end int, escaped bool) int {
	undo := p.out.checkpoint()
	p.out.head(&v.head, f.isFirst())
	began := 0
	if v.acts.Default != nil {
		began = p.out.size()
	}
	why := causeOf(v.state)
	if !p.rewrite(f, v, end, escaped, &why) {
		p.out.emit(v.start, end)
	} else if v.acts.Default != nil && p.out.ends(began, v.acts.Default) && p.elidesMember(f, v.acts) {
		p.out.rollback(undo)
		p.elide(f, v.head.key)
		p.decide(f, v, end, false, *defaultValue)
		return end
	}
	p.decide(f, v, end, true, why)
	f.took()
	return end
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
// slot that holds a document, something is hidden in it, a privacy pattern fits, or it
// is too long, which is why then. It reports whether it wrote anything.
func (p *Pass) rewrite(f *frame, v *value, end int, escaped bool, why *cause) bool {
	if p.slot(f, v, end, nil) {
		why.parts = true
		return true
	}
	switch {
	case p.fault.failed:
		return false
	case p.plan.Hiding == nil:
		return p.shorten(f, v, end, nil, why)
	}
	return p.hideAway(f, v, end, escaped, why)
}

// hideAway is rewrite for a string that is no slot with a document, where something may
// be hidden.
func (p *Pass) hideAway(f *frame, v *value, end int, escaped bool, why *cause) bool {
	if v.acts.Are(plan.Slot) {
		_, escaped, _ = scan.String(p.src, v.start, p.doc.Limits.StringBytes)
	}
	if p.hideEncoded(f, v, end) {
		*why = cause{reason: "hidden"}
		return true
	}
	edits, counts := p.look(f, v, end, escaped)
	if len(edits) > 0 && !p.fault.failed && p.hider.IsDocument() && p.slot(f, v, end, edits) {
		p.note(f, v, redact.Counts{Withheld: counts.Withheld}) // what stays was counted in there
		why.parts = true
		return true
	}
	p.note(f, v, counts)
	if p.censors(f, v) && (len(edits) > 0 || p.hider.MayFit(v.start+1, end-1)) {
		p.text = p.hidden(p.text[:0], v.start, end, edits)
		if text, by := p.plan.Hiding.Censor(p.text, p.hider.Room()); by != nil {
			*why = cause{reason: "redacted", rule: by.Origin.String()}
			text, _ = p.short(f, v, p.settled(f, v, text))
			p.out.quote(text)
			return true
		}
	}
	if p.shorten(f, v, end, edits, why) {
		return true
	}
	if len(edits) > 0 {
		*why = cause{reason: "hidden"}
		p.texts.release()
		p.edited(v.start, end, edits)
	}
	return len(edits) > 0
}

// settled is what is left of a text that a pattern changed: with fewer words in it,
// or others, there may be more to hide, or what the pattern fits again.
func (p *Pass) settled(f *frame, v *value, text []byte) []byte {
	for n := 0; n < redact.MaxLooks && len(text) <= redact.Settles; n++ {
		left := p.lookAgain(f, v, text, p.hidingAt(f, v), nil)
		if bytes.Equal(left, text) {
			break
		}
		text, _ = p.plan.Hiding.Censor(left, p.hider.Room())
	}
	return text
}

// edited writes the string src[start:end] after some edits. There is room then for
// what follows, or for as much again: a large output that grows is there twice.
func (p *Pass) edited(start, end int, edits redact.Edits) {
	size := edits.Size(end - start)
	p.out.reserve(size + min(size, len(p.src)-end))
	at := start
	for e := range edits.All() {
		p.out.emit(at, start+1+e.From)
		p.out.literal(e.With)
		at = start + 1 + e.To
	}
	p.out.emit(at, end)
}

// hidden appends what the string src[start:end] says after some edits.
func (p *Pass) hidden(dst []byte, start, end int, edits redact.Edits) []byte {
	raw := p.src[start+1 : end-1]
	if len(edits) == 0 {
		return scan.AppendUnquote(slices.Grow(dst, len(raw)), raw)
	}
	edited := redact.Append(make([]byte, 0, edits.Size(len(raw))), raw, edits)
	return scan.AppendUnquote(slices.Grow(dst, len(edited)), edited)
}

// redact writes a fixed string in place of a value. Where only parts of the
// value were asked for, nothing is left to show.
func (p *Pass) redact(f *frame, v *value) int {
	end := p.skipValue(v.start)
	p.collectRedacted(v, end)
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
