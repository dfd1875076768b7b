package profiles

import (
	"strconv"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles/internal/limits"
)

// ArchiveSpec is the key archive of the section global as written. Archive is the store that
// it selects.
type (
	ArchiveSpec = limits.ArchiveSpec
	Archive     = limits.Archive
)

// Archive returns the store for full results. All calls share it.
func (s *Set) Archive() Archive {
	a := &s.archive
	return Archive{
		Store: a.store.value, Path: a.path.value, MaxBytes: a.maxBytes.value, TTL: a.ttl.value,
		URL: a.url.value, Prefix: a.prefix.value, KeyFile: a.keyFile.value,
	}
}

// ArchiveDecisions lists the settings of [Set.Archive] and their origins. A URL is there without
// user, password and query.
func (s *Set) ArchiveDecisions() []Decision {
	all := []Decision{
		decide("archive.store", s.archive.store, strings.Clone),
		decide("archive.path", s.archive.path, strings.Clone),
		decide("archive.url", s.archive.url, limits.Redact),
		decide("archive.prefix", s.archive.prefix, strings.Clone),
		decide("archive.key_file", s.archive.keyFile, strings.Clone),
		decide("archive.max_bytes", s.archive.maxBytes, func(n int64) string { return strconv.FormatInt(n, 10) }),
		decide("archive.ttl", s.archive.ttl, time.Duration.String),
	}
	return made(all)
}

// archive is a compiled [ArchiveSpec].
type archive struct {
	store, path          said[string]
	url, prefix, keyFile said[string]
	maxBytes             said[int64]
	ttl                  said[time.Duration]
}

var stores = []string{"memory", "directory", "redis", "blob"}

func (c *compiler) archive(a *ArchiveSpec, at place) (all archive) {
	all.store, all.path, all.maxBytes = say(a.Store, at.key("store")), say(a.Path, at.key("path")), say(a.MaxBytes, at.key("max_bytes"))
	all.url, all.prefix, all.keyFile = say(a.URL, at.key("url")), say(a.Prefix, at.key("prefix")), say(a.KeyFile, at.key("key_file"))
	if all.store.ok {
		c.oneOf(all.store.value, at.key("store"), stores)
	}
	if a.TTL != nil {
		lifetime, err := time.ParseDuration(*a.TTL)
		all.ttl = say(&lifetime, at.key("ttl"))
		switch {
		case err != nil:
			c.fail(all.ttl.origin, `expected a duration such as "24h"`)
		case lifetime <= 0:
			c.fail(all.ttl.origin, "must be longer than 0")
		}
	}
	c.archivePlace(&all, at)
	if n := all.maxBytes; n.ok && n.value < 1 {
		c.fail(n.origin, "max_bytes must be 1 or more, not %d", n.value)
	}
	return all
}

// archivePlace checks that a store names its place and its keys.
func (c *compiler) archivePlace(a *archive, at place) {
	if !a.store.ok {
		c.fail(at.origin(), "store is missing: %s", list(stores))
		return
	}
	for _, k := range []struct {
		key, of string
		said    said[string]
	}{{"path", "directory", a.path}, {"url", "redis, blob", a.url}, {"key_file", "redis, blob", a.keyFile}, {"prefix", "redis, blob", a.prefix}} {
		switch has := strings.Contains(k.of, a.store.value); {
		case has && k.said.value == "" && k.key != "prefix":
			c.fail(at.origin(), "%s needs %s", a.store.value, k.key)
		case !has && k.said.ok:
			c.warn(k.said.origin, "no effect: %s is for %s", k.key, k.of)
		}
	}
	if a.url.value != "" && limits.Redact(a.url.value) == "…" {
		c.fail(a.url.origin, "expected a URL (in a password / is %%2F and @ is %%40)")
	}
	if len(a.prefix.value) > 128 || strings.ContainsFunc(a.prefix.value, func(r rune) bool { return r <= ' ' || r > '~' }) {
		c.fail(a.prefix.origin, "expected at most 128 ASCII characters without spaces")
	}
}
