package profiles

// clientRow is an observation of a client, built in.
type clientRow struct {
	name   string // a glob over the name that it sends in clientInfo
	reads  Reads
	since  string // the first version known to do so; "" is any
	seen   string // the version, or else the day, of the observation; "" if the source names none
	source string // the report of the observation
}

// clientTable holds no client known only by the library it uses: a name tells no library. The
// library alone decides whether a client validates. Those of TypeScript and Python do, those
// of Go do not, so no row states it. The rows stand in the order in which they apply.
var clientTable = []clientRow{
	{name: "kimi*", reads: ReadsText, seen: "2026-08-25", source: "MoonshotAI/kimi-code#3234"}, // no source gives the name in full
	{name: "Visual Studio Code*", reads: ReadsStructured, source: "microsoft/vscode#290063"},   // "… - Insiders" is one, too
	{name: "opencode", reads: ReadsText, seen: "2026-06-29", source: "anomalyco/opencode#34505"},
	{name: "claude-code", reads: ReadsStructured, since: "2.0.21", seen: "2.1.280", source: "anthropics/claude-code#79944"},
	{name: "codex-mcp-client", reads: ReadsStructured, seen: "26.803.81509", source: "openai/codex#38287"}, // of the Codex App, with another count
}

// knownClients returns the rows as entries. They apply before those of any configuration.
// Their origin names the source of the observation.
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
