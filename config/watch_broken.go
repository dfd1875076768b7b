package config

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// startsBroken reports whether a Watcher starts although the files are refused. A fault
// in the environment or in a flag stays an error: no save mends it.
func (o Options) startsBroken(why error) bool {
	var faults Diagnostics
	return o.StartBroken && errors.As(why, &faults) &&
		!slices.ContainsFunc(faults, func(d Diagnostic) bool { return !d.Warning && d.File == "" })
}

// brokenStart is the verdict on files of which no good version is known: nothing is
// shown. Earlier holds the paths that were refused before.
func (l ledger) brokenStart(found []file, why error, earlier map[string]bool) verdict {
	set, err := profiles.New(profiles.Spec{})
	if err != nil {
		panic(err) // the built-ins compile
	}
	closed := fmt.Errorf("nothing is shown, since the configuration cannot be used: %w", faultsOf(why))
	s := &Snapshot{set: set.Closed(closed), closed: closed, hash: "broken " + hashFiles(found), refused: map[string]bool{}}
	for path := range earlier {
		s.refused[path] = true
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

// faultsOf returns why files were refused, without warnings about them.
func faultsOf(why error) error {
	var all Diagnostics
	if !errors.As(why, &all) || !all.failed() {
		return why
	}
	return slices.DeleteFunc(slices.Clone(all), func(d Diagnostic) bool { return d.Warning })
}

// judgeBroken is judge as long as no version of the files was good. A file that was
// refused and then vanished leaves nothing shown: its rules are not known.
func (l ledger) judgeBroken(found []file) verdict {
	if hashFiles(found) == l.status.Refused {
		return verdict{found: found, held: l.held, err: l.status.Err, refused: l.status.Refused}
	}
	if err := l.live.removed(found); err != nil {
		return l.brokenStart(found, err, l.live.refused)
	}
	snapshot, err := l.build(found)
	if err != nil {
		return l.brokenStart(found, err, l.live.refused)
	}
	v := verdict{found: found}
	v.use(l, snapshot, found, nil)
	return v
}

// removed is the fault of a refused file that vanished, unless a better place took over.
func (s *Snapshot) removed(found []file) error {
	force := inForce(found)
	for i, f := range found {
		if f.Missing && s.refused[f.Path] && (f.Privacy || force < 0 || force > i) {
			return Diagnostics{{File: f.shown(), Message: "no such file", Hint: "it was refused before; restore it, or restart without it"}}
		}
	}
	return nil
}
