package pass

import (
	"bytes"
	"errors"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/report"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// Inner shapes the documents inside a document. The pass finds them and writes the outcome.
type Inner interface {
	// Shape shapes a document. If its text is at fault, the error is a [*scan.Error].
	Shape(Inside) (Shaped, error)
}

// Inside is a document inside another one.
type Inside struct {
	Body    []byte // a text is valid until the next text is shaped
	At      string // pointer in the response, for a journal
	Depth   int    // containers around it in Body's text; 0 in a string
	More    bool   // Body continues after it: it is a value, not a string
	IsError bool   // the document around it reports a failure
	Noted   bool   // an envelope around it reports its cuts
	Apart   bool   // the call that it answers is unknown
}

// Shaped is the outcome.
type Shaped struct {
	Out      []byte // valid until the next call
	Read     int    // bytes of the body that the document took
	Reported report.Report
	OK       bool // false keeps the document as it is
	Same     bool // no value changed: the document keeps its bytes, and Out is not used
	Twin     bool // Out is that of the last document in a string
}

// readSlot reads the string at src[at] of a slot, and unescapes it if it may hold a document.
func (e *stringEditor) readSlot(at int) (end int, kind scan.Kind) {
	if e.doc.Inner == nil || at >= len(e.src)-1 || !beginsDocument[e.src[at+1]] {
		end, _, kind = scan.String(e.src, at, e.doc.Limits.StringBytes)
		return end, kind
	}
	e.slotText.Text, end, kind = scan.Unquote(e.slotText.Ready(len(e.src)-at), e.src, at, e.doc.Limits.StringBytes)
	e.slotAt = at
	return end, kind
}

// beginsDocument marks the first bytes of strings that may hold a document: a bracket, space,
// an escape, or a byte order mark.
var beginsDocument = [256]bool{'{': true, '[': true, ' ': true, '\\': true, '\xEF': true}

// slot shapes the document in the slot v, a string that ends at src[end], after edits. It
// reports whether it wrote or refused the document. Any text except a JSON object or array is
// an ordinary string. So is a document over a limit, if the plan hides something. A byte order
// mark before the document is dropped.
func (e *stringEditor) slot(f *frame, v *value, end int, edits redact.Edits) bool {
	if e.doc.Inner == nil || !v.acts.Are(plan.Slot) || !free(f, v) {
		return false
	}
	if len(edits) == 0 && !beginsDocument[e.src[v.start+1]] {
		return false
	}
	if e.slotAt != v.start || len(edits) > 0 {
		e.slotText.Text, e.slotAt = e.unquoted(e.slotText.Ready(end-v.start), v.start, end, edits), 0
	}
	text := bytes.TrimPrefix(e.slotText.Text, []byte(words.ByteOrderMark))
	if t := bytes.TrimLeft(text, " \t\r\n"); len(t) == 0 || !scan.IsOpener(t[0]) {
		return false
	}
	e.slotText, e.slotGiven, e.slotAt = e.slotGiven, e.slotText, 0
	shaped, err := e.doc.Inner.Shape(Inside{Body: text, At: e.report.locate(f, v), IsError: e.plan.IsError, Noted: e.noted()})
	if bad, isText := errors.AsType[*scan.Error](err); isText {
		isTwice := bad.Kind.Reason() == "duplicate_name" && scan.Check(text, e.doc.Limits, false) == nil
		if edits != nil || !isTwice && bad.Kind != scan.KindUnreadable && bad.Kind != scan.KindSize {
			return false // no fault of the pass
		}
		place := scan.NewError(e.src, v.start, scan.KindNone) // a reader cannot see places inside
		place.Kind = bad.Kind
		err = place
	}
	if err != nil {
		e.fault.refuse(err)
		return true
	}
	e.report.facts.Join(shaped.Reported, func() string { return e.report.pattern(f, v) })
	switch {
	case !shaped.OK:
		return false
	case !shaped.Same:
		e.out.Document(shaped.Out)
	case len(edits) == 0:
		e.out.Emit(v.start, end)
	default:
		e.emitEdited(v.start, end, edits)
	}
	return true
}
