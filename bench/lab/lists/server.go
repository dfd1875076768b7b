package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const gitServer = "@cyanheads/git-mcp-server@2.15.3"

// live records the sessions with a server of npm, measures them, and runs them again behind
// the proxy with every tool deferred.
func live() error {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	folder := filepath.Join(cache, "shape-lists")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	program := filepath.Join(folder, "node_modules", "@cyanheads", "git-mcp-server", "dist", "index.js")
	if _, err := os.Stat(program); err != nil {
		if err := run(folder, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefix", folder, gitServer); err != nil {
			return err
		}
	}
	into, err := os.MkdirTemp("", "lists")
	if err != nil {
		return err
	}
	defer os.RemoveAll(into)
	direct := []string{"node", program}
	records := filepath.Join(into, "records")
	whole := map[string]definition{}
	before, err := sessions(records, filepath.Join(into, "repositories"), direct, func(c *client, _ [2]json.RawMessage) error { return c.list(whole) })
	if err != nil {
		return err
	}
	if err := measure("git", records); err != nil {
		return err
	}
	shape, config := filepath.Join(into, "shape"), filepath.Join(into, "config.json")
	if err := run("../..", "go", "build", "-o", shape, "./cmd/shape"); err != nil {
		return err
	}
	const all = `{"global":{"tools":{"defer":["*"],"drop":["titles","defaults","examples","outputs"],"description":{"first_sentence":true}}}}`
	if err := os.WriteFile(config, []byte(all), 0o600); err != nil {
		return err
	}
	behind := append([]string{shape, "proxy", "--config", config, "--"}, direct...)
	after, err := sessions(filepath.Join(into, "behind"), filepath.Join(into, "again"), behind, func(c *client, call [2]json.RawMessage) error {
		return c.define(call, whole)
	})
	if err != nil {
		return err
	}
	if before.failed != after.failed || before.calls != after.calls {
		return fmt.Errorf("git: %+v behind the proxy, and %+v without it", after, before)
	}
	fmt.Printf("  behind the proxy, each tool deferred: %d calls, %d failures as without it; each definition is whole\n", after.calls, after.failed)
	return nil
}

func run(folder, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	return nil
}

// outcome counts calls, and those that the tool answered with an error.
type outcome struct{ calls, failed int }

// sessions runs the scripted sessions, each with a repository and a server of its own, and
// records them into a folder. It calls before with each call that it will make.
func sessions(into, repositories string, server []string, before func(*client, [2]json.RawMessage) error) (o outcome, err error) {
	all, err := scriptsOf("git", repositories)
	if err != nil {
		return o, err
	}
	if err := os.MkdirAll(into, 0o700); err != nil {
		return o, err
	}
	for _, s := range all {
		if err := repository(s.folder); err != nil {
			return o, err
		}
		c, err := connect(server)
		if err != nil {
			return o, err
		}
		err = c.play(&s, before, &o)
		c.end()
		if err != nil {
			return o, fmt.Errorf("%s: %w", filepath.Base(s.folder), err)
		}
		record := bytes.ReplaceAll(c.record.Bytes(), []byte(repositories), []byte("/repositories")) // the same in each run
		if err := os.WriteFile(filepath.Join(into, filepath.Base(s.folder)+".jsonl"), record, 0o600); err != nil {
			return o, err
		}
	}
	return o, nil
}

// repository makes a repository of two commits and two changes.
func repository(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for i, step := range []string{"init -q -b main", "add -A", "commit -qm first", "add -A", "commit -qm second"} {
		if step == "add -A" {
			if err := os.WriteFile(filepath.Join(folder, "a.txt"), fmt.Appendf(nil, "line %d\n", i), 0o600); err != nil {
				return err
			}
		}
		args := append([]string{"-c", "user.name=n", "-c", "user.email=n@example.org"}, strings.Fields(step)...)
		if err := run(folder, "git", args...); err != nil {
			return err
		}
	}
	if err := run(folder, "git", "config", "user.email", "n@example.org"); err != nil {
		return err
	}
	if err := run(folder, "git", "config", "user.name", "n"); err != nil {
		return err
	}
	os.WriteFile(filepath.Join(folder, "b.txt"), []byte("new\n"), 0o600)
	return os.WriteFile(filepath.Join(folder, "a.txt"), []byte("changed\n"), 0o600)
}

