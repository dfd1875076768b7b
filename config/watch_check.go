package config

import (
	"bytes"
	"slices"
	"time"
)

// conclude puts what a verdict found good into use, and tells of what it did not. A
// new fault is looked at twice before it counts, since a save in progress looks like
// one; what holds whatever becomes of it does not wait for that.
func (f *follower) conclude(v verdict) {
	f.judging = false
	if f.outdated(v) {
		f.ask()
		return
	}
	if v.err == nil {
		v.err = f.scout.silent()
	}
	settled, advertised := f.settled(v), false
	if v.snapshot != nil && (settled || !v.guess) {
		advertised = f.adopt(v)
	}
	if !settled {
		f.record(f.unchanged(), advertised)
		f.lookAgain()
	} else {
		f.record(v, advertised)
		f.again = false
	}
	switch {
	case f.news:
		f.ask()
	case settled:
		f.answer(v.err)
	}
}

// lookAgain looks at the files again after a while.
func (f *follower) lookAgain() {
	if !f.settling {
		f.settling = true
		f.settle.Reset(settling(f.o))
	}
}

// unchanged is a verdict that finds the faults that are known.
func (f *follower) unchanged() verdict {
	return verdict{err: f.status.Err, refused: f.status.Refused, missing: f.status.Missing}
}

// answer tells the callers of Reload how it went, once every place has answered
// that was asked since, or is known to be silent.
func (f *follower) answer(err error) {
	if f.scout.isOut() {
		if err = f.scout.silent(); err == nil {
			return
		}
	}
	for _, caller := range f.waiting {
		caller <- err
	}
	f.waiting = nil
}

// outdated reports whether a trusted file says something else by now than what a
// verdict rests on: it might take a rule back that is in use already.
func (f *follower) outdated(v verdict) bool {
	for i, now := range f.scout.found {
		if now.Privacy && !bytes.Equal(now.Data, v.found[i].Data) {
			return true
		}
	}
	return false
}

// settled reports whether v may be acted upon: it is no fault, or a known one,
// or it was looked at twice.
func (f *follower) settled(v verdict) bool {
	return v.err == nil || f.again && !f.scout.awaits() || v.refused == f.status.Refused && sameText(v.err, f.status.Err)
}

// tighten lets the privacy sections of the trusted files join what is in use, as they
// are by now, while what else they and other files say is still being built: a large
// project holds up no rule of theirs.
func (f *follower) tighten() {
	trusted := func(file file) bool { return file.Privacy }
	held := f.hold(f.held, f.scout.found, trusted, nil)
	if len(held) == len(f.held) {
		return
	}
	if joined := f.live.plain().join(held); joined != nil {
		f.record(f.unchanged(), f.adopt(verdict{snapshot: joined, held: held}))
	}
}

// adopt puts a snapshot into use, and reports whether it selects other fields.
func (f *follower) adopt(v verdict) (advertised bool) {
	advertised = f.live != nil && ((f.live.closed == nil) != (v.snapshot.closed == nil) || !sameSelection(f.live, v.snapshot))
	snapshot := v.snapshot.withGeneration(f.status.Generation + 1)
	if v.files != nil {
		f.good = map[string]file{}
		for _, file := range v.files {
			if !file.Missing && slices.Contains(snapshot.Files(), file.Place) {
				f.good[file.Path] = file
			}
		}
	}
	f.live, f.held = snapshot, v.held
	f.w.current.Store(snapshot)
	return advertised
}

// record writes the Status and, when that changes it, tells the log and the
// subscribers.
func (f *follower) record(v verdict, advertised bool) {
	before, live := f.status, f.live
	mode, blind := f.scout.mode()
	now := Status{
		Generation: live.Generation(), Path: live.Path(), Live: live.Hash(), LoadedAt: before.LoadedAt,
		Err: v.err, Refused: v.refused, Missing: v.missing, Closed: live.closed != nil, Mode: mode,
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
	f.logChange(before, now)
	f.w.subscribers.publish(Change{Status: now, AdvertisedChanged: advertised})
}

func (f *follower) logChange(before, now Status) {
	if _, blind := f.scout.mode(); now.Mode == ModePoll && before.Mode != ModePoll && !f.o.PollOnly {
		f.log.Warn("config: no notifications of changes; polling", "error", blind)
	}
	if now.Generation != before.Generation {
		f.log.Info("config: in use", "generation", now.Generation, "path", now.Path, "hash", now.Live)
		for _, warning := range f.live.Warnings() {
			f.log.Warn("config: " + warning.Error())
		}
	}
	if now.Err != nil && (now.Refused != before.Refused || !sameText(now.Err, before.Err)) {
		f.log.Warn("config: refused; the last good configuration stays in use", "error", now.Err)
	}
}
