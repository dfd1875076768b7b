package config

import (
	"context"
	"log/slog"
	"os/signal"
	"slices"
	"time"
)

// follower is the state of the one goroutine that follows the files of a
// Watcher. Everything that could mean a change only has the files looked at:
// events are hints, the content is the truth. It waits for nothing: reading and
// building are done beside it.
type follower struct {
	w     *Watcher
	log   *slog.Logger
	scout *scout
	ledger

	all, own pace         // of all files, and of the one in force where it has its own
	settle   *time.Timer  // until a fault is looked at again
	overdue  *time.Timer  // until something that is under way is waited for no longer
	waiting  []chan error // callers of Reload

	verdicts chan verdict // holds one
	judging  bool         // a verdict is under way
	news     bool         // something was seen that no verdict rests on
	settling bool         // a new fault is about to be looked at again
	again    bool         // and was
	awaiting bool         // overdue is running
}

const (
	// patience is how long a place is waited for that does not answer, or a large
	// configuration that is built, before what is known of the others counts.
	patience = 250 * time.Millisecond
	// farewell is how long Close waits for what is under way.
	farewell = 500 * time.Millisecond
)

func newFollower(w *Watcher, o Options, places []Place) *follower {
	f := &follower{
		w: w, log: o.Logger, scout: newScout(o, places), ledger: ledger{o: o, good: map[string]file{}},
		all: newPace(), own: newPace(), settle: stoppedTimer(), overdue: stoppedTimer(), verdicts: make(chan verdict, 1),
	}
	if f.log == nil {
		f.log = slog.New(slog.DiscardHandler)
	}
	return f
}

// start loads the first configuration. It watches before it reads, so that no
// save falls in between; else it reads again when it watches.
func (f *follower) start(ctx context.Context) error {
	if !f.o.Brief {
		f.scout.open()
	}
	snapshot, err := f.scout.first(ctx)
	v := verdict{snapshot: snapshot, files: f.scout.found}
	if err != nil {
		if !f.o.startsBroken(err) {
			return err
		}
		v = f.brokenStart(f.scout.found, err, nil)
	}
	f.adopt(v)
	f.record(v, false)
	return nil
}

func (f *follower) run(ctx context.Context) {
	defer f.stop()
	f.rest()
	if f.o.Brief {
		f.arm() // as if something had been saved
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.scout.hints():
			f.arm()
		case <-f.w.signals:
			f.look()
		case caller := <-f.w.requests:
			f.waiting = append(f.waiting, caller)
			f.look()
		case <-f.all.poll.C:
			f.all.arm()
		case <-f.own.poll.C:
			f.own.arm()
		case <-f.all.due.C:
			f.all.due.disarm()
			f.all.rest(f.timing())
			f.lookAt(func(place int) bool { return place != f.apart() })
		case <-f.own.due.C:
			f.own.due.disarm()
			f.own.rest(f.ownTiming())
			f.lookAt(func(place int) bool { return place == f.apart() })
		case <-f.settle.C:
			f.settling, f.again = false, true
			f.look()
		case <-f.overdue.C:
			f.hurry()
		case seen := <-f.scout.sights:
			f.scout.take(seen)
			f.news = true
			f.ask()
		case v := <-f.verdicts:
			f.conclude(v)
		}
	}
}

func (f *follower) stop() {
	signal.Stop(f.w.signals)
	for _, timer := range []*time.Timer{f.all.poll, f.all.due.Timer, f.own.poll, f.own.due.Timer, f.settle, f.overdue} {
		timer.Stop()
	}
	f.scout.leave(farewell)
	f.w.subscribers.close()
	f.w.cancel()
	close(f.w.done)
}

// arm waits for quiet.
func (f *follower) arm() {
	f.all.arm()
	if f.apart() >= 0 {
		f.own.arm()
	}
}

// apart is the place of the file in force where it has a pace of its own; -1 where
// all files have one.
func (f *follower) apart() int {
	if f.live.own == f.live.timing {
		return -1
	}
	return slices.IndexFunc(f.scout.places, func(p Place) bool { return p.Path == f.live.path })
}

// look looks at all files, now.
func (f *follower) look() {
	f.rest()
	f.lookAt(func(int) bool { return true })
}

func (f *follower) lookAt(is func(place int) bool) {
	f.scout.open()
	for place := range f.scout.places {
		if is(place) {
			f.scout.look(place)
		}
	}
	f.await()
}

// await sees to it that nothing that is under way is waited for too long.
func (f *follower) await() {
	if !f.awaiting {
		f.awaiting = true
		f.overdue.Reset(patience)
	}
}

// ask has the files judged as they are known by now, unless some place is about to
// answer.
func (f *follower) ask() {
	if f.judging || f.scout.awaits() {
		return
	}
	f.judging, f.news = true, false
	l, found := f.ledger, slices.Clone(f.scout.found)
	f.scout.work.Go(func() { f.verdicts <- l.judge(found) })
	f.await()
}

// hurry goes on without what is under way for too long: places that do not answer,
// or a verdict.
func (f *follower) hurry() {
	f.awaiting = false
	f.scout.wait()
	if f.judging {
		f.tighten()
	} else if f.news || f.status.Err == nil && f.scout.silent() != nil {
		f.ask()
	}
	if f.judging || f.scout.isOut() {
		f.await()
	}
}

// rest waits for the next polls.
func (f *follower) rest() {
	f.all.rest(f.timing())
	f.own.rest(f.ownTiming())
}

// timing is the pace of all files.
func (f *follower) timing() timing { return f.live.timing.or(timing{poll: f.usualPoll()}) }

// ownTiming is the pace of the file in force: never, where it has none of its own.
func (f *follower) ownTiming() timing {
	if f.apart() < 0 {
		return timing{}
	}
	return f.live.own.or(timing{poll: f.usualPoll()})
}

func (f *follower) usualPoll() time.Duration {
	if mode, _ := f.scout.mode(); mode == ModePoll {
		return pollAlone
	}
	return usualPoll
}
