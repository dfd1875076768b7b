package profiles

// clientRow is what was seen of a client that no configuration has to name.
type clientRow struct {
	name   string // a glob over the name that it sends in clientInfo
	reads  Reads
	since  string // the first version of which that is known; "" is any
	seen   string // the version, or else the day, on which it was seen; "" where the source names none
	source string // who saw it
}

// clientTable holds no client of which it is only said which library it is made
// with: a name tells no library. Whether a client validates is known by its library
// alone (those of TypeScript and Python do, those of Go do not), so no row says it.
// They stand in the order in which they speak.
var clientTable = []clientRow{
	{name: "kimi*", reads: ReadsText, seen: "2026-08-25", source: "MoonshotAI/kimi-code#3234"}, // no source gives the name in full
	{name: "Visual Studio Code*", reads: ReadsStructured, source: "microsoft/vscode#290063"},   // "… - Insiders" is one, too
	{name: "opencode", reads: ReadsText, seen: "2026-06-29", source: "anomalyco/opencode#34505"},
	{name: "claude-code", reads: ReadsStructured, since: "2.0.21", seen: "2.1.280", source: "anthropics/claude-code#79944"},
	{name: "codex-mcp-client", reads: ReadsStructured, seen: "26.803.81509", source: "openai/codex#38287"}, // of the Codex App, which counts otherwise
}

// knownClients are the rows as entries, which come before those of any
// configuration. Their origin tells who saw it, and where.
func knownClients() []client {
	all := make([]client, len(clientTable))
	for i, row := range clientTable {
		at := Origin{Pointer: "built-in: seen in " + row.source}
		if row.seen != "" {
			at.Pointer += ", " + row.seen
		}
		all[i] = client{name: row.name, since: row.since, seen: row.seen}
		all[i].scalars[keyReads] = said[any]{row.reads.String(), at, true}
	}
	return all
}
