package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	registry "github.com/modelcontextprotocol/registry/pkg/api/v0"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
)

const root = "../../.."

// skip skips the test outside of make packages-check.
func skip(t *testing.T) {
	t.Helper()
	if os.Getenv("SHAPE_PACKAGES") == "" {
		t.Skip("make packages-check sets SHAPE_PACKAGES")
	}
}

func output(t *testing.T, args ...string) string {
	t.Helper()
	run := exec.Command(args[0], args[1:]...)
	run.Env = append(os.Environ(), "CI=true")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, out)
	}
	return string(out)
}

// server.json fits the types of the registry, and the schema in the registry's module.
func TestServer(t *testing.T) {
	text, err := os.ReadFile(root + "/server.json")
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var s registry.ServerJSON
	if err := decoder.Decode(&s); err != nil {
		t.Error(err)
	}
	module := strings.TrimSpace(output(t, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/modelcontextprotocol/registry"))
	schema, err := os.ReadFile(module + "/internal/validators/schemas/" + filepath.Base(filepath.Dir(s.Schema)) + ".json")
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := jsonschema.Compile(schema, jsonschema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	faults, err := compiled.Validate(text)
	if err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
	faults, _ = compiled.Validate(bytes.Replace(text, []byte(`"stdio"`), []byte(`"pipe"`), 1))
	if len(faults) == 0 {
		t.Error("the schema takes any transport")
	}
}

// unpack writes the files of a bundle into a folder.
func unpack(t *testing.T, path string) string {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	dir := t.TempDir()
	for _, f := range r.File {
		name := filepath.Join(dir, f.Name)
		file, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		os.MkdirAll(filepath.Dir(name), 0o755)
		if err := os.WriteFile(name, text, f.Mode()); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The tool of the format accepts the manifest of each bundle.
func TestManifests(t *testing.T) {
	skip(t)
	bundles, _ := filepath.Glob(root + "/dist/mcpb/*.mcpb")
	if len(bundles) != 2*len(systems) {
		t.Fatalf("bundles: %q", bundles)
	}
	for _, path := range bundles {
		info, _ := os.Stat(path)
		t.Logf("%s: %.1f MB", filepath.Base(path), float64(info.Size())/1e6)
		dir := unpack(t, path)
		output(t, "npx", "-y", "@anthropic-ai/mcpb@2.1.2", "validate", dir+"/manifest.json")
		if _, err := os.Stat(dir + "/THIRD_PARTY_NOTICES"); err != nil {
			t.Error(err)
		}
	}
	path := filepath.Join(t.TempDir(), "again.mcpb")
	output(t, "npx", "-y", "@anthropic-ai/mcpb@2.1.2", "pack", unpack(t, root+"/dist/mcpb/shape-linux-amd64.mcpb"), path)
}

// The bundle starts as its manifest says, and stands before a server over HTTP.
func TestBundle(t *testing.T) {
	skip(t)
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage
			Method string
		}
		if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&m) != nil || m.ID == nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		result := `{"content":[{"type":"text","text":"{\"wind\":4.5,\"password\":\"p\"}"}]}`
		if m.Method == "initialize" {
			result = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"weather","version":"1"}}`
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":`+string(m.ID)+`,"result":`+result+`}`)
	}))
	defer up.Close()
	dir := unpack(t, root+"/dist/mcpb/shape-linux-amd64.mcpb")
	rules := filepath.Join(dir, "rules.json")
	os.WriteFile(rules, []byte(`{"privacy": {"drop": ["password"]}}`), 0o600)
	text, err := os.ReadFile(dir + "/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Server struct {
			Config struct {
				Command string
				Args    []string
			} `json:"mcp_config"`
		}
	}
	filled := strings.NewReplacer("${__dirname}", dir, "${user_config.upstream}", up.URL, "${user_config.rules}", rules).Replace(string(text))
	if err := json.Unmarshal([]byte(filled), &m); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(m.Server.Config.Command, m.Server.Config.Args...)
	run.Env = []string{"HOME=" + dir}
	run.Stderr = os.Stderr
	in, _ := run.StdinPipe()
	out, _ := run.StdoutPipe()
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	messages, err := os.ReadFile(root + "/testdata/samples/weather/client.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for message := range strings.Lines(string(messages)) {
		if strings.Contains(message, "tools/list") {
			continue
		}
		io.WriteString(in, message)
		if strings.Contains(message, `"id"`) {
			lines.Scan()
		}
	}
	if !strings.Contains(lines.Text(), `{\"wind\":4.5}`) {
		t.Errorf("the answer is %s", lines.Text())
	}
	in.Close()
	if err := run.Wait(); err != nil {
		t.Error(err)
	}
}

// Claude Code accepts the plugin and the marketplace. SHAPE_CLAUDE is its program, such as the
// one of @anthropic-ai/claude-code-linux-x64.
func TestClaudePlugin(t *testing.T) {
	claude := os.Getenv("SHAPE_CLAUDE")
	if claude == "" {
		t.Skip("SHAPE_CLAUDE is not set")
	}
	t.Setenv("HOME", t.TempDir())
	for _, folder := range []string{root, root + "/internal/packaging/plugin"} {
		output(t, claude, "plugin", "validate", "--strict", folder)
	}
}
