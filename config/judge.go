package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// ledger holds the facts about the files that a verdict rests on. It is not changed while
// a verdict is made.
type ledger struct {
	o      Options
	places []Place
	live   *Snapshot
	good   map[string]file // by path: the files that are in use
	held   []held          // by files that are refused
	status Status
}

// verdict is the judgement on files.
type verdict struct {
	found    []file
	snapshot *Snapshot // to be used from now on; nil if nothing new is good
	files    []file    // of the snapshot
	held     []held
	guess    bool   // it rests on files that are refused
	err      error  // why the files as they are now are not in use
	refused  string // the hash of the files that err refuses
	missing  bool   // a file that is in use has vanished
}

// judge compares the files with those in use. A vanished file counts with its last good
// content, and so does a refused one. It must not delay the privacy sections of the others;
// those follow their own files.
func (l ledger) judge(found []file) verdict {
	if l.live.refused != nil {
		return l.judgeBroken(found)
	}
	v := verdict{found: found, held: l.held}
	for _, file := range found {
		if _, inUse := l.good[file.Path]; inUse && file.Missing {
			v.missing, v.err = true, fmt.Errorf("%s: %w; its last good content holds", file.shown(), fs.ErrNotExist)
			break
		}
	}
	isMissing := func(f file) bool { return f.Missing }
	files := l.restore(found, isMissing)
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
		v.use(l, snapshot, files, l.heldBy(found, isMissing))
		return v
	}
	// The files without a fault keep their say, and the others have the last good one.
	v.refused, v.err = hash, err
	unusable := func(f file) bool { return f.Missing || blames(err, f) }
	rest := l.restore(files, unusable)
	held := l.heldBy(found, unusable)
	base := l.live.plain()
	if hashFiles(rest) != base.hash {
		if snapshot, err := l.build(rest); err == nil {
			base = snapshot
		} else { // the fault has no known file
			rest, held, unusable = nil, l.held, func(f file) bool { return !f.Missing }
		}
	}
	joined := l.hold(held, files, unusable, err)
	v.guess = len(joined) > len(held)
	v.use(l, base, rest, joined)
	return v
}

// use puts a snapshot and the sections that join it into the verdict, unless it is the
// one in use.
func (v *verdict) use(l ledger, snapshot *Snapshot, files []file, held []held) {
	snapshot = snapshot.with(held)
	if snapshot.closed != nil {
		v.err = snapshot.closed
	}
	if snapshot.hash != l.live.hash {
		v.snapshot, v.files, v.held = snapshot, files, held
	}
}

