package shaper

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pipeline"
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
	pipe     pipeline.Engine
	source   Source
	observer Observer                   // nil for none
	archive  *archive.Archive           // unless a request names another one
	plans    atomic.Pointer[plan.Cache] // of the configuration that was in force last
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
	return func(e *Engine) { e.pipe.Limits = scan.Limits(l).OrDefault() }
}

// FailClosed makes every body that cannot be shaped an error. Without it such a
// body passes unchanged if no rule hides anything (GUARANTEES, failure).
func FailClosed() Option { return func(e *Engine) { e.pipe.FailClosed = true } }

// WithCounters adds counters that budgets may name, such as o200k.Counter, to
// [tokens.Estimate], which each engine has. A budget that names an unknown counter is an
// error of the call ([Error], config); config.Options.Counters makes it one of the
// configuration.
func WithCounters(all ...tokens.Counter) Option {
	return func(e *Engine) { e.pipe.Counters = append(e.pipe.Counters, all...) }
}

// WithArchive sets the archive for responses that are cut. A request can name another one.
func WithArchive(a archive.Archive) Option { return func(e *Engine) { e.archive = &a } }

// WithObserver has an observer told of all responses that Shape, AppendShape, and the
// functions built on them shape. Nil is none, and costs nothing.
func WithObserver(o Observer) Option { return func(e *Engine) { e.observer = o } }

// New returns an engine over a configuration.
func New(src Source, opts ...Option) (*Engine, error) {
	if src == nil || src.Profiles() == nil {
		return nil, errors.New("shaper: no configuration")
	}
	e := &Engine{source: src, pipe: pipeline.Engine{Limits: scan.Limits{}.OrDefault()}}
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

// Archive is where cut responses are kept, unless a request names another one; nil if they
// are not kept.
func (e *Engine) Archive() *archive.Archive { return e.archive }

// OpenArchive opens the archive that a configuration names ([profiles.Set.Archive]). On an
// error it returns an archive that stores nothing, so that nothing is cut.
func OpenArchive(a profiles.Archive) (archive.Archive, error) {
	return archive.Open(archive.Settings{Store: a.Store, Path: a.Path, Limits: archive.Limits{Bytes: a.MaxBytes, Age: a.TTL}})
}

// Shape trims or expands one response. The error is an [*Error] if the body or the dialect
// is at fault, a [*profiles.Error] or [*profiles.FieldsError] if the rest of the request is,
// or that of ctx if it has ended.
func (e *Engine) Shape(ctx context.Context, req Request) (r Result, err error) {
	if err := ctx.Err(); err != nil {
		return r, err
	}
	if e.observer != nil {
		defer e.observe(clock(), &req, &r.Report, &err)
	}
	mem := pipeline.NewMemory()
	defer mem.Release()
	asked := e.asked(&req)
	out, facts, err := e.pipe.Run(ctx, mem, &asked, mem.Out.Text[:0])
	r.Report = reportOf(facts)
	switch {
	case err != nil:
		return r, publicError(err)
	case facts.Unshaped != nil:
		r.Body = req.Body
	case req.Transit && bytes.Equal(out, req.Body):
		r.Body, mem.Out.Text = req.Body, out
	default:
		r.Body = handOver(mem, out)
	}
	return r, nil
}

// AppendShape is [Engine.Shape] that appends the shaped body to dst. On an error
// it returns dst as it was. The memory behind dst must not overlap Request.Body; the rest
// of that memory, behind the result, may then hold anything of the body.
func (e *Engine) AppendShape(dst []byte, req Request) (out []byte, report Report, err error) {
	if e.observer != nil {
		defer e.observe(clock(), &req, &report, &err)
	}
	mem := pipeline.NewMemory()
	defer mem.Release()
	into, fits := dst, cap(dst)-len(dst) >= len(req.Body)
	if !fits {
		into = mem.Out.Ready(len(req.Body)) // dst would grow on the way, again and again
	}
	asked := e.asked(&req)
	out, facts, err := e.pipe.Run(context.Background(), mem, &asked, into)
	report = reportOf(facts)
	switch {
	case err != nil:
		return dst, report, publicError(err)
	case facts.Unshaped != nil:
		return append(dst, req.Body...), report, nil
	case !fits:
		mem.Out.Text = out
		return append(dst, out...), report, nil
	}
	return out, report, nil
}

// handOver gives the output away: a copy, or the memory itself if that is too large to be
// worth keeping.
func handOver(mem *pipeline.Memory, out []byte) []byte {
	if cap(out) > pass.Scratch {
		mem.Out = pass.Buffer{}
		return out
	}
	mem.Out.Text = out
	return slices.Clone(out)
}

// planCache returns the plans for the configuration in force.
func (e *Engine) planCache() *plan.Cache {
	set := e.source.Profiles()
	plans := e.plans.Load()
	if plans == nil || plans.Set() != set {
		plans = plan.NewCache(set)
		e.plans.Store(plans)
	}
	return plans
}
