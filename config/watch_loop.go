package config

import (
	"cmp"
	"context"
	"log/slog"
	"os/signal"
	"path/filepath"
	"time"
)

// follower is the state of the one goroutine that follows the files of a
// Watcher. Everything that could mean a change only arms the debounce, and only
// check, when that fires, looks at the files: events are hints, the content is
// the truth.
type follower struct {
	w      *Watcher
	o      Options
	places []Place
	log    *slog.Logger

	notify *notifier // nil when the system gives no notifications, or none are wanted
	blind  error     // why they may miss something

	due     *debounce
	poll    *time.Timer  // since the last check
	waiting []chan error // callers of Reload, until the next check has ended

	good  map[string]file // by path: the files that are in use
	again bool            // the last check saw a new fault: perhaps half a save
}

func newFollower(w *Watcher, o Options, places []Place) *follower {
	f := &follower{w: w, o: o, places: places, due: newDebounce(), poll: stoppedTimer(), log: o.Logger}
	if f.log == nil {
		f.log = slog.New(slog.DiscardHandler)
	}
	return f
}

// start loads the first configuration. It watches before it reads, so that no
// save falls in between.
func (f *follower) start() error {
	f.attach()
	files := f.read()
	snapshot, err := build(f.o, files)
	if err != nil {
		return err
	}
	f.adopt(snapshot.withGeneration(1), files)
	f.record(verdict{}, false)
	return nil
}

func (f *follower) run(ctx context.Context) {
	defer f.stop()
	f.rest()
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.hints():
			f.arm()
		case <-f.w.signals:
			f.arm()
		case <-f.poll.C:
			f.arm()
		case caller := <-f.w.requests:
			f.waiting = append(f.waiting, caller)
			f.arm()
		case <-f.due.C:
			f.due.disarm()
			f.check()
		}
	}
}

func (f *follower) stop() {
	signal.Stop(f.w.signals)
	f.due.Stop()
	f.poll.Stop()
	f.detach()
	f.w.subscribers.close()
	f.w.cancel()
	close(f.w.done)
}

func (f *follower) arm() {
	t := f.timing()
	f.due.arm(t.debounce, t.maxWait)
}

// rest waits for the next poll.
func (f *follower) rest() {
	if poll := f.timing().poll; poll > 0 {
		f.poll.Reset(poll)
	} else {
		f.poll.Stop()
	}
}

// timing is that of the Options, else of the configuration in use. Where neither
// says how often to poll, it depends on the mode.
func (f *follower) timing() timing {
	usual := 5 * time.Second
	if f.mode() == ModePoll {
		usual = time.Second
	}
	said := f.w.Current().timing
	return timing{
		debounce: cmp.Or(f.o.Debounce, said.debounce),
		maxWait:  cmp.Or(f.o.MaxWait, said.maxWait),
		poll:     cmp.Or(f.o.Poll, said.poll, usual),
	}
}

func (f *follower) mode() Mode {
	if f.notify == nil || f.blind != nil {
		return ModePoll
	}
	return ModeNotify
}

func (f *follower) hints() <-chan struct{} {
	if f.notify == nil {
		return nil
	}
	return f.notify.hints
}

// attach watches all that decides what the places hold now. Where the system
// gives no notifications it is asked again each time: descriptors and watches
// become free.
func (f *follower) attach() {
	if f.o.PollOnly {
		return
	}
	if f.notify == nil {
		f.notify, f.blind = newNotifier(f.o.seams.notifier)
		if f.blind != nil {
			return
		}
	}
	paths := map[string]struct{}{}
	for _, place := range f.places {
		if path, err := filepath.Abs(place.Path); err == nil { // fails only where the working directory is gone
			deciders(path, paths)
		}
	}
	f.blind = f.notify.watch(paths)
}

func (f *follower) detach() {
	if f.notify != nil {
		f.notify.close()
	}
}
