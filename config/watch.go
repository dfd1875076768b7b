package config

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// ErrClosed is what a closed [Watcher] answers.
var ErrClosed = errors.New("config: the watcher is closed")

// Watcher keeps a configuration up to date while its files change. It never
// gives up a good configuration for a bad one: what cannot be read, parsed or
// compiled changes its [Status] and nothing else. All methods are safe for
// concurrent use.
type Watcher struct {
	current     atomic.Pointer[Snapshot]
	status      atomic.Pointer[Status]
	subscribers subscribers

	requests chan chan error
	signals  chan os.Signal
	cancel   context.CancelFunc
	done     chan struct{}
}

// Watch loads the configuration and follows every place where it may lie, also
// those where there is nothing yet, until ctx is done or Close is called. A
// file that is found and invalid, or named and missing, is an error now, as it
// is for [Load]; later the last good configuration stays in use, or nothing is shown
// where it is not known any more what the user or the machine hides (RELOAD, trust).
// With [Options.StartBroken] a file that is refused is no error at the start: nothing is
// shown until it is mended.
func Watch(ctx context.Context, o Options) (*Watcher, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	places, err := o.places()
	if err != nil {
		return nil, err
	}
	w := &Watcher{
		requests: make(chan chan error),
		signals:  make(chan os.Signal, 1),
		done:     make(chan struct{}),
	}
	w.status.Store(new(Status))
	f := newFollower(w, o, places)
	if err := f.start(ctx); err != nil {
		f.prober.Close(grace)
		return nil, err
	}
	ctx, w.cancel = context.WithCancel(ctx)
	go f.run(ctx)
	return w, nil
}

// Current returns the configuration in use: never nil, without waiting.
func (w *Watcher) Current() *Snapshot { return w.current.Load() }

// Profiles returns the profiles in use, so that a Watcher is a source for the
// engine.
func (w *Watcher) Profiles() *profiles.Set { return w.current.Load().set }

// Status returns the record of what is in use and what was refused.
func (w *Watcher) Status() Status { return *w.status.Load() }

// Reload has the files looked at now, and returns once they have been, with the
// error of [Status]: nil means that what the files said at the call, or later,
// is in use. A place that does not answer for five seconds is an error.
func (w *Watcher) Reload(ctx context.Context) error {
	checked := make(chan error, 1)
	select {
	case w.requests <- checked:
	case <-ctx.Done():
		return ctx.Err()
	case <-w.done:
		return ErrClosed
	}
	select {
	case err := <-checked:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-w.done:
		return ErrClosed
	}
}

// NotifySignal has the files checked at each of the signals, usually SIGHUP,
// until Close. It is not to be called after Close.
func (w *Watcher) NotifySignal(sig ...os.Signal) { signal.Notify(w.signals, sig...) }

// Close stops following the files and returns when nothing runs any more, or within
// a second: what the system does not answer then ends when it does. What is in use
// stays in use. It may be called more than once.
func (w *Watcher) Close() {
	w.cancel()
	<-w.done
}
