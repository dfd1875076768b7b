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

// checkSizes refuses a configuration that is too large to compile.
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

// check finds faults of combinations: unknown names and settings without effect. written is
// the part of s beyond the built-ins.
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
	c.reference(s, sec.text(keyProfile))
	c.idleDefaults(sec, s.tools)
	mode := sec.text(keyMode)
	if modes := declaredModes(s.tools); mode.ok && !slices.Contains(modes, mode.value) {
		c.report(unknown(mode.origin, "response_mode", mode.value, modes))
	}
}

// cycles reports profiles that extend themselves, each cycle once, at the first
// of its names.
func (c *compiler) cycles(s *Set) {
	seenFrom := make(map[string]string)
	for _, start := range s.ProfileNames() {
		name := start
		for ; seenFrom[name] == ""; name = s.profiles[name].extends.value {
			if _, ok := s.profiles[name]; !ok {
				break
			}
			seenFrom[name] = start
		}
		if seenFrom[name] == start {
			c.cycle(s, name)
		}
	}
}

// cycle reports the cycle that a profile is in.
func (c *compiler) cycle(s *Set, member string) {
	first := member
	for n := s.profiles[member].extends.value; n != member; n = s.profiles[n].extends.value {
		first = min(first, n)
	}
	names := []string{first}
	for n := s.profiles[first].extends.value; n != first; n = s.profiles[n].extends.value {
		names = append(names, n)
	}
	c.fail(s.profiles[first].extends.origin, "profiles extend each other: %s", strings.Join(append(names, first), " -> "))
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
	for _, key := range []setting{keyEmptyArrays, keyEmptyObjects, keyNulls, keyDefaultValues} {
		if p.flag(key) {
			c.warn(p.scalars[key].origin, "no effect: debug, and what extends it, elides nothing")
		}
	}
}

// checkTool checks an entry together with all else that speaks to a tool of its
// name.
func (c *compiler) checkTool(s *Set, t *tool, met *meetings) {
	c.reference(s, t.text(keyProfile))
	c.idleBesideOff(s, t)
	c.idleSettings(s, t, met)
	a, err := s.answer(spell("", t.name), &section{})
	if err == nil {
		_, err = a.modeInForce(t.name, false)
	}
	var refused *Error
	if errors.As(err, &refused) {
		c.refused[t] = true
		for _, p := range refused.Problems {
			c.report(p)
		}
	}
	all := &a.all
	c.contradictions(all.include.value, all.common, all.exclude, s.privacy.forbid)
	for _, d := range t.derive {
		shows := func(m mode) bool { return mayShow(m.shows().fields, d.Name) }
		if len(all.modes) > 0 && !slices.ContainsFunc(all.modes, shows) {
			c.warn(d.Origin, "no effect: no response mode of %q shows the field", t.name)
		}
	}
}

// idleBesideOff warns of rules of an entry that the profile off of the same entry switches
// off.
func (c *compiler) idleBesideOff(s *Set, t *tool) {
	if t.text(keyProfile).value != Off {
		return
	}
	if rules := slices.Concat(t.exclude, t.onError); !s.trusted && len(rules) > 0 {
		c.warn(rules[0].Origin, "no effect: beside the profile off, excludes act in the home and the /etc file alone")
	}
	const idle = "no effect: beside the profile off, only hiding rules act"
	if t.include.ok {
		c.warn(t.include.origin, idle)
	}
	for _, key := range []setting{
		keyNulls, keyEmptyArrays, keyEmptyObjects, keyColumns, keyCompact,
		keyMaxString, keyMaxItems, keyMaxTokens, keyMaxBytes, keyMode, keyDialect, keyText, keySchema,
	} {
		if said := t.scalars[key]; said.ok && said.value != false {
			c.warn(said.origin, idle)
		}
	}
}

// idleSettings warns of settings of an entry that mean nothing to any tool that
// it can speak to.
func (c *compiler) idleSettings(s *Set, t *tool, met *meetings) {
	mode, offersMode := t.text(keyMode), slices.Contains(t.caller.value, "mode")
	if !t.flag(keyDefaultValues) && !mode.ok && !offersMode {
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
	if mode.ok {
		c.warn(mode.origin, "no effect: no response_modes are declared for %q", t.name)
	}
	if offersMode {
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
	if sec.flag(keyDefaultValues) && !slices.ContainsFunc(tools, declares) {
		c.warn(sec.scalars[keyDefaultValues].origin, "no effect: no tool declares defaults")
	}
}
