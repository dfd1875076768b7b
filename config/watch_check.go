package config

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"
)

// verdict is what a check finds.
type verdict struct {
	snapshot *Snapshot // to be used from now on; nil when nothing new is good
	files    []file    // what it was built from
	err      error     // why the files as they are now are not in use
	refused  string    // the hash of the files that err refuses
	missing  bool      // a file that is in use has vanished
}

// check looks at the files and puts what they say into use, if it is new and
// good. A new fault is looked at twice before it counts, since a save in
// progress looks like one.
//
// The watches are set before the files are read, so that a later change is
// announced, and again afterwards, since a directory that moves takes its
// watches with it.
func (f *follower) check() {
	f.attach()
	files := f.read()
	f.attach()
	v := f.judge(files)
	if !f.settled(v) {
		f.arm()
		return
	}
	advertised := false
	if v.snapshot != nil {
		before := f.w.Current()
		f.adopt(v.snapshot.withGeneration(before.Generation()+1), v.files)
		advertised = !sameSelection(before, f.w.Current())
	}
	f.record(v, advertised)
	for _, caller := range f.waiting {
		caller <- v.err
	}
	f.waiting = nil
	f.rest()
}

func (f *follower) read() []file {
	files := make([]file, len(f.places))
	for i, place := range f.places {
		files[i] = f.o.read(place)
	}
	return files
}

// judge compares the files with those in use. Each file that vanished counts
// with its last good content. So does each that is refused: it must not hold up
// the privacy sections of the others, which follow their own files.
func (f *follower) judge(found []file) verdict {
	v := f.vanished(found)
	files := f.restore(found, func(f file) bool { return f.Missing })
	hash, status := hashFiles(files), f.w.Status()
	switch hash {
	case status.Live:
		return v
	case status.Refused:
		v.refused, v.err = hash, status.Err
		return v
	}
	snapshot, err := f.build(files)
	if err == nil {
		v.snapshot, v.files = snapshot, files
		return v
	}
	v.refused, v.err = hash, err
	files = f.restore(files, func(f file) bool { return blames(err, f) })
	if hashFiles(files) == status.Live {
		return v
	}
	if snapshot, err := f.build(files); err == nil {
		v.snapshot, v.files = snapshot, files
	}
	return v
}

// vanished is the verdict on the files in use that are no longer there.
func (f *follower) vanished(found []file) verdict {
	for _, file := range found {
		if _, inUse := f.good[file.Path]; inUse && file.Missing {
			err := fmt.Errorf("%s: %w; its last good content holds", file.Path, fs.ErrNotExist)
			return verdict{missing: true, err: err}
		}
	}
	return verdict{}
}

// restore gives the files that are unusable their last good content; those that
// have none count as missing.
func (f *follower) restore(files []file, unusable func(file) bool) []file {
	files = slices.Clone(files)
	for i, now := range files {
		if !unusable(now) {
			continue
		}
		good, inUse := f.good[now.Path]
		files[i] = file{Place: now.Place, Data: good.Data, Mode: good.Mode, Missing: !inUse}
	}
	return files
}

// blames reports whether err finds fault with a file.
func blames(err error, f file) bool {
	var faults Diagnostics
	return errors.As(err, &faults) && slices.ContainsFunc(faults, func(d Diagnostic) bool {
		return !d.Warning && d.File == f.Path
	})
}

func (f *follower) build(files []file) (*Snapshot, error) {
	if f.o.seams.building != nil {
		f.o.seams.building()
	}
	return build(f.o, files)
}

// settled reports whether v may be acted upon: it is no fault, or a known one,
// or it was looked at twice.
func (f *follower) settled(v verdict) bool {
	status := f.w.Status()
	known := v.err == nil || f.again || v.refused == status.Refused && sameText(v.err, status.Err)
	f.again = !known
	return known
}

// adopt puts a snapshot into use.
func (f *follower) adopt(snapshot *Snapshot, files []file) {
	f.good = map[string]file{}
	for _, file := range files {
		if !file.Missing && slices.Contains(snapshot.Files(), file.Place) {
			f.good[file.Path] = file
		}
	}
	f.w.current.Store(snapshot)
}

// record writes the Status and, when that changes it, tells the log and the
// subscribers.
func (f *follower) record(v verdict, advertised bool) {
	before, live := f.w.Status(), f.w.Current()
	now := Status{
		Generation: live.Generation(), Path: live.Path(), Live: live.Hash(), LoadedAt: before.LoadedAt,
		Err: v.err, Refused: v.refused, Missing: v.missing, Mode: f.mode(),
	}
	if now.Generation != before.Generation {
		now.LoadedAt = time.Now()
	}
	if now.equal(before) {
		return
	}
	f.w.status.Store(&now)
	f.logChange(before, now)
	f.w.subscribers.publish(Change{Status: now, AdvertisedChanged: advertised})
}

func (f *follower) logChange(before, now Status) {
	if now.Mode == ModePoll && before.Mode != ModePoll && !f.o.PollOnly {
		f.log.Warn("config: no notifications of changes; polling", "error", f.blind)
	}
	if now.Generation != before.Generation {
		f.log.Info("config: in use", "generation", now.Generation, "path", now.Path, "hash", now.Live)
		for _, warning := range f.w.Current().Warnings() {
			f.log.Warn("config: " + warning.Error())
		}
	}
	if now.Err != nil && (now.Refused != before.Refused || !sameText(now.Err, before.Err)) {
		f.log.Warn("config: refused; the last good configuration stays in use", "error", now.Err)
	}
}
