package profiles

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles/internal/toolname"
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
	check := func(n int, key, things string) {
		if n > maxEntries {
			c.fail(at.key(key).origin(), "%d %s; at most %d are allowed", n, things, maxEntries)
		}
	}
	check(len(spec.Profiles), "profiles", "profiles")
	check(len(spec.Tools), "tool_overrides", "tool entries")
	check(len(spec.Clients), "clients", "clients")
	for _, t := range spec.Tools {
		if n := strings.Count(t.Name, "*"); n > maxStars {
			c.fail(at.key("tool_overrides", t.Name).origin(), "%d stars in the name; at most %d are allowed", n, maxStars)
		}
	}
}

// checker finds faults of combinations: unknown names, and settings without effect.
type checker struct {
	*problems
	set     *Set
	written *Set           // the part of set beyond the built-ins
	refused map[*tool]bool // entries whose own tools would be refused

	related toolname.Meetings // of an entry with all others
	asked   toolname.Meetings // of entries that ask for a mode with those that declare others
	tried   int               // tools that were looked up
}

// check finds the faults of a set.
func (p *problems) check(set, written *Set) {
	c := &checker{problems: p, set: set, written: written, refused: map[*tool]bool{}}
	c.reference(set.force)
	c.checkCycles()
	c.checkBroad(&written.global)
	for _, name := range written.ProfileNames() {
		c.checkProfile(name, written.profiles[name])
		c.idleBesideAudit(&written.profiles[name].section)
	}
	for _, t := range written.tools {
		c.checkTool(t)
	}
	c.checkMeetings()
	c.checkBuiltins()
}

// reference reports a profile name that names none. A fallback would drop the
// exclusions of the profile that was meant (RULES D12).
func (c *checker) reference(name said[string]) {
	if _, known := c.set.profiles[name.value]; name.ok && !known {
		c.report(unknown(name.origin, "profile", name.value, c.set.ProfileNames()))
	}
}

// checkBroad checks a section that speaks to every tool.
func (c *checker) checkBroad(sec *section) {
	c.reference(sec.text(keyProfile))
	c.idleDefaults(sec, c.set.tools)
	mode := sec.text(keyMode)
	if modes := declaredModes(c.set.tools); mode.ok && !slices.Contains(modes, mode.value) {
		c.report(unknown(mode.origin, "response_mode", mode.value, modes))
	}
}

// checkCycles reports profiles that extend themselves, each cycle once, at the first of its
// names.
func (c *checker) checkCycles() {
	base := func(name string) string { return c.set.profiles[name].extends.value }
	seenFrom := make(map[string]string)
	for _, start := range c.set.ProfileNames() {
		name := start
		for ; seenFrom[name] == ""; name = base(name) {
			if _, ok := c.set.profiles[name]; !ok {
				break
			}
			seenFrom[name] = start
		}
		if seenFrom[name] != start {
			continue
		}
		names := []string{name}
		for n := base(name); n != name; n = base(n) {
			names = append(names, n)
		}
		first := slices.Index(names, slices.Min(names))
		names = slices.Concat(names[first:], names[:first+1])
		c.fail(c.set.profiles[names[0]].extends.origin, "profiles extend each other: %s", strings.Join(names, " -> "))
	}
}

func (c *checker) checkProfile(name string, p *profile) {
	c.reference(p.extends)
	c.checkBroad(&p.section)
	sections, expand := c.set.lineage(name)
	joined := join(sections...)
	c.contradictions(joined.include.value, joined.common, joined.exclude, c.set.privacy.forbid)
	if !expand {
		return
	}
	c.warnOf(p.common, "common_exclusions have no effect: debug, and what extends it, hides nothing")
	c.warnOf(p.omit, "no effect: debug, and what extends it, omits nothing")
	for _, key := range []setting{keyEmptyArrays, keyEmptyObjects, keyNulls, keyDefaultValues} {
		if p.flag(key) {
			c.warn(p.scalars[key].origin, "no effect: debug, and what extends it, elides nothing")
		}
	}
}

