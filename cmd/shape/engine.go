package main

import (
	"context"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// load makes an engine that refuses whatever it cannot read, and finds what is
// wrong with a request before any document is read. Where it may run for long it
// follows the configuration, and takes a new one between two documents; done
// ends that.
func (a *app) load(o config.Options, req shaper.Request, follow bool) (eng *shaper.Engine, done func(), err error) {
	o.Strict = req.Strict
	source, done, err := a.source(o, follow)
	if err != nil {
		return nil, nil, err
	}
	eng, err = shaper.New(source, shaper.FailClosed())
	if err == nil {
		req.Body = []byte("null")
		_, err = eng.Shape(context.Background(), req)
	}
	if err != nil {
		done()
	}
	return eng, done, err
}

// source reads the configuration, and says what is dubious about it.
func (a *app) source(o config.Options, follow bool) (shaper.Source, func(), error) {
	if !follow {
		s, err := config.Load(o)
		if err != nil {
			return nil, nil, err
		}
		a.warn(s.Warnings())
		return s, func() {}, nil
	}
	w, err := config.Watch(context.Background(), o)
	if err != nil {
		return nil, nil, err
	}
	a.warn(w.Current().Warnings())
	changes, _ := w.Subscribe()
	go a.tellRefusals(changes)
	return w, w.Close, nil
}

// tellRefusals says why an edit of the configuration is not in use.
func (a *app) tellRefusals(changes <-chan config.Change) {
	for c := range changes {
		if c.Err != nil {
			a.caution(c.Err)
			message := "still using the last good configuration"
			if c.Closed {
				message = "nothing is shown until it is mended"
			}
			a.stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "reload", Message: message})
		}
	}
}
