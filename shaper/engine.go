package shaper

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
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
	observer   Observer                   // nil is nobody
	counters   []tokens.Counter           // beside the estimate
	desk       *archive.Desk              // where what is left out is kept, unless a request says otherwise
	plans      atomic.Pointer[plan.Cache] // of the configuration that was in force last
}

// Option changes an [Engine].
type Option func(*Engine)

// Limits bound the documents that an engine accepts; a zero field means its
// default.
type Limits struct {
	Depth         int // nested containers, 1000
	DocumentBytes int // 1 GiB, 4 GiB at most
	StringBytes   int // 64 MiB
	Members       int // of one object, 2^20
}

// WithLimits sets the limits on documents.
func WithLimits(l Limits) Option {
	return func(e *Engine) { e.limits = scan.Limits(l).OrDefault() }
}

// FailClosed makes every body that cannot be shaped an error. Without it such a
// body passes unchanged where no rule hides anything (GUARANTEES, failure).
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

// Core returns e. A value that embeds an engine, such as that of package autoload, passes
// by this method wherever an engine is taken.
func (e *Engine) Core() *Engine { return e }

// Profiles is the configuration in force: an engine is a [Source] itself.
func (e *Engine) Profiles() *profiles.Set { return e.source.Profiles() }

// Shape trims or expands one response. The error is an [*Error] where the body
// or the dialect is at fault, a [*profiles.Error] or [*profiles.FieldsError]
// where the rest of the request is, or that of ctx where it has ended.
func (e *Engine) Shape(ctx context.Context, req Request) (r Result, err error) {
	if err := ctx.Err(); err != nil {
		return r, err
	}
	if e.observer != nil {
		defer e.observe(clock(), &req, &r.Report, &err)
	}
	m := memories.Get().(*memory)
	defer m.release()
	e.document(m, &req, nil)
	out, err := e.budgeted(ctx, m, &req, m.out.Text[:0], &r.Report)
	switch {
	case err != nil:
		return r, bodyError(err)
	case r.Report.Unshaped != nil:
		r.Body = req.Body
	case req.Transit && bytes.Equal(out, req.Body):
		r.Body, m.out.Text = req.Body, out
	default:
		r.Body = m.handOver(out)
	}
	return r, nil
}

// AppendShape is [Engine.Shape] that appends the shaped body to dst. On an error
// it returns dst as it was. The memory behind dst must not overlap Request.Body; what
// is left of it behind the result is no part of that, and may hold anything of the body.
func (e *Engine) AppendShape(dst []byte, req Request) (out []byte, report Report, err error) {
	if e.observer != nil {
		defer e.observe(clock(), &req, &report, &err)
	}
	m := memories.Get().(*memory)
	defer m.release()
	into, fits := dst, cap(dst)-len(dst) >= len(req.Body)
	if !fits {
		into = m.out.Ready(len(req.Body)) // dst would grow on the way, again and again
	}
	e.document(m, &req, nil)
	out, err = e.budgeted(context.Background(), m, &req, into, &report)
	switch {
	case err != nil:
		return dst, report, bodyError(err)
	case report.Unshaped != nil:
		return append(dst, req.Body...), report, nil
	case !fits:
		m.out.Text = out
		return append(dst, out...), report, nil
	}
	return out, report, nil
}
