// Package packaging holds the sources of packages. Its tests hold the files that other programs
// look for to one version, and to each other.
package packaging

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const root = "../.."

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Each file that cannot read version.txt itself names its version.
func TestVersions(t *testing.T) {
	version := strings.TrimSpace(read(t, "internal/packaging/version.txt"))
	named := regexp.MustCompile(`(?:[vV]ersion"?: "?|--version |default: v|rev: v|/shape(?:-serve)?:|shape@v)(\d+\.\d+\.\d+)\b`)
	files := []string{
		"server.json", "action.yml", ".claude-plugin/marketplace.json", "docs/containers.md", "docs/automation.md",
		"internal/packaging/plugin/.claude-plugin/plugin.json", "internal/packaging/docker/server.yaml",
		"internal/packaging/kubernetes/shape-serve/Chart.yaml",
	}
	manifests, _ := filepath.Glob(root + "/internal/packaging/kubernetes/manifests/*.yaml")
	for _, name := range manifests {
		files = append(files, strings.TrimPrefix(filepath.ToSlash(name), root+"/"))
	}
	for _, name := range files {
		found := named.FindAllStringSubmatch(read(t, name), -1)
		if len(found) == 0 {
			t.Errorf("%s names no version", name)
		}
		for _, m := range found {
			if m[1] != version {
				t.Errorf("%s: %s, and not %s", name, m[0], version)
			}
		}
	}
}

// The registry of MCP takes the packages for those of server.json by its name in them.
func TestRegistryNames(t *testing.T) {
	var server, npm struct{ Name, MCPName string }
	for name, to := range map[string]any{"server.json": &server, "internal/packaging/npm/package.json": &npm} {
		if err := json.Unmarshal([]byte(read(t, name)), to); err != nil {
			t.Fatal(err)
		}
	}
	image := read(t, "internal/packaging/image/main.go")
	if npm.MCPName != server.Name || !strings.Contains(image, `"io.modelcontextprotocol.server.name": "`+server.Name+`"`) {
		t.Errorf("server.json has the name %s, the package for npm %s", server.Name, npm.MCPName)
	}
	if !strings.Contains(read(t, "server.json"), `"identifier": "`+npm.Name+`"`) {
		t.Errorf("server.json does not name %s", npm.Name)
	}
}

// The plugin has the hook of shape install --hook.
func TestPlugin(t *testing.T) {
	var plugin struct {
		Hooks map[string][]struct {
			Matcher string
			Hooks   []struct{ Type, Command string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "internal/packaging/plugin/hooks/hooks.json")), &plugin); err != nil {
		t.Fatal(err)
	}
	hook := plugin.Hooks["PostToolUse"][0]
	if !strings.Contains(read(t, "cmd/shape/internal/clientfile/hook.go"), `"matcher": "`+hook.Matcher+`"`) || hook.Hooks[0].Command != "shape hook claude-code" {
		t.Errorf("%+v", hook)
	}
}

// The entry of Docker's catalogue fills its command from its own parameters.
func TestDockerCatalogue(t *testing.T) {
	var entry struct {
		Name, Image string
		Run         struct{ Command, Volumes []string }
		Config      struct {
			Parameters struct {
				Properties map[string]any
				Required   []string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(read(t, "internal/packaging/docker/server.yaml")), &entry); err != nil {
		t.Fatal(err)
	}
	used := regexp.MustCompile(`\{\{shape\.(\w+)\}\}`).FindAllStringSubmatch(strings.Join(append(entry.Run.Command, entry.Run.Volumes...), " "), -1)
	var names []string
	for _, m := range used {
		names = append(names, m[1])
		if entry.Config.Parameters.Properties[m[1]] == nil {
			t.Errorf("%s is no parameter", m[1])
		}
	}
	slices.Sort(names)
	slices.Sort(entry.Config.Parameters.Required)
	if !slices.Equal(names, entry.Config.Parameters.Required) {
		t.Errorf("used: %q, required: %q", names, entry.Config.Parameters.Required)
	}
}
