package config

import (
	"fmt"
	"slices"
	"time"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Effective lists what holds for a call and where each value was written: the
// settings, then the rules that hide, show, replace, derive and limit, then the
// archive, and how the files are watched. Its errors are those of [profiles.Set.Resolve].
func (s *Snapshot) Effective(key profiles.Key) ([]profiles.Decision, error) {
	r, err := s.set.Resolve(key)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(r.Decisions)
	add := func(setting, value string, origin profiles.Origin) {
		all = append(all, profiles.Decision{Setting: setting, Value: value, Origin: origin})
	}
	effects := map[fieldmask.Kind]string{fieldmask.Exclude: "exclude", fieldmask.Forbid: "forbid", fieldmask.Expose: "expose"}
	for _, rule := range r.Exclude {
		add(effects[rule.Kind], rule.Path.String(), rule.Origin)
	}
	for _, mask := range r.Redact {
		add("mask", mask.Path.String(), mask.Origin)
	}
	for _, mask := range r.Patterns {
		add("mask pattern", mask.Regexp.String(), mask.Origin)
	}
	if r.Detection != nil {
		for _, kind := range r.Detection.Kinds() {
			add("detect", kind.With, kind.Origin)
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
	return append(all, s.own.decisions(s.paced)...), nil
}

// decisions lists global.watch, as the file in force is followed. The poll that is
// not said depends on the system.
func (t timing) decisions(origin func(key string) profiles.Origin) []profiles.Decision {
	var all []profiles.Decision
	add := func(key string, value time.Duration) {
		all = append(all, profiles.Decision{Setting: "watch." + key, Value: value.String(), Origin: origin(key)})
	}
	add("debounce", t.debounce)
	add("max_wait", t.maxWait)
	if t.poll != 0 {
		add("poll", max(t.poll, 0))
	}
	return all
}
