package app

import (
	"fmt"

	"context"
	"strings"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	_ "github.com/seed-7aa78ce4/shape/shaper/detect"         // for privacy.detect: pii
	_ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets" // for privacy.detect: secrets
)

// Load makes an engine that refuses unreadable documents, and checks the request before any
// document is read. With follow it watches the configuration and takes a new one between two
// documents; done ends that. With keeps it archives cut results, but not in memory: such an
// archive ends with the process.
func (a *App) Load(o config.Options, req shaper.Request, follow, keeps bool) (eng *shaper.Engine, done func(), err error) {
	o.Strict = req.Strict
	source, done, err := a.Source(o, follow)
	if err != nil {
		return nil, nil, err
	}
	options := []shaper.Option{shaper.FailClosed()}
	if in := source.Profiles().Archive(); keeps && in.Store != "" && in.Store != "memory" {
		var kept []shaper.Option
		kept, err = a.Archive(in)
		options = append(options, kept...)
	}
	if err == nil {
		eng, err = EngineOver(source, options...)
	}
	if err == nil {
		_, err = eng.Hides(req)
	}
	if err != nil {
		done()
	}
	return eng, done, err
}

// EngineOver returns an engine with the counters of this build.
func EngineOver(source shaper.Source, options ...shaper.Option) (*shaper.Engine, error) {
	return shaper.New(source, append(options, shaper.WithCounters(exact...))...)
}

// PrivacyEngine returns an engine with the privacy sections of the home and /etc files only. They
// hold in every command that prints a document. done ends watching them.
func (a *App) PrivacyEngine(files []string) (eng *shaper.Engine, done func(), err error) {
	source, done, err := a.Source(config.Options{NoConfig: true}, a.Endless(files))
	if err != nil {
		return nil, nil, err
	}
	if eng, err = EngineOver(source, shaper.FailClosed()); err != nil {
		done()
	}
	return eng, done, err
}

// SharedArchive holds settings of shared stores that are no part of a configuration. See
// [archive.Settings].
type SharedArchive struct {
	Wait          int
	AllowEviction bool
}

// Archive opens the archive of a configuration for an engine. If that fails, it warns once, and
// the engine cuts nothing. A shared store that cannot be opened is an error: replicas without
// it would answer differently. Its later faults are warnings, at most one a minute.
func (a *App) Archive(in profiles.Archive) ([]shaper.Option, error) {
	if in.Store == "" {
		return nil, nil
	}
	warn := func(err error) {
		a.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "archive", Message: err.Error()})
	}
	s := shaper.ArchiveSettings(in)
	s.Wait, s.AllowEviction, s.Warn = a.Shared.Wait, a.Shared.AllowEviction, warn
	store, err := archive.Open(s)
	if err != nil && in.IsShared() {
		return nil, InputError(err)
	}
	if err != nil {
		warn(fmt.Errorf("nothing is left out, since it could not be kept: %w", err))
	}
	return []shaper.Option{shaper.WithArchive(store)}, nil
}

// InDirectory is the store that processes share.
const InDirectory = "directory"

// PrivacyFiles returns the home and /etc files whose privacy sections hold beside the file in
// force. The first candidate is the file in force.
func PrivacyFiles(s *config.Snapshot) []string {
	held := []string{}
	inForce := s.Path() != ""
	for _, place := range s.Files() {
		if place.Candidate && inForce {
			inForce = false
			continue
		}
		held = append(held, place.Path)
	}
	return held
}

// OrBuiltIn returns the path of a configuration, or "(built-in)" for "".
func OrBuiltIn(path string) string {
	if path == "" {
		return "(built-in)"
	}
	return path
}

// Untrusted returns one line about the keys that are set aside, or "".
func Untrusted(s *config.Snapshot) string {
	if n := len(s.SetAside()); n > 0 {
		return fmt.Sprintf("%d of the keys of %s are set aside; trust the file with: shape config trust %s", n, s.Path(), s.Path())
	}
	return ""
}

// Told returns one line: the configuration in use, or the reason to refuse the files, and a
// change of the way of watching.
func Told(before, now config.Status, privacy []string) string {
	if now.Err != nil {
		verb := "stays"
		if now.Closed {
			verb = "shows nothing"
		}
		return fmt.Sprintf("generation %d %s: %s%s", now.Generation, verb, strings.ReplaceAll(now.Err.Error(), "\n", "; "), watchChange(before, now))
	}
	line := inUse(now, privacy)
	if before.Err != nil {
		line += "; nothing is refused any more"
	}
	return line + watchChange(before, now)
}

// inUse describes the configuration in use.
func inUse(s config.Status, privacy []string) string {
	line := fmt.Sprintf("generation %d: %s, hash %.12s", s.Generation, OrBuiltIn(s.Path), s.Live)
	if len(privacy) > 0 {
		line += ", with the privacy of " + strings.Join(privacy, ", ")
	}
	return line
}

// watchChange describes a change between notifications and polling, or returns "".
func watchChange(before, now config.Status) string {
	switch {
	case now.Mode == config.ModePoll && (before.Mode != now.Mode || before.Blind != now.Blind):
		return "; the files are polled: " + now.Blind
	case now.Mode == config.ModeNotify && before.Mode == config.ModePoll:
		return "; notifications came back"
	}
	return ""
}

// Source reads the configuration and prints its warnings.
func (a *App) Source(o config.Options, follow bool) (shaper.Source, func(), error) {
	if !follow {
		s, err := config.Load(o)
		if err != nil {
			return nil, nil, err
		}
		a.Warn(s.Warnings())
		return s, func() {}, nil
	}
	o.Brief = true
	w, err := a.Follow(o)
	if err != nil {
		return nil, nil, err
	}
	return w, w.Close, nil
}

// Follow watches the configuration and prints its warnings and changes.
func (a *App) Follow(o config.Options) (*config.Watcher, error) {
	w, err := config.Watch(context.Background(), o)
	if err != nil {
		return nil, err
	}
	if warnings := w.Current().Warnings(); len(warnings) > 0 {
		a.Warn(warnings)
	}
	changes, _ := w.Subscribe()
	status := w.Status()
	if len(w.Current().Files()) > 0 {
		printChange(a, config.Status{}, status, nil)
	}
	go func() {
		for c := range changes {
			printChange(a, status, c.Status, PrivacyFiles(w.Current()))
			if status.Generation != c.Status.Generation {
				a.Warn(w.Current().Warnings())
			}
			status = c.Status
		}
	}()
	return w, nil
}

// printChange prints the refusal of an edit, its end, and a change of the way of watching.
func printChange(a *App, before, now config.Status, privacy []string) {
	note := notice.Notice{Level: notice.Warning, Kind: "reload"}
	switch {
	case now.Err != nil && before.Err != nil && now.Err.Error() == before.Err.Error() && now.Closed == before.Closed:
		// it was told
	case now.Err != nil:
		a.printWarning(now.Err)
		note.Message = "still using the last good configuration"
		if now.Closed {
			note.Message = "nothing is shown until it is mended"
		}
		a.Stderr.Tell(note)
	case before.Err != nil:
		note.Level, note.Message = notice.Plain, "nothing of the configuration is refused any more; "+inUse(now, privacy)
		a.Stderr.Tell(note)
	}
	if way := watchChange(before, now); way != "" {
		note.Level, note.Message = notice.Warning, "configuration: "+strings.TrimPrefix(way, "; ")
		a.Stderr.Tell(note)
	}
}
