package app

import (
	"context"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	_ "github.com/seed-7aa78ce4/shape/shaper/detect"         // for privacy.detect: pii
	_ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets" // for privacy.detect: secrets
)

// Load makes an engine that refuses unreadable documents, and checks the request before any
// document is read. With follow it watches the configuration and takes a new one between two
// documents; done ends that. With keeps it archives cut results, but only in a directory: an
// archive in memory ends with the process.
func (a *App) Load(o config.Options, req shaper.Request, follow, keeps bool) (eng *shaper.Engine, done func(), err error) {
	o.Strict = req.Strict
	source, done, err := a.Source(o, follow)
	if err != nil {
		return nil, nil, err
	}
	options := []shaper.Option{shaper.FailClosed()}
	if in := source.Profiles().Archive(); keeps && in.Store == InDirectory {
		options = append(options, a.Archive(in)...)
	}
	eng, err = EngineOver(source, options...)
	if err == nil {
		req.Body = []byte("null")
		_, err = eng.Shape(context.Background(), req)
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

// Archive opens the archive of a configuration for an engine. If that fails, it warns once, and
// the engine cuts nothing.
func (a *App) Archive(in profiles.Archive) []shaper.Option {
	if in.Store == "" {
		return nil
	}
	store, err := shaper.OpenArchive(in)
	if err != nil {
		a.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "archive", Message: "nothing is left out, since it could not be kept: " + err.Error()})
	}
	return []shaper.Option{shaper.WithArchive(store)}
}

// InDirectory is the store that processes share.
const InDirectory = "directory"
