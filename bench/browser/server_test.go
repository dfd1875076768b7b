package browser

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// home is a folder for a user, and one for a project in it.
type home struct {
	*testing.T
	dir, project string
}

func newHome(t *testing.T) *home {
	t.Helper()
	dir := t.TempDir()
	h := &home{t, dir, filepath.Join(dir, "project")}
	if err := os.Mkdir(h.project, 0o777); err != nil {
		t.Fatal(err)
	}
	return h
}

// write writes a file of the project, and returns its path.
func (h *home) write(name, text string) string {
	h.Helper()
	path := filepath.Join(h.project, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		h.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		h.Fatal(err)
	}
	return path
}

func (h *home) read(path string) string {
	h.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		h.Fatal(err)
	}
	return string(text)
}

// command returns a run of shape in the project.
func (h *home) command(args ...string) *exec.Cmd {
	c := exec.Command(shape, args...)
	c.Dir = h.project
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); !strings.HasPrefix(name, "XDG_") && !strings.HasPrefix(name, "SHAPE_") && name != "HOME" {
			c.Env = append(c.Env, variable)
		}
	}
	c.Env = append(c.Env, "HOME="+h.dir)
	return c
}

// run runs shape over an input, and returns its output.
func (h *home) run(input string, args ...string) string {
	h.Helper()
	c := h.command(args...)
	c.Stdin = strings.NewReader(input)
	var out, errors bytes.Buffer
	c.Stdout, c.Stderr = &out, &errors
	if err := c.Run(); err != nil {
		h.Fatalf("shape %s: %v\n%s", strings.Join(args, " "), err, &errors)
	}
	return out.String()
}

// view starts shape view, and returns the address of its page. stop ends it; the end of the test
// does so too. The command may say nothing on standard error.
func (h *home) view(args ...string) (address string, stop func()) {
	h.Helper()
	c := h.command(append([]string{"view"}, args...)...)
	var errors bytes.Buffer
	c.Stderr = &errors
	out, err := c.StdoutPipe()
	if err != nil {
		h.Fatal(err)
	}
	if err := c.Start(); err != nil {
		h.Fatal(err)
	}
	hasEnded := false
	stop = func() {
		if hasEnded {
			return
		}
		hasEnded = true
		c.Process.Signal(os.Interrupt)
		c.Wait()
		if errors.Len() > 0 {
			h.Errorf("shape view wrote %s", &errors)
		}
	}
	h.Cleanup(stop)
	lines := bufio.NewReader(out)
	address, err = lines.ReadString('\n')
	if err != nil {
		c.Wait()
		h.Fatalf("shape view: %v\n%s", err, &errors)
	}
	go io.Copy(io.Discard, lines)
	return strings.TrimSpace(address), stop
}

// toolServer is the variable that makes the test program an MCP server over standard input.
const toolServer = "SHAPE_BROWSER_TOOLS"

// serveTools answers initialize, tools/list and tools/call. Each tool answers with the text of the
// file that the variable names, or with the result that it holds.
func serveTools(in io.Reader, out io.Writer) {
	text, err := os.ReadFile(os.Getenv(toolServer))
	if err != nil {
		panic(err)
	}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if json.Unmarshal(line, &asked) != nil || asked.ID == nil {
			continue
		}
		type object = map[string]any
		var answer any = object{}
		switch asked.Method {
		case "initialize":
			answer = object{"protocolVersion": "2025-06-18", "capabilities": object{"tools": object{}}, "serverInfo": object{"name": "tracker", "version": "1"}}
		case "tools/list":
			answer = object{"tools": []object{{"name": "list_issues", "inputSchema": object{"type": "object"}}}}
		case "tools/call":
			answer = object{"content": []object{{"type": "text", "text": string(text)}}}
			if text[0] == '{' {
				answer = json.RawMessage(text)
			}
		}
		json.NewEncoder(out).Encode(object{"jsonrpc": "2.0", "id": asked.ID, "result": answer})
	}
}
