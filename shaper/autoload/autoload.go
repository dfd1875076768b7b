// Package autoload makes an engine from the configuration on the disk, and follows its
// changes: the two-line quick start. It is a separate package, so that programs that embed
// package shaper need no file, no watcher and no configuration library. config/RELOAD.md
// states the places of the file and the effect of a change.
package autoload

import (
	"cmp"
	"context"
	"log/slog"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// Engine is an engine with the watcher of its configuration.
type Engine struct {
	*shaper.Engine
	// Unkept is the error of opening the configured archive; nil if there was none. Without an
	// archive no response is cut.
	Unkept error

	watcher *config.Watcher
}

// Load finds the configuration (RELOAD, places), reads it and follows it until
// ctx is done or Close is called. A file that is found but wrong, or named but
// missing, is an error; a later wrong save leaves the last good one in force.
// A project file without trust has some keys set aside (RELOAD, project files). If o.Logger
// is nil, [slog.Default] tells that at the start; [config.Snapshot.SetAside] lists the keys.
func Load(ctx context.Context, o config.Options, opts ...shaper.Option) (*Engine, error) {
	w, err := config.Watch(ctx, o)
	if err != nil {
		return nil, err
	}
	if aside := w.Current().SetAside(); len(aside) > 0 && o.Logger == nil {
		slog.Default().Warn("config: keys are set aside, since the file is not trusted", "file", w.Current().Path(), "keys", len(aside), "hint", aside[0].Hint)
	}
	e := &Engine{watcher: w}
	e.Engine, err = shaper.New(w, append(e.keeps(w.Profiles().Archive(), cmp.Or(o.Logger, slog.Default())), opts...)...)
	if err != nil {
		w.Close()
		return nil, err
	}
	return e, nil
}

// keeps opens the archive that the configuration names, if it does. The log gets later faults.
func (e *Engine) keeps(kept profiles.Archive, log *slog.Logger) []shaper.Option {
	if kept.Store == "" {
		return nil
	}
	var results archive.Archive
	s := shaper.ArchiveSettings(kept)
	s.Warn = func(err error) { log.Warn(err.Error()) }
	results, e.Unkept = archive.Open(s)
	return []shaper.Option{shaper.WithArchive(results)}
}

// MustLoad is [Load] with the defaults, and panics on an error: for programs
// that cannot go on without their configuration.
func MustLoad(opts ...shaper.Option) *Engine {
	eng, err := Load(context.Background(), config.Options{}, opts...)
	if err != nil {
		panic(err)
	}
	return eng
}

// Watcher returns the watcher, for the state of reloads and their errors.
func (e *Engine) Watcher() *config.Watcher { return e.watcher }

// Close stops following the configuration. The engine goes on with the last one.
func (e *Engine) Close() { e.watcher.Close() }
