package install

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/clientfile"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// client is a program that uses MCP servers. Its places are glob patterns of files. A server in
// a file of a project starts in the project.
type client struct {
	name    string
	project []string
	user    []string
	layout  clientfile.Layout
}

// clients returns the known clients. Each names the source of its facts, read on 2026-11-26
// unless it says otherwise.
func clients() []client {
	common := func(place string) clientfile.Layout {
		return clientfile.Layout{
			Servers: [][]string{{place}}, Command: "command", Args: "args", Env: "env",
			Local: "stdio", URL: []string{"url"}, Headers: "headers",
		}
	}
	both := func(l clientfile.Layout, expands bool, members ...string) clientfile.Layout {
		l.Both, l.Expands = members, expands
		return l
	}

	// @anthropic-ai/claude-code 2.1.332 (mcp list). Variables have the form ${NAME} in both.
	claudeCode := both(common("mcpServers"), true, "timeout")
	claudeCode.Servers = append(claudeCode.Servers, []string{"projects", "*", "mcpServers"})

	// The guides of modelcontextprotocol.io and playwright.dev. It knows no servers over HTTP.
	claudeDesktop := common("mcpServers")
	claudeDesktop.URL = nil

	// codex-cli 0.169.0 (mcp list, mcp get) and developers.openai.com/codex/mcp.
	codex := both(common("mcp_servers"), false, "enabled", "required", "startup_timeout_sec", "startup_timeout_ms",
		"tool_timeout_sec", "enabled_tools", "disabled_tools")
	codex.Format, codex.Headers, codex.Local = clientfile.TOML, "http_headers", ""
	codex.Token, codex.EnvVars = "bearer_token_env_var", "env_vars"

	// docs.windsurf.com/windsurf/cascade/mcp. Variables have the form ${env:NAME} in both.
	windsurf := both(common("mcpServers"), true, "disabled", "disabledTools")
	windsurf.URL, windsurf.Local = []string{"serverUrl", "url"}, ""

	// The schema MCPServerConfig of @google/gemini-cli 0.61.0.
	gemini := both(common("mcpServers"), true, "timeout", "trust", "description", "includeTools", "excludeTools")
	gemini.URL = []string{"httpUrl", "url"}

	// The types ContextServerSettingsContent and ContextServerCommand of zed-industries/zed.
	zed := both(common("context_servers"), false, "enabled", "timeout", "source")
	zed.Local = ""

	// opencode-ai 1.18.33 (mcp list, debug config). A variable is {env:NAME} in the whole file.
	opencode := both(common("mcp"), true, "enabled", "timeout")
	opencode.Args, opencode.Env, opencode.Local = "", "environment", "local"

	// The guide of configuration files, and the type ExtensionConfig, of block/goose.
	goose := both(common("extensions"), false, "name", "display_name", "description", "enabled", "timeout", "bundled",
		"available_tools", "env_keys")
	goose.Format, goose.Command, goose.Env, goose.URL = clientfile.YAML, "cmd", "envs", []string{"uri"}

	// The schemas of @continuedev/config-yaml 1.42.0. Headers stand in requestOptions.
	continueDev := both(common("mcpServers"), false, "name", "serverName", "faviconUrl", "connectionTimeout")
	continueDev.Format, continueDev.Headers = clientfile.YAML, ""

	// @github/copilot 1.0.102 (mcp list, mcp --help); its variable, the page of vscode.
	copilot := both(common("mcpServers"), false, "tools", "timeout")
	copilot.Local = "local"

	return []client{
		{"claude-code", []string{".mcp.json"}, []string{state.InFolder("CLAUDE_CONFIG_DIR", state.InHome(), ".claude.json")}, claudeCode},
		{"claude-desktop", nil, []string{state.InSettings("Claude", "claude_desktop_config.json")}, claudeDesktop},
		// code.visualstudio.com/docs/agents/reference/mcp-configuration. Both expand ${input:NAME}.
		{"vscode", []string{".vscode/mcp.json"}, []string{state.InSettings("Code", "User", "mcp.json")},
			both(common("servers"), true, "gallery", "version")},
		// cursor.com/docs/mcp. Both expand ${env:NAME}.
		{"cursor", []string{".cursor/mcp.json"}, []string{state.InHome(".cursor", "mcp.json")}, both(common("mcpServers"), true)},
		{"codex", []string{".codex/config.toml"}, []string{state.InFolder("CODEX_HOME", state.InHome(".codex"), "config.toml")}, codex},
		{"windsurf", nil, []string{state.InHome(".codeium", "windsurf", "mcp_config.json"), state.InHome(".codeium", "mcp_config.json")}, windsurf},
		{"gemini", []string{".gemini/settings.json"}, []string{state.InHome(".gemini", "settings.json")}, gemini},
		{"zed", []string{".zed/settings.json"}, []string{inConfig("Zed", "zed", "settings.json")}, zed},
		{"opencode", []string{"opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"},
			[]string{state.InFolder("XDG_CONFIG_HOME", state.InHome(".config"), "opencode", "opencode.json"),
				state.InFolder("XDG_CONFIG_HOME", state.InHome(".config"), "opencode", "opencode.jsonc"), os.Getenv("OPENCODE_CONFIG")}, opencode},
		// cline 3.0.65, and docs.cline.bot/getting-started/config; the second file is that of older
		// releases of the extension.
		{"cline", nil, []string{cmp.Or(os.Getenv("CLINE_MCP_SETTINGS_PATH"), state.InHome(".cline", "data", "settings", "cline_mcp_settings.json")),
			state.InSettings("Code", "User", "globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json")},
			both(common("mcpServers"), false, "disabled", "autoApprove", "timeout")},
		{"copilot", []string{".mcp.json", ".github/mcp.json"}, []string{state.InFolder("COPILOT_HOME", state.InHome(".copilot"), "mcp-config.json")}, copilot},
		{"goose", nil, []string{inConfig(filepath.Join("Block", "goose", "config"), "goose", "config.yaml")}, goose},
		{"continue", []string{".continue/mcpServers/*.yaml"}, []string{state.InFolder("CONTINUE_GLOBAL_DIR", state.InHome(".continue"), "config.yaml"),
			state.InFolder("CONTINUE_GLOBAL_DIR", state.InHome(".continue"), "mcpServers", "*.yaml")}, continueDev},
	}
}

func clientNames() (names []string) {
	for _, c := range clients() {
		names = append(names, c.name)
	}
	return names
}

// place is an existing file of a client.
type place struct {
	path      string
	isProject bool
}

// places returns the existing files of a client.
func (c client) places() (found []place) {
	for i, patterns := range [][]string{c.project, c.user} {
		for _, pattern := range patterns {
			paths, err := filepath.Glob(pattern)
			if _, fault := os.Lstat(pattern); fault == nil { // a name may hold a bracket
				paths = []string{pattern}
			}
			if err != nil {
				continue
			}
			for _, path := range paths {
				found = append(found, place{filepath.Clean(path), i == 0})
			}
		}
	}
	return found
}

// inConfig returns a path in a folder of settings on Windows, or else in one below ~/.config.
func inConfig(windows, other string, names ...string) string {
	if runtime.GOOS == "windows" {
		return state.InSettings(append([]string{windows}, names...)...)
	}
	return state.InFolder("XDG_CONFIG_HOME", state.InHome(".config"), append([]string{other}, names...)...)
}
