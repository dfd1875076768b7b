package pass

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/encoded"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/scratch"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// stringEditor rewrites strings: it shapes documents inside them, redacts and shortens.
type stringEditor struct {
	*core
	report *reporter

	slotText  scratch.Buffer // text of the slot that was read last
	slotAt    int            // offset of its string; 0 if the text is not valid any more
	slotGiven scratch.Buffer // text that was given away to be shaped
}

// rewrite writes the string s, the value v in f, with its edits. It reports whether it wrote
// anything, and sets *why. Edits come from a document in a slot, from redaction, and from a
// bound on the length.
func (e *stringEditor) rewrite(f *frame, v *value, s *stringRead, why *journal.Cause) bool {
	if e.slot(f, v, s.end, nil) {
		why.Parts = true
		return true
	}
	switch {
	case e.fault.failed:
		return false
	case e.plan.Hiding == nil:
		return e.shorten(f, v, s.end, nil, why)
	}
	return e.redact(f, v, s, why)
}

// redact is rewrite for a string that holds no document in a slot, under a plan that hides
// something.
func (e *stringEditor) redact(f *frame, v *value, s *stringRead, why *journal.Cause) bool {
	end, escaped := s.end, s.escaped
	if v.acts.Are(plan.Slot) {
		_, escaped, _ = scan.String(e.src, v.start, e.doc.Limits.StringBytes)
	}
	if e.redactEncoded(f, v, end) {
		*why = journal.Cause{Reason: "hidden"}
		return true
	}
	edits, counts := e.look(f, v, end, escaped)
	if len(edits) > 0 && !e.fault.failed && e.hider.IsDocument() && e.slot(f, v, end, edits) {
		e.report.note(f, v, redact.Counts{Withheld: counts.Withheld}) // slot counted the rest
		why.Parts = true
		return true
	}
	e.report.note(f, v, counts)
	if e.censors(f, v) && (len(edits) > 0 || e.hider.Screen.MayFit(v.start+1, end-1)) {
		e.text = e.unquoted(e.text[:0], v.start, end, edits)
		if text, by := e.plan.Hiding.Censor(e.text, e.hider.Room()); by != nil {
			*why = journal.Cause{Reason: "redacted", Rule: by.Origin.String()}
			text, _ = e.cut(f, v, e.settle(f, v, text))
			e.out.Quote(text)
			return true
		}
	}
	if e.shorten(f, v, end, edits, why) {
		return true
	}
	if len(edits) > 0 {
		*why = journal.Cause{Reason: "hidden", Rule: e.hider.Rule()}
		e.release()
		e.emitEdited(v.start, end, edits)
	}
	return len(edits) > 0
}

// settle redacts a text that a pattern changed until it stays the same, or a bound is reached.
// The changed text may hold something to hide, or fit the pattern again.
func (e *stringEditor) settle(f *frame, v *value, text []byte) []byte {
	for n := 0; n < redact.MaxLooks && len(text) <= redact.Settles; n++ {
		left := e.lookAgain(f, v, text, e.placeOf(f, v), nil)
		if bytes.Equal(left, text) {
			break
		}
		text, _ = e.plan.Hiding.Censor(left, e.hider.Room())
	}
	return text
}

// emitEdited writes the string src[start:end] with edits. It reserves room for the rest of the
// input, at most for as much again: growth would hold a large output twice.
func (e *stringEditor) emitEdited(start, end int, edits redact.Edits) {
	size := edits.Size(end - start)
	e.out.Reserve(size + min(size, len(e.src)-end))
	at := start
	for edit := range edits.All() {
		e.out.Emit(at, start+1+edit.From)
		e.out.Literal(edit.With)
		at = start + 1 + edit.To
	}
	e.out.Emit(at, end)
}

// unquoted appends the string src[start:end] with edits, without quotes and escapes.
func (e *stringEditor) unquoted(dst []byte, start, end int, edits redact.Edits) []byte {
	raw := e.src[start+1 : end-1]
	if len(edits) > 0 {
		raw = redact.Append(make([]byte, 0, edits.Size(len(raw))), raw, edits)
	}
	return scan.AppendUnquote(slices.Grow(dst, len(raw)), raw)
}

