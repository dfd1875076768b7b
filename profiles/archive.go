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
	return Archive{Store: s.archive.store.value, Path: s.archive.path.value, MaxBytes: s.archive.maxBytes.value, TTL: s.archive.ttl.value}
}

// ArchiveDecisions lists the settings of [Set.Archive] and their origins.
func (s *Set) ArchiveDecisions() []Decision {
	all := []Decision{
		decide("archive.store", s.archive.store, strings.Clone),
		decide("archive.path", s.archive.path, strings.Clone),
		decide("archive.max_bytes", s.archive.maxBytes, func(n int64) string { return strconv.FormatInt(n, 10) }),
		decide("archive.ttl", s.archive.ttl, time.Duration.String),
	}
	return made(all)
}

// archive is a compiled [ArchiveSpec].
type archive struct {
	store, path said[string]
	maxBytes    said[int64]
	ttl         said[time.Duration]
}

const inDirectory = "directory"

func (c *compiler) archive(a *ArchiveSpec, at place) (all archive) {
	if a == nil {
		return all
	}
	all.store, all.path, all.maxBytes = say(a.Store, at.key("store")), say(a.Path, at.key("path")), say(a.MaxBytes, at.key("max_bytes"))
	if all.store.ok {
		c.oneOf(all.store.value, at.key("store"), []string{"memory", inDirectory})
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
	switch needs := all.store.value == inDirectory; {
	case !all.store.ok:
		c.fail(at.origin(), "store is missing: memory or directory")
	case needs && all.path.value == "":
		c.fail(at.origin(), "a directory needs a path")
	case !needs && all.path.ok:
		c.warn(all.path.origin, "no effect: only a directory has a path")
	}
	if n := all.maxBytes; n.ok && n.value < 1 {
		c.fail(n.origin, "max_bytes must be 1 or more, not %d", n.value)
	}
	return all
}
