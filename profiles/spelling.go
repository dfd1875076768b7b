package profiles

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

// AnyTool is the name of an unknown tool. The hiding rules of every entry apply to its
// results, and no other rule of an entry.
const AnyTool = "\x00"

// calling is the tool of a call in the spellings that an entry may use.
type calling struct {
	given string   // by the call
	names []string // all spellings, the given one first
	// vague tells that the name has more readings than are tried, or is [AnyTool]. Then the
	// hiding rules of every entry apply.
	vague bool
}

// spell finds all spellings of the tool that a call names.
func spell(server, tool string) calling {
	if tool == AnyTool {
		return calling{vague: true}
	}
	c := calling{given: tool, names: []string{tool}}
	if server != "" {
		c.spellOut(server, tool)
	}
	all, complete := readings(tool)
	c.vague = !complete
	for _, r := range all {
		c.names = append(c.names, r.tool)
		c.spellOut(r.server, r.tool)
	}
	return c
}

func (c *calling) spellOut(server, tool string) {
	for _, f := range forms {
		c.names = append(c.names, f.spell(server, tool))
	}
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
