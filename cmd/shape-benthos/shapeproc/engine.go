package shapeproc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/redpanda-data/benthos/v4/public/service"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	_ "github.com/seed-7aa78ce4/shape/shaper/detect"         // for privacy.detect: pii
	_ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets" // for privacy.detect: secrets
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/all"      // for the key text_as
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// engine shapes under the configuration that it follows.
type engine struct {
	*shaper.Engine
	watcher *config.Watcher
}

// open follows the configuration at a path, or else at the usual places, and checks the static
// part of all requests. passes has documents pass that cannot be shaped; this is refused if the
// configuration hides anything.
func open(path string, r requests, passes bool, log *service.Logger) (engine, error) {
	w, err := config.Watch(context.Background(), config.Options{
		Path: path, Counters: []string{tokens.Estimate{}.Name()}, Logger: slog.New(logs{log}),
	})
	if err != nil {
		return engine{}, err
	}
	e := engine{watcher: w}
	if err = e.start(r, passes, log); err != nil {
		w.Close()
	}
	return e, err
}

// memory is the store that ends with the process, so its handles are of no use to a reader.
const memory = "memory"

func (e *engine) start(r requests, passes bool, log *service.Logger) (err error) {
	var options []shaper.Option
	if !passes {
		options = append(options, shaper.FailClosed())
	}
	if in := e.watcher.Profiles().Archive(); in.Store != "" && in.Store != memory {
		store, err := shaper.OpenArchive(in)
		if err != nil {
			return err
		}
		options = append(options, shaper.WithArchive(store))
	}
	if e.Engine, err = shaper.New(e.watcher, options...); err != nil {
		return err
	}
	if passes {
		if hides, err := e.Hides(shaper.Request{Tool: profiles.AnyTool}); err != nil || hides {
			return errors.Join(err, errors.New("on_error: pass is refused, since the configuration hides something"))
		}
	}
	first := r.fixed
	if first.Body = []byte("null"); r.sets("tool") {
		first.Mode = "" // it belongs to a tool
	}
	if _, err = e.Shape(context.Background(), first); err != nil {
		return fmt.Errorf("the fields of the processor: %w", err)
	}
	if first.Tool == "" && !r.sets("tool") && e.Profiles().HasTools() {
		log.Warn("the configuration has rules of single tools, and the field tool is empty: they do not act")
	}
	return nil
}

// logs hands the log of the configuration to Benthos.
type logs struct{ to *service.Logger }

func (l logs) Enabled(context.Context, slog.Level) bool { return true }

func (l logs) Handle(_ context.Context, r slog.Record) error {
	to := l.to
	r.Attrs(func(a slog.Attr) bool {
		to = to.With(a.Key, a.Value.String())
		return true
	})
	if r.Level >= slog.LevelWarn {
		to.Warn(r.Message)
	} else {
		to.Info(r.Message)
	}
	return nil
}

func (l logs) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l logs) WithGroup(string) slog.Handler      { return l }
