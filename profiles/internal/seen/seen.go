// Package seen holds observations of MCP clients.
package seen

// Row is an observation of a client.
type Row struct {
	Name   string // a glob over the name that it sends in clientInfo
	Reads  string // the half of a result that it shows to the model: text or structured
	Since  string // the first version known to do so; "" is any
	Seen   string // the version, or else the day, of the observation; "" if the source names none
	Source string // the report of the observation
}

// Clients holds no client known only by the library it uses: a name tells no library. The
// library alone decides whether a client validates. Those of TypeScript and Python do, those
// of Go do not, so no row states it. The rows stand in the order in which they apply.
var Clients = []Row{
	{Name: "kimi*", Reads: "text", Seen: "2026-08-25", Source: "MoonshotAI/kimi-code#3234"}, // no source gives the name in full
	{Name: "Visual Studio Code*", Reads: "structured", Source: "microsoft/vscode#290063"},   // "… - Insiders" is one, too
	{Name: "opencode", Reads: "text", Seen: "2026-06-29", Source: "anomalyco/opencode#34505"},
	{Name: "claude-code", Reads: "structured", Since: "2.0.21", Seen: "2.1.280", Source: "anthropics/claude-code#79944"},
	{Name: "codex-mcp-client", Reads: "structured", Seen: "26.803.81509", Source: "openai/codex#38287"}, // of the Codex App, with another count
}
