package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/encoded"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// This file hides in strings that hold an encoded text and say so: the blob of a resource
// with such a media type, and data URLs. Rules of privacy and tiers ask for that
// (GUARANTEES, strings).

// mayBeBlob reports whether a string with some acts may hold bytes that are a text.
func (p *Pass) mayBeBlob(acts *plan.Acts) bool {
	return acts.Are(plan.Media) && p.plan.Hiding != nil && p.hider.Encoded
}

// hideEncoded hides in the text that the string v in f encodes, and writes it again. It
// reports whether it wrote anything. A text that is broken is counted.
func (p *Pass) hideEncoded(f *frame, v *value, end int) bool {
	isURL := p.hider.Encoded && encoded.MayBeDataURL(p.src[v.start+1:])
	isBlob := !isURL && p.mayBeBlob(v.acts) && p.isTextual(f)
	if !isURL && !isBlob || v.acts.Are(plan.Sealed) {
		return false
	}
	said := scan.AppendUnquote(nil, p.src[v.start+1:end-1])
	var text encoded.Text
	isText, ok := isBlob, false
	if isBlob {
		text, ok = encoded.FromBlob(said)
	} else {
		text, isText, ok = encoded.FromDataURL(said)
	}
	if !isText {
		return false
	}
	if !ok {
		p.note(f, v, redact.Counts{Missed: 1})
		return false
	}
	if p.hider.Taken != nil {
		p.hider.Taken.Cover()
	}
	left := p.hideInText(f, v, text.Said)
	if bytes.Equal(left, text.Said) || p.fault.failed {
		return false
	}
	p.out.quote(text.Encode(left))
	return true
}

// isTextual reports whether the media type beside a member of f says that it is a text.
func (p *Pass) isTextual(f *frame) bool {
	if f == nil || !f.isObject {
		return false
	}
	at := p.ahead.member(int(f.start), "mimeType", p.superseded)
	if at < 0 || at >= len(p.src) || p.src[at] != '"' {
		return false
	}
	end, _, kind := scan.String(p.src, at, p.doc.Limits.StringBytes)
	return kind == scan.KindNone && encoded.IsText(string(scan.AppendUnquote(nil, p.src[at+1:end-1])))
}

// hideInText returns what is left of a text that the string v in f encodes.
func (p *Pass) hideInText(f *frame, v *value, said []byte) []byte {
	left := p.lookAgain(f, v, said, p.hidingAt(f, v), nil)
	if !p.plan.Censors() {
		return left
	}
	left, _ = p.plan.Hiding.Censor(left, p.hider.Room())
	return p.settled(f, v, left)
}
