package limits

import (
	"net/url"
	"strings"
	"time"
)

// ArchiveSpec is the key archive of the section global as written: the store for the full
// results of cut responses. A nil field is not set.
type ArchiveSpec struct {
	Store    *string `json:"store"`     // memory | directory | redis | blob
	Path     *string `json:"path"`      // of a directory
	URL      *string `json:"url"`       // of a redis or blob; it may hold a password
	Prefix   *string `json:"prefix"`    // begins all names in a redis or blob
	KeyFile  *string `json:"key_file"`  // for a redis or blob: see archive.ReadKeys
	MaxBytes *int64  `json:"max_bytes"` // of all that is kept; in a redis or blob of each result
	TTL      *string `json:"ttl"`       // how long it is kept, as time.ParseDuration reads it
}

// Archive selects the store for full results. The zero Archive is none; a zero limit means the
// store's default. URL may hold a password, so do not print it.
type Archive struct {
	Store    string
	Path     string
	URL      string
	Prefix   string
	KeyFile  string
	MaxBytes int64
	TTL      time.Duration
}

// IsShared reports whether the store is one that machines share: redis or blob.
func (a Archive) IsShared() bool { return a.Store == "redis" || a.Store == "blob" }

// Place names the store for a reader: the directory, or the URL without its user, password and
// query. A store in memory has only its name.
func (a Archive) Place() string {
	switch {
	case a.Store == "directory":
		return a.Path
	case a.IsShared():
		return Redact(a.URL)
	}
	return a.Store
}

// Redact returns the scheme, host and path of a URL; "…" for a text that is no URL. A "/" in a
// password would end the host too early, so an "@" after the host makes a text no URL.
func Redact(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" || u.Opaque != "" || u.User == nil && strings.Contains(text, "@") {
		return "…"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}
