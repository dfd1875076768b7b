package pipeline

import (
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// Responses to one call look alike: the plan that fitted the last one mostly fits the next
// one. So the pass runs ahead under that plan and indexes the root on its way. If the index
// then asks for another plan, the document is shaped again. History changes the speed,
// never the answer (GUARANTEES, history; TestHistory).
//
// Without this each envelope is read twice: 0.57 to 0.79 × the speed on envelopes. Measure
// it with a guess that is always nil.

// chosen is a plan, and the outcome of the pass under it.
type chosen struct {
	plan   *plan.Plan // nil if the request is at fault
	misfit string     // why the document is not of the dialect that was named
	done   pass.Outcome
}

// choose shapes a document under the plan that fits it. On an error the returned plan, if any,
// shows whether a rule might have hidden something. The plan depends on the envelope, so the
// root is indexed: by the pass itself if it can run ahead, else before it.
func (e *Engine) choose(m *Memory, d *document, dst []byte) (*chosen, error) {
	c := &m.chosen
	c.plan, c.misfit = d.attempt.plan, ""
	m.inner.restart()
	in, before := e.passDoc(d, &m.inner), d.hidden.Point()
	if d.attempt.plan != nil { // of the attempt before
		return c, m.run(d, d.attempt.plan, &in, dst, before)
	}
	asked := d.plans.Ask(m.key, &d.call)
	defer func() { m.key = asked.Key }()
	base, err := asked.Base()
	if c.plan = base; err != nil {
		return c, err
	}
	if d.call.Dialect == plain.Name() && !base.Resolved.OnError {
		if c.plan = base; d.attempt.taint != nil {
			c.plan = d.tainted(base)
		}
		return c, m.run(d, c.plan, &in, dst, before)
	}

	next := &base.Next[d.place.level][beginning(d.body)]
	doc, guess := m.runAhead(d, next, &in, dst, &c.done)
	if guess == nil {
		d.hidden.Back(before)
		if doc, err = m.skim(&in); err != nil {
			return c, err
		}
	}
	var answer plan.Answer
	if answer, c.misfit, err = d.answer(doc, base); err == nil {
		c.plan, err = asked.Of(&answer, guess)
	}
	if err != nil {
		d.hidden.Back(before)
		c.plan = base
		return c, err
	}
	if c.plan == guess {
		return c, nil
	}
	if d.attempt.taint == nil {
		next.Store(c.plan)
	} else {
		c.plan = d.tainted(c.plan)
	}
	m.inner.restart()
	d.hidden.Back(before)
	if err = m.run(d, c.plan, &in, dst, before); err != nil && doc.Twice > 0 && !d.isTooDeep(err) {
		err = twice(doc)
	}
	return c, err
}

// run runs the pass. A document with a table is read again, since rules that hide act on the
// list that a table stands for (GUARANTEES, tables). before is the point of the hidden values
// before the pass.
func (m *Memory) run(d *document, p *plan.Plan, in *pass.Doc, dst []byte, before taint.Point) error {
	err := m.pass.Run(p, in, dst, &m.chosen.done)
	if err != pass.ErrTable {
		return err
	}
	d.hidden.Back(before)
	m.inner.restart()
	in.Tabled = true
	return m.pass.Run(p, in, dst, &m.chosen.done)
}

// runAhead shapes a document under the plan of the last document like it, and returns its
// root. It returns a nil plan if there was no such document, or if the document cannot be
// shaped under that plan. It also does if values or decisions are collected, or if the root
// needs a check of every name.
func (m *Memory) runAhead(d *document, next *atomic.Pointer[plan.Plan], in *pass.Doc, dst []byte, done *pass.Outcome) (*envelope.Doc, *plan.Plan) {
	guess := next.Load()
	if guess == nil || d.attempt.taint != nil || in.Journal != nil || guess.Resolved.Duplicates != profiles.Reject {
		return nil, nil
	}
	in.Index = &m.index
	err := m.pass.Run(guess, in, dst, done)
	in.Index = nil
	if err != nil {
		return nil, nil
	}
	body := in.Body
	if in.More {
		body = body[:done.Read]
	}
	doc, ok := m.index.Doc(body)
	if !ok {
		return nil, nil
	}
	return doc, guess
}

// beginning tells documents apart by the first bytes in their root. Those of one dialect
// mostly begin alike:
//
//	{"success":true,"data":…      {"jsonrpc":"2.0","id":…
//	{"success":false,"data":…     {"content":[{"type":…
//
// So calls that share a plan, and successes and failures of one call, do not spoil each
// other's guess.
func beginning(body []byte) int {
	i := scan.Space(body, 0)
	if i = scan.Space(body, min(i+1, len(body))); len(body)-i < 16 {
		return 0
	}
	return int(words.Seed{}.Hash(body[i:i+16]) % plan.Beginnings)
}

// skim indexes the root of a document.
func (m *Memory) skim(in *pass.Doc) (*envelope.Doc, error) {
	body := in.Body
	if in.More {
		end, kind := m.skip.Value(body, 0, in.Depth, &in.Limits)
		if kind != scan.KindNone {
			return nil, scan.NewError(body, end, kind)
		}
		body = body[:end]
	}
	return dialects.Skim(body, envelope.Limits(in.Limits))
}

// answer returns the properties of a document that choose its plan, given its root. A root
// with a duplicate name is refused before any member is read. If the configuration says how to
// treat duplicates, a plain document passes, unless all of it is to be removed. An envelope is
// refused all the same, since other readers may choose another copy.
func (d *document) answer(doc *envelope.Doc, base *plan.Plan) (a plan.Answer, misfit string, err error) {
	if doc.Twice > 0 {
		which := base.Resolved.Duplicates
		if which == profiles.Reject || base.Mask.Root().Verdict() == fieldmask.Drop {
			return a, "", twice(doc)
		}
		doc.Members = settled(doc.Members, which == profiles.Last)
	}
	misfit, err = d.dialectOf(doc, base, &a)
	if doc.Twice > 0 && (err != nil || a.Dialect != plain) {
		err = twice(doc)
	}
	if err != nil {
		return a, "", err
	}
	data := d.place.isValue && d.call.IsError // of a failure: a schema may describe it
	d.call.Read(&a, doc, d.place.level > 0 && !data)
	return a, misfit, nil
}

// twice is the error of a root that holds a name twice.
func twice(doc *envelope.Doc) error { return scan.NewError(doc.Raw, doc.Twice, scan.KindDuplicate) }

// settled returns the members with one copy of each name, the first or the last.
func settled(members []envelope.Member, last bool) []envelope.Member {
	seen := map[string]int{}
	one := members[:0:0]
	for _, m := range members {
		at, again := seen[m.Name]
		switch {
		case !again:
			seen[m.Name] = len(one)
			one = append(one, m)
		case last:
			one[at] = m
		}
	}
	return one
}

// plain is the dialect of a document without an envelope.
var plain envelope.Dialect = envelope.Plain{}

// dialectOf sets the dialect of a document. It can follow from the document itself, from the
// request, or from the configuration. The configured one is a preference. misfit is the reason
// why the document does not fit the dialect that the request names.
func (d *document) dialectOf(doc *envelope.Doc, base *plan.Plan, a *plan.Answer) (misfit string, err error) {
	a.Dialect, a.Layout = dialects.Look(doc)
	a.Own = true
	if !Recognises(base.Resolved, a.Dialect) && a.Dialect.Name() != d.call.Dialect {
		if base.MayHide() {
			a.Look = a.Dialect
		}
		a.Dialect, a.Layout = plain, plain.Layout()
	}
	name := d.call.Dialect
	if name == "" {
		name = base.Resolved.Dialect
	}
	if plan.IsAuto(name) {
		return "", nil
	}
	named, ok := dialects.Lookup(name)
	switch {
	case !ok:
		return "", &Error{Reason: "config", Err: &dialects.UnknownError{Name: name}}
	case name == a.Dialect.Name() || name == a.Layout.Around:
		return "", nil
	}
	misfit = named.Misfit(doc)
	if d.call.Dialect == "" {
		// The configuration names the dialect of the payload. An envelope that carries a
		// payload keeps its own, and so does a document that does not fit.
		if a.Dialect.Layout().Carries() || misfit != "" {
			return "", nil
		}
	} else if misfit != "" {
		_, expands := named.(envelope.Expander)
		if expands && base.Resolved.Expand && doc.Members != nil {
			misfit = "" // the members that it lacks are added
		} else {
			named = plain
		}
	}
	a.Dialect, a.Layout, a.Own = named, dialects.Form(named, doc), false
	if named != plain {
		a.Look = nil
	}
	return misfit, nil
}

// Recognises reports whether a document counts as one of a dialect by its own look.
func Recognises(r *profiles.Resolved, d envelope.Dialect) bool {
	return r.Envelope == "" || r.Envelope == d.Name() || d == plain || d.Layout().Carries()
}
