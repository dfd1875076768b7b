package config

import "time"

// Status is the record of what a [Watcher] uses and of what it refused.
type Status struct {
	Generation uint64    // of the configuration in use; the first is 1
	Path       string    // the file in force, or "" when the built-ins are
	Live       string    // its Snapshot.Hash
	LoadedAt   time.Time // when it came into use

	// Err is why the files as they are now are not in use, or nil. The
	// configuration in use is then the last good one, with the privacy sections
	// that can be read of the files that are refused.
	Err     error
	Refused string // the hash of the files that Err refuses, or ""
	Missing bool   // a file that is in use has vanished; its last content holds
	Closed  bool   // nothing is shown: it is not known what to hide

	Mode  Mode
	Blind string // why it is ModePoll where notifications were wanted, else ""
}

// Mode is how a [Watcher] learns of changes.
type Mode string

const (
	ModeNotify Mode = "notify" // the system tells, and a slow poll catches what it does not tell
	ModePoll   Mode = "poll"   // the files are read at an interval
)

func (s Status) equal(t Status) bool {
	same := sameText(s.Err, t.Err)
	s.Err, t.Err = nil, nil
	return same && s == t
}

// sameText compares errors by what they say: Diagnostics are not comparable.
func sameText(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Error() == b.Error()
}
