package profiles

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// toolIndex finds the tool entries that apply to a call. An entry is identified by its index
// in the order of application.
type toolIndex struct {
	byName map[string][]int // of the entries without a wildcard
	globs  []glob           // of the others
	rank   []int            // of each entry: equal if only the file's order tells them apart
	own    int              // the first entry that is not built in
}

type glob struct {
	pattern string
	entry   int
}

// indexTools indexes entries in the order of their application. The first builtIn ones are
// built in.
func indexTools(tools []*tool, builtIn int) toolIndex {
	x := toolIndex{byName: map[string][]int{}, rank: make([]int, len(tools)), own: builtIn}
	for i, t := range tools {
		if t.isGlob() {
			x.globs = append(x.globs, glob{t.name, i})
		} else {
			x.byName[t.name] = append(x.byName[t.name], i)
		}
		if x.rank[i] = i; i > 0 && i != builtIn && t.compare(tools[i-1]) == 0 {
			x.rank[i] = x.rank[i-1]
		}
	}
	return x
}

// isGlob reports whether an entry may speak to tools of several names.
func (t *tool) isGlob() bool { return strings.Contains(t.name, "*") }

// compare orders two entries: globs first, then those with fewer literal letters.
func (t *tool) compare(u *tool) int {
	if t.isGlob() != u.isGlob() {
		if t.isGlob() {
			return -1
		}
		return 1
	}
	return cmp.Compare(weight(t.name), weight(u.name))
}

// applying lists the entries that a name of the tool meets, in the order of their application.
// Of two with equal weight, the one in the spelling of the call comes last. Its time grows
// with the number of patterns, not with that of names.
func (x *toolIndex) applying(c calling) []int {
	var entries []int
	for _, name := range c.names {
		entries = append(entries, x.byName[name]...)
	}
	for _, g := range x.globs {
		if slices.ContainsFunc(c.names, func(name string) bool { return fieldmask.MatchGlob(g.pattern, name) }) {
			entries = append(entries, g.entry)
		}
	}
	as := func(entry int) int {
		if slices.Contains(x.byName[c.given], entry) {
			return 1
		}
		return 0
	}
	slices.SortFunc(entries, func(a, b int) int {
		return cmp.Or(cmp.Compare(x.rank[a], x.rank[b]), cmp.Compare(as(a), as(b)), cmp.Compare(a, b))
	})
	return slices.Compact(entries)
}

// AppendEntries appends a key to b that names the tool entries that apply to a
// tool of a server. Calls with the same key get the same answers, but for the
// tool's name in errors.
func (s *Set) AppendEntries(b []byte, server, tool string) []byte {
	c := spell(server, tool)
	if c.vague {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}
	b = append(append(b, seedEnvelope(server, tool)...), 0)
	for _, i := range s.byTool.applying(c) {
		b = binary.AppendUvarint(b, uint64(i))
	}
	return b
}

// seedServers maps servers to the dialect of their own envelope, also behind MCP. The key is
// the server's name after [plainName]. Results of Code Scalpel's server are trimmed by the
// profile in force, by default minimal.
var seedServers = map[string]string{
	"codescalpel":       "scalpel",
	"codescalpelmcp":    "scalpel",
	"foundrymcp":        "response-v2",
	"bmcis":             "bmcis",
	"bmcismcp":          "bmcis",
	"bmcisknowledge":    "bmcis",
	"bmcisknowledgemcp": "bmcis",
}

// seedEnvelope returns the dialect of a server's own envelope, "" where the server is none
// of [seedServers]. Without a server its name is the one in mcp__server__tool.
func seedEnvelope(server, tool string) string {
	if rest, ok := strings.CutPrefix(tool, "mcp__"); ok && server == "" {
		server, _, _ = strings.Cut(rest, "__")
	}
	if server == "" {
		return ""
	}
	return seedServers[plainName(server)]
}

// plainName is a name in lower case, without spaces, '-', '_' and '.', and without the
// word server at its end: "Code-Scalpel MCP Server" becomes codescalpelmcp.
func plainName(name string) string {
	drop := func(r rune) rune {
		if strings.ContainsRune(" -_.", r) {
			return -1
		}
		return r
	}
	return strings.TrimSuffix(strings.Map(drop, strings.ToLower(name)), "server")
}
