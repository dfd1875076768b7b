// Package watch reads files at places and learns when they may have changed. It knows
// nothing of their content. A [Prober] reads the places, a notifier tells of changes, and
// a [Pace] sets the time of the next look.
package watch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// Patience is the time that a place has for its answer before the others count
	// without it.
	Patience = 250 * time.Millisecond
	// Timeout bounds the wait for a place; a place without an answer is then a fault. On a
	// machine without a free processor it is longer.
	Timeout = 5 * time.Second
)

// Place is a path where a file may lie.
type Place struct {
	Path string // absolute
	// InSearch tells that the path was found by the search upwards from [Options].Dir. If
	// an edge lies between, no directory above the folder of the file is watched: the
	// poll finds it.
	InSearch bool
}

// Options describes the work of a [Prober].
type Options[F any] struct {
	Places   []Place
	Dir      string            // the start of the search upwards
	Homes    []string          // nothing above these directories is watched
	Read     func(place int) F // returns the content of a place
	PollOnly bool              // no notifications are wanted
	// NewWatcher is called instead of fsnotify.NewWatcher, if it is not nil.
	NewWatcher func() (*fsnotify.Watcher, error)
}

// Prober reads places, each in a goroutine of its own. So a place without an answer, such as a
// network that is gone, delays no other. One goroutine uses it.
type Prober[F any] struct {
	Options[F]
	Found   []F            // by place: the last result
	Results chan Result[F] // holds one for each place, so that no probe waits

	notify *notifier // nil if the system gives no notifications, or none are wanted
	blind  error     // why there are none
	unseen []error   // by place: why the notifications may miss a change
	probes []probe   // by place
	work   sync.WaitGroup
}

// probe is a look at a place without an answer so far.
type probe struct {
	since time.Time // zero: there is none
	again bool      // the place was asked again since, so that the answer may be too old
	tries int       // how often Patience was over
}

// Result is the answer of a place.
type Result[F any] struct {
	place  int
	file   F
	unseen error
}

// NewProber returns a prober of places that has read none of them.
func NewProber[F any](o Options[F]) *Prober[F] {
	n := len(o.Places)
	return &Prober[F]{Options: o, Found: make([]F, n), unseen: make([]error, n), probes: make([]probe, n), Results: make(chan Result[F], n)}
}

// Open asks the system for notifications, unless it gives them already. Descriptors and
// watches become free, so each call tries again.
func (p *Prober[F]) Open() {
	if p.notify == nil && !p.PollOnly {
		p.notify, p.blind = newNotifier(p.NewWatcher, len(p.Places))
	}
}

// Probe begins to read a place; if that goes on already, it reads once more afterwards.
func (p *Prober[F]) Probe(place int) {
	if probe := &p.probes[place]; !probe.since.IsZero() {
		probe.again = true
		return
	}
	p.probes[place].since = time.Now()
	notify := p.notify
	p.Go(func() { p.Results <- p.read(place, notify) })
}

// read watches all that decides the content of a place, and reads it. The watches are set
// before, so that a later change is announced, and again afterwards, since a directory
// that moves takes its watches with it.
func (p *Prober[F]) read(place int, n *notifier) Result[F] {
	if n == nil {
		return Result[F]{place: place, file: p.Read(place)}
	}
	_ = n.watch(place, p.Deciders(place))
	found := p.Read(place)
	return Result[F]{place, found, n.watch(place, p.Deciders(place))}
}

// Deciders returns the paths that decide the file at a place.
func (p *Prober[F]) Deciders(place int) map[string]struct{} {
	at, set := p.Places[place], map[string]struct{}{}
	var e edges
	for _, home := range p.Homes {
		if info, err := os.Stat(home); err == nil {
			e = append(e, info)
		}
	}
	folder := filepath.Dir(at.Path)
	if at.InSearch && e.outside(filepath.Dir(folder), p.Dir) {
		info, err := os.Stat(folder)
		if err != nil {
			return set
		}
		e = append(e, info)
	}
	deciders(at.Path, e, set)
	return set
}

// Take keeps a result, and begins anew if the place was asked again since.
func (p *Prober[F]) Take(r Result[F]) {
	p.Found[r.place], p.unseen[r.place] = r.file, r.unseen
	again := p.probes[r.place].again
	p.probes[r.place] = probe{}
	if again {
		p.Probe(r.place)
	}
}

// Awaits reports whether a place is about to answer.
func (p *Prober[F]) Awaits() bool {
	return slices.ContainsFunc(p.probes, func(out probe) bool { return !out.since.IsZero() && time.Since(out.since) < Patience })
}

// IsOut reports whether a place has not answered yet.
func (p *Prober[F]) IsOut() bool {
	return slices.ContainsFunc(p.probes, func(out probe) bool { return !out.since.IsZero() })
}

// Wait notes that Patience is over.
func (p *Prober[F]) Wait() {
	for place := range p.probes {
		if !p.probes[place].since.IsZero() {
			p.probes[place].tries++
		}
	}
}

// Silent returns a place that has not answered for [Timeout], or -1.
func (p *Prober[F]) Silent() int {
	return slices.IndexFunc(p.probes, func(out probe) bool { return out.tries >= int(Timeout/Patience) })
}

// All reads all places, one after the other since it waits for each. The reading has a
// goroutine of its own, so that it ends with ctx.
func (p *Prober[F]) All(ctx context.Context) error {
	for place := range p.Places {
		p.probes[place].since = time.Now()
	}
	notify := p.notify
	p.Go(func() {
		for place := range p.Places {
			p.Results <- p.read(place, notify)
		}
	})
	for p.IsOut() {
		select {
		case r := <-p.Results:
			p.Take(r)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Polls reports whether changes are found by polling alone, and why the system gives no
// notifications; nil if none are wanted.
func (p *Prober[F]) Polls() (bool, error) {
	if p.notify == nil && (p.PollOnly || p.blind != nil) {
		return true, p.blind
	}
	if i := slices.IndexFunc(p.unseen, func(err error) bool { return err != nil }); i >= 0 {
		return true, p.unseen[i]
	}
	return false, nil
}

// Hints returns the channel of notifications; nil if there are none.
func (p *Prober[F]) Hints() <-chan struct{} {
	if p.notify == nil {
		return nil
	}
	return p.notify.hints
}

// Go runs f beside the goroutine that uses the prober.
func (p *Prober[F]) Go(f func()) { p.work.Go(f) }

// Close ends the notifications. It returns when all work has ended, at the latest after
// grace: work that waits for the system ends when the system answers.
func (p *Prober[F]) Close(grace time.Duration) {
	if p.notify != nil {
		p.Go(p.notify.close)
	}
	ended := make(chan struct{})
	go func() { p.work.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(grace):
	}
}
