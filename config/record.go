package config

import (
	"fmt"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Record holds the key "record" of the home file: whether proxies record calls and results, and
// the bounds on all recordings.
type Record struct {
	On       bool
	MaxBytes int64         // of all sessions, compressed
	TTL      time.Duration // of a session after its last call

	origin profiles.Origin
}

// usualRecord holds without the key, and for a flag that starts a recording.
var usualRecord = Record{MaxBytes: 512 << 20, TTL: 30 * day}

// Record returns the settings of recordings. Only the home file sets them, for any file in
// force: a project must not have results stored.
func (s *Snapshot) Record() Record {
	if s.record.MaxBytes == 0 { // no configuration was good so far
		return usualRecord
	}
	return s.record
}

// notRecording sets the key "record" aside in a file that is not the home file.
func (s *source) notRecording(strict bool) Diagnostics {
	if s.doc.Values["record"] == nil || s.Privacy && s.Role != RoleEtc {
		return nil
	}
	d := s.setAside([]string{"record"}, strict)
	d.SetAside = false // trust does not change it
	d.Message, d.Hint = "set aside, since only the home file can start a recording", "~/"+FolderName+"/"+FileName
	return Diagnostics{d}
}

// recorded returns the settings of recordings. $HOME goes before the home of the account.
func (b *builder) recorded() Record {
	for _, s := range b.sources {
		value, isSaid := s.doc.Values["record"]
		if !isSaid {
			continue
		}
		r := usualRecord
		r.origin = s.doc.Origin(words.Pointer("record"))
		switch value := value.(type) {
		case bool:
			r.On = value
		case map[string]any:
			r.On = true
			if bytes, ok := value["max_bytes"].(int64); ok {
				r.MaxBytes = bytes
			}
			if ttl, ok := duration(value["ttl"]); ok {
				r.TTL = ttl
			}
		}
		return r
	}
	return usualRecord
}

// String returns "off", or the bounds of recordings.
func (r Record) String() string {
	if !r.On {
		return "off"
	}
	return fmt.Sprintf("%d bytes, %v", r.MaxBytes, r.TTL)
}
