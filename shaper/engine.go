package shaper

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Source gives the configuration in force. Profiles must be safe for concurrent
// use and cheap: it is asked once for each response. A [profiles.Set] is a
// Source itself, one that never changes.
type Source interface {
	Profiles() *profiles.Set
}

// Engine shapes responses. It is safe for concurrent use.
type Engine struct {
	source     Source
	limits     scan.Limits
	failClosed bool
	cache      atomic.Pointer[planCache]
}

// Option changes an [Engine].
type Option func(*Engine)

// Limits bound the documents that an engine accepts; a zero field means its
// default.
type Limits struct {
	Depth         int // nested containers, 1000
	DocumentBytes int // 1 GiB
	StringBytes   int // 64 MiB
	Members       int // of one object, 2^20
}

// WithLimits sets the limits on documents.
func WithLimits(l Limits) Option {
	return func(e *Engine) { e.limits = scan.Limits(l).OrDefault() }
}

// FailClosed makes every body that cannot be shaped an error. Without it such a
// body passes unchanged where no rule hides anything (DESIGN "Failure policy").
func FailClosed() Option { return func(e *Engine) { e.failClosed = true } }

// New returns an engine over a configuration.
func New(src Source, opts ...Option) (*Engine, error) {
	if src == nil || src.Profiles() == nil {
		return nil, errors.New("shaper: no configuration")
	}
	e := &Engine{source: src, limits: scan.Limits{}.OrDefault()}
	for _, o := range opts {
		o(e)
	}
	return e, nil
}

// Shape trims or expands one response. The error is an [*Error] where the body
// or the dialect is at fault, a [*profiles.Error] or [*profiles.FieldsError]
// where the rest of the request is, or that of ctx where it has ended.
func (e *Engine) Shape(ctx context.Context, req Request) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	w := walkers.Get().(*walker)
	defer w.release()
	out, report, err := e.shape(w, w.out[:0], job{Request: req})
	if err != nil {
		return Result{Report: report}, err
	}
	if report.Unshaped != nil {
		return Result{Body: req.Body, Report: report}, nil
	}
	return Result{Body: w.handOver(out), Report: report}, nil
}

// handOver gives the output away: a copy, or the engine's own buffer where that
// is too large to be worth keeping.
func (w *walker) handOver(out []byte) []byte {
	if cap(out) > keptScratch {
		w.out = nil
		return out
	}
	w.out = out[:0]
	return slices.Clone(out)
}

// AppendShape is [Engine.Shape] that appends the shaped body to dst. On an error
// it returns dst as it was. The memory behind dst must not overlap Request.Body.
func (e *Engine) AppendShape(dst []byte, req Request) ([]byte, Report, error) {
	w := walkers.Get().(*walker)
	defer w.release()
	into, fits := dst, cap(dst)-len(dst) >= len(req.Body)
	if !fits {
		into = w.out[:0] // dst would grow on the way, again and again
	}
	out, report, err := e.shape(w, into, job{Request: req})
	switch {
	case err != nil:
		return dst, report, err
	case report.Unshaped != nil:
		return append(dst, req.Body...), report, nil
	case !fits:
		w.out = out[:0]
		return append(dst, out...), report, nil
	}
	return out, report, nil
}

// job is a request on its way: the response itself, or a document inside it.
type job struct {
	Request
	cache   *planCache
	level   int      // documents that this one is inside
	at      string   // pointer of its place in them
	depth   int      // containers around it there, if it is in no string
	follows bool     // it ends where its value does: the body goes on
	private bool     // see call
	journal *journal // nil unless somebody asked
}

// shape appends the shaped body to dst; where report.Unshaped is set it appends
// nothing.
func (e *Engine) shape(w *walker, dst []byte, j job) ([]byte, Report, error) {
	if j.cache == nil {
		j.cache = e.plans()
	}
	report := Report{Generation: j.cache.set.Generation(), BytesIn: len(j.Body)}
	if j.Strict && j.journal == nil {
		j.journal = &journal{brief: true, reached: map[string]bool{}}
	}
	w.engine, w.job = e, j
	p, out, err := e.pass(w, dst)
	if err != nil {
		return e.unshaped(dst, p, report, err)
	}
	report.Dialect, report.Profile, report.Mode = p.dialect.Name(), p.resolved.Profile, p.resolved.Mode
	report.Cut = w.cuts
	if j.journal != nil {
		report.Unmatched = j.journal.unmatched()
		j.journal.settings = p.resolved.Decisions
	}
	if out, err = e.finish(out, len(dst), p, w); err != nil {
		return e.unshaped(dst, p, report, err)
	}
	report.BytesOut = len(out) - len(dst)
	return out, report, nil
}

// unshaped decides what becomes of a body that cannot be shaped: it passes as it
// is where its plan hides nothing, and is an error otherwise. Faults of the
// request are always errors.
func (e *Engine) unshaped(dst []byte, p *plan, report Report, err error) ([]byte, Report, error) {
	err = bodyError(err)
	if _, isBody := errors.AsType[*scan.Error](err); !isBody || e.failClosed || p == nil || p.resolved.Hides() {
		return dst, report, err
	}
	report.Unshaped, report.BytesOut = err, report.BytesIn
	return dst, report, nil
}

// finish lets the dialect have its say about the shaped envelope, out[start:]:
// that something was cut, what an error must not carry, and under debug every key
// that it knows. Where only what is private is hidden it has none.
func (e *Engine) finish(out []byte, start int, p *plan, w *walker) ([]byte, error) {
	if w.job.private {
		return out, nil
	}
	doc := out[start:]
	var err error
	if m, ok := p.dialect.(envelope.PartialMarker); ok && len(w.cuts) > 0 {
		if doc, err = m.MarkPartial(doc, w.cuts); err != nil {
			return nil, err
		}
	}
	if s, ok := p.dialect.(envelope.Scrubber); ok && p.isError {
		if doc, err = s.Scrub(doc, p.resolved.Expand); err != nil {
			return nil, err
		}
	}
	if x, ok := p.dialect.(envelope.Expander); ok && p.resolved.Expand {
		shaped, err := envelope.Open(doc, envelope.Limits(e.limits))
		if err != nil {
			return nil, err
		}
		if doc, err = x.Expand(shaped, envelope.Known{Tool: w.job.Tool, Tier: w.job.Tier}); err != nil {
			return nil, err
		}
	}
	return append(out[:start], doc...), nil
}
