package profiles

import (
	"slices"
	"strings"
)

// seedServers are the servers whose own envelope is recognised behind MCP, by the name
// that [plainName] makes of theirs. Results of Code Scalpel's server are trimmed by the
// profile in force, which is minimal unless a configuration says another one.
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

// settle decides what depends on whether the call is in transit. The setting compact is
// listed among the decisions only if the configuration says it: its default is not one.
func (e *effective) settle(k *Key) {
	e.dense = !k.Transit && !e.off
	if e.compact.ok && !(k.Transit && e.expand) {
		e.dense = e.compact.value
	}
	e.envelope = e.recognised(k)
}

// noEnvelope is the dialect of documents without an envelope.
const noEnvelope = "plain"

// recognised returns [Resolved.Envelope]. In transit an envelope is recognised if an entry
// names the tool, the configuration names its dialect, or the server is its own.
func (e *effective) recognised(k *Key) string {
	said := e.dialect.value
	switch {
	case e.off:
		return noEnvelope
	case !k.Transit, slices.ContainsFunc(e.applied, namesTool):
		return ""
	case said != "" && said != "auto" && said != "mcp" && said != "jsonrpc":
		return said
	}
	if own := seedEnvelope(k.Server, k.Tool); own != "" {
		return own
	}
	return noEnvelope
}

// namesTool reports whether the name of an entry has more than wildcards, separators and
// the prefix mcp__.
func namesTool(entry string) bool {
	return strings.Trim(strings.TrimPrefix(entry, "mcp_"), "*._") != ""
}

// onlyHiding returns the rules that act under the profile off: those of tiers and of the
// call, and where all is set the other excludes.
func (e *effective) onlyHiding(all bool, call *section) section {
	hides := section{tiers: e.tiers, exclude: call.exclude}
	if all {
		hides.exclude, hides.onError = e.exclude, e.onError
	}
	hides.duplicates, hides.scope = e.duplicates, e.scope
	b := &builtins().global
	hides.schema, hides.text = b.schema, b.text
	return hides
}

// idleBesideOff warns of rules of an entry that the profile off of the same entry switches
// off.
func (c *compiler) idleBesideOff(s *Set, t *tool) {
	if t.profile.value != Off {
		return
	}
	if rules := slices.Concat(t.exclude, t.onError); !s.trusted && len(rules) > 0 {
		c.warn(rules[0].Origin, "no effect: beside the profile off, excludes act in the home and the /etc file alone")
	}
	idle := func(is bool, at Origin) {
		if is {
			c.warn(at, "no effect: beside the profile off, only hiding rules act")
		}
	}
	idle(t.include.ok, t.include.origin)
	for _, s := range []said[bool]{t.nulls, t.emptyArrays, t.emptyObjects, t.columns, t.compact} {
		idle(s.value, s.origin)
	}
	for _, s := range []said[int]{t.maxString, t.maxItems, t.budget.tokens, t.budget.bytes} {
		idle(s.ok, s.origin)
	}
	for _, s := range []said[string]{t.responseMode, t.dialect, t.text, t.schema} {
		idle(s.ok, s.origin)
	}
}