// restore gives the files that are unusable their last good content. One without counts
// as missing.
func (l ledger) restore(files []file, unusable func(file) bool) []file {
	files = slices.Clone(files)
	for i, now := range files {
		if unusable(now) {
			good, inUse := l.good[now.Path]
			files[i] = file{Place: now.Place, Data: good.Data, Mode: good.Mode, Missing: !inUse, Standing: good.Standing}
		}
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

// judgeBroken is judge while no version of the files was good. If a file was refused and
// then vanished, nothing is shown: its rules are not known.
func (l ledger) judgeBroken(found []file) verdict {
	if hashFiles(found) == l.status.Refused {
		return verdict{found: found, held: l.held, err: l.status.Err, refused: l.status.Refused}
	}
	force := inForce(found)
	for i, f := range found { // unless a better place took over
		if f.Missing && l.live.refused[f.Path] && (f.Privacy || force < 0 || force > i) {
			return l.brokenStart(found, Diagnostics{{
				File: f.shown(), Message: "no such file", Hint: "it was refused before; restore it, or restart without it",
			}})
		}
	}
	snapshot, err := l.build(found)
	if err != nil {
		return l.brokenStart(found, err)
	}
	v := verdict{found: found}
	v.use(l, snapshot, found, nil)
	return v
}

// brokenStart is the verdict on files without a good version so far: nothing is shown.
func (l ledger) brokenStart(found []file, why error) verdict {
	cause := why
	if faults, ok := errors.AsType[Diagnostics](why); ok && faults.failed() {
		cause = slices.DeleteFunc(slices.Clone(faults), func(d Diagnostic) bool { return d.Warning })
	}
	closed := fmt.Errorf("nothing is shown, since the configuration cannot be used: %w", cause)
	s := &Snapshot{set: profiles.Builtin().Closed(closed), closed: closed, hash: "broken " + hashFiles(found), refused: map[string]bool{}}
	if l.live != nil {
		for path := range l.live.refused {
			s.refused[path] = true
		}
	}
	for _, source := range sources(found) {
		s.files = append(s.files, source.Place)
		if !source.Missing {
			s.refused[source.Path] = true
		}
		if source.inForce {
			s.path, s.name = source.Path, source.shown()
		}
	}
	return verdict{found: found, snapshot: s, guess: true, err: why, refused: hashFiles(found)}
}

// held is the privacy section of a refused file. It joins the snapshot in use until the file
// is good again. A fault elsewhere in the file does not delay its rule, and no later fault
// takes the rule back.
type held struct {
	Place
	sum     [sha256.Size]byte // of the file
	section profiles.Privacy
	unknown bool  // the section's rules cannot be read
	why     error // the file is refused
}

// maxHeld is how many sections one file can hold. A trusted one that was refused as
// often, with another section each time, is not known any more; of another one no
// more join.
const maxHeld = 16

// heldBy returns the held sections of the files that satisfy is.
func (l ledger) heldBy(files []file, is func(file) bool) (kept []held) {
	for _, h := range l.held {
		at := slices.IndexFunc(files, func(f file) bool { return f.Path == h.Path })
		if at >= 0 && is(files[at]) {
			kept = append(kept, h)
		}
	}
	return kept
}

// hold adds the sections of the files that satisfy is. It skips files that cannot be parsed
// and files without a change.
func (l ledger) hold(all []held, files []file, is func(file) bool, why error) []held {
	for _, f := range files {
		good, inUse := l.good[f.Path]
		if !is(f) || inUse && bytes.Equal(good.Data, f.Data) {
			continue
		}
		if h, ok := l.sectionOf(f); ok {
			h.why = why
			all = l.add(all, h)
		}
	}
	return all
}

// add adds a section to the held ones. An untrusted section must not change those, since it
// comes with a stranger's project.
func (l ledger) add(all []held, h held) []held {
	count := 0
	for _, other := range all {
		if other.Path == h.Path && other.sum == h.sum {
			return all
		}
		if other.Path == h.Path {
			count++
		}
	}
	h.unknown = h.unknown || count >= maxHeld
	more := append(slices.Clip(all), h)
	if !h.Privacy && (h.unknown || l.live.plain().join(more) == nil) {
		return all
	}
	return more
}

// sectionOf reads the privacy section of a file; ok is false if there is none, or
// nothing can be read.
func (l ledger) sectionOf(f file) (h held, ok bool) {
	s := source{file: f, inForce: true}
	problems := s.load(false)
	if s.doc == nil {
		return held{}, false
	}
	h = held{Place: f.Place, sum: sha256.Sum256(f.Data)}
	h.unknown = slices.ContainsFunc(problems, func(d Diagnostic) bool { return !d.Warning && d.concernsPrivacy() })
	b := builder{o: l.o, sources: []*source{&s}}
	sections := b.privacy()
	if len(sections) == 0 && !h.unknown {
		return held{}, false
	}
	if len(sections) > 0 {
		h.section = sections[0]
		h.section.Position = func(pointer string) profiles.Origin { // and not all of the document
			return profiles.Origin{File: f.shown(), Pointer: pointer}
		}
		_, err := l.live.plain().set.WithPrivacy(sections)
		h.unknown = h.unknown || err != nil
	}
	return h, true
}

// plain returns the snapshot without the sections that joined it.
func (s *Snapshot) plain() *Snapshot {
	if s.joined != nil {
		return s.joined
	}
	return s
}

// with returns the snapshot with sections that join it. If they do not compile, those of the
// trusted files join alone. If these do not compile, or one of them is unknown, the result
// shows nothing.
func (s *Snapshot) with(all []held) *Snapshot {
	if len(all) == 0 {
		return s
	}
	trusted := slices.DeleteFunc(slices.Clone(all), func(h held) bool { return !h.Privacy })
	for _, joining := range [][]held{all, trusted} {
		if joined := s.join(joining); joined != nil {
			return joined
		}
	}
	c := *s
	c.joined = s
	c.closed = fmt.Errorf("nothing is shown, since it is not known what to hide: %w", trusted[len(trusted)-1].why)
	c.set = s.set.Closed(c.closed)
	c.hash = hashHeld("closed "+s.hash, all)
	return &c
}

// join returns the snapshot with sections that join it; nil if that cannot be.
func (s *Snapshot) join(all []held) *Snapshot {
	sections := slices.Clone(s.spec.Privacy)
	for _, h := range all {
		if h.unknown {
			return nil
		}
		at := slices.IndexFunc(sections, func(p profiles.Privacy) bool { return p.Trusted })
		if at < 0 {
			at = len(sections)
		}
		sections = slices.Insert(sections, at, h.section)
	}
	set, err := s.set.WithPrivacy(sections)
	if err != nil {
		return nil
	}
	c := *s
	c.joined, c.set, c.spec.Privacy, c.hash = s, set, sections, hashHeld(s.hash, all)
	return &c
}

// hashHeld is the hash of a snapshot that sections have joined.
func hashHeld(hash string, all []held) string {
	h := sha256.New()
	fmt.Fprintln(h, hash)
	for _, held := range all {
		fmt.Fprintf(h, "%q %x\n", held.Path, held.sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}
