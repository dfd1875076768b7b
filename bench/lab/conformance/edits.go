package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const editedFiles = 100

// edits reads files through the proxy and edits them with the text that came. The
// filesystem server edits by exact match, so a single changed byte fails an edit.
// The configuration has rules for another tool alone.
func edits(p *place) (found string, err error) {
	folder, err := p.freshFolder()
	if err != nil {
		return "", err
	}
	rules := filepath.Join(p.work, "another.json")
	if err := os.WriteFile(rules, []byte(`{"tool_overrides": {"list_directory": {"exclude_null_values": true, "max_items": 1}}}`), 0o600); err != nil {
		return "", err
	}
	edited := 0
	for _, flags := range [][]string{{"--no-config"}, {"--config", rules}} {
		command := append(append([]string{p.shape, "proxy"}, flags...), "--")
		n, err := editAll(folder, append(command, p.server("filesystem", folder)...))
		if err != nil {
			return "", fmt.Errorf("%s: %w", flags[0], err)
		}
		edited += n
	}
	return fmt.Sprintf("%d of %d files edited with the text that was read", edited, 2*editedFiles), nil
}

// editAll edits each file once, and returns how many came out as they should.
func editAll(folder string, command []string) (edited int, err error) {
	ctx := context.Background()
	cmd := exec.Command(command[0], command[1:]...)
	client, err := sdk.NewClient(&sdk.Implementation{Name: "edits", Version: "1"}, nil).Connect(ctx, &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	for i := range editedFiles {
		name, before := filepath.Join(folder, fmt.Sprintf("%d.json", i)), prettyFile(i)
		if err := os.WriteFile(name, []byte(before), 0o600); err != nil {
			return edited, err
		}
		text, err := readHalves(ctx, client, name)
		if err != nil {
			return edited, fmt.Errorf("file %d: %w", i, err)
		}
		res, err := client.CallTool(ctx, &sdk.CallToolParams{Name: "edit_file", Arguments: map[string]any{
			"path": name, "edits": []any{map[string]any{"oldText": text, "newText": text + "\n// edited"}},
		}})
		if err != nil || res.IsError {
			return edited, fmt.Errorf("file %d: the edit failed: %v", i, err)
		}
		after, err := os.ReadFile(name)
		if err != nil || string(after) != before+"\n// edited" {
			return edited, fmt.Errorf("file %d: the edit came out otherwise: %v", i, err)
		}
		edited++
	}
	return edited, nil
}

// readHalves reads a file and returns its text. Both halves of the result hold it.
func readHalves(ctx context.Context, client *sdk.ClientSession, name string) (string, error) {
	res, err := client.CallTool(ctx, &sdk.CallToolParams{Name: "read_text_file", Arguments: map[string]any{"path": name}})
	if err != nil {
		return "", err
	}
	if len(res.Content) != 1 {
		return "", fmt.Errorf("%d blocks of content, not 1", len(res.Content))
	}
	block, _ := res.Content[0].(*sdk.TextContent)
	data, _ := res.StructuredContent.(map[string]any)
	if block == nil || block.Text != data["content"] {
		return "", fmt.Errorf("the halves of the result differ")
	}
	return block.Text, nil
}

// prettyFile is a JSON file with white space, nulls and empty lists; every fourth one
// looks like an envelope.
func prettyFile(i int) string {
	indent := strings.Repeat(" ", i%9)
	if i%10 == 9 {
		indent = "\t"
	}
	if i%4 == 3 {
		return fmt.Sprintf("{\n%[1]s\"tier\": \"pro\",\n%[1]s\"tool_version\": \"1.%[2]d\",\n%[1]s\"error\": null,\n%[1]s\"upgrade_hints\": [],\n%[1]s\"data\": {\"a\" : null}\n}", indent, i)
	}
	return fmt.Sprintf("{\n%[1]s\"number\" : %[2]d,\n\n%[1]s\"nothing\": null,\n%[1]s\"list\": [ ],\n%[1]s\"text\": \"caf\\u00e9 \\/ 1\"\n}", indent, i)
}
