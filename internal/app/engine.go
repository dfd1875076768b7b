package app

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	_ "github.com/seed-7aa78ce4/shape/shaper/detect"         // for privacy.detect: pii
	_ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets" // for privacy.detect: secrets
)

// Load makes an engine that refuses unreadable documents, and checks the request before any
// document is read. With follow it watches the configuration and takes a new one between two
// documents; done ends that. With keeps it archives cut results, but not in memory: such an
// archive ends with the process.
func (a *App) Load(o config.Options, req shaper.Request, follow, keeps bool) (eng *shaper.Engine, done func(), err error) {
	o.Strict = req.Strict
	source, done, err := a.Source(o, follow)
	if err != nil {
		return nil, nil, err
	}
	options := []shaper.Option{shaper.FailClosed()}
	if in := source.Profiles().Archive(); keeps && in.Store != "" && in.Store != "memory" {
		var kept []shaper.Option
		kept, err = a.Archive(in)
		options = append(options, kept...)
	}
	if err == nil {
		eng, err = EngineOver(source, options...)
	}
	if err == nil {
		_, err = eng.Hides(req)
	}
	if err != nil {
		done()
	}
	return eng, done, err
}

// EngineOver returns an engine with the counters of this build.
func EngineOver(source shaper.Source, options ...shaper.Option) (*shaper.Engine, error) {
	return shaper.New(source, append(options, shaper.WithCounters(exact...))...)
}

// PrivacyEngine returns an engine with the privacy sections of the home and /etc files only. They
// hold in every command that prints a document. done ends watching them.
func (a *App) PrivacyEngine(files []string) (eng *shaper.Engine, done func(), err error) {
	source, done, err := a.Source(config.Options{NoConfig: true}, a.Endless(files))
	if err != nil {
		return nil, nil, err
	}
	if eng, err = EngineOver(source, shaper.FailClosed()); err != nil {
		done()
	}
	return eng, done, err
}

// SharedArchive holds settings of shared stores that are no part of a configuration. See
// [archive.Settings].
type SharedArchive struct {
	Wait          int
	AllowEviction bool
}

// Archive opens the archive of a configuration for an engine. If that fails, it warns once, and
// the engine cuts nothing. A shared store that cannot be opened is an error: replicas without
// it would answer differently. Its later faults are warnings, at most one a minute.
func (a *App) Archive(in profiles.Archive) ([]shaper.Option, error) {
	if in.Store == "" {
		return nil, nil
	}
	warn := func(err error) {
		a.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "archive", Message: err.Error()})
	}
	s := shaper.ArchiveSettings(in)
	s.Wait, s.AllowEviction, s.Warn = a.Shared.Wait, a.Shared.AllowEviction, warn
	store, err := archive.Open(s)
	if err != nil && in.IsShared() {
		return nil, InputError(err)
	}
	if err != nil {
		warn(fmt.Errorf("nothing is left out, since it could not be kept: %w", err))
	}
	return []shaper.Option{shaper.WithArchive(store)}, nil
}

// InDirectory is the store that processes share.
const InDirectory = "directory"
