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
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/scratch"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pipeline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Source provides the configuration in force. Profiles must be cheap and safe for concurrent
// use: the engine calls it once for each response. A [profiles.Set] is a Source that never
// changes.
type Source interface {
	Profiles() *profiles.Set
}

// Engine shapes responses. It is safe for concurrent use.
type Engine struct {
	pipe     pipeline.Engine
	source   Source
	observer Observer                   // nil for none
	archive  *archive.Archive           // unless a request names another one
	plans    atomic.Pointer[plan.Cache] // of the last configuration in force
}

// Option changes an [Engine].
type Option func(*Engine)

// Limits bound the documents that an engine accepts. A zero field means its default.
type Limits struct {
	Depth         int // nested containers, default 1000
	DocumentBytes int // default 1 GiB, at most 4 GiB
	StringBytes   int // default 64 MiB
	Members       int // of one object, default 2^20
}

// WithLimits sets the limits on documents.
func WithLimits(l Limits) Option {
	return func(e *Engine) { e.pipe.Limits = scan.Limits(l).OrDefault() }
}

// FailClosed makes every body that cannot be shaped an error. Without it such a
// body passes unchanged if no rule hides anything (GUARANTEES, failure).
func FailClosed() Option { return func(e *Engine) { e.pipe.FailClosed = true } }

// WithCounters adds counters for budgets, such as o200k.Counter. Each engine has
// [tokens.Estimate]. A budget that names an unknown counter fails the call with an [Error] of
// reason config. config.Options.Counters reports it when the configuration loads.
func WithCounters(all ...tokens.Counter) Option {
	return func(e *Engine) { e.pipe.Counters = append(e.pipe.Counters, all...) }
}

// WithArchive sets the archive for responses that comfort rules take something from. A request can name another one.
func WithArchive(a archive.Archive) Option { return func(e *Engine) { e.archive = &a } }

// WithObserver notifies an observer of every response of Shape, AppendShape, and the functions
// built on them. Nil disables it and costs nothing.
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

// Core returns e. By this method a value that embeds an engine, such as one of package
// autoload, is accepted in place of an engine.
func (e *Engine) Core() *Engine { return e }

// Profiles returns the configuration in force. It makes an engine a [Source].
func (e *Engine) Profiles() *profiles.Set { return e.source.Profiles() }

// Archive returns the archive for cut responses, nil if there is none. A request can name
// another one.
func (e *Engine) Archive() *archive.Archive { return e.archive }

// OpenArchive opens the archive that a configuration names ([profiles.Set.Archive]). On an
// error the returned archive stores nothing, so the engine cuts nothing.
func OpenArchive(a profiles.Archive) (archive.Archive, error) {
	return archive.Open(ArchiveSettings(a))
}

// ArchiveSettings returns the settings of the archive that a configuration names, for
// [archive.Open]. A program with a shared store sets Warn, Wait and AllowEviction.
func ArchiveSettings(a profiles.Archive) archive.Settings {
	return archive.Settings{
		Store: a.Store, Path: a.Path, URL: a.URL, Prefix: a.Prefix, KeyFile: a.KeyFile,
		Limits: archive.Limits{Bytes: a.MaxBytes, Age: a.TTL},
	}
}

// Shape trims or expands one response. The error is an [*Error] if the body or the dialect is
// at fault. It is a [*profiles.Error] or [*profiles.FieldsError] if the rest of the request
// is. If ctx has ended, it is the error of ctx.
func (e *Engine) Shape(ctx context.Context, req Request) (r Result, err error) {
	if err := ctx.Err(); err != nil {
		return r, err
	}
	if e.observer != nil {
		defer e.observe(clock(), &req, &r.Report, &err)
	}
	asked := e.asked(&req)
	return e.shape(ctx, &req, &asked)
}

// Audit shapes a response as [Engine.Shape] does without the key audit. It is for counts: it
// stores nothing, tells no observer, and holds the payload to no schema.
func (e *Engine) Audit(ctx context.Context, req Request) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	req.Settings.Audit, req.Schema = new(false), nil
	asked := e.asked(&req)
	asked.Archive = nil
	return e.shape(ctx, &req, &asked)
}

func (e *Engine) shape(ctx context.Context, req *Request, asked *pipeline.Request) (r Result, err error) {
	mem := pipeline.NewMemory()
	defer mem.Release()
	out, facts, err := e.pipe.Run(ctx, mem, asked, mem.Out.Text[:0])
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

// AppendShape is [Engine.Shape] that appends the shaped body to dst. On an error it returns
// dst as it was. The memory of dst must not overlap Request.Body. Its spare capacity may hold
// parts of the body afterwards.
func (e *Engine) AppendShape(dst []byte, req Request) (out []byte, report Report, err error) {
	if e.observer != nil {
		defer e.observe(clock(), &req, &report, &err)
	}
	mem := pipeline.NewMemory()
	defer mem.Release()
	into, fits := dst, cap(dst)-len(dst) >= len(req.Body)
	if !fits {
		into = mem.Out.Ready(len(req.Body)) // else dst would grow several times
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

// handOver returns a copy of the output, or the memory itself if that is too large to keep.
func handOver(mem *pipeline.Memory, out []byte) []byte {
	if cap(out) > scratch.Most {
		mem.Out = scratch.Buffer{}
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
