package config

import (
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// Change is a new [Status] of a [Watcher]: another generation, an edit that was
// refused, a fault that is over.
type Change struct {
	Status
	// AdvertisedChanged reports that what a server says about its tools, such
	// as their output schemas, may no longer be true.
	AdvertisedChanged bool
}

// subscribers get each change over a channel that holds one. A channel and not
// a callback, so that no subscriber can hold up or re-enter the watcher.
type subscribers struct {
	mu     sync.Mutex
	set    map[chan Change]struct{}
	closed bool
}

// Subscribe returns a channel of the changes from now on and a function that
// ends the subscription. A slow reader gets only the latest change, with
// AdvertisedChanged set if any that it missed had it set. The channel is closed
// by cancel, which may be called more than once, and by [Watcher.Close].
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
	return reflect.DeepEqual(selection(a.spec), selection(b.spec))
}

// selection is what a configuration says without where and why it says so.
func selection(s profiles.Spec) profiles.Spec {
	s.Position = nil
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
