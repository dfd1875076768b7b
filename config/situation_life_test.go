package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
)

func eightReaders(s *site) {
	s.startAt(1)
	var stops []func() []int
	for range 8 {
		stops = append(stops, s.spectate())
	}
	for n := 2; n <= 5; n++ {
		s.save(n)
		s.sees(n)
	}
	for _, stop := range stops {
		stop()
	}
}

func openedAndClosed(s *site) {
	s.save(1)
	s.leaksNothing(func(context.Context) {
		for n := range 50 {
			w, err := Watch(context.Background(), s.o)
			s.must(err)
			written := make(chan error)
			go func() { written <- os.WriteFile(s.path+".tmp", content(n), 0o644) }()
			w.Close()
			w.Close()
			s.must(<-written)
			s.must(os.Rename(s.path+".tmp", s.path))
		}
	})
}

// leaksNothing runs a function that starts goroutines, and waits for the end of all of them.
// It knows them by a label, since other tests run at the same time.
func (s *site) leaksNothing(what func(context.Context)) {
	s.Helper()
	label := fmt.Sprintf("%s %p", s.Name(), s)
	done := make(chan struct{})
	go func() { // the label ends with this goroutine
		defer close(done)
		pprof.Do(context.Background(), pprof.Labels("leak", label), what)
	}()
	<-done
	for deadline := time.Now().Add(2 * time.Minute); ; {
		var all bytes.Buffer
		s.must(pprof.Lookup("goroutine").WriteTo(&all, 1))
		if !bytes.Contains(all.Bytes(), []byte(label)) {
			return
		}
		if time.Now().After(deadline) {
			s.Fatalf("goroutines left:\n%s", all.String())
		}
		time.Sleep(time.Millisecond) // the end of a goroutine is no event
	}
}

// oneGenerationPerAnswer resolves in 16 goroutines: no two of them may see
// different content under one generation.
func oneGenerationPerAnswer(s *site) {
	s.startAt(1)
	var answers sync.Map // generation → value
	var readers sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	for range 16 {
		readers.Go(func() {
			for ctx.Err() == nil {
				set := s.w.Profiles()
				n, err := valueOf(set)
				if before, loaded := answers.LoadOrStore(set.Generation(), n); err != nil || loaded && before != n {
					s.Errorf("generation %d is both %v and %v: %v", set.Generation(), before, n, err)
					return
				}
				runtime.Gosched() // the follower is next
			}
		})
	}
	for n := 2; n <= 6; n++ {
		s.replace(s.path, content(n))
		s.sees(n)
	}
	cancel()
	readers.Wait()
}

func everythingAtOnce(s *site) {
	var builds atomic.Int32
	s.o.seams.building = func() { builds.Add(1) }
	s.o.Poll = s.o.Debounce
	s.startAt(1)
	s.replace(s.path, content(2))
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			if err := s.w.Reload(context.Background()); err != nil {
				s.Error(err)
			}
			s.uses(2)
		})
	}
	callers.Wait()
	s.keeps(func() {})
	if n := builds.Load(); n != 1 {
		s.Errorf("built %d times", n)
	}
}

// closedInTheMiddle ends a Watcher at each step. The steps are before the start, at rest,
// during a build, during the wait for a second check, and during Reload.
func closedInTheMiddle(s *site) {
	s.save(1)
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Watch(canceled, s.o); !errors.Is(err, context.Canceled) {
		s.Errorf("Watch with a context that is done: %v", err)
	}
	for _, end := range []func(*Watcher, context.CancelFunc){
		func(w *Watcher, _ context.CancelFunc) { w.Close() },
		func(w *Watcher, cancel context.CancelFunc) { cancel(); <-w.done },
	} {
		s.leaksNothing(func(context.Context) {
			s.endsAtRest(end)
			s.endsWhileBuilding(end)
			s.endsWhileReloading(end)
		})
	}
}

func (s *site) endsAtRest(end func(*Watcher, context.CancelFunc)) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w, err := Watch(ctx, s.o)
	s.must(err)
	end(w, cancel)
	if err := w.Reload(context.Background()); !errors.Is(err, ErrClosed) {
		s.Errorf("Reload after Close: %v", err)
	}
	if changes, _ := w.Subscribe(); !isClosed(changes) {
		s.Error("Subscribe after Close: an open channel")
	}
	if n, err := valueOf(w.Profiles()); n != 1 || err != nil {
		s.Errorf("after Close %d is in use: %v", n, err)
	}
}

func (s *site) endsWhileBuilding(end func(*Watcher, context.CancelFunc)) {
	building, proceed := make(chan struct{}, 9), make(chan struct{})
	o := s.o
	o.seams.building = func() { building <- struct{}{}; <-proceed }
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w, err := Watch(ctx, o)
	s.must(err)
	s.write(s.path, []byte(`{"now": "invalid"`))
	<-building
	time.AfterFunc(10*time.Millisecond, func() { close(proceed) })
	end(w, cancel) // waits for the running build only
	s.save(1)
}

func (s *site) endsWhileReloading(end func(*Watcher, context.CancelFunc)) {
	o := s.o
	var hanging atomic.Bool
	proceed := make(chan struct{})
	defer close(proceed)
	o.seams.read = func(path string) ([]byte, fs.FileInfo, error) {
		if hanging.Load() {
			<-proceed
		}
		return files.Read(path)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w, err := Watch(ctx, o)
	s.must(err)
	changes, _ := w.Subscribe()
	hanging.Store(true)
	impatient, stop := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop()
	if err := w.Reload(impatient); !errors.Is(err, context.DeadlineExceeded) {
		s.Errorf("Reload past its deadline: %v", err)
	}
	reloaded := make(chan error)
	go func() { reloaded <- w.Reload(context.Background()) }()
	end(w, cancel)
	if err := <-reloaded; !errors.Is(err, ErrClosed) {
		s.Errorf("Reload during Close: %v", err)
	}
	if !isClosed(changes) {
		s.Error("a subscription outlives Close")
	}
}

func isClosed(changes <-chan Change) bool {
	_, open := <-changes
	return !open
}

// clockJumps lets days pass, in a bubble of its own time. With notifications
// time does not pass in a bubble, so there the hints come from the poll, too.
func clockJumps(s *site) {
	unavailable := func() (*fsnotify.Watcher, error) { return nil, errors.New("not in a bubble") }
	synctest.Test(s.T, func(t *testing.T) {
		o := s.o
		o.seams.notifier, o.Poll = unavailable, time.Hour
		s.save(1)
		w, err := Watch(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		for n := 2; n <= 3; n++ {
			s.save(n)
			time.Sleep(24 * time.Hour)
			if got, err := valueOf(w.Profiles()); got != n || err != nil {
				t.Errorf("a day later %d is in use, want %d: %v", got, n, err)
			}
		}
	})
}