// contradictions warns of paths that are both included and excluded: the
// exclude always wins (RULES D8).
func (c *checker) contradictions(include []Rule, excludes ...[]Rule) {
	if len(include) == 0 {
		return
	}
	hiddenBy := map[string]*Origin{}
	for _, list := range excludes {
		for x := range list {
			hiddenBy[list[x].Path.String()] = &list[x].Origin
		}
	}
	for _, i := range include {
		if by := hiddenBy[i.Path.String()]; by != nil {
			c.warn(i.Origin, "%s is excluded as well, at %s; the exclude wins", i.Path, by)
		}
	}
}

// checkTool checks an entry together with all else that speaks to a tool of its
// name.
func (c *checker) checkTool(t *tool) {
	c.reference(t.text(keyProfile))
	c.idleBesideOff(t)
	c.idleBesideAudit(&t.section)
	c.idleSettings(t)
	a, err := c.set.answer(toolname.Spell("", t.name), enforced())
	if err == nil {
		_, err = a.modeInForce(t.name, false)
	}
	if refused, ok := errors.AsType[*Error](err); ok {
		c.refused[t] = true
		for _, p := range refused.Problems {
			c.report(p)
		}
	}
	all := &a.all
	c.contradictions(all.include.value, all.common, all.exclude, c.set.privacy.forbid)
	for _, d := range t.derive {
		shows := func(m mode) bool { return mayShow(m.content().fields, d.Name) }
		if len(all.modes) > 0 && !slices.ContainsFunc(all.modes, shows) {
			c.warn(d.Origin, "no effect: no response mode of %q shows the field", t.name)
		}
	}
}

// idleBesideOff warns of rules of an entry that the profile off of the same entry switches
// off.
func (c *checker) idleBesideOff(t *tool) {
	if t.text(keyProfile).value != Off {
		return
	}
	if !c.set.trusted {
		c.warnOf(slices.Concat(t.exclude, t.onError), "no effect: beside the profile off, excludes act in the home and the /etc file alone")
	}
	const idle = "no effect: beside the profile off, only hiding rules act"
	if t.include.ok {
		c.warn(t.include.origin, idle)
	}
	c.warnOf(t.omit, idle)
	for _, key := range []setting{
		keyNulls, keyEmptyArrays, keyEmptyObjects, keyColumns, keyTextAs, keyCompact,
		keyMaxString, keyMaxItems, keyRows, keyMaxTokens, keyMaxBytes, keyMode, keyDialect, keyText, keySchema,
	} {
		if said := t.scalars[key]; said.ok && said.value != false {
			c.warn(said.origin, idle)
		}
	}
}

// enforced is a call whose rules act under an audit as well.
var enforced = sync.OnceValue(func() *section {
	return new((&compiler{}).call(Key{Settings: Settings{Audit: new(false)}}))
})

// idleBesideAudit warns of the excludes of the home and the /etc file that an audit means to hold
// back. They hide data, so they act.
func (c *checker) idleBesideAudit(s *section) {
	if said := s.scalars[keyAudit].or(c.set.global.scalars[keyAudit]); said.value == true && c.set.trusted {
		c.warnOf(slices.Concat(s.common, s.exclude, s.onError), "audit has no effect: excludes of the home and the /etc file act all the same")
	}
}

// warnOf warns of the first rule, if there is one.
func (c *checker) warnOf(rules []Rule, message string) {
	if len(rules) > 0 {
		c.warn(rules[0].Origin, "%s", message)
	}
}

