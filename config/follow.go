package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"github.com/seed-7aa78ce4/shape/config/internal/watch"
)

// follower is the state of the one goroutine that follows the files of a [Watcher]. A
// reload takes these steps: an event, [follower.look], a result of the prober,
// [follower.ask], a verdict, [follower.conclude], [follower.record]. An event is only a
// hint; the content of the files decides. The goroutine waits for nothing: reading and
// building go on beside it.
type follower struct {
	w      *Watcher
	log    *slog.Logger
	prober *watch.Prober[file]
	ledger

	all, own watch.Pace   // of all files, and of the one in force if it has its own
	settle   *time.Timer  // fires when a fault is looked at again
	overdue  *time.Timer  // fires when work has gone on for [watch.Patience]
	waiting  []chan error // callers of Reload
	verdicts chan verdict // holds one
	progress
}

// progress records the running steps of a reload.
type progress struct {
	judging  bool // a verdict
	news     bool // a result arrived after the verdict began
	settling bool // settle runs
	again    bool // settle has fired
	awaiting bool // overdue runs
}

// grace is the time that Close waits for work.
const grace = 500 * time.Millisecond

func (o Options) newProber(places []Place) *watch.Prober[file] {
	home, account := o.homes()
	dir, _ := filepath.Abs(o.Dir) // without it there is no search
	w := watch.Options[file]{
		Dir: dir, Homes: []string{home, account}, PollOnly: o.PollOnly, NewWatcher: o.seams.notifier,
		Read: func(place int) file { return o.read(places[place]) },
	}
	for _, p := range places {
		w.Places = append(w.Places, watch.Place{Path: p.Path, InSearch: p.Role == RoleProject})
	}
	return watch.NewProber(w)
}

func newFollower(w *Watcher, o Options, places []Place) *follower {
	f := &follower{
		w: w, log: o.Logger, prober: o.newProber(places), ledger: ledger{o: o, places: places, good: map[string]file{}},
		verdicts: make(chan verdict, 1),
	}
	if f.log == nil {
		f.log = slog.New(slog.DiscardHandler)
	}
	return f
}

// start loads the first configuration. It watches before it reads, so that no save is
// missed.
func (f *follower) start(ctx context.Context) error {
	f.prober.Open()
	snapshot, found, err := first(ctx, f.o, func() ([]file, error) { return f.prober.Found, f.prober.All(ctx) })
	v := verdict{snapshot: snapshot, files: found}
	if err != nil {
		// A fault in the environment or in a flag stays an error: no save mends it.
		faults, inFiles := errors.AsType[Diagnostics](err)
		inFiles = inFiles && !slices.ContainsFunc(faults, func(d Diagnostic) bool { return !d.Warning && d.File == "" })
		if !f.o.StartBroken || !inFiles {
			return err
		}
		v = f.brokenStart(found, err)
	}
	f.adopt(v)
	f.record(v, false)
	return nil
}

func (f *follower) run(ctx context.Context) {
	f.all, f.own, f.settle, f.overdue = watch.NewPace(), watch.NewPace(), watch.StoppedTimer(), watch.StoppedTimer()
	defer f.stop()
	if f.o.Brief {
		f.look() // as if something had been saved
	} else {
		f.rest()
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.prober.Hints():
			f.all.Arm()
			if f.apart() >= 0 {
				f.own.Arm()
			}
		case <-f.w.signals:
			f.look()
		case caller := <-f.w.requests:
			f.waiting = append(f.waiting, caller)
			f.look()
		case <-f.all.Poll.C:
			f.all.Arm()
		case <-f.own.Poll.C:
			f.own.Arm()
		case <-f.all.Due.C:
			f.all.Fired(watch.Timing(f.timing()))
			f.lookAt(func(place int) bool { return place != f.apart() })
		case <-f.own.Due.C:
			f.own.Fired(watch.Timing(f.ownTiming()))
			f.lookAt(func(place int) bool { return place == f.apart() })
		case <-f.settle.C:
			f.settling, f.again = false, true
			f.look()
		case <-f.overdue.C:
			f.hurry()
		case result := <-f.prober.Results:
			f.prober.Take(result)
			f.news = true
			f.ask()
		case v := <-f.verdicts:
			f.conclude(v)
		}
	}
}

func (f *follower) stop() {
	f.prober.Close(grace)
	f.w.stop()
}

// apart returns the place of the file in force if it has a pace of its own, else -1.
func (f *follower) apart() int {
	if f.live.own == f.live.timing {
		return -1
	}
	return slices.IndexFunc(f.places, func(p Place) bool { return p.Path == f.live.path })
}

// look looks at all files now.
func (f *follower) look() {
	f.rest()
	f.lookAt(func(int) bool { return true })
}

func (f *follower) lookAt(is func(place int) bool) {
	f.prober.Open()
	for place := range f.places {
		if is(place) {
			f.prober.Probe(place)
		}
	}
	f.await()
}

// await bounds the time that work is waited for.
func (f *follower) await() {
	if !f.awaiting {
		f.awaiting = true
		f.overdue.Reset(watch.Patience)
	}
}

// rest waits for the next polls.
func (f *follower) rest() {
	f.all.Rest(watch.Timing(f.timing()))
	f.own.Rest(watch.Timing(f.ownTiming()))
}

// timing is the timing of all files.
func (f *follower) timing() timing { return f.live.timing.or(timing{Poll: f.usualPoll()}) }

