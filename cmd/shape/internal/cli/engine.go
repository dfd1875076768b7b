package cli

import (
	"context"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
	_ "github.com/seed-7aa78ce4/shape/shaper/detect" // for privacy.detect: pii
)

// load makes an engine that refuses unreadable documents, and checks the request before any
// document is read. With follow it watches the configuration and takes a new one between two
// documents; done ends that. With keeps it archives cut results, but only in a directory: an
// archive in memory ends with the process.
func (a *app) load(o config.Options, req shaper.Request, follow, keeps bool) (eng *shaper.Engine, done func(), err error) {
	o.Strict = req.Strict
	source, done, err := a.source(o, follow)
	if err != nil {
		return nil, nil, err
	}
	options := []shaper.Option{shaper.FailClosed()}
	if in := source.Profiles().Archive(); keeps && in.Store == inDirectory {
		options = append(options, a.keeps(in)...)
	}
	eng, err = engineOver(source, options...)
	if err == nil {
		req.Body = []byte("null")
		_, err = eng.Shape(context.Background(), req)
	}
	if err != nil {
		done()
	}
	return eng, done, err
}

// engineOver returns an engine with the counters of this build.
func engineOver(source shaper.Source, options ...shaper.Option) (*shaper.Engine, error) {
	return shaper.New(source, append(options, shaper.WithCounters(exact...))...)
}

// source reads the configuration and prints its warnings.
func (a *app) source(o config.Options, follow bool) (shaper.Source, func(), error) {
	if !follow {
		s, err := config.Load(o)
		if err != nil {
			return nil, nil, err
		}
		a.warn(s.Warnings())
		return s, func() {}, nil
	}
	o.Brief = true
	w, err := a.follow(o)
	if err != nil {
		return nil, nil, err
	}
	return w, w.Close, nil
}

// follow watches the configuration and prints its warnings and changes.
func (a *app) follow(o config.Options) (*config.Watcher, error) {
	w, err := config.Watch(context.Background(), o)
	if err != nil {
		return nil, err
	}
	a.warn(w.Current().Warnings())
	changes, _ := w.Subscribe()
	status := w.Status()
	if len(w.Current().Files()) > 0 {
		printChange(a, config.Status{}, status, nil)
	}
	go func() {
		for c := range changes {
			printChange(a, status, c.Status, privacyFiles(w.Current()))
			warnOf(a, status, c.Status, w.Current())
			status = c.Status
		}
	}()
	return w, nil
}

// warnOf prints the warnings of a new configuration.
func warnOf(a *app, before, now config.Status, s *config.Snapshot) {
	if before.Generation != now.Generation {
		a.warn(s.Warnings())
	}
}

// printChange prints the refusal of an edit, its end, and a change of the way of watching.
func printChange(a *app, before, now config.Status, privacy []string) {
	note := notice.Notice{Level: notice.Warning, Kind: "reload"}
	switch {
	case now.Err != nil && before.Err != nil && now.Err.Error() == before.Err.Error() && now.Closed == before.Closed:
		// it was told
	case now.Err != nil:
		a.printWarning(now.Err)
		note.Message = "still using the last good configuration"
		if now.Closed {
			note.Message = "nothing is shown until it is mended"
		}
		a.stderr.Tell(note)
	case before.Err != nil:
		note.Level, note.Message = notice.Plain, "nothing of the configuration is refused any more; "+inUse(now, privacy)
		a.stderr.Tell(note)
	}
	if way := watchChange(before, now); way != "" {
		note.Level, note.Message = notice.Warning, "configuration: "+strings.TrimPrefix(way, "; ")
		a.stderr.Tell(note)
	}
}

// privacyEngine returns an engine with the privacy sections of the home and /etc files only. They
// hold in every command that prints a document. done ends watching them.
func (a *app) privacyEngine(files []string) (eng *shaper.Engine, done func(), err error) {
	source, done, err := a.source(config.Options{NoConfig: true}, a.endless(files))
	if err != nil {
		return nil, nil, err
	}
	if eng, err = engineOver(source, shaper.FailClosed()); err != nil {
		done()
	}
	return eng, done, err
}

// allWithoutPrivate reads the inputs and hides private data in each document. It refuses a document if
// it cannot hide that.
func (r reader) allWithoutPrivate(files []string) error {
	eng, done, err := r.privacyEngine(files)
	if err != nil {
		return err
	}
	defer done()
	handle := r.handle
	r.handle = func(d document) error {
		public, err := eng.Hide(context.Background(), shaper.Request{Body: d.text})
		if err != nil {
			return err
		}
		d.text = public.Body
		return handle(d)
	}
	return r.all(files)
}
