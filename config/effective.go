package config

import (
	"fmt"
	"slices"

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
	add("watch.debounce", s.own.Debounce.String(), s.paced("debounce"))
	add("watch.max_wait", s.own.MaxWait.String(), s.paced("max_wait"))
	if poll := s.own.Poll; poll != 0 { // one that is not said depends on the system
		add("watch.poll", max(poll, 0).String(), s.paced("poll"))
	}
	return all, nil
}