// look returns the edits that redact the string v in f.
func (e *stringEditor) look(f *frame, v *value, end int, escaped bool) (redact.Edits, redact.Counts) {
	raw := e.src[v.start+1 : end-1]
	if v.acts.Are(plan.Sealed) || !e.hider.Screen.Looks(raw, scan.EscapesOf(raw)) {
		return nil, redact.Counts{}
	}
	said := raw
	if escaped {
		e.text = scan.AppendUnquote(e.text[:0], raw)
		said = e.text
	}
	return e.lookInto(f, v, redact.String{Raw: raw, Text: said, Place: e.placeOf(f, v)}, nil)
}

// lookInto returns the edits that redact a string in the place of v in f. A name that is not
// nil replaces the name of v.
func (e *stringEditor) lookInto(f *frame, v *value, s redact.String, name []byte) (redact.Edits, redact.Counts) {
	if s.Censors = e.censors(f, v); e.hider.Follows() {
		e.enterNames()
		if name == nil {
			name = e.nameOf(f, v.head.Key)
		}
		e.hider.Stood(name)
	}
	edits, counts := e.hider.Edits(s)
	if counts.Withheld > 0 && e.plan.Hiding.Refuse {
		e.fail(v.start, scan.KindUnreadable)
	}
	return edits, counts
}

// lookAgain redacts a text that changed since the last look and replaces the string v in f.
// name is as for lookInto.
func (e *stringEditor) lookAgain(f *frame, v *value, text []byte, at redact.Place, name []byte) []byte {
	raw := scan.AppendQuote(nil, text)
	raw = raw[1 : len(raw)-1]
	if v.acts.Are(plan.Sealed) || !e.hider.Screen.Looks(raw, scan.EscapesOf(raw)) {
		return text
	}
	edits, counts := e.lookInto(f, v, redact.String{Raw: raw, Text: text, Place: at}, name)
	if len(edits) == 0 {
		return text
	}
	e.report.note(f, v, redact.Counts{Withheld: counts.Withheld})
	return scan.AppendUnquote(nil, redact.Append(nil, raw, edits))
}

// censors reports whether privacy patterns act on the string v in f.
func (e *stringEditor) censors(f *frame, v *value) bool {
	return e.plan.Censors() && !v.acts.Are(plan.Protocol) && free(f, v)
}

// mayBeBlob reports whether a string may hold encoded text, such as the blob of a resource.
func (e *stringEditor) mayBeBlob(acts *plan.Acts) bool {
	return acts.Are(plan.Media) && e.plan.Hiding != nil && e.hider.Screen.Encoded
}

// redactEncoded redacts the text that the string v in f encodes (GUARANTEES, strings). The string
// is a data URL, or a blob with the media type of a text. redactEncoded reports whether it wrote
// the string. It counts a broken encoding as missed.
func (e *stringEditor) redactEncoded(f *frame, v *value, end int) bool {
	isURL := e.hider.Screen.Encoded && encoded.MayBeDataURL(e.src[v.start+1:])
	isBlob := !isURL && e.mayBeBlob(v.acts) && f != nil && f.IsObject
	if isBlob {
		name, ok := e.names.stringAt(e.src, e.ahead.Member(int(f.start), "mimeType"))
		isBlob = ok && encoded.IsText(string(name))
	}
	if !isURL && !isBlob || v.acts.Are(plan.Sealed) {
		return false
	}
	said := scan.AppendUnquote(nil, e.src[v.start+1:end-1])
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
		e.report.note(f, v, redact.Counts{Missed: 1})
		return false
	}
	if e.hider.taken != nil {
		e.hider.taken.Cover()
	}
	left := e.lookAgain(f, v, text.Said, e.placeOf(f, v), nil)
	if e.plan.Censors() {
		left, _ = e.plan.Hiding.Censor(left, e.hider.Room())
		left = e.settle(f, v, left)
	}
	if bytes.Equal(left, text.Said) || e.fault.failed {
		return false
	}
	e.out.Quote(text.Encode(left))
	return true
}
