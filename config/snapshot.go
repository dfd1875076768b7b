package config

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/config/internal/trust"
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Place is one path where a configuration may lie.
type Place struct {
	Path      string // absolute
	Role      Role
	Candidate bool // it can be the file in force: the first candidate that exists
	Privacy   bool // its section "privacy" holds, for any file in force

	name string // the path as given; "" if none was given
}

// Role says why a file is looked for at a [Place].
type Role string

const (
	RoleFlag    Role = "flag"    // Options.Path names it
	RoleEnv     Role = "env"     // CODE_SCALPEL_RESPONSE_CONFIG names it
	RoleProject Role = "project" // the working directory, or one above it
	RoleXDG     Role = "xdg"     // $XDG_CONFIG_HOME
	RoleHome    Role = "home"    // the home directory
	RoleEtc     Role = "etc"     // the machine
)

// file is the content found at a Place.
type file struct {
	Place
	Data    []byte
	Mode    fs.FileMode // 0 when unknown
	Missing bool        // there is no such file; Err is nil then
	Err     error       // why it could not be read; never holds content

	trust.Standing
}

// Snapshot is a checked configuration. It is immutable and safe for concurrent
// use.
type Snapshot struct {
	set      *profiles.Set
	spec     profiles.Spec // the source of set
	path     string        // of the file in force
	name     string        // its path as given
	trust    Trust         // in it
	files    []Place
	hash     string
	warnings Diagnostics
	origin   func(pointer string) profiles.Origin
	timing   timing // of all files
	own      timing // of the file in force
	paced    func(key string) profiles.Origin
	record   Record
	joined   *Snapshot       // this one without the sections that joined it; nil if none did
	closed   error           // why nothing is shown
	refused  map[string]bool // paths of files that were refused at the start; nil once a version was good
}

// Profiles returns the profiles, so that a Snapshot is a source for the engine.
func (s *Snapshot) Profiles() *profiles.Set { return s.set }

// Path is the file in force as it was named, or "" when the built-ins are.
func (s *Snapshot) Path() string { return s.name }

// Files are the files that take part: the one in force, and those whose
// privacy sections hold.
func (s *Snapshot) Files() []Place { return s.files }

// Hash is the SHA-256, in hexadecimal, of all files that take part.
func (s *Snapshot) Hash() string { return s.hash }

// Warnings are the problems that left the configuration usable.
func (s *Snapshot) Warnings() Diagnostics { return s.warnings }

// Generation counts the snapshots of one [Watcher]; every response is shaped by
// exactly one.
func (s *Snapshot) Generation() uint64 { return s.set.Generation() }

// withGeneration returns the same configuration as generation n.
func (s *Snapshot) withGeneration(n uint64) *Snapshot {
	c := *s
	c.set = s.set.WithGeneration(n)
	return &c
}

// Effective lists the settings of a call with the place of each. After the settings come the
// rules that hide, show, replace, derive and limit, then the archive and the watch. Its errors
// are those of [profiles.Set.Resolve].
func (s *Snapshot) Effective(key profiles.Key) ([]profiles.Decision, error) {
	r, err := s.set.Resolve(key)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(r.Decisions())
	add := func(setting, value string, origin profiles.Origin) {
		all = append(all, profiles.Decision{Setting: setting, Value: value, Origin: origin})
	}
	effects := map[fieldmask.Kind]string{fieldmask.Exclude: "exclude", fieldmask.Forbid: "drop", fieldmask.Expose: "expose"}
	for _, rule := range r.Exclude {
		add(effects[rule.Kind], rule.Path.String(), rule.Origin)
	}
	for _, rule := range r.Omit {
		add("omit", rule.Path.String(), rule.Origin)
	}
	for _, mask := range r.Redact {
		add("mask", mask.Path.String(), mask.Origin)
	}
	for _, mask := range r.Patterns {
		add("mask pattern", mask.Regexp.String(), mask.Origin)
	}
	if r.Detection != nil {
		for _, kind := range r.Detection.Kinds() {
			add("detect", strings.Trim(kind.With, "[]"), kind.Origin)
		}
	}
	for _, field := range r.Derive {
		add("derive", fmt.Sprintf("%s: the first %d of %s", field.Name, field.Chars, field.From), field.Origin)
	}
	for _, limit := range r.Limits {
		add("limit", fmt.Sprintf("%s: %d", limit.Mask(), limit.Max), limit.Origin)
	}
	for _, s := range r.Shorten {
		add("shorten", fmt.Sprintf("%s: %s", s.Mask(), s.Shorten), s.Origin)
	}
	for _, low := range r.LowPriority {
		add("low_priority", low.Path.String(), low.Origin)
	}
	for _, rank := range r.Ranks {
		add("rank_by", fmt.Sprintf("%s: %s", rank.List, rank.By), rank.Origin)
	}
	all = append(all, s.set.ArchiveDecisions()...)
	add("watch.debounce", s.own.Debounce.String(), s.paced("debounce"))
	add("watch.max_wait", s.own.MaxWait.String(), s.paced("max_wait"))
	if poll := s.own.Poll; poll != 0 { // one that is not said depends on the system
		add("watch.poll", max(poll, 0).String(), s.paced("poll"))
	}
	if s.record.origin != (profiles.Origin{}) {
		add("record", s.record.String(), s.record.origin)
	}
	return all, nil
}
