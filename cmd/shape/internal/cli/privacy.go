package cli

import (
	"context"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// private is an engine that knows the privacy sections of the home and the /etc file
// alone. They hold in every command that prints a document. done ends following
// them.
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

// publicly reads the inputs, each document without what is private in it. One in which
// that cannot be told is refused.
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
