//go:build unix

package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// After install each client of the README starts a proxy that answers as its server does,
// shaped. After uninstall the file has its former bytes.
func TestInstalledServers(t *testing.T) {
	dir := readmeDir(t)
	alone(t)
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("CODE_SCALPEL_RESPONSE_CONFIG", "testdata/samples/weather/response_config.json")
	const want = `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"wind\":4.5}"}],"structuredContent":{"wind":4.5}}}` + "\n"
	shape := func(args ...string) {
		t.Helper()
		cmd := exec.Command("shape", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	for client, file := range map[string]string{"claude-code": "claude-code.json", "vscode": "vscode.json", "cursor": "cursor.json", "codex": "codex.toml"} {
		t.Run(client, func(t *testing.T) {
			before, err := os.ReadFile(filepath.Join(dir, "testdata/samples/clients", file))
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(dir, file)
			writeFile(t, name, string(before))
			shape("install", "--client", client, "--file", name, "--yes")
			program := startedBy(t, name)
			if len(program) < 5 || program[1] != "proxy" {
				t.Fatalf("the client starts %q", program)
			}
			cmd := exec.Command("sh", append([]string{"testdata/samples/weather/client.sh"}, program...)...)
			cmd.Dir = dir
			if out, err := cmd.Output(); err != nil || string(out) != want {
				t.Errorf("%v\n%s", err, out)
			}
			shape("uninstall", "--client", client, "--file", name, "--yes")
			if now, err := os.ReadFile(name); err != nil || string(now) != string(before) {
				t.Errorf("%v\n%s", err, now)
			}
		})
	}
}

// startedBy is the program that a client's file names.
func startedBy(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	type server struct {
		Command string   `toml:"command"`
		Args    []string `toml:"args"`
	}
	var all struct {
		MCPServers, Servers map[string]server
		Tables              map[string]server `toml:"mcp_servers"`
	}
	if strings.HasSuffix(file, ".toml") {
		err = toml.Unmarshal(text, &all)
	} else {
		text = []byte(strings.ReplaceAll(string(text), ", // relative to the workspace", ""))
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, servers := range []map[string]server{all.MCPServers, all.Servers, all.Tables} {
		if s, ok := servers["weather"]; ok {
			return append([]string{s.Command}, s.Args...)
		}
	}
	return nil
}
