package config

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// scout looks at the places, each in a goroutine of its own: one that does not
// answer, such as a network that is gone, holds up no other. It is used by one
// goroutine.
type scout struct {
	o      Options
	dir    string // where the search upwards starts
	places []Place
	notify *notifier // nil when the system gives no notifications, or none are wanted
	blind  error     // why there are none

	found  []file     // by place: what was seen last
	unseen []error    // by place: why the notifications may miss something
	out    []errand   // by place
	sights chan sight // holds one of each place, so that nobody waits for who takes them
	work   sync.WaitGroup
}

// errand is a look that has not come back yet.
type errand struct {
	since time.Time // zero: there is none
	again bool      // somebody asked since it began: what it brings may be too old
	tries int       // how often it was waited for in vain
}

// silence is how often a place is waited for in vain before that is a fault: five
// seconds, and more on a machine that has no time for us either.
const silence = int(5 * time.Second / patience)

// sight is what a look at a place brings.
type sight struct {
	place  int
	file   file
	unseen error
}

func newScout(o Options, places []Place) *scout {
	n := len(places)
	dir, _ := filepath.Abs(o.Dir) // without it there is no search
	return &scout{
		o: o, dir: dir, places: places, found: make([]file, n), unseen: make([]error, n), out: make([]errand, n),
		sights: make(chan sight, n),
	}
}

// open asks the system for notifications, unless it gives them already. Descriptors
// and watches become free, so it is asked again each time.
func (s *scout) open() {
	if s.notify == nil && !s.o.PollOnly {
		s.notify, s.blind = newNotifier(s.o.seams.notifier, len(s.places))
	}
}

// look looks at a place, once more where it is being looked at already.
func (s *scout) look(place int) {
	if out := &s.out[place]; !out.since.IsZero() {
		out.again = true
		return
	}
	s.out[place].since = time.Now()
	notify := s.notify
	s.work.Go(func() { s.sights <- s.visit(place, notify) })
}

// visit watches all that decides what a place holds, and reads it. The watches are
// set before, so that a later change is announced, and again afterwards, since a
// directory that moves takes its watches with it.
func (s *scout) visit(place int, n *notifier) sight {
	if n == nil {
		return sight{place: place, file: s.o.read(s.places[place])}
	}
	_ = n.watch(place, s.deciders(s.places[place]))
	found := s.o.read(s.places[place])
	return sight{place, found, n.watch(place, s.deciders(s.places[place]))}
}

// deciders are what decides which file lies at a place. What lies outside the edges
// around the directory where the search starts is not watched, but for the folder
// of the configuration itself: the poll finds it.
func (s *scout) deciders(p Place) map[string]struct{} {
	set := map[string]struct{}{}
	e := newEdges(s.o.homes())
	folder := filepath.Dir(p.Path)
	if p.Role == RoleProject && e.outside(filepath.Dir(folder), s.dir) {
		info, err := os.Stat(folder)
		if err != nil {
			return set
		}
		e = append(e, info)
	}
	deciders(p.Path, e, set)
	return set
}

// take keeps what a look has brought, and looks again where somebody has asked since
// it began.
func (s *scout) take(seen sight) {
	s.found[seen.place], s.unseen[seen.place] = seen.file, seen.unseen
	again := s.out[seen.place].again
	s.out[seen.place] = errand{}
	if again {
		s.look(seen.place)
	}
}

// awaits reports whether some place is about to answer.
func (s *scout) awaits() bool {
	return slices.ContainsFunc(s.out, func(out errand) bool {
		return !out.since.IsZero() && time.Since(out.since) < patience
	})
}

// isOut reports whether some look has not come back.
func (s *scout) isOut() bool {
	return slices.ContainsFunc(s.out, func(out errand) bool { return !out.since.IsZero() })
}

// wait notes that what is out was waited for in vain.
func (s *scout) wait() {
	for place := range s.out {
		if !s.out[place].since.IsZero() {
			s.out[place].tries++
		}
	}
}

// silent is the fault of a place that has not answered for long, or nil.
func (s *scout) silent() error {
	for place, out := range s.out {
		if out.tries >= silence {
			return fmt.Errorf("%s: no answer for %v; what it said last holds", s.places[place].shown(), time.Duration(silence)*patience)
		}
	}
	return nil
}

// everything looks at all places, one after the other since it waits for each: by itself
// where nobody can end the waiting.
func (s *scout) everything(ctx context.Context) error {
	if ctx.Done() == nil {
		for place := range s.places {
			s.take(s.visit(place, s.notify))
		}
		return nil
	}
	for place := range s.places {
		s.out[place].since = time.Now()
	}
	notify := s.notify
	s.work.Go(func() {
		for place := range s.places {
			s.sights <- s.visit(place, notify)
		}
	})
	for {
		if !s.isOut() {
			return nil
		}
		select {
		case seen := <-s.sights:
			s.take(seen)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// first makes the first snapshot. Files that are refused are looked at again for a
// while, and longer where they change: a save in progress looks like a fault.
func (s *scout) first(ctx context.Context) (snapshot *Snapshot, err error) {
	var began, changed time.Time
	for refused := ""; ; {
		if err := s.everything(ctx); err != nil {
			return nil, err
		}
		hash := hashFiles(s.found)
		switch {
		case hash != refused:
			if snapshot, err = build(s.o, s.found); err == nil {
				return snapshot, nil
			}
			if changed = time.Now(); refused == "" {
				began = changed
			}
			refused = hash
		case time.Since(changed) >= settling(s.o):
			return nil, err
		}
		if time.Since(began) >= usual.maxWait {
			return nil, err
		}
		select {
		case <-time.After(settling(s.o) / 10):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// settling is how long a fault may be half a save.
func settling(o Options) time.Duration {
	if o.Debounce > 0 {
		return min(o.Debounce, usual.debounce)
	}
	return usual.debounce
}

// mode is how changes are learned of, or will be.
func (s *scout) mode() (Mode, error) {
	if s.notify == nil && (s.o.PollOnly || s.blind != nil) {
		return ModePoll, s.blind
	}
	for _, unseen := range s.unseen {
		if unseen != nil {
			return ModePoll, unseen
		}
	}
	return ModeNotify, nil
}

func (s *scout) hints() <-chan struct{} {
	if s.notify == nil {
		return nil
	}
	return s.notify.hints
}

// leave ends the notifications, and waits until nothing is under way any more, but
// no longer than patience: what the system does not answer ends when it does.
func (s *scout) leave(patience time.Duration) {
	if s.notify != nil {
		s.work.Go(s.notify.close)
	}
	ended := make(chan struct{})
	go func() { s.work.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(patience):
	}
}
