package install

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/clientfile"
)

// clientFile holds the places and the reader of a client's configuration. The facts are of
// November 2026, from each client's documentation.
type clientFile struct {
	places func() []string // the first existing one counts
	read   func([]byte) (*clientfile.File, error)
}

var clientFiles = map[string]clientFile{
	"claude-code": {func() []string { return []string{".mcp.json", inHome(".claude.json")} }, claudeCode},
	"vscode": {func() []string {
		return []string{filepath.Join(".vscode", "mcp.json"), inSettings("Code", "User", "mcp.json")}
	}, jsonFile("servers")},
	"cursor": {func() []string { return []string{filepath.Join(".cursor", "mcp.json"), inHome(".cursor", "mcp.json")} }, jsonFile("mcpServers")},
	"codex":  {codexPlaces, func(text []byte) (*clientfile.File, error) { return clientfile.ReadTOML(text, "mcp_servers") }},
}

func clientNames() []string { return slices.Sorted(maps.Keys(clientFiles)) }

func jsonFile(member string) func([]byte) (*clientfile.File, error) {
	return func(text []byte) (*clientfile.File, error) { return clientfile.ReadJSON(text, []string{member}) }
}

// claudeCode reads the servers of a user or a project. In the user's file it also reads the
// servers of the current folder, the default place of new servers.
func claudeCode(text []byte) (*clientfile.File, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return clientfile.ReadJSON(text, []string{"mcpServers"}, []string{"projects", here, "mcpServers"})
}

func codexPlaces() []string {
	if folder := os.Getenv("CODEX_HOME"); folder != "" {
		return []string{filepath.Join(folder, "config.toml")}
	}
	return []string{inHome(".codex", "config.toml")}
}

func inHome(names ...string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "~"
	}
	return filepath.Join(append([]string{home}, names...)...)
}

// inSettings returns a path in the folder of user settings.
func inSettings(names ...string) string {
	folder, err := os.UserConfigDir()
	if err != nil {
		folder = inHome(".config")
	}
	return filepath.Join(append([]string{folder}, names...)...)
}
