package pass

import (
	"bytes"
	"errors"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// Inner shapes the documents inside a document. The pass finds them and puts the
// outcome in their place; it does not know how they are shaped.
type Inner interface {
	// Shape shapes a document. The error is a [*scan.Error] where its text is at
	// fault.
	Shape(Inside) (Shaped, error)
}

// Inside is a document inside another one.
type Inside struct {
	Body    []byte // of a text, valid until another text is shaped
	At      string // its pointer in the response, where that is of interest
	Depth   int    // containers around it in Body's text; none around one in a string
	More    bool   // Body goes on behind it: it is a value, and in no string
	Tabled  bool   // if More: an object in it may have the member $columns
	IsError bool   // the document around it reports a failure
	Noted   bool   // an envelope around it tells of what is cut in it
	Apart   bool   // nobody knows which call it answers
}

// Shaped is the outcome.
type Shaped struct {
	Out  []byte // valid until the next call
	Read int    // bytes of the body that the document took
	Told Told
	OK   bool // else the document stays as it is
	Same bool // no value changed: the document keeps its bytes, and Out is not used
}

// texts are the memory for strings that are read unescaped.
type texts struct {
	text      []byte // scratch
	slotText  Buffer // of the slot that was read last
	slotAt    int    // where its string begins; 0 where it is not known any more
	slotGiven Buffer // the one that was given away to be shaped
}

// release lets go of a large scratch text that is not needed any more. An output that is
// longer than its input may be as large.
func (t *texts) release() {
	if cap(t.text) > Scratch {
		t.text = nil
	}
}

func (t *texts) forget() {
	t.release()
	t.slotText.Forget()
	t.slotGiven.Forget()
}

// readSlot reads the string at src[at], which stands in a slot: where a document may
// be in it, with what it says. Who asks for its escapes as well reads it again.
func (p *Pass) readSlot(at int) (end int, kind scan.Kind) {
	if p.doc.Inner == nil || at >= len(p.src)-1 || !beginsDocument[p.src[at+1]] {
		end, _, kind = scan.String(p.src, at, p.doc.Limits.StringBytes)
		return end, kind
	}
	p.slotText.Text, end, kind = scan.Unquote(p.slotText.Ready(len(p.src)-at), p.src, at, p.doc.Limits.StringBytes)
	p.slotAt = at
	return end, kind
}

// beginsDocument holds for the bytes with which a string begins that may be a document:
// a bracket, or what there may be before it: space, an escape, a byte order mark.
var beginsDocument = [256]bool{'{': true, '[': true, ' ': true, '\\': true, '\xEF': true}

// slot shapes the one document that the text in a slot is, which ends at src[end],
// after some edits. It reports whether that was written, or refused; what is no JSON
// object or array is a string like others, and so is one that breaks a limit, if
// something is to be hidden. A byte order mark before a document is no part of it.
func (p *Pass) slot(f *frame, v *value, end int, edits redact.Edits) bool {
	if p.doc.Inner == nil || !v.acts.Are(plan.Slot) || !free(f, v) {
		return false
	}
	if len(edits) == 0 && !beginsDocument[p.src[v.start+1]] {
		return false
	}
	if p.slotAt != v.start || len(edits) > 0 {
		p.slotText.Text, p.slotAt = p.hidden(p.slotText.Ready(end-v.start), v.start, end, edits), 0
	}
	text := bytes.TrimPrefix(p.slotText.Text, []byte(words.ByteOrderMark))
	if t := bytes.TrimLeft(text, " \t\r\n"); len(t) == 0 || !scan.IsOpener(t[0]) {
		return false
	}
	p.slotText, p.slotGiven, p.slotAt = p.slotGiven, p.slotText, 0
	shaped, err := p.doc.Inner.Shape(Inside{Body: text, At: p.locate(f, v), IsError: p.plan.IsError, Noted: p.noted()})
	if bad, isText := errors.AsType[*scan.Error](err); isText && !(edits == nil && p.refuses(bad, text)) {
		return false
	} else if err != nil {
		p.reject(v.start, err)
		return true
	}
	p.join(f, v, shaped.Told)
	switch {
	case !shaped.OK:
		return false
	case !shaped.Same:
		p.out.quote(shaped.Out)
	case len(edits) == 0:
		p.out.emit(v.start, end)
	default:
		p.edited(v.start, end, edits)
	}
	return true
}

// refuses reports whether a document in a slot is refused for a fault: a name that
// stands twice in what is JSON all the same, what must be withheld and may not, or a text
// that is too large once it is unfolded.
func (p *Pass) refuses(fault *scan.Error, text []byte) bool {
	if fault.Kind.Reason() == "duplicate_name" {
		return scan.Check(text, p.doc.Limits, false) == nil
	}
	return fault.Kind == scan.KindUnreadable || fault.Kind == scan.KindSize
}

// reject refuses the string at src[at] for what is wrong with the document in
// it. The place in that document would mean nothing to the reader of this one.
func (p *Pass) reject(at int, err error) {
	if inner, ok := errors.AsType[*scan.Error](err); ok {
		place := scan.NewError(p.src, at, scan.KindNone)
		place.Kind = inner.Kind
		err = place
	}
	p.fault.refuse(err)
}

// structured shapes a container that is a document of its own: what a text beside
// it says is then shaped alike.
func (p *Pass) structured(f *frame, v *value) int {
	shaped, err := p.doc.Inner.Shape(Inside{
		Body: p.src[v.start:], At: p.locate(f, v), Depth: p.doc.Depth + len(p.stack), More: true, IsError: p.plan.IsError,
		Tabled: p.tabled || p.plan.Hiding == nil, // which did not look
		Noted:  p.noted(), Apart: v.acts.Are(plan.Apart),
	})
	p.limited.half.Join(shaped.Told.Cuts)
	p.limited.texts.Join(shaped.Told.Texts)
	shaped.Told.Cuts, shaped.Told.Texts = nil, nil
	p.join(f, v, shaped.Told)
	if err != nil {
		if bad, isText := errors.AsType[*scan.Error](err); isText {
			err = bad.Within(p.src, v.start)
		}
		p.fault.refuse(err)
		return len(p.src)
	}
	if !shaped.OK {
		end := p.whole(f, v)
		p.decide(f, v, end, true, cause{reason: "kept"})
		return end
	}
	p.told.Data = shaped.Read
	p.out.head(&v.head, f.isFirst())
	if shaped.Same {
		p.out.emit(v.start, v.start+shaped.Read)
	} else {
		p.out.literal(shaped.Out)
	}
	f.took()
	return v.start + shaped.Read
}
