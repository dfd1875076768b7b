package toolname

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Bounds of the comparisons.
const (
	maxCompared = 1 << 18 // pairs of readings
	maxRead     = 8       // readings of one name
)

// Meetings finds tools that two unrelated entries apply to: a* and *b meet at ab, github.* and
// list_issues at github.list_issues. It compares a bounded number of pairs.
type Meetings struct {
	readings map[string][]reading // of entries; no server stands for any
	compared int
}

// of returns the readings of an entry.
func (m *Meetings) of(name string) []reading {
	if m.readings == nil {
		m.readings = map[string][]reading{}
	}
	if m.readings[name] == nil {
		all, _ := readings(name)
		m.readings[name] = append([]reading{{tool: name}}, all[:min(len(all), maxRead)]...)
	}
	return m.readings[name]
}

// Meet reports whether one tool may meet both entries, and returns its name. filler replaces
// the stars. It reports false beyond the bound.
func (m *Meetings) Meet(t, u, filler string) (name string, ok bool) {
	all, others := m.of(t), m.of(u)
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

// AreRelated reports whether one tool may meet both entries. Beyond the bound it gives
// them the benefit of the doubt.
func (m *Meetings) AreRelated(t, u string) bool {
	_, ok := m.Meet(t, u, Filler)
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

// Filler replaces the stars of patterns, so that longer names are tried than the literal text.
// A tool with just that text may have an entry of its own.
const Filler = "x"

// Sharing returns the names that may meet one of others. Beyond the bound it returns more.
func Sharing(names, others []string) (sharing []string) {
	var m Meetings
	for _, name := range names {
		if slices.ContainsFunc(others, func(other string) bool { return m.AreRelated(name, other) }) {
			sharing = append(sharing, name)
		}
	}
	return sharing
}
