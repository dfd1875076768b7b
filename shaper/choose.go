package shaper

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// fit shapes a document, which is in to the pass, under the plan that fits it. On
// an error the plan, if there is one, tells whether something would have been
// hidden.
//
// Which plan fits depends on the envelope. So the root is indexed, by the pass
// itself where it can run ahead (see [memory.ahead]), and else before it.
func (m *memory) fit(d *document, in *pass.Doc, dst []byte, done *pass.Outcome) (*plan.Plan, error) {
	asked := d.plans.Ask(m.key, &d.call)
	defer func() { m.key = asked.Scratch() }()
	base, err := asked.Base()
	if err != nil {
		return nil, err
	}
	if d.call.Dialect == plain.Name() && !base.ErrorMatters {
		base = d.tainted(base)
		return base, m.pass.Run(base, in, dst, done)
	}
	hint, before := next(base, d), d.hidden.Point()
	var guess *plan.Plan // that the last document like this one needed
	if d.taint == nil {
		guess = hint.Load()
	}
	doc, ok := m.ahead(guess, in, dst, done)
	if !ok {
		guess = nil
		d.hidden.Back(before)
		if doc, err = m.skim(*in); err != nil {
			return base, err
		}
	}
	var answer plan.Answer
	if err = d.read(doc, base, &answer); err != nil {
		d.hidden.Back(before)
		return base, err
	}
	p, err := asked.Of(&answer, guess)
	if err != nil {
		d.hidden.Back(before)
		return base, err
	}
	if p != guess {
		if d.taint == nil {
			hint.Store(p)
		}
		p = d.tainted(p)
		m.within.afresh()
		d.hidden.Back(before)
		if err = m.pass.Run(p, in, dst, done); err != nil && doc.Twice > 0 && !d.tooDeep(err) {
			err = twice(doc)
		}
	}
	return p, err
}

// skim indexes the root of a document.
func (m *memory) skim(in pass.Doc) (*envelope.Doc, error) {
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

// read fills in what a document is whose root was indexed. A root that holds a name
// twice is refused before a point of it is read; where the configuration says
// which copy counts, a document that is then plain passes, unless all of it is to
// go. An envelope is refused all the same: others that read it may not agree.
func (d *document) read(doc *envelope.Doc, base *plan.Plan, a *plan.Answer) error {
	if doc.Twice > 0 {
		which := base.Resolved.Duplicates
		if which == profiles.Reject || base.Mask.Root().Verdict() == fieldmask.Drop {
			return twice(doc)
		}
		doc.Members = settled(doc.Members, which == profiles.Last)
	}
	err := d.taken(doc, base, a)
	if doc.Twice > 0 && (err != nil || a.Dialect != plain) {
		err = twice(doc)
	}
	if err != nil {
		return err
	}
	data := d.more && d.call.IsError // of a failure: a schema may say what is in it
	d.call.Read(a, doc, d.level > 0 && !data)
	return nil
}

// twice is the error of a root that holds a name twice.
func twice(doc *envelope.Doc) error { return scan.NewError(doc.Raw, doc.Twice, scan.KindDuplicate) }

// settled are the members with one copy of each name, the first or the last.
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
