package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"time"
)

// program is the command of a client that lists its servers. It says of each server how to
// start it, unless it is brief.
type program struct {
	file    string // below the home
	text    string // of the file; SERVER is the script of a server
	command []string
	isBrief bool
}

// programs returns the clients that run without an account. FILE in a command is the file.
func programs(folder, node string) map[string]program {
	bin := func(names ...string) string {
		return filepath.Join(append([]string{folder, "node_modules"}, names...)...)
	}
	const weather, notes = `"weather": {"command": "sh", "args": ["SERVER"]}`, `"url": "http://127.0.0.1:9/mcp", "headers": {"Authorization": "Bearer t"}`
	servers := func(kind string) string {
		return `{"mcpServers": {` + weather + `, "notes": {"type": "` + kind + `", ` + notes + `}}}`
	}
	return map[string]program{
		"claude-code": {".claude.json", servers("http"), []string{bin("@anthropic-ai", "claude-code-linux-x64", "claude"), "mcp", "list"}, false},
		"codex": {".codex/config.toml", "[mcp_servers.weather]\ncommand = 'sh' # a shell\nargs = ['SERVER']\n\n[mcp_servers.notes]\nurl = 'http://127.0.0.1:9/mcp'\nbearer_token_env_var = 'T'\n",
			[]string{bin("@openai", "codex-linux-x64", "vendor", "x86_64-unknown-linux-musl", "bin", "codex"), "mcp", "list", "--json"}, false},
		"gemini": {".gemini/settings.json", servers("http"), []string{node, bin("@google", "gemini-cli", "bundle", "gemini.js"), "mcp", "list"}, false},
		"opencode": {".config/opencode/opencode.json", `{"mcp": {"weather": {"type": "local", "command": ["sh", "SERVER"]}, "notes": {"type": "remote", ` + notes + `}}}`,
			[]string{bin("opencode-linux-x64-baseline", "bin", "opencode"), "debug", "config"}, false},
		"cline":   {".cline/data/settings/cline_mcp_settings.json", servers("streamableHttp"), []string{bin("@cline", "cli-linux-x64", "bin", "cline"), "config", "mcp"}, true},
		"copilot": {".copilot/mcp-config.json", servers("http"), []string{bin("@github", "copilot-linux-x64", "copilot"), "mcp", "list", "--json"}, false},
		"continue": {".continue/config.yaml", "name: Mine\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: weather\n    command: sh # a shell\n    args:\n      - SERVER\n  - name: notes\n    type: streamable-http\n    url: http://127.0.0.1:9/mcp\n",
			[]string{node, filepath.Join(folder, "continue.mjs"), "FILE"}, false},
	}
}

// clientFiles has clients read the file that shape install wrote. Each lists a server behind
// the proxy and one behind the bridge. After shape uninstall the file has its former servers.
func clientFiles(p *place) (found string, err error) {
	folder, err := packages("clients.json", "continue.mjs")
	if err != nil {
		return "", err
	}
	server, err := filepath.Abs(filepath.Join(repository, "testdata", "samples", "weather", "server.sh"))
	if err != nil {
		return "", err
	}
	var faults []error
	all := programs(folder, p.node)
	for name, c := range all {
		home := filepath.Join(p.work, "clients", name)
		file := filepath.Join(home, c.file)
		before := strings.ReplaceAll(c.text, "SERVER", server)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
			return "", err
		}
		if fault := p.throughClient(name, home, file, before, c); fault != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, fault))
		}
	}
	return fmt.Sprintf("%d of %d clients", len(all)-len(faults), len(all)), errors.Join(faults...)
}

// throughClient installs, lists and uninstalls.
func (p *place) throughClient(name, home, file, before string, c program) error {
	run := func(command ...string) (string, error) {
		if last := len(command) - 1; command[last] == "FILE" {
			command[last] = file
		}
		ctx, done := context.WithTimeout(context.Background(), 2*time.Minute)
		defer done()
		cmd := exec.CommandContext(ctx, command[0], command[1:]...)
		cmd.Dir = home
		cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME=", "XDG_STATE_HOME=", "CODEX_HOME=", "COPILOT_HOME=", "NO_COLOR=1")
		cmd.WaitDelay = time.Second
		out, err := cmd.CombinedOutput() // some clients list on standard error
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, out)
		}
		return string(out), err
	}
	if _, err := run(p.shape, "install", "--client", name, "--program", p.shape, "--yes"); err != nil {
		return err
	}
	listed, err := run(c.command...)
	if err != nil {
		return err
	}
	words := strings.Join(strings.FieldsFunc(listed, func(r rune) bool { return strings.ContainsRune("\"', \t\r\n[]", r) }), " ")
	want := []string{"proxy --server weather -- sh", "proxy --stdio --server notes --upstream http://127.0.0.1:9/mcp"}
	if c.isBrief {
		want = []string{"notes stdio", "weather stdio"}
	}
	for _, part := range want {
		if !strings.Contains(words, part) {
			return fmt.Errorf("it does not list %q:\n%s", part, listed)
		}
	}
	if _, err := run(p.shape, "uninstall", "--client", name, "--yes"); err != nil {
		return err
	}
	now, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(serversIn(now), serversIn([]byte(before))) {
		return fmt.Errorf("the servers are not the former ones:\n%s", now)
	}
	return nil
}

// serversIn returns the servers of a file of JSON, or else its text. Clients write their files
// anew, with more members and another layout.
func serversIn(text []byte) any {
	var file struct{ MCPServers, MCP map[string]any }
	if json.Unmarshal(text, &file) != nil {
		return string(text)
	}
	return file
}
