// Package profiles decides the fields of a response. It takes a configuration, written by a
// program or read from a file by package config. For each call of a tool it answers the fields
// to drop, the fields to keep, and the fields to hide. It knows the call and the
// configuration, and reads no response.
//
// A [Spec] is a configuration as written. [New] checks it, lays it over the built-ins and
// compiles it into an immutable [Set]. [Set.Resolve] answers a [Key], the facts of a call,
// with a [Resolved]; the engine turns that into one plan. Both report all faults with their
// places as an [*Error].
//
// Sections apply in an order, and later ones win:
//
//   - global
//   - the profile, through extends, base first
//   - every tool entry that matches: patterns before names, then fewest literal characters
//     first, then file order
//   - the tier
//   - the error
//   - the call
//
// Scalars and include lists replace. Excludes and omit_fields add up, so that no section can
// lift another one's:
//
//	global          {"profile": "minimal", "exclude_null_values": true}
//	tool "mcp__github__*"
//	                {"include_only": ["id"], "exclude_fields": ["*_url"]}
//	tool "list_issues"
//	                {"include_only": ["id", "title"], "exclude_fields": ["node_id"]}
//
// A call of mcp__github__list_issues has the second spelling github.list_issues. It shows id
// and title, neither *_url nor node_id, and no null.
//
// [Set.Client] returns the facts of a client of MCP. A table of observations comes first; then
// all entries that fit its name, the most specific one last.
//
// Comments cite three pages by their names: shaper/GUARANTEES.md and
// shaper/envelope/RULES.md, and fieldmask/LAWS.md.
package profiles
