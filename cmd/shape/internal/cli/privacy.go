package cli

import (
	"context"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// private returns an engine with the privacy sections of the home and /etc files only. They
// hold in every command that prints a document. done ends watching them.
func (a *app) private(files []string) (eng *shaper.Engine, done func(), err error) {
	source, done, err := a.source(config.Options{NoConfig: true}, a.endless(files))
	if err != nil {
		return nil, nil, err
	}
	if eng, err = engineOver(source, shaper.FailClosed()); err != nil {
		done()
	}
	return eng, done, err
}

// publicly reads the inputs and hides private data in each document. It refuses a document if
// it cannot hide that.
func (r reader) publicly(files []string) error {
	eng, done, err := r.private(files)
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
