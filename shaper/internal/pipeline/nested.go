package pipeline

import (
	"bytes"
	"errors"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/report"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// nested shapes the documents inside one document, each for the same call and in its own
// dialect. It implements [pass.Inner].
type nested struct {
	engine  *Engine
	outer   document
	memory  *Memory // of the documents inside; made by the first one
	halves  [numHalves]remains
	twin    twin
	isUnfit bool // the payload does not fit its schema
	warns   bool // a document inside can warn of a limit of tokens
}

// begin returns the outer document, empty. The caller fills it in place, since a copy of this
// large struct costs time.
func (n *nested) begin(e *Engine) *document {
	*n = nested{engine: e, memory: n.memory}
	return &n.outer
}

// restart forgets the documents inside, before another pass.
func (n *nested) restart() {
	n.halves, n.twin, n.isUnfit, n.warns = [numHalves]remains{}, twin{}, false, false
}

// below returns the memory of the documents inside.
func (n *nested) below() *Memory {
	if n.memory == nil {
		n.memory = newMemory()
	}
	return n.memory
}

// Shape implements [pass.Inner].
func (n *nested) Shape(in pass.Inside) (pass.Shaped, error) {
	text := n.twin
	n.twin = twin{}
	if text.equals(&in) {
		n.halves[structured].count(text.body, text.out)
		n.check(&in, text.by, text.out)
		return pass.Shaped{Out: text.out, Read: len(text.body), Reported: report.Report{Folded: text.folded}, OK: true, Same: text.isSame, Twin: true}, nil
	}
	m := n.below()
	defer m.forget()
	part := structured
	if !in.More {
		part = textual
	}
	d := m.inner.begin(n.engine)
	n.settle(d, &in, part)
	scope := d.journal.Open()
	out, facts, err := n.engine.shapeInside(m, d)
	n.warns = n.warns || facts.limits.warns
	isShaped := err == nil && facts.Unshaped == nil
	if d.journal.Close(scope, isShaped); !isShaped {
		return pass.Shaped{}, err
	}
	m.Out.Text = out
	body := in.Body[:facts.Bytes.In]
	n.check(&in, facts.Plan, out)
	n.count(part, body, out)
	isSame := (d.call.Private && !in.More || !facts.Plan.Resolved.Compact) && scan.SameTokens(out, body)
	if part == textual && n.hasTwin(m, d, facts) {
		n.twin = twin{bytes.Trim(in.Body, " \t\r\n"), out, facts.Plan, d.place.depth, facts.Reported.Folded, isSame}
	}
	reported := facts.Reported
	reported.Text, reported.Data = 0, 0
	return pass.Shaped{Out: out, Read: facts.Bytes.In, Reported: reported, OK: !isSame || !d.call.Private, Same: isSame}, nil
}

// settle sets up a document inside the outer one, in one half of it.
func (n *nested) settle(d *document, in *pass.Inside, part half) {
	*d = n.outer
	d.body, d.place.pointer, d.place.depth, d.place.isValue, d.place.isNoted = in.Body, in.At, in.Depth, in.More, in.Noted
	d.place.level++
	if part == textual {
		d.place.texts++
	}
	d.attempt.open, d.attempt.isSettled, d.attempt.plan = neither, false, nil
	d.call.IsError = in.IsError
	if !plan.IsAuto(d.call.Dialect) {
		d.call.Dialect = "" // it names the document around
	}
	d.call.Quiet = d.call.Quiet || in.Apart || d.place.dataOnly && part == structured
	d.call.Open = d.call.Open || part == n.outer.attempt.open || part == structured && d.schema != nil && d.schema.Whole
}

// aroundText is the number of containers that a text is assumed to stand in, and a payload in
// its document. structuredContent may have that many around it. A text within the depth limit
// under this assumption is within it in both halves.
const aroundText = 4

// shapeInside shapes a document inside another one.
func (e *Engine) shapeInside(m *Memory, d *document) ([]byte, *Facts, error) {
	if !d.place.isValue && d.journal == nil {
		d.place.depth = aroundText
	}
	for {
		dst := m.Out.Ready(len(d.body))
		c, err := e.choose(m, d, dst)
		out, facts, err := e.annotate(m, d, c, dst, err)
		fault := err
		if fault == nil {
			fault = facts.Unshaped
		}
		if !d.isTooDeep(fault) {
			return out, facts, err
		}
		d.place.depth = 0
	}
}

// isTooDeep reports whether a text is too deep, perhaps only for the containers that it is
// taken to stand in.
func (d *document) isTooDeep(err error) bool {
	fault, ok := errors.AsType[*scan.Error](err)
	return ok && !d.place.isValue && d.place.depth > 0 && fault.Kind == scan.KindDepth
}

// check notes if structuredContent does not fit its schema.
func (n *nested) check(in *pass.Inside, by *plan.Plan, out []byte) {
	if n.outer.schema != nil && in.More && !in.Apart && n.outer.place.level == 0 && !n.outer.fits(by, out) {
		n.isUnfit = true
	}
}

// Most servers repeat their result: the text of a tool result, unescaped, has the same bytes
// as structuredContent. The engine finds such a second half by a comparison and reuses the
// output of the first one.

// twin is the last document in a text whose output is the same as that of structuredContent.
type twin struct {
	body, out []byte
	by        *plan.Plan
	depth     int  // containers that may be around it
	folded    int  // lists in it that are tables now
	isSame    bool // no value of it changed, and it keeps its white space
}

// hasTwin reports whether a text, shaped in m, has the same output as structuredContent. That
// holds if nothing distinguishes the two. Differences are recorded places, notes, the open
// half, the facts of an error, and the number of strings around a string.
func (n *nested) hasTwin(m *Memory, d *document, facts *Facts) bool {
	switch reported := &facts.Reported; {
	case d.journal != nil || d.call.Private || d.call.IsError || n.outer.attempt.open != neither || d.place.dataOnly || d.schema != nil && d.schema.Whole:
		return false
	case len(reported.Cuts) > 0 || reported.Withheld.Count+reported.Opaque.Count+reported.Missed.Count+reported.Shortened.Count > 0:
		return false
	}
	return !m.chosen.done.Looked && m.inner.halves == [numHalves]remains{}
}

// equals reports whether a value has the bytes of the text, and the same output.
func (t *twin) equals(in *pass.Inside) bool {
	return t.body != nil && in.More && !in.Apart && !in.IsError && in.Depth <= t.depth && bytes.HasPrefix(in.Body, t.body)
}
