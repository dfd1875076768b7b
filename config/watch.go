package config

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// ErrClosed is the error of a closed [Watcher].
var ErrClosed = errors.New("config: the watcher is closed")

// Watcher keeps a configuration up to date while its files change. It never replaces a good
// configuration by a bad one. A file that cannot be read, parsed or compiled only changes its
// [Status]. All methods are safe for concurrent use.
type Watcher struct {
	current     atomic.Pointer[Snapshot]
	status      atomic.Pointer[Status]
	subscribers subscribers

	requests chan chan error
	signals  chan os.Signal
	cancel   context.CancelFunc
	done     chan struct{}
	later    *time.Timer // begins to follow; nil without Options.Brief
}

// Watch loads the configuration and follows every possible place of it until ctx is done or
// Close is called. An invalid file, or a named one that is missing, is an error now, as in
// [Load]. Later the last good configuration stays in use. If the hiding rules of the user or
// the machine become unknown, nothing is shown (RELOAD, trust). With [Options.StartBroken] a
// refused file is no error at the start: nothing is shown until it is repaired.
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
	following, cancel := context.WithCancel(ctx)
	w.cancel = cancel
	if o.Brief { // follows the files after Debounce
		var snapshot *Snapshot
		var found []file
		if snapshot, found, err = first(ctx, o, func() ([]file, error) { return o.readAll(places), nil }); err == nil {
			snapshot = snapshot.withGeneration(1)
			w.current.Store(snapshot)
			w.status.Store(&Status{Generation: 1, Path: snapshot.name, Live: snapshot.hash, LoadedAt: time.Now(), Mode: ModeNotify})
			w.later = time.AfterFunc(min(snapshot.timing.Debounce, snapshot.timing.MaxWait), func() {
				f := newFollower(w, o, places)
				copy(f.prober.Found, found)
				f.use(snapshot, found)
				f.status = w.Status()
				f.run(following)
			})
		}
	} else {
		f := newFollower(w, o, places)
		if err = f.start(ctx); err != nil {
			f.prober.Close(grace)
		} else {
			go f.run(following)
		}
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return w, nil
}

// Current returns the configuration in use: never nil, without waiting.
func (w *Watcher) Current() *Snapshot { return w.current.Load() }

// Profiles returns the profiles in use, so that a Watcher is a source for the
// engine.
func (w *Watcher) Profiles() *profiles.Set { return w.current.Load().set }

// Status returns the state of the configuration in use and of refused files.
func (w *Watcher) Status() Status { return *w.status.Load() }

// Reload checks the files now, and returns after that with the error of [Status]. Nil means
// that the files as of the call, or later, are in use. A place without an answer for five
// seconds is an error.
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

// Close stops following the files. It returns when nothing runs any more, or within a second.
// An unanswered call of the system ends later. The configuration in use stays. It may be
// called more than once.
func (w *Watcher) Close() {
	w.cancel()
	if w.later != nil && w.later.Stop() {
		w.stop()
	}
	<-w.done
}

// stop ends the subscriptions when nothing follows the files any more.
func (w *Watcher) stop() {
	signal.Stop(w.signals)
	w.subscribers.close()
	w.cancel()
	close(w.done)
}

// Status describes the configuration that a [Watcher] uses, and the one it refused.
type Status struct {
	Generation uint64    // of the configuration in use; the first is 1
	Path       string    // the file in force, or "" when the built-ins are
	Live       string    // its Snapshot.Hash
	LoadedAt   time.Time // the time of its first use

	// Err is why the files as they are now are not in use, or nil. The
	// configuration in use is then the last good one, with the privacy sections
	// that can be read of the files that are refused.
	Err     error
	Refused string // the hash of the files that Err refuses, or ""
	Missing bool   // a file that is in use has vanished; its last content holds
	Closed  bool   // nothing is shown: the hiding rules are unknown

	Mode  Mode
	Blind string // why it is ModePoll where notifications were wanted, else ""
}

// Mode is how a [Watcher] learns of changes.
type Mode string

const (
	ModeNotify Mode = "notify" // the system sends notifications; a slow poll finds the rest
	ModePoll   Mode = "poll"   // the files are read at an interval
)

func (s Status) equal(t Status) bool {
	same := sameText(s.Err, t.Err)
	s.Err, t.Err = nil, nil
	return same && s == t
}

// sameText compares errors by their texts: Diagnostics are not comparable.
func sameText(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Error() == b.Error()
}

// Change is a new [Status] of a [Watcher]: another generation, an edit that was
// refused, a fault that is over.
type Change struct {
	Status
	// AdvertisedChanged reports that a server's description of its tools, such as their output
	// schemas, may be out of date.
	AdvertisedChanged bool
}

// subscribers get each change over a channel that holds one. A channel and not
// a callback, so that no subscriber can hold up or re-enter the watcher.
type subscribers struct {
	mu     sync.Mutex
	set    map[chan Change]struct{}
	closed bool
}

// Subscribe returns a channel of the changes from now on and a function that ends the
// subscription. A slow reader gets only the latest change. It has AdvertisedChanged set if a
// missed one had. cancel closes the channel and may be called more than once; [Watcher.Close]
// closes it too.
//
// When a change arrives, [Watcher.Current] is of its generation or a later one.
func (w *Watcher) Subscribe() (changes <-chan Change, cancel func()) {
	s := &w.subscribers
	ch := make(chan Change, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		close(ch)
		return ch, func() {}
	}
	if s.set == nil {
		s.set = map[chan Change]struct{}{}
	}
	s.set[ch] = struct{}{}
	return ch, func() { s.cancel(ch) }
}

func (s *subscribers) cancel(ch chan Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, open := s.set[ch]; open {
		delete(s.set, ch)
		close(ch)
	}
}

func (s *subscribers) publish(c Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for ch := range s.set {
		latest := c
		select {
		case missed := <-ch:
			latest.AdvertisedChanged = c.AdvertisedChanged || missed.AdvertisedChanged
		default:
		}
		ch <- latest // never blocks: it was emptied, and only publish sends
	}
}

func (s *subscribers) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for ch := range s.set {
		close(ch)
	}
	s.set = nil
}

// sameSelection reports whether two snapshots select the same fields in every
// call, whatever else changed: comments, layout, descriptions, timing.
func sameSelection(a, b *Snapshot) bool {
	return (a.spec.Preset == nil) == (b.spec.Preset == nil) && reflect.DeepEqual(selection(a.spec), selection(b.spec))
}

// selection returns a configuration without its presets and the origins of its settings.
func selection(s profiles.Spec) profiles.Spec {
	s.Position, s.Preset = nil, nil
	s.Privacy = slices.Clone(s.Privacy)
	for i := range s.Privacy {
		s.Privacy[i].Position = nil
	}
	s.Profiles = maps.Clone(s.Profiles)
	for name, p := range s.Profiles {
		p.Description = ""
		s.Profiles[name] = p
	}
	return s
}
