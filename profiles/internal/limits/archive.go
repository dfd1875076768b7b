package limits

import "time"

// ArchiveSpec is the key archive of the section global as written: the store for the full
// results of cut responses. A nil field is not set.
type ArchiveSpec struct {
	Store    *string `json:"store"`     // memory | directory
	Path     *string `json:"path"`      // of a directory
	MaxBytes *int64  `json:"max_bytes"` // of all that is kept
	TTL      *string `json:"ttl"`       // how long it is kept, as time.ParseDuration reads it
}

// Archive selects the store for full results. The zero Archive is none; a zero limit means the
// store's default.
type Archive struct {
	Store    string
	Path     string
	MaxBytes int64
	TTL      time.Duration
}
