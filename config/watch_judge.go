package config

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// ledger is what is known of the files when they are judged. It is not changed, but
// made anew.
type ledger struct {
	o      Options
	live   *Snapshot
	good   map[string]file // by path: the files that are in use
	held   []held          // by files that are refused
	status Status
}

// verdict is what a judge finds.
type verdict struct {
	found    []file
	snapshot *Snapshot // to be used from now on; nil when nothing new is good
	files    []file    // what it was built from
	held     []held
	guess    bool   // it rests on what is refused
	err      error  // why the files as they are now are not in use
	refused  string // the hash of the files that err refuses
	missing  bool   // a file that is in use has vanished
}

// judge compares the files with those in use. Each file that vanished counts
// with its last good content. So does each that is refused: it must not hold up
// the privacy sections of the others, which follow their own files.
func (l ledger) judge(found []file) verdict {
	if l.live.refused != nil {
		return l.judgeBroken(found)
	}
	v := l.vanished(found)
	v.found, v.held = found, l.held
	files := l.restore(found, func(f file) bool { return f.Missing })
	hash := hashFiles(files)
	switch hash {
	case l.live.hash:
		return v
	case l.status.Refused:
		v.refused, v.err = hash, l.status.Err
		return v
	}
	snapshot, err := l.build(files)
	if err == nil {
		v.use(l, snapshot, files, l.heldBy(found, func(f file) bool { return f.Missing }))
		return v
	}
	v.refused, v.err = hash, err
	l.refuse(&v, files)
	return v
}

// refuse finds what holds where files are refused: those that are not keep their
// say, and the others have the last good one.
func (l ledger) refuse(v *verdict, files []file) {
	unusable := func(f file) bool { return f.Missing || blames(v.err, f) }
	rest := l.restore(files, unusable)
	held := l.heldBy(v.found, unusable)
	base := l.live.plain()
	if hashFiles(rest) != base.hash {
		if snapshot, err := l.build(rest); err == nil {
			base = snapshot
		} else { // nobody knows whose fault it is
			rest, held, unusable = nil, l.held, func(f file) bool { return !f.Missing }
		}
	}
	joined := l.hold(held, files, unusable, v.err)
	v.guess = len(joined) > len(held)
	v.use(l, base, rest, joined)
}

// use puts a snapshot with what joins it into the verdict, if it is another one than
// the one in use.
func (v *verdict) use(l ledger, snapshot *Snapshot, files []file, held []held) {
	snapshot = snapshot.with(held)
	if snapshot.closed != nil {
		v.err = snapshot.closed
	}
	if snapshot.hash != l.live.hash {
		v.snapshot, v.files, v.held = snapshot, files, held
	}
}

// vanished is the verdict on the files in use that are no longer there.
func (l ledger) vanished(found []file) verdict {
	for _, file := range found {
		if _, inUse := l.good[file.Path]; inUse && file.Missing {
			err := fmt.Errorf("%s: %w; its last good content holds", file.shown(), fs.ErrNotExist)
			return verdict{missing: true, err: err}
		}
	}
	return verdict{}
}

// restore gives the files that are unusable their last good content; those that
// have none count as missing.
func (l ledger) restore(files []file, unusable func(file) bool) []file {
	files = slices.Clone(files)
	for i, now := range files {
		if !unusable(now) {
			continue
		}
		good, inUse := l.good[now.Path]
		files[i] = file{Place: now.Place, Data: good.Data, Mode: good.Mode, Missing: !inUse, standing: good.standing}
	}
	return files
}

// blames reports whether err finds fault with a file.
func blames(err error, f file) bool {
	var faults Diagnostics
	return errors.As(err, &faults) && slices.ContainsFunc(faults, func(d Diagnostic) bool {
		return !d.Warning && d.File == f.shown()
	})
}

func (l ledger) build(files []file) (*Snapshot, error) {
	if l.o.seams.building != nil {
		l.o.seams.building()
	}
	return build(l.o, files)
}
