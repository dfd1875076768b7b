package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// client is a client's file with one server.
type client struct {
	name, file string // file lies below the base
	servers    string // the member with the servers
	server     string
	program    []string
	env        map[string]string
}

// clients returns the five files of a user.
func clients(base, bin, browser string) []client {
	program := func(name string, arguments ...string) []string {
		return append([]string{filepath.Join(bin, name)}, arguments...)
	}
	memory := map[string]string{"MEMORY_FILE_PATH": filepath.Join(base, "memory.jsonl")}
	git := map[string]string{"MCP_TRANSPORT_TYPE": "stdio", "MCP_LOG_LEVEL": "error"}
	return []client{
		{"claude-code", "project/.mcp.json", "mcpServers", "memory", program("mcp-server-memory"), memory},
		{"cursor", "home/.cursor/mcp.json", "mcpServers", "everything", program("mcp-server-everything"), nil},
		{"vscode", "home/.config/Code/User/mcp.json", "servers", "files", program("mcp-server-filesystem", filepath.Join(base, "files")), nil},
		{"codex", "home/.codex/config.toml", "mcp_servers", "git", program("git-mcp-server"), git},
		{"gemini", "home/.gemini/settings.json", "mcpServers", "pages", program("playwright-mcp", "--headless", "--isolated", "--no-sandbox", "--executable-path", browser), nil},
	}
}

// entry is a server in a client's file.
type entry struct {
	Type    string            `json:"type,omitempty" toml:"type,omitempty"`
	Command string            `json:"command" toml:"command"`
	Args    []string          `json:"args" toml:"args"`
	Env     map[string]string `json:"env,omitempty" toml:"env,omitempty"`
}

func (c *client) toml() bool { return strings.HasSuffix(c.file, ".toml") }

// write writes the file as the client has it before install.
func (c *client) write(base string) error {
	file := map[string]map[string]entry{c.servers: {c.server: {"", c.program[0], c.program[1:], c.env}}}
	text, err := json.MarshalIndent(file, "", "  ")
	if c.toml() {
		text, err = toml.Marshal(file)
	}
	if err != nil {
		return err
	}
	return write(filepath.Join(base, c.file), string(text))
}

// read returns the entry as the file has it now.
func (c *client) read(base string) (e entry, err error) {
	text, err := os.ReadFile(filepath.Join(base, c.file))
	if err != nil {
		return e, err
	}
	var file map[string]map[string]entry
	if c.toml() {
		err = toml.Unmarshal(text, &file)
	} else {
		err = json.Unmarshal(text, &file)
	}
	e = file[c.servers][c.server]
	if err == nil && (len(e.Args) == 0 || e.Args[0] != "proxy") {
		err = fmt.Errorf("%s: %s is not behind the proxy", c.file, c.server)
	}
	return e, err
}

func write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o600)
}

// topics name the documents and the pages.
var topics = []string{"plan", "budget", "team", "risks", "dates", "aims"}

// content returns the title of a topic, and its list.
func content(i int) (title string, items []string) {
	for line := range 8 + i {
		items = append(items, fmt.Sprintf("item %d of the %s takes %d days", line+1, topics[i], (line*7+i)%11+1))
	}
	return topics[i], items
}

// page serves the page of a topic, such as /plan.
func page(w http.ResponseWriter, r *http.Request) {
	i := slices.Index(topics, strings.Trim(r.URL.Path, "/"))
	if i < 0 {
		http.NotFound(w, r)
		return
	}
	title, items := content(i)
	fmt.Fprintf(w, "<!doctype html><title>%s</title><h1>%[1]s</h1><ul><li>%s</ul><form><label>Days <input name=days></label><button>Save</button></form><nav>", title, strings.Join(items, "<li>"))
	for _, topic := range topics {
		fmt.Fprintf(w, "<a href=/%s>%[1]s</a> ", topic)
	}
}

// work writes the files and a repository of twelve commits.
func work(base string) error {
	for i, topic := range topics {
		title, items := content(i)
		if err := write(filepath.Join(base, "files/docs", topic+".md"), "# "+title+"\n\n- "+strings.Join(items, "\n- ")+"\n"); err != nil {
			return err
		}
		name := fmt.Sprintf("%c.go", 'a'+i)
		if err := write(filepath.Join(base, "files/src", name), source(i, 6)); err != nil {
			return err
		}
	}
	folder := filepath.Join(base, "repository")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if _, err := run(folder, "git", "init", "-q", "-b", "main"); err != nil {
		return err
	}
	for i := range 12 {
		if err := write(filepath.Join(folder, fmt.Sprintf("%c.go", 'a'+i%6)), source(i, 4+i)); err != nil {
			return err
		}
		if _, err := run(folder, "git", "add", "-A"); err != nil {
			return err
		}
		if _, err := run(folder, "git", "-c", "user.name=n", "-c", "user.email=n@example.org", "commit", "-qm", fmt.Sprintf("step %d of the work", i+1)); err != nil {
			return err
		}
	}
	return write(filepath.Join(folder, "open.txt"), "not in the index\n")
}

func source(seed, functions int) string {
	text := "package src\n"
	for i := range functions {
		text += fmt.Sprintf("\nfunc f%d(n int) int {\n\treturn n*%d + %d\n}\n", i, seed+2, i*seed)
	}
	return text
}
