// Package hook is the command hook: it shapes results for clients and gateways that call a
// program.
package hook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// hook is a command below hook.
type hook struct {
	*app.App
	config        config.Options
	tool, version string
}

const claudeCodeLong = `hook claude-code is a PostToolUse hook of Claude Code. It reads the event of a call and
answers with the shaped result, or with nothing if nothing changes. The result keeps its
form. All rules act on results of MCP, and on texts of Bash, Grep, LS and WebFetch. Only
hiding rules act on other tools: an edit may follow Read, Edit or Write. In
.claude/settings.json:

  {"hooks": {"PostToolUse": [{"matcher": "Bash|Grep|LS|WebFetch|mcp__.*", "hooks": [
    {"type": "command", "command": "shape hook claude-code"}]}]}}

A hook is for comfort. If it fails, Claude Code shows the original result. It calls no
hook for a tool that failed. Use shape proxy to hide values without exception.`

const claudeCodeExample = `  shape hook claude-code <event.json
  shape hook claude-code --client-version 2.1.100 <event.json`

const dockerLong = `hook docker is an interceptor of the Docker MCP gateway, behind its calls. It reads the
result of a tool and writes it shaped. The gateway does not name the tool. Unless --tool
does, the hiding rules of every entry act, and the comfort rules of a tool without an
entry.

  docker mcp gateway run --interceptor 'after:exec:shape hook docker'

The gateway refuses the result if the hook fails.`

const dockerExample = `  shape hook docker <tool_result.json
  shape hook docker --tool github.list_issues <tool_result.json`

// Command returns the command hook.
func Command(a *app.App) *cobra.Command {
	h := &hook{App: a}
	claudeCode := h.command("claude-code", "a PostToolUse hook of Claude Code", claudeCodeLong, claudeCodeExample, h.claudeCode)
	claudeCode.Flags().StringVar(&h.version, "client-version", "", "answer as `VERSION` of Claude Code has it; before 2.1.121 in other words")
	docker := h.command("docker", "an interceptor of the Docker MCP gateway", dockerLong, dockerExample, func(s *mcp.Session, result []byte) ([]byte, error) {
		return s.Result(context.Background(), mcp.Call{Tool: h.tool}, bytes.TrimSuffix(result, []byte("\n"))), nil
	})
	docker.Flags().StringVar(&h.tool, "tool", "", "`NAME` of the tool that answered, as in tool_overrides")
	return app.Group("hook", "shape results where a client or a gateway calls a program", claudeCode, docker)
}

func (h *hook) command(name, short, long, example string, answer func(*mcp.Session, []byte) ([]byte, error)) *cobra.Command {
	cmd := &cobra.Command{
		Use: name + " [flags]", Short: short, Long: long, Example: example, Args: app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error { return h.run(answer) },
	}
	app.AddConfig(cmd.Flags(), &h.config)
	return cmd
}

// run reads one JSON object and prints the answer.
func (h *hook) run(answer func(*mcp.Session, []byte) ([]byte, error)) error {
	source, done, err := h.Source(h.config, false)
	if err != nil {
		return err
	}
	defer done()
	eng, err := app.EngineOver(source)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(h.Stdin)
	if err != nil {
		return app.InputError(err)
	}
	if !gjson.ValidBytes(body) || !gjson.ParseBytes(body).IsObject() {
		return &app.Failure{Status: app.ExitJSON, Err: errors.New("<stdin>: this is not a JSON object")}
	}
	text, err := answer(mcp.New(eng).Session(), body)
	if err != nil || text == nil {
		return err
	}
	_, err = fmt.Fprintf(h.Stdout, "%s\n", text)
	return err
}

// claudeCode answers a PostToolUse event.
func (h *hook) claudeCode(s *mcp.Session, event []byte) ([]byte, error) {
	response := gjson.GetBytes(event, "tool_response")
	if !response.Exists() {
		return nil, &app.Failure{Status: app.ExitJSON, Err: errors.New("<stdin>: this is no PostToolUse event: it has no tool_response")}
	}
	s.IsClient("claude-code", h.version)
	before := response.Raw
	after, err := shapedAs(s, mcp.Call{Tool: gjson.GetBytes(event, "tool_name").String()}, response)
	if err != nil || after == before {
		return nil, err
	}
	out, err := sjson.SetBytes([]byte(`{}`), "hookSpecificOutput.hookEventName", "PostToolUse")
	if err != nil {
		return nil, err
	}
	member := "updatedToolOutput"
	if words.IsEarlier(h.version, "2.1.121") { // anthropics/claude-code#54161
		member = "updatedMCPToolOutput"
	}
	return sjson.SetRawBytes(out, "hookSpecificOutput."+member, []byte(after))
}

// shapedAs shapes a result in the form that the client holds: the whole result, its blocks, or
// the text of one. The client drops any other form (anthropics/claude-code#68951).
func shapedAs(s *mcp.Session, c mcp.Call, response gjson.Result) (string, error) {
	ctx := context.Background()
	if !strings.HasPrefix(c.Tool, "mcp__") {
		return shapedTexts(ctx, s, c, response)
	}
	switch {
	case response.IsArray():
		return gjson.GetBytes(s.Result(ctx, c, []byte(`{"content":`+response.Raw+`}`)), "content").Raw, nil
	case response.Type == gjson.String:
		return textOf(ctx, s, c, response), nil
	}
	return string(s.Result(ctx, c, []byte(response.Raw))), nil
}

// textOf shapes a text as the only block of a tool result.
func textOf(ctx context.Context, s *mcp.Session, c mcp.Call, text gjson.Result) string {
	out := s.Result(ctx, c, []byte(`{"content":[{"type":"text","text":`+text.Raw+`}]}`))
	if blocks := gjson.GetBytes(out, "content.#.text"); len(blocks.Array()) > 1 { // with a note
		var all []string
		for _, block := range blocks.Array() {
			all = append(all, block.Str)
		}
		return string(gjson.AppendJSONString(nil, strings.Join(all, "\n")))
	}
	return gjson.GetBytes(out, "content.0.text").Raw
}

// texts names the members with text in results of Claude Code's own tools; "" is a result that
// is a text itself. No edit follows from them byte for byte, as one does from Read.
var texts = map[string][]string{
	"Bash": {"stdout", "stderr"}, "Grep": {"content"}, "LS": {""}, "WebFetch": {"result"},
}

// shapedTexts hides in the result of a client's own tool, then shapes its texts.
func shapedTexts(ctx context.Context, s *mcp.Session, c mcp.Call, response gjson.Result) (string, error) {
	out, err := s.Redact(ctx, c, []byte(response.Raw))
	if err != nil {
		return "", err
	}
	for _, name := range texts[c.Tool] {
		text := gjson.ParseBytes(out)
		if name != "" {
			text = text.Get(name)
		}
		if text.Type != gjson.String || text.Str == "" {
			continue
		}
		switch shaped := textOf(ctx, s, c, text); {
		case shaped == text.Raw:
		case name == "":
			out = []byte(shaped)
		default:
			if out, err = sjson.SetRawBytes(out, name, []byte(shaped)); err != nil {
				return "", err
			}
		}
	}
	return string(out), nil
}
