// Package profiles decides what a response shows. It takes a configuration, as a
// program writes it or as package config read it from a file, and answers for
// each call of a tool which fields go, which stay, and which must never be seen.
// It looks at no response: it knows the call, and what the configuration says.
//
// A [Spec] is a configuration as written. [New] checks all of it, lays it over
// the built-ins and compiles it into an immutable [Set]. [Set.Resolve] answers a
// [Key], which is what a call says about itself, with a [Resolved], which the
// engine turns into one plan. Both name what is wrong, all of it and where it was
// written, as an [*Error].
//
// Sections speak in this order, and later ones win: global, the profile
// (through extends, base first), every tool entry that matches (patterns before
// names, then fewest literal characters first, then file order), the tier, the error, the call. Scalars
// and include lists replace; excludes add up, so that no section can lift what
// another one hides:
//
//	global          {"profile": "minimal", "exclude_null_values": true}
//	tool "mcp__github__*"
//	                {"include_only": ["id"], "exclude_fields": ["*_url"]}
//	tool "list_issues"
//	                {"include_only": ["id", "title"], "exclude_fields": ["node_id"]}
//
// A call of mcp__github__list_issues, which is also spelt github.list_issues, shows
// id and title, neither *_url nor node_id, and no null.
//
// [Set.Client] answers another question, what is known of a client of MCP: by all
// entries that fit its name, the most special one last, and before them by a table
// of what was seen.
//
// Comments cite three pages by their names: shaper/GUARANTEES.md and
// shaper/envelope/RULES.md, and fieldmask/LAWS.md.
package profiles
