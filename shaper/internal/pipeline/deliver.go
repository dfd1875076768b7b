package pipeline

import (
	"context"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// deliver makes a response fit its budget. The response is out from f.dst on, shaped under its
// rules. With an archive, it stores the response without cuts first: after hiding and before
// any cut. If that fails, nothing is cut (GUARANTEES, archive).
func (f *fitter) deliver(ctx context.Context, out []byte, facts *Facts) ([]byte, *Facts, error) {
	if f.req.Archive == nil {
		return f.fit(facts)
	}
	before := *facts
	mem := NewMemory()
	defer mem.Release()
	full := f.req
	full.Call.Uncut, full.rewritten = true, nil
	whole, wholly, err := f.engine.Shape(mem, &full, nil)
	if err != nil {
		return f.dst, facts, err
	}
	handle, err := f.req.Archive.Keep(ctx, whole)
	if err != nil {
		*facts = *wholly
		facts.Fit, facts.Kept.Err = before.Fit, err
		out = annotateText(&f.req, facts, append(f.dst, whole...), len(f.dst))
		if f.Limit.IsThere() {
			facts.Fit.After = f.Measure(out[len(f.dst):])
			facts.Fit.Over = !f.Fits(facts.Fit.After)
		}
		return out, facts, nil
	}
	f.kept = &envelope.Kept{Handle: string(handle), Hash: archive.Hash(whole), Whole: whole, Tool: f.req.Retrieve}
	if facts.IsCut() {
		out = f.annotateKept(out, facts)
		if size, fits := f.Weigh(out[len(f.dst):]); fits {
			facts.Fit.After = size
			return f.warn(out, facts)
		}
	}
	return f.fit(facts)
}

// annotateKept adds the note of all cuts and the handle to a shaped response. If the response
// has no place for them, only the report holds them.
func (f *fitter) annotateKept(out []byte, facts *Facts) []byte {
	if f.kept == nil {
		return annotateCuts(&f.req, nil, facts, out, len(f.dst))
	}
	facts.Kept = Kept{Handle: archive.Handle(f.kept.Handle), Hash: f.kept.Hash, Bytes: len(f.kept.Whole)}
	r, ok := facts.Plan.Dialect.(envelope.Referrer)
	if !ok {
		return annotateCuts(&f.req, f.kept, facts, out, len(f.dst))
	}
	said := r.Refer(out[len(f.dst):], *f.kept)
	if facts.Kept.Noted = said != nil; !facts.Kept.Noted {
		return out
	}
	if t, ok := r.(envelope.TokenTeller); ok {
		said = t.Recount(said, f.Counter.Count)
	}
	facts.Bytes.Out = len(said)
	return append(out[:len(f.dst)], said...)
}
