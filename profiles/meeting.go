package profiles

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Entries are compared two at a time, within these limits. Two are enough for a fault: the
// last one to ask for a mode, and one that declares others. A fault beyond the limits, or of a
// tool whose tried names have an entry of their own, appears at a call. The call is refused
// and names it.
const (
	maxCompared = 1 << 18 // pairs of readings
	maxTried    = 1 << 10 // tools that are looked up
	maxRead     = 8       // readings of one name
)

// meetings finds tools that two unrelated entries apply to: a* and *b meet at ab, github.* and
// list_issues at github.list_issues.
type meetings struct {
	readings        map[*tool][]reading // of entries; no server stands for any
	compared, tried int
}

func meetingsOf(tools []*tool) *meetings {
	m := &meetings{readings: make(map[*tool][]reading, len(tools))}
	for _, t := range tools {
		all, _ := readings(t.name)
		m.readings[t] = append([]reading{{tool: t.name}}, all[:min(len(all), maxRead)]...)
	}
	return m
}

// meet reports whether one tool may meet both entries, and returns its name. filler replaces
// the stars.
func (m *meetings) meet(t, u *tool, filler string) (name string, ok bool) {
	all, others := m.readings[t], m.readings[u]
	for _, a := range all {
		for _, b := range others {
			if a.server == "" && len(all) > 1 && b.server != "" || b.server == "" && len(others) > 1 && a.server != "" {
				continue // a name that spells a server, on another one
			}
			if m.compared == maxCompared {
				return "", false
			}
			m.compared++
			if both, ok := a.and(b, filler); ok {
				return both, true
			}
		}
	}
	return "", false
}

// related reports whether one tool may meet both entries. Beyond the limit it gives
// them the benefit of the doubt.
func (m *meetings) related(t, u *tool) bool {
	_, ok := m.meet(t, u, filler)
	return ok || m.compared == maxCompared
}

// and is the name of a tool that fits two readings.
func (r reading) and(q reading, filler string) (name string, ok bool) {
	tool, ok := common(r.tool, q.tool, filler)
	if r.server == "" && q.server == "" {
		return tool, ok && tool != ""
	}
	server, fits := common(cmp.Or(r.server, q.server), cmp.Or(q.server, r.server), filler)
	return server + "." + tool, ok && fits && server != "" && tool != ""
}

// common returns a name that fits both patterns. If each has a star, it is enough that one
// beginning begins the other and one end ends the other. The middle parts fit side by side.
func common(p, q, filler string) (name string, ok bool) {
	switch {
	case !strings.Contains(p, "*"):
		return p, fieldmask.MatchGlob(q, p)
	case !strings.Contains(q, "*"):
		return q, fieldmask.MatchGlob(p, q)
	}
	i, j := strings.IndexByte(p, '*'), strings.IndexByte(q, '*')
	k, l := strings.LastIndexByte(p, '*')+1, strings.LastIndexByte(q, '*')+1
	head, tail := longer(p[:i], q[:j]), longer(p[k:], q[l:])
	if !strings.HasPrefix(head, p[:i]) || !strings.HasPrefix(head, q[:j]) ||
		!strings.HasSuffix(tail, p[k:]) || !strings.HasSuffix(tail, q[l:]) {
		return "", false
	}
	return head + strings.ReplaceAll(p[i:k]+q[j:l], "*", filler) + tail, true
}

func longer(a, b string) string {
	if len(a) < len(b) {
		return b
	}
	return a
}

// filler replaces the stars of patterns, so that longer names are tried than the literal text.
// A tool with just that text may have an entry of its own.
const filler = "x"

// checkMeetings finds an entry that asks for a response mode, and another one for the same
// tool without that mode. Each of them is right by itself. For each asking entry it reports
// one such tool.
func (c *compiler) checkMeetings(s *Set, written []*tool, m *meetings) {
	for _, t := range written {
		asked := s.asks(t)
		if !asked.ok || t.declares(asked.value) || c.refused[t] {
			continue
		}
		for _, u := range written {
			if len(u.modes) > 0 && !c.refused[u] && !u.declares(asked.value) && c.meeting(s, m, t, u) {
				break
			}
		}
	}
}

// checkBuiltins warns of a mode that a pattern or a general section asks of a tool with other
// built-in modes. It is no error, since there may be no such tool, and all others are
// answered.
func (c *compiler) checkBuiltins(s *Set, written []*tool) {
	for _, t := range s.tools[:s.byTool.own] {
		if slices.ContainsFunc(written, func(w *tool) bool { return w.name == t.name }) {
			continue // looked up already
		}
		a, err := s.answer(spell("", t.name), &section{})
		if err != nil {
			continue // an unknown profile, reported at its place
		}
		_, err = a.modeInForce(t.name, false)
		if refused, ok := errors.AsType[*Error](err); ok {
			p := refused.Problems[0]
			p.Message, p.Warning = p.Message+" (built in)", true
			if !slices.ContainsFunc(c.problems, func(q Problem) bool { return q.Origin == p.Origin }) {
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
func (c *compiler) meeting(s *Set, m *meetings, t, u *tool) (refused bool) {
	for _, between := range []string{"", filler} {
		name, ok := m.meet(t, u, between)
		if !ok || t.isCalled(name) || u.isCalled(name) {
			continue
		}
		if m.tried == maxTried {
			return false
		}
		m.tried++
		a, err := s.answer(spell("", name), &section{})
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
	return !t.isGlob() && slices.Contains(spell("", t.name).names, name)
}

// SharingTools returns the names of tool_overrides for which one of others applies to the
// same tool, in any spelling: github.* and mcp__github__list_issues share list_issues. If
// the names are too many to compare, it returns more of them.
func SharingTools(names, others []string) (sharing []string) {
	tools := make([]*tool, 0, len(names)+len(others))
	for _, name := range slices.Concat(names, others) {
		tools = append(tools, &tool{name: name})
	}
	m := meetingsOf(tools)
	for i, name := range names {
		if slices.ContainsFunc(tools[len(names):], func(other *tool) bool { return m.related(tools[i], other) }) {
			sharing = append(sharing, name)
		}
	}
	return sharing
}
