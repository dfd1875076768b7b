package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// servers are the reference servers.
var servers = []string{"everything", "memory", "filesystem", "sequential-thinking"}

// server is the command of a reference server.
func (p *place) server(name, folder string) []string {
	command := []string{p.node, p.path("@modelcontextprotocol", "server-"+name, "dist", "index.js")}
	if name == "filesystem" {
		command = append(command, folder)
	}
	return command
}

// freshFolder is an empty folder of the same name each time.
func (p *place) freshFolder() (string, error) {
	folder := filepath.Join(p.work, "folder")
	if err := os.RemoveAll(folder); err != nil {
		return "", err
	}
	return folder, os.Mkdir(folder, 0o755)
}

// twice asks a server directly and through the proxy.
func (p *place) twice(server string, ask func(folder string, command []string) ([]byte, error)) (direct, proxied []byte, err error) {
	for _, through := range []bool{false, true} {
		folder, err := p.freshFolder()
		if err != nil {
			return nil, nil, err
		}
		command := p.server(server, folder)
		if through {
			command = p.proxied(command...)
		}
		out, err := ask(folder, command)
		if err != nil {
			return nil, nil, err
		}
		direct, proxied = proxied, out
	}
	return direct, proxied, nil
}

// parity asks the reference servers by the clients of the TypeScript SDK.
func parity(p *place) (found string, err error) {
	outcomes, calls := 0, 0
	for _, server := range servers {
		for _, edition := range []string{"v1", "v2"} {
			direct, proxied, err := p.twice(server, func(folder string, command []string) ([]byte, error) {
				args := append([]string{"parity.mjs", edition, server, folder}, command...)
				cmd := exec.Command(p.node, args...)
				cmd.Dir = p.folder
				return output(cmd)
			})
			if err != nil {
				return "", fmt.Errorf("%s, %s: %w", server, edition, err)
			}
			if err := sameLines(direct, proxied); err != nil {
				return "", fmt.Errorf("%s, %s: %w", server, edition, err)
			}
			if server == "everything" && (!bytes.Contains(direct, []byte(`{"what":"200 calls at once","of":"","result":200}`)) ||
				!bytes.Contains(direct, []byte(`{"what":"5 MB","of":"","result":true}`))) {
				return "", fmt.Errorf("%s, %s: the long list was not gone through", server, edition)
			}
			outcomes += bytes.Count(direct, []byte("\n"))
			calls += bytes.Count(direct, []byte(`"what":"tools/call"`))
		}
	}
	return fmt.Sprintf("%d outcomes alike, %d of them calls; 200 at once, and 5 MB", outcomes, calls), nil
}

// sameLines says where two outputs differ first.
func sameLines(direct, proxied []byte) error {
	a, b := strings.Split(string(direct), "\n"), strings.Split(string(proxied), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Errorf("line %d\ndirectly %.600s\nproxied  %.600s", i+1, a[i], b[i])
		}
	}
	if len(a) != len(b) {
		return fmt.Errorf("%d lines directly, and %d proxied", len(a), len(b))
	}
	return nil
}

// parityOfGo asks the reference servers by the client of the Go SDK.
func parityOfGo(p *place) (found string, err error) {
	outcomes := 0
	for _, server := range servers {
		direct, proxied, err := p.twice(server, func(folder string, command []string) ([]byte, error) {
			return askInGo(folder, command)
		})
		if err != nil {
			return "", fmt.Errorf("%s: %w", server, err)
		}
		if err := sameLines(direct, proxied); err != nil {
			return "", fmt.Errorf("%s: %w", server, err)
		}
		outcomes += bytes.Count(direct, []byte("\n"))
	}
	return fmt.Sprintf("%d outcomes alike", outcomes), nil
}

// moments differ from run to run.
var moments = regexp.MustCompile(`UmVzb3VyY2Ug[^"]*|\d{1,2}:\d\d:\d\d [AP]M|\d{4}-\d\d-\d\dT[\d:.]+Z`)

// askInGo returns the answers of a server as the client of the Go SDK reads them.
func askInGo(folder string, command []string) ([]byte, error) {
	ctx := context.Background()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "MEMORY_FILE_PATH="+filepath.Join(folder, "memory.jsonl"))
	client, err := sdk.NewClient(&sdk.Implementation{Name: "parity", Version: "1"}, nil).Connect(ctx, &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	var out bytes.Buffer
	say := func(what string, result any, err error) {
		fault := ""
		if err != nil {
			fault, result = err.Error(), nil
		}
		text, _ := json.Marshal([]any{what, result, fault})
		out.Write(append(moments.ReplaceAll(text, []byte("TIME")), '\n'))
	}
	say("initialize", client.InitializeResult(), nil)
	tools, err := client.ListTools(ctx, nil)
	say("tools/list", tools, err)
	if err != nil {
		return nil, err
	}
	for _, t := range tools.Tools {
		if t.Name == "trigger-long-running-operation" || t.Name == "gzip-file-as-resource" || t.Name == "simulate-research-query" {
			continue // they wait, or ask others
		}
		res, err := client.CallTool(ctx, &sdk.CallToolParams{Name: t.Name, Arguments: map[string]any{}})
		say(t.Name, res, err)
	}
	if out.Len() == 0 {
		return nil, errors.New("nothing was asked")
	}
	return out.Bytes(), nil
}
