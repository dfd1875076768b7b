package profiles

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles/internal/toolname"
)

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
		asked := c.set.asks(t)
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

// asks returns the response mode that an entry asks for, itself or by its profile.
func (s *Set) asks(t *tool) said[string] {
	lineage, _ := s.lineage(t.text(keyProfile).value)
	all := join(append(lineage, &t.section)...)
	return all.text(keyMode)
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
			p.Message = fmt.Sprintf("tools such as %q meet %s: %s, declared at %s", name, abridge(a.applied), p.Message, u.modes[0].origin)
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
