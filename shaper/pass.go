package shaper

import (
	"errors"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// pass shapes the walker's job under the plan that fits it. On an error the plan,
// if there is one, tells whether something would have been hidden.
//
// Which plan fits depends on the envelope, and that is known only when its root
// has been read. Answers to one call look alike: so the pass goes ahead under the
// plan that fitted the last one, indexes the root on its way, and is done where
// that plan fits again. Only where it does not is the body read twice.
func (e *Engine) pass(w *walker, dst []byte) (p *plan, out []byte, err error) {
	w.call = call{req: &w.job.Request, tier: w.job.Tier, isError: w.job.IsError, private: w.job.private, dialect: plain, outline: bare}
	w.call.outline.list = isList(w.job.Body)
	base, err := w.job.cache.plan(&w.key, &w.call)
	if err != nil {
		return nil, dst, err
	}
	name := base.dialectName(&w.job.Request)
	if name == plain.Name() && !base.errorMatters {
		out, err = w.run(base, dst)
		return base, out, err
	}
	usual := &base.usual[w.job.level]
	guess := usual.Load()
	out, doc, ok := w.explore(guess, dst)
	if !ok {
		guess = nil
		if doc, err = w.openBody(); err != nil {
			return w.ambiguous(base, name, dst, err)
		}
	}
	if p, err = w.fitting(base, name, doc); err != nil {
		return base, dst, err
	}
	if p != guess {
		usual.Store(p)
		out, err = w.run(p, dst)
	}
	return p, out, err
}

// explore shapes the body under a plan that may not be the right one, and indexes
// it as [dialects.Skim] does. It fails where there is no such plan, where the plan
// does not look at the names in the root, and where the body cannot be shaped
// under it, which says nothing about the right one.
func (w *walker) explore(guess *plan, dst []byte) (out []byte, doc envelope.Doc, ok bool) {
	if guess == nil || !guess.rejectDuplicates || w.job.journal != nil {
		return dst, doc, false
	}
	w.index = &w.root
	defer func() { w.index = nil }()
	if out, err := w.run(guess, dst); err == nil {
		w.endBody(w.read)
		doc, ok = w.root.doc(w.job.Body)
		return out, doc, ok
	}
	return dst, doc, false
}

// ambiguous shapes a body whose root holds a name twice, if that is what is wrong
// with it, and the configuration says which of the two counts. An envelope is
// refused all the same: others that read it may not agree.
func (w *walker) ambiguous(base *plan, name string, dst []byte, fault error) (*plan, []byte, error) {
	bad, ok := errors.AsType[*scan.Error](fault)
	if !ok || bad.Kind != scan.KindDuplicate || base.rejectDuplicates {
		return base, dst, fault
	}
	journal := w.job.journal
	w.job.journal, w.index = nil, &w.root
	_, err := w.run(base, dst)
	w.job.journal, w.index = journal, nil
	doc, ok := w.root.doc(w.job.Body)
	if err != nil || !ok {
		return base, dst, fault
	}
	if d, err := dialectOf(name, doc); err != nil || d != plain {
		return base, dst, fault
	}
	p, err := w.fitting(base, name, doc)
	if err != nil {
		return base, dst, err
	}
	out, err := w.run(p, dst)
	return p, out, err
}

// openBody indexes the root of the body.
func (w *walker) openBody() (envelope.Doc, error) {
	if w.job.follows {
		limits := w.engine.limits
		w.skip.Strict = false // whatever the last plan said
		end, _, kind := w.skip.Value(w.job.Body, 0, w.job.depth, &limits)
		if kind != scan.KindNone {
			return envelope.Doc{}, scan.NewError(w.job.Body, end, kind)
		}
		w.endBody(end)
	}
	return dialects.Skim(w.job.Body, envelope.Limits(w.engine.limits))
}

// endBody notes where the body ends, if more follows it.
func (w *walker) endBody(at int) {
	if w.job.follows {
		w.job.Body, w.job.follows = w.job.Body[:at], false
	}
}

// fitting returns the plan for the document of a call.
func (w *walker) fitting(base *plan, dialect string, doc envelope.Doc) (*plan, error) {
	c := &w.call
	var err error
	if c.dialect, err = dialectOf(dialect, doc); err != nil {
		return nil, err
	}
	facts := c.dialect.Facts(doc)
	c.isError = c.isError || facts.IsError
	if c.tier == "" {
		c.tier = facts.Tier
	}
	c.factual = c.isError && (len(c.dialect.Layout().Text) > 0 || w.job.level > 0)
	c.outline = surface(c, doc, facts.IsError, base.resolved)
	return w.job.cache.plan(&w.key, c)
}

// plain is the dialect of a document without an envelope, and bare its outline.
var (
	plain envelope.Dialect = envelope.Plain{}
	bare                   = outline{layout: plain.Layout()}
)

// dialectName is the dialect that a request or the configuration names, or
// "auto".
func (p *plan) dialectName(req *Request) string {
	if req.Dialect != "" {
		return req.Dialect
	}
	return p.resolved.Dialect
}

func isAuto(dialect string) bool { return dialect == "auto" || dialect == "" }

// dialectOf finds the dialect of a document. A document that is no object has
// no envelope, whatever was asked for.
func dialectOf(name string, doc envelope.Doc) (envelope.Dialect, error) {
	if isAuto(name) {
		return dialects.Detect(doc), nil
	}
	d, ok := dialects.Lookup(name)
	if !ok {
		return nil, &Error{Reason: "config", Err: &dialects.UnknownError{Name: name}}
	}
	if doc.Members == nil {
		return plain, nil
	}
	return d, nil
}