// ownTiming is the timing of the file in force; never, if it has none of its own.
func (f *follower) ownTiming() timing {
	if f.apart() < 0 {
		return timing{}
	}
	return f.live.own.or(timing{Poll: f.usualPoll()})
}

func (f *follower) usualPoll() time.Duration {
	if polls, _ := f.prober.Polls(); polls {
		return pollAlone
	}
	return usualPoll
}

// ask has the files judged as they are known by now, unless a place is about to answer.
func (f *follower) ask() {
	if f.judging || f.prober.Awaits() {
		return
	}
	f.judging, f.news = true, false
	l, found := f.ledger, slices.Clone(f.prober.Found)
	f.prober.Go(func() { f.verdicts <- l.judge(found) })
	f.await()
}

// hurry goes on without slow work: places without an answer, or a verdict. During a verdict
// the privacy sections of the trusted files join the snapshot in use. So a large project
// delays none of their rules.
func (f *follower) hurry() {
	f.awaiting = false
	f.prober.Wait()
	if f.judging {
		held := f.hold(f.held, f.prober.Found, func(file file) bool { return file.Privacy }, nil)
		if len(held) != len(f.held) {
			if joined := f.live.plain().join(held); joined != nil {
				f.record(f.unchanged(), f.adopt(verdict{snapshot: joined, held: held}))
			}
		}
	} else if f.news || f.status.Err == nil && f.silent() != nil {
		f.ask()
	}
	if f.judging || f.prober.IsOut() {
		f.await()
	}
}

// silent returns the fault of a place that has not answered for long, or nil.
func (f *follower) silent() error {
	if i := f.prober.Silent(); i >= 0 {
		return fmt.Errorf("%s: no answer for %v; what it said last holds", f.places[i].shown(), watch.Timeout)
	}
	return nil
}

// unchanged is a verdict with the faults that are known.
func (f *follower) unchanged() verdict {
	return verdict{err: f.status.Err, refused: f.status.Refused, missing: f.status.Missing}
}

// conclude puts the snapshot of a verdict into use, and reports refused files. A new fault
// counts after a second check, since a save in progress looks like one. A snapshot that is
// good in both cases does not wait for that.
func (f *follower) conclude(v verdict) {
	f.judging = false
	for i, now := range f.prober.Found {
		if now.Privacy && !bytes.Equal(now.Data, v.found[i].Data) {
			f.ask() // the snapshot could take back a rule of a trusted file that is in use
			return
		}
	}
	if v.err == nil {
		v.err = f.silent()
	}
	known := v.refused == f.status.Refused && sameText(v.err, f.status.Err)
	settled := v.err == nil || known || f.again && !f.prober.Awaits()
	advertised := false
	if v.snapshot != nil && (settled || !v.guess) {
		advertised = f.adopt(v)
	}
	if settled {
		f.record(v, advertised)
		f.again = false
	} else {
		f.record(f.unchanged(), advertised)
		if !f.settling {
			f.settling = true
			f.settle.Reset(f.o.settling())
		}
	}
	if f.news {
		f.ask()
		return
	}
	err := v.err
	if f.prober.IsOut() { // a place was asked since
		err = f.silent()
		settled = settled && err != nil
	}
	if settled {
		for _, caller := range f.waiting {
			caller <- err
		}
		f.waiting = nil
	}
}

// adopt puts a snapshot into use, and reports whether it selects other fields.
func (f *follower) adopt(v verdict) (advertised bool) {
	advertised = f.live != nil && ((f.live.closed == nil) != (v.snapshot.closed == nil) || !sameSelection(f.live, v.snapshot))
	snapshot := v.snapshot.withGeneration(f.status.Generation + 1)
	f.use(snapshot, v.files)
	f.held = v.held
	f.w.current.Store(snapshot)
	return advertised
}

// use notes the files of the snapshot in use; nil leaves them as they are.
func (f *follower) use(snapshot *Snapshot, files []file) {
	f.live = snapshot
	if files != nil {
		f.good = map[string]file{}
	}
	for _, file := range files {
		if !file.Missing && slices.Contains(snapshot.Files(), file.Place) {
			f.good[file.Path] = file
		}
	}
}

// record writes the Status. If that changes it, the log and the subscribers learn of it.
func (f *follower) record(v verdict, advertised bool) {
	before, live := f.status, f.live
	now := Status{
		Generation: live.set.Generation(), Path: live.name, Live: live.hash, LoadedAt: before.LoadedAt,
		Err: v.err, Refused: v.refused, Missing: v.missing, Closed: live.closed != nil, Mode: ModeNotify,
	}
	polls, blind := f.prober.Polls()
	if polls {
		now.Mode = ModePoll
	}
	if blind != nil {
		now.Blind = blind.Error()
	}
	if now.Generation != before.Generation {
		now.LoadedAt = time.Now()
	}
	if now.equal(before) {
		return
	}
	f.status = now
	f.w.status.Store(&now)
	if now.Mode == ModePoll && before.Mode != ModePoll && !f.o.PollOnly {
		f.log.Warn("config: no notifications of changes; polling", "error", blind)
	}
	if now.Generation != before.Generation {
		f.log.Info("config: in use", "generation", now.Generation, "path", now.Path, "hash", now.Live)
		for _, warning := range live.warnings {
			f.log.Warn("config: " + warning.Error())
		}
	}
	if now.Err != nil && (now.Refused != before.Refused || !sameText(now.Err, before.Err)) {
		f.log.Warn("config: refused; the last good configuration stays in use", "error", now.Err)
	}
	f.w.subscribers.publish(Change{Status: now, AdvertisedChanged: advertised})
}
