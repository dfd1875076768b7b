package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// held is the privacy section of a file that is refused. It joins what is in use
// until the file is good again: a rule that its owner wrote is not put off by a fault
// beside it, and no later fault takes it back.
type held struct {
	Place
	sum     [sha256.Size]byte // of the file
	section profiles.Privacy
	unknown bool  // what the section hides cannot be told
	why     error // the file is refused
}

// maxHeld is how many sections one file can hold. A trusted one that was refused as
// often, with another section each time, is not known any more; of another one no
// more join.
const maxHeld = 16

// heldBy are the sections that files hold for which is holds.
func (l ledger) heldBy(files []file, is func(file) bool) (kept []held) {
	for _, h := range l.held {
		at := slices.IndexFunc(files, func(f file) bool { return f.Path == h.Path })
		if at >= 0 && is(files[at]) {
			kept = append(kept, h)
		}
	}
	return kept
}

// hold adds the sections of those of the files for which is holds, as far as the
// files can be parsed and say something new.
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

// add adds a section to those that are held. One that is not trusted has to leave
// what is held as it is, since it comes with a stranger's project.
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

// sectionOf reads the privacy section of a file; ok is false where there is none, or
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

// plain is the snapshot without what joined it.
func (s *Snapshot) plain() *Snapshot {
	if s.joined != nil {
		return s.joined
	}
	return s
}

// with returns the snapshot with sections that join it. Where they do not compile,
// those of the trusted files join alone; where these do not either, or one of them is
// not known, nothing is shown.
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

// join returns the snapshot with sections that join it; nil where that cannot be.
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
