package shapeproc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/redpanda-data/benthos/v4/public/service"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	_ "github.com/seed-7aa78ce4/shape/shaper/detect"         // for privacy.detect: pii
	_ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets" // for privacy.detect: secrets
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/all"      // for the key text_as
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// engine shapes under the configuration that it follows.
type engine struct {
	*shaper.Engine
	watcher *config.Watcher
	results archive.Archive // its Store is nil without an archive
}

// sources says where an engine takes its rules and its archive from.
type sources struct {
	config     string // a path, or "" for the usual places
	archiveURL string // replaces the archive of the configuration
	keyFile    string // with archiveURL
	passes     bool   // documents that cannot be shaped pass; refused if the configuration hides anything
}

// open follows a configuration, and checks the static part of all requests.
func open(from sources, r requests, log *service.Logger) (engine, error) {
	w, err := config.Watch(context.Background(), config.Options{
		Path: from.config, Counters: []string{tokens.Estimate{}.Name()}, Logger: slog.New(logs{log}),
	})
	if err != nil {
		return engine{}, err
	}
	e := engine{watcher: w}
	if err = e.start(from, r, log); err != nil {
		e.close()
	}
	return e, err
}

// close ends the following of the configuration and closes the archive. A second call does no
// harm.
func (e *engine) close() {
	e.watcher.Close()
	if e.results.Store != nil {
		e.results.Store.Close()
	}
}

// archive opens the archive, if there is one. A store in memory is none: its handles would be
// of no use to the readers of a stream.
func (e *engine) archive(from sources, log *service.Logger) ([]shaper.Option, error) {
	s := shaper.ArchiveSettings(e.watcher.Profiles().Archive())
	if from.keyFile != "" {
		s.KeyFile = from.keyFile
	}
	if from.archiveURL != "" {
		s.Store, s.URL = "blob", from.archiveURL
		if scheme, _, _ := strings.Cut(from.archiveURL, "://"); strings.HasPrefix(scheme, "redis") || scheme == "unix" {
			s.Store = "redis"
		}
	}
	if s.Store == "" || s.Store == "memory" {
		return nil, nil
	}
	s.Warn = func(err error) { log.Warn(err.Error()) }
	var err error
	e.results, err = archive.Open(s)
	return []shaper.Option{shaper.WithArchive(e.results)}, err
}

func (e *engine) start(from sources, r requests, log *service.Logger) error {
	options, err := e.archive(from, log)
	if err != nil {
		return err
	}
	if !from.passes {
		options = append(options, shaper.FailClosed())
	}
	if e.Engine, err = shaper.New(e.watcher, options...); err != nil {
		return err
	}
	if from.passes {
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
