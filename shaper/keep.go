package shaper

import (
	"context"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// What a budget or a length is about to take of a response is kept first, after hiding
// and before anything is cut: the response as it is without them. Where that fails,
// nothing is cut (GUARANTEES, archive).

// WithArchive has an engine keep responses of which something is left out, for requests
// that say no other place.
func WithArchive(desk archive.Desk) Option { return func(e *Engine) { e.desk = &desk } }

// OpenArchive opens the archive that a configuration names ([profiles.Set.Archive]). Where
// that cannot be done the desk is one that keeps nothing, so that nothing is cut.
func OpenArchive(a profiles.Archive) (archive.Desk, error) {
	return archive.Open(archive.Settings{Store: a.Store, Path: a.Path, Limits: archive.Limits{Bytes: a.MaxBytes, Age: a.TTL}})
}

// Archive is where what is left out is kept, unless a request says otherwise; nil is
// nowhere.
func (e *Engine) Archive() *archive.Desk { return e.desk }

// Kept tells where a response can be had as it was before anything of it was cut.
type Kept struct {
	Handle archive.Handle // "" where it is nowhere
	Hash   string         // of all of it, as [archive.Hash] has it
	Bytes  int
	Noted  bool // the response tells of it itself
	// Err is why it could not be kept. Then nothing was cut: no length and no budget
	// holds.
	Err error
}

// deskOf is where what is left out of a response is kept; nil is nowhere. Where nothing is
// done for comfort nothing is left out that could be given back.
func (e *Engine) deskOf(req *Request) *archive.Desk {
	switch {
	case req.HidingOnly:
		return nil
	case req.Archive != nil:
		return req.Archive
	}
	return e.desk
}

// isShortened reports whether anything was cut.
func (r *Report) isShortened() bool { return len(r.Cut) > 0 || r.Shortened.Count > 0 }

// isToKeep reports whether the full response belongs in the archive of desk: something
// was cut, and there is an archive.
func (r *Report) isToKeep(desk *archive.Desk) bool { return desk != nil && r.isShortened() }

// kept keeps a response, which is out and was shaped without a budget, and makes it fit.
func (l ladder) kept(ctx context.Context, req Request, out []byte, report *Report) ([]byte, error) {
	l.req = &req
	whole, wholly, err := l.whole()
	if err != nil {
		return l.dst, err
	}
	handle, err := l.desk.Keep(ctx, whole)
	if err != nil {
		wholly.Fit, wholly.Kept.Err = report.Fit, err
		return l.uncut(whole, wholly, report), nil
	}
	l.at = &envelope.Kept{Handle: string(handle), Hash: archive.Hash(whole), Whole: whole, Tool: req.Retrieve}
	if report.isShortened() {
		before := report.Fit
		out = l.told(append(l.dst, out...), report)
		if size, fits := l.weigh(out[len(l.dst):]); fits {
			report.Fit = before
			report.Fit.After = size
			return l.warned(out, report)
		}
	}
	return l.climb(report)
}

// whole is the response without anything cut, under the configuration that shaped it first.
func (l *ladder) whole() ([]byte, *Report, error) {
	m, report := memories.Get().(*memory), new(Report)
	defer m.release()
	d := l.engine.document(m, l.req, nil)
	d.plans, d.call.Uncut = l.plans, true
	out, err := l.engine.held(m, nil, report)
	return out, report, err
}

// uncut is what goes out of a response that could not be kept: all of it.
func (l *ladder) uncut(whole []byte, wholly, report *Report) []byte {
	*report = *wholly
	out := l.memory.spoken(l.req, append(l.dst, whole...), len(l.dst), report)
	if l.limit.IsThere() {
		report.Fit.After = l.measured(out[len(l.dst):])
		report.Fit.Over = !l.fits(report.Fit.After)
	}
	return out
}

// told has a shaped response tell of all that was cut, and where all of it can be had. One
// without a place for that leaves it to the report.
func (l *ladder) told(out []byte, report *Report) []byte {
	if l.at == nil {
		return l.memory.noted(l.req, nil, out, len(l.dst), report)
	}
	report.Kept = Kept{Handle: archive.Handle(l.at.Handle), Hash: l.at.Hash, Bytes: len(l.at.Whole)}
	r, ok := l.memory.within.by.Dialect.(envelope.Referrer)
	if !ok {
		return l.memory.noted(l.req, l.at, out, len(l.dst), report)
	}
	said := r.Refer(out[len(l.dst):], *l.at)
	if report.Kept.Noted = said != nil; !report.Kept.Noted {
		return out
	}
	if t, ok := r.(envelope.TokenTeller); ok {
		said = t.Recount(said, l.counter.Count)
	}
	report.BytesOut = len(said)
	return append(out[:len(l.dst)], said...)
}

// noted has a tool result, which is out from start on, tell in one note of all that was
// cut (GUARANTEES, cuts). at is where all of it is kept, nil if nowhere.
func (m *memory) noted(req *Request, at *envelope.Kept, out []byte, start int, report *Report) []byte {
	if at == nil && len(report.Cut) == 0 {
		return out
	}
	by, ok := m.within.by.Dialect.(envelope.Noter)
	if !ok {
		return out
	}
	lost := envelope.Loss{Cuts: report.Cut, InText: req.Reads != profiles.ReadsStructured, Member: req.NoteMember}
	if at != nil {
		lost.Kept = *at
	}
	if req.Reads == profiles.ReadsText {
		lost.Member = ""
	}
	for _, c := range m.within.texts {
		lost.Texts += c.Strings
	}
	said := by.Note(out[start:], lost)
	if said == nil {
		return out
	}
	for i := range report.Cut {
		report.Cut[i].Noted = true
	}
	report.Kept.Noted = at != nil
	report.BytesOut = len(said)
	return append(out[:start], said...)
}
