package shaper

import "context"

// Hide leaves out of a response what the privacy sections and tiers hide, for a
// program that does something else with it than to show it. Nothing else is done, so
// that an envelope stays the one that it is, with all its metadata; where nothing is
// to be hidden the body is not looked at, and Result.Body is the request's. The error
// is that of [Engine.Shape]; a body that cannot be shaped is always one.
func (e *Engine) Hide(ctx context.Context, req Request) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	m := memories.Get().(*memory)
	defer m.release()
	d := e.document(m, &req, nil)
	d.call.Private = true
	if hides, err := m.hides(d); err != nil || !hides {
		return Result{Body: req.Body}, err
	}
	var report Report
	out, err := e.shape(m, m.out.Text[:0], &report)
	if err == nil {
		err = report.Unshaped
	}
	if err != nil {
		return Result{Report: report}, bodyError(err)
	}
	return Result{Body: m.handOver(out), Report: report}, nil
}

// Hides reports whether a rule may hide something from a response to the call: an
// exclude, the privacy section, or a rule of a tier that the response may name. The
// body is not looked at. The error is that of a request at fault.
func (e *Engine) Hides(req Request) (bool, error) {
	m := memories.Get().(*memory)
	defer m.release()
	return m.hides(e.document(m, &req, nil))
}

// Protects reports whether privacy or tiers may hide something from a response to the
// call, so that [Engine.Hide] would look at its body. The error is that of a request at
// fault.
func (e *Engine) Protects(req Request) (bool, error) {
	m := memories.Get().(*memory)
	defer m.release()
	d := e.document(m, &req, nil)
	d.call.Private = true
	return m.hides(d)
}

// hides reports whether a plan for the call may hide something.
func (m *memory) hides(d *document) (bool, error) {
	asked := d.plans.Ask(m.key, &d.call)
	defer func() { m.key = asked.Scratch() }()
	p, err := asked.Base()
	return err == nil && p.MayHide(), err
}