// idleSettings warns of settings of an entry that mean nothing to any tool that
// it can speak to.
func (c *checker) idleSettings(t *tool) {
	mode, offersMode := t.text(keyMode), slices.Contains(t.caller.value, "mode")
	if !t.flag(keyDefaultValues) && !mode.ok && !offersMode {
		return
	}
	var related []*tool
	for _, u := range c.set.tools {
		if (len(u.modes) > 0 || len(u.defaults) > 0) && c.related.AreRelated(t.name, u.name) {
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
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

// idleDefaults warns where exclude_default_values meets no declared default:
// nothing is guessed (RULES D10).
func (c *checker) idleDefaults(sec *section, tools []*tool) {
	declares := func(t *tool) bool { return len(t.defaults) > 0 }
	if sec.flag(keyDefaultValues) && !slices.ContainsFunc(tools, declares) {
		c.warn(sec.scalars[keyDefaultValues].origin, "no effect: no tool declares defaults")
	}
}

// maxTried bounds the tools that are looked up. Two entries are enough for a fault: the last
// one to ask for a mode, and one that declares others. A fault beyond the bound, or of a tool
// whose tried names have an entry of their own, appears at a call. The call is refused and
// names it.
const maxTried = 1 << 10

// checkMeetings finds an entry that asks for a response mode, and another one for the same
// tool without that mode. Each of them is right by itself. For each asking entry it reports
// one such tool.
func (c *checker) checkMeetings() {
	for _, t := range c.written.tools {
		lineage, _ := c.set.lineage(t.text(keyProfile).value)
		all := join(append(lineage, &t.section)...)
		asked := all.text(keyMode) // by the entry or its profile
		if !asked.ok || t.declares(asked.value) || c.refused[t] {
			continue
		}
		for _, u := range c.written.tools {
			if len(u.modes) > 0 && !c.refused[u] && !u.declares(asked.value) && c.meeting(t, u) {
				break
			}
		}
	}
}

// checkBuiltins warns of a mode that a pattern or a general section asks of a tool with other
// built-in modes. It is no error, since there may be no such tool, and all others are
// answered.
func (c *checker) checkBuiltins() {
	for _, t := range c.set.tools[:c.set.byTool.Own] {
		if slices.ContainsFunc(c.written.tools, func(w *tool) bool { return w.name == t.name }) {
			continue // looked up already
		}
		a, err := c.set.answer(toolname.Spell("", t.name), &section{})
		if err != nil {
			continue // an unknown profile, reported at its place
		}
		_, err = a.modeInForce(t.name, false)
		if refused, ok := errors.AsType[*Error](err); ok {
			p := refused.Problems[0]
			p.Message, p.Warning = p.Message+" (built in)", true
			if !slices.ContainsFunc(c.all, func(q Problem) bool { return q.Origin == p.Origin }) {
				c.report(p)
			}
		}
	}
}

func (t *tool) declares(name string) bool {
	return slices.ContainsFunc(t.modes, func(m mode) bool { return m.name == name })
}

// meeting looks up a tool that meets two entries, and reports the error that a call would get.
// A tool with the name of an entry was looked up before.
func (c *checker) meeting(t, u *tool) (refused bool) {
	for _, between := range []string{"", toolname.Filler} {
		name, ok := c.asked.Meet(t.name, u.name, between)
		if !ok || t.isCalled(name) || u.isCalled(name) {
			continue
		}
		if c.tried == maxTried {
			return false
		}
		c.tried++
		a, err := c.set.answer(toolname.Spell("", name), &section{})
		if err != nil {
			return false // an unknown profile, reported at its place
		}
		if _, err := a.modeInForce(name, false); err != nil {
			mode := a.all.text(keyMode)
			p := unknown(mode.origin, "response_mode", mode.value, modeNames(a.all.modes))
			p.Message = fmt.Sprintf("tools such as %q meet %s: %s, declared at %s", name, words.Abridge(a.applied), p.Message, u.modes[0].origin)
			c.report(p)
			return true
		}
	}
	return false
}

// isCalled reports whether an entry without a star has one of the names of a tool.
func (t *tool) isCalled(name string) bool {
	return !toolname.IsGlob(t.name) && slices.Contains(toolname.Spell("", t.name).Names, name)
}
