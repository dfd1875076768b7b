package profiles

import (
	"errors"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Limits of one configuration, so that it is checked in good time and each of
// its answers compiles.
const (
	maxEntries = 1024                   // profiles, and tool entries
	maxStars   = 8                      // in the name of a tool entry
	maxPaths   = 8 * fieldmask.MaxPaths // in all lists together, and again in trusted privacy
)

// checkSizes refuses what New must not even start to compile.
func (c *compiler) checkSizes(spec Spec, at place) {
	if n := len(spec.Profiles); n > maxEntries {
		c.fail(at.key("profiles").origin(), "%d profiles; at most %d are allowed", n, maxEntries)
	}
	if n := len(spec.Tools); n > maxEntries {
		c.fail(at.key("tool_overrides").origin(), "%d tool entries; at most %d are allowed", n, maxEntries)
	}
	if n := len(spec.Clients); n > maxEntries {
		c.fail(at.key("clients").origin(), "%d clients; at most %d are allowed", n, maxEntries)
	}
	for _, t := range spec.Tools {
		if n := strings.Count(t.Name, "*"); n > maxStars {
			c.fail(at.key("tool_overrides", t.Name).origin(), "%d stars in the name; at most %d are allowed", n, maxStars)
		}
	}
}

// checkPaths holds what any file can say within its bounds.
func (c *compiler) checkPaths(at place) {
	if c.paths > maxPaths {
		c.fail(at.origin(), "%d paths in all lists; at most %d are allowed", c.paths, maxPaths)
	}
}

// checkTrusted holds the privacy sections of the user and the machine within
// bounds of their own.
func (c *compiler) checkTrusted(at place) {
	if c.trusted > maxPaths {
		c.fail(at.origin(), "%d paths in the trusted privacy sections; at most %d are allowed", c.trusted, maxPaths)
	}
}

// check finds what no value shows by itself: names that lead nowhere, and
// settings without effect. written is what s adds to the built-ins.
func (c *compiler) check(s, written *Set) {
	c.refused = map[*tool]bool{}
	c.reference(s, s.force)
	c.cycles(s)
	c.checkBroad(s, &written.global)
	for _, name := range written.ProfileNames() {
		c.checkProfile(s, name, written.profiles[name])
	}
	met := meetingsOf(s.tools)
	for _, t := range written.tools {
		c.checkTool(s, t, met)
	}
	c.checkMeetings(s, written.tools, meetingsOf(written.tools))
	c.checkBuiltins(s, written.tools)
}

// reference reports a profile name that names none. A fallback would drop the
// exclusions of the profile that was meant (RULES D12).
func (c *compiler) reference(s *Set, name said[string]) {
	if _, known := s.profiles[name.value]; name.ok && !known {
		c.report(unknown(name.origin, "profile", name.value, s.ProfileNames()))
	}
}

// checkBroad checks a section that speaks to every tool.
func (c *compiler) checkBroad(s *Set, sec *section) {
	c.reference(s, sec.profile)
	c.idleDefaults(sec, s.tools)
	if !sec.responseMode.ok {
		return
	}
	if modes := declaredModes(s.tools); !slices.Contains(modes, sec.responseMode.value) {
		c.report(unknown(sec.responseMode.origin, "response_mode", sec.responseMode.value, modes))
	}
}

func (c *compiler) checkProfile(s *Set, name string, p *profile) {
	c.reference(s, p.extends)
	c.checkBroad(s, &p.section)
	sections, expand := s.lineage(name)
	joined := join(sections...)
	c.contradictions(joined.include.value, joined.common, joined.exclude, s.privacy.forbid)
	if !expand {
		return
	}
	if len(p.common) > 0 {
		c.warn(p.common[0].Origin, "common_exclusions have no effect: debug, and what extends it, hides nothing")
	}
	for _, e := range []said[bool]{p.emptyArrays, p.emptyObjects, p.nulls, p.defaultValues} {
		if e.value {
			c.warn(e.origin, "no effect: debug, and what extends it, elides nothing")
		}
	}
}

// checkTool checks an entry together with all else that speaks to a tool of its
// name.
func (c *compiler) checkTool(s *Set, t *tool, met *meetings) {
	c.reference(s, t.profile)
	c.idleBesideOff(s, t)
	c.idleSettings(s, t, met)
	all, err := s.effective(spell("", t.name), &section{})
	if err == nil {
		_, err = all.modeInForce(t.name, false)
	}
	var refused *Error
	if errors.As(err, &refused) {
		c.refused[t] = true
		for _, p := range refused.Problems {
			c.report(p)
		}
	}
	c.contradictions(all.include.value, all.common, all.exclude, s.privacy.forbid)
	for _, d := range t.derive {
		if !all.derives(d) {
			c.warn(d.Origin, "no effect: no response mode of %q shows the field", t.name)
		}
	}
}

// idleSettings warns of settings of an entry that mean nothing to any tool that
// it can speak to.
func (c *compiler) idleSettings(s *Set, t *tool, met *meetings) {
	if !t.defaultValues.value && !t.responseMode.ok && !t.offers("mode") {
		return
	}
	var related []*tool
	for _, u := range s.tools {
		if (len(u.modes) > 0 || len(u.defaults) > 0) && met.related(t, u) {
			related = append(related, u)
		}
	}
	c.idleDefaults(&t.section, related)
	if len(declaredModes(related)) > 0 {
		return
	}
	if t.responseMode.ok {
		c.warn(t.responseMode.origin, "no effect: no response_modes are declared for %q", t.name)
	}
	if t.offers("mode") {
		c.warn(t.caller.origin, "mode has no effect: no response_modes are declared for %q", t.name)
	}
}

func declaredModes(tools []*tool) []string {
	var names []string
	for _, t := range tools {
		names = append(names, modeNames(t.modes)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// idleDefaults warns where exclude_default_values meets no declared default:
// nothing is guessed (RULES D10).
func (c *compiler) idleDefaults(sec *section, tools []*tool) {
	declares := func(t *tool) bool { return len(t.defaults) > 0 }
	if sec.defaultValues.value && !slices.ContainsFunc(tools, declares) {
		c.warn(sec.defaultValues.origin, "no effect: no tool declares defaults")
	}
}
