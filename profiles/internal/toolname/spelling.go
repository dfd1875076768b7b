// Package toolname compares the names of tools. A name can spell a server, and it can be a
// pattern with stars. The package knows names alone, and no settings.
package toolname

import (
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// forms are the ways to say a tool and its server in one name. One tool is
// list_issues to its server, github.list_issues to a gateway, and
// mcp__github__list_issues to a client.
var forms = [...]form{{"mcp__", "__"}, {"mcp_", "_"}, {"", "__"}, {"", "."}}

type form struct{ before, between string }

func (f form) spell(server, tool string) string { return f.before + server + f.between + tool }

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
		names = append(names, f.spell(server, tool))
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