// client is a client of a server, line by line.
type client struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	id     int
	record bytes.Buffer
}

func connect(server []string) (*client, error) {
	c := &client{cmd: exec.Command(server[0], server[1:]...)}
	c.cmd.Env = append(os.Environ(), "MCP_TRANSPORT_TYPE=stdio", "MCP_LOG_LEVEL=error")
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReader(out)
	return c, c.cmd.Start()
}

func (c *client) end() {
	c.in.Close()
	io.Copy(io.Discard, c.out)
	c.cmd.Wait()
}

// ask sends a request and returns the response.
func (c *client) ask(method, params string) (json.RawMessage, error) {
	c.id++
	line := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.id, method, params)
	c.record.WriteString(line + "\n")
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		return nil, err
	}
	for {
		answer, err := c.out.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		var response struct {
			ID     int
			Result json.RawMessage
			Error  json.RawMessage
		}
		if json.Unmarshal(answer, &response) != nil || response.ID != c.id {
			continue // a notification
		}
		if response.Error != nil {
			return nil, fmt.Errorf("%s: %s", method, response.Error)
		}
		c.record.Write(answer)
		return response.Result, nil
	}
}

// play runs a session.
func (c *client) play(s *script, before func(*client, [2]json.RawMessage) error, o *outcome) error {
	if _, err := c.ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"lists","version":"1"}}`); err != nil {
		return err
	}
	io.WriteString(c.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	if _, err := c.ask("tools/list", "{}"); err != nil {
		return err
	}
	for _, call := range s.Calls {
		if err := before(c, call); err != nil {
			return err
		}
		result, err := c.ask("tools/call", fmt.Sprintf(`{"name":%s,"arguments":%s}`, call[0], call[1]))
		if err != nil {
			return err
		}
		var is struct{ IsError bool }
		json.Unmarshal(result, &is)
		if o.calls++; is.IsError {
			o.failed++
		}
	}
	return nil
}

// definition is the part of a Tool object that a call needs.
type definition struct {
	Name, Description string
	InputSchema       json.RawMessage
}

// list adds the listed definitions.
func (c *client) list(to map[string]definition) error {
	if len(to) > 0 {
		return nil
	}
	result, err := c.ask("tools/list", "{}")
	if err != nil {
		return err
	}
	var listed struct{ Tools []definition }
	err = json.Unmarshal(result, &listed)
	for _, d := range listed.Tools {
		to[d.Name] = d
	}
	return err
}

// define asks for the definition of a tool. It compares it with the listed one, and a call
// with both.
func (c *client) define(call [2]json.RawMessage, whole map[string]definition) error {
	result, err := c.ask("tools/call", fmt.Sprintf(`{"name":"shape_tool","arguments":{"name":%s}}`, call[0]))
	if err != nil {
		return err
	}
	var content struct{ Content []struct{ Text string } }
	if err := json.Unmarshal(result, &content); err != nil || len(content.Content) != 1 {
		return fmt.Errorf("the definition of %s is %s, %v", call[0], result, err)
	}
	text := []byte(content.Content[0].Text)
	var d definition
	if err := json.Unmarshal(text, &d); err != nil {
		return err
	}
	if want := whole[d.Name]; d.Description != want.Description || !bytes.Equal(d.InputSchema, want.InputSchema) {
		return fmt.Errorf("%s: the definition is %s, and was listed as %+v", call[0], text, want)
	}
	if err := fits(text, call[1]); err != nil {
		return fmt.Errorf("%s: %w", call[0], err)
	}
	return nil
}
