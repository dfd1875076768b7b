package shaper

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// fit shapes a document under the plan that fits it. On an error the plan, if
// there is one, tells whether something would have been hidden.
//
// Which plan fits depends on the envelope. So the root is indexed, by the pass
// itself where it can run ahead (see [Engine.ahead]), and else before it.
func (e *Engine) fit(m *memory, d *document, dst []byte) (*plan.Plan, pass.Outcome, error) {
	asked := d.plans.Ask(m.key, &d.call)
	defer func() { m.key = asked.Scratch() }()
	base, err := asked.Plan(d.call.Unread())
	if err != nil {
		return nil, pass.Outcome{}, err
	}
	named := cmp.Or(d.call.Dialect, base.Resolved.Dialect)
	if named == plain.Name() && !base.ErrorMatters {
		done, err := e.run(m, d, base, nil, dst)
		return base, done, err
	}
	hint := next(base, d)
	guess := hint.Load()
	done, doc, ok := e.ahead(m, d, guess, dst)
	if !ok {
		guess = nil
		if doc, err = e.skim(m, d); err != nil {
			return base, done, err
		}
	}
	answer, err := read(d, named, doc, base)
	if err != nil {
		return base, done, err
	}
	p, err := asked.Plan(answer)
	if err != nil {
		return base, done, err
	}
	if p != guess {
		hint.Store(p)
		if done, err = e.run(m, d, p, nil, dst); err != nil && doc.Twice > 0 {
			err = twice(doc)
		}
	}
	return p, done, err
}

// run shapes a document under a plan. index is filled where it is not nil.
func (e *Engine) run(m *memory, d *document, p *plan.Plan, index *pass.RootIndex, dst []byte) (pass.Outcome, error) {
	doc := pass.Doc{
		Body: d.body, Limits: e.limits, Depth: d.depth, More: d.more, At: d.at,
		Index: index, Journal: d.journal,
	}
	if d.level < plan.MaxNesting {
		doc.Inner = &m.within
	}
	return m.pass.Run(p, doc, dst)
}

// skim indexes the root of a document.
func (e *Engine) skim(m *memory, d *document) (envelope.Doc, error) {
	body := d.body
	if d.more {
		end, _, kind := m.skip.Value(body, 0, d.depth, &e.limits)
		if kind != scan.KindNone {
			return envelope.Doc{}, scan.NewError(body, end, kind)
		}
		body = body[:end]
	}
	return dialects.Skim(body, envelope.Limits(e.limits))
}

// read tells what a document is whose root was indexed. A root that holds a name
// twice is refused before a point of it is read; where the configuration says
// which copy counts, a document that is then plain passes, unless all of it is to
// go. An envelope is refused all the same: others that read it may not agree.
func read(d *document, named string, doc envelope.Doc, base *plan.Plan) (plan.Answer, error) {
	if doc.Twice > 0 {
		which := base.Resolved.Duplicates
		if which == profiles.Reject || base.Mask.Root().Verdict() == fieldmask.Drop {
			return plan.Answer{}, twice(doc)
		}
		doc.Members = settled(doc.Members, which == profiles.Last)
	}
	dialect, err := dialectOf(named, doc)
	if doc.Twice > 0 && (err != nil || dialect != plain) {
		err = twice(doc)
	}
	if err != nil {
		return plan.Answer{}, err
	}
	return d.call.Read(dialect, doc, d.level > 0), nil
}

// twice is the error of a root that holds a name twice.
func twice(doc envelope.Doc) error { return scan.NewError(doc.Raw, doc.Twice, scan.KindDuplicate) }

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
