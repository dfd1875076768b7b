// Package toolname compares the names of tools. A name can spell a server, and it can be a
// pattern with stars. The package knows names alone, and no settings.
package toolname

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Index finds the entries that apply to a call. An entry is identified by its index in the
// order of application.
type Index struct {
	Own int // the first entry that is not built in

	names  []string
	byName map[string][]int // of the entries without a wildcard
	globs  []glob           // of the others
	rank   []int            // of each entry: equal if only the file's order tells them apart
}

type glob struct {
	pattern string
	entry   int
}

// NewIndex indexes entries by their names, in the order of their application. The first
// builtIn ones are built in, and have different weights.
func NewIndex(names []string, builtIn int) Index {
	x := Index{Own: builtIn, names: names, byName: map[string][]int{}, rank: make([]int, len(names))}
	for i, name := range names {
		if IsGlob(name) {
			x.globs = append(x.globs, glob{name, i})
		} else {
			x.byName[name] = append(x.byName[name], i)
		}
		if x.rank[i] = i; i > builtIn && Compare(name, names[i-1]) == 0 {
			x.rank[i] = x.rank[i-1]
		}
	}
	return x
}

// Names returns the names without a wildcard, sorted.
func (x *Index) Names() []string { return slices.Sorted(maps.Keys(x.byName)) }

// IsGlob reports whether an entry may speak to tools of several names.
func IsGlob(name string) bool { return strings.Contains(name, "*") }

// Compare orders two entries: globs first, then those with fewer literal letters.
func Compare(a, b string) int {
	if IsGlob(a) != IsGlob(b) {
		if IsGlob(a) {
			return -1
		}
		return 1
	}
	return cmp.Compare(weight(a), weight(b))
}

// Applying lists the entries that a name of the tool meets, in the order of their application.
// Of two with equal weight, the one in the spelling of the call comes last. Its time grows
// with the number of patterns, not with that of names.
func (x *Index) Applying(c Call) []int {
	var entries []int
	for _, name := range c.Names {
		entries = append(entries, x.byName[name]...)
	}
	for _, g := range x.globs {
		if slices.ContainsFunc(c.Names, func(name string) bool { return fieldmask.MatchGlob(g.pattern, name) }) {
			entries = append(entries, g.entry)
		}
	}
	given := func(entry int) int {
		if slices.Contains(x.byName[c.Names[0]], entry) {
			return 1
		}
		return 0
	}
	slices.SortFunc(entries, func(a, b int) int {
		return cmp.Or(cmp.Compare(x.rank[a], x.rank[b]), cmp.Compare(given(a), given(b)), cmp.Compare(a, b))
	})
	return slices.Compact(entries)
}

// seedServers maps servers to the dialect of their own envelope, also behind MCP. The key is
// the server's name in lower case, without spaces, '-', '_' and '.', and without the word
// server at its end: "Code-Scalpel MCP Server" is codescalpelmcp. Results of Code Scalpel's
// server are trimmed by the profile in force, by default minimal.
var seedServers = map[string]string{
	"codescalpel":       "scalpel",
	"codescalpelmcp":    "scalpel",
	"foundrymcp":        "response-v2",
	"bmcis":             "bmcis",
	"bmcismcp":          "bmcis",
	"bmcisknowledge":    "bmcis",
	"bmcisknowledgemcp": "bmcis",
}

// Envelope returns the dialect of a server's own envelope, "" if the server is none
// of [seedServers]. Without a server its name is the one in mcp__server__tool.
func Envelope(server, tool string) string {
	if rest, ok := strings.CutPrefix(tool, "mcp__"); ok && server == "" {
		server, _, _ = strings.Cut(rest, "__")
	}
	if server == "" {
		return ""
	}
	drop := func(r rune) rune {
		if strings.ContainsRune(" -_.", r) {
			return -1
		}
		return r
	}
	return seedServers[strings.TrimSuffix(strings.Map(drop, strings.ToLower(server)), "server")]
}

// forms are the ways to say a tool and its server in one name. One tool is
// list_issues to its server, github.list_issues to a gateway, and
// mcp__github__list_issues to a client.
var forms = [...]form{{"mcp__", "__"}, {"mcp_", "_"}, {"", "__"}, {"", "."}}

type form struct{ before, between string }

// Bounds on the readings tried for an ambiguous name. Usual tool names stay far below.
const (
	maxReadings = 64
	maxSpelt    = 1 << 16 // bytes of all readings
)

// Any is the name of an unknown tool.
const Any = "\x00"

// Call is the tool of a call in the spellings that an entry may use.
type Call struct {
	Names   []string // all spellings, the given one first
	Servers []string // that the call or its name may mean, the given one first
	Vague   bool     // the name has more readings than are tried, or is [Any]
}

// Spell finds all spellings of the tool that a call names.
func Spell(server, tool string) Call {
	if tool == Any {
		return Call{Vague: true}
	}
	names, servers := []string{tool}, []string(nil)
	if server != "" {
		names, servers = appendForms(names, server, tool), []string{server}
	}
	all, complete := readings(tool)
	for _, r := range all {
		names, servers = appendForms(append(names, r.tool), r.server, r.tool), append(servers, r.server)
	}
	return Call{names, servers, !complete}
}

func appendForms(names []string, server, tool string) []string {
	for _, f := range forms {
		names = append(names, f.before+server+f.between+tool)
	}
	return names
}

// reading is one split of a name into server and tool.
type reading struct{ server, tool string }

// readings returns all splits of a name; both parts may hold separators themselves. After
// mcp__ no other separator counts, and a single _ counts only after mcp_. complete is false if
// there are too many.
func readings(name string) (all []reading, complete bool) {
	for _, f := range forms {
		rest, fits := strings.CutPrefix(name, f.before)
		for i := 1; fits && i+len(f.between) < len(rest); i++ {
			if !strings.HasPrefix(rest[i:], f.between) {
				continue
			}
			if len(all) == maxReadings || (len(all)+1)*len(name) > maxSpelt {
				return nil, false
			}
			all = append(all, reading{rest[:i], rest[i+len(f.between):]})
		}
		if fits && f == forms[0] {
			break
		}
	}
	return all, true
}

// weight returns the number of literal letters in the name of an entry, whatever its spelling.
// Examples: github.*, github__* and mcp__github__* weigh the same.
func weight(name string) int {
	letters := fieldmask.Specificity(name)
	for _, f := range forms {
		if rest, fits := strings.CutPrefix(name, f.before); fits && strings.Contains(rest, f.between) {
			return letters - len(f.before) - len(f.between) + len(".")
		}
	}
	return letters
}
