package shaper

import (
	"context"

	"github.com/seed-7aa78ce4/shape/shaper/internal/pipeline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Hide removes the values that the privacy sections and tiers hide from a response. It is for
// a program that uses the response for another purpose than display. No other rule acts, so
// the envelope keeps all its metadata. If no rule hides anything, Hide does not read the body
// and Result.Body is the request's. The error is that of [Engine.Shape]; a body that cannot be
// shaped always is an error.
func (e *Engine) Hide(ctx context.Context, req Request) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	asked := e.asked(&req)
	asked.Call.Private = true
	if hides, err := mayHide(&asked.Call, asked.Plans); err != nil || !hides {
		return Result{Body: req.Body}, err
	}
	mem := pipeline.NewMemory()
	defer mem.Release()
	out, facts, err := e.pipe.Shape(mem, &asked, mem.Out.Text[:0])
	if err == nil {
		err = facts.Unshaped
	}
	if err != nil {
		return Result{Report: reportOf(facts)}, publicError(err)
	}
	return Result{Body: handOver(mem, out), Report: reportOf(facts)}, nil
}

// Hides reports whether a rule may hide something from a response to the call. Such a rule is
// an exclude, one of the privacy section, or one of a tier that the response may name. Hides
// does not read the body. It fails if the request is at fault.
func (e *Engine) Hides(req Request) (bool, error) {
	c := callOf(&req)
	return mayHide(&c, e.plansOf(&req))
}

// Protects reports whether privacy or tiers may hide something from a response to the call. If
// so, [Engine.Hide] reads its body. Protects fails if the request is at fault.
func (e *Engine) Protects(req Request) (bool, error) {
	c := callOf(&req)
	c.Private = true
	return mayHide(&c, e.plansOf(&req))
}

// mayHide reports whether a plan for the call may hide something.
func mayHide(c *plan.Call, plans *plan.Cache) (bool, error) {
	asked := plans.Ask(nil, c)
	p, err := asked.Base()
	return err == nil && p.MayHide(), err
}

// plansOf returns the plans that shape a request: those of its schema, else those of the
// configuration in force.
func (e *Engine) plansOf(req *Request) *plan.Cache {
	if req.Schema != nil {
		return req.Schema.advertised.Plans
	}
	return e.planCache()
}
