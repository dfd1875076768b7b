package transcripts

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// The rollouts of Codex, to 0.171: lines, and since 2026 also compressed. Source:
// codex-rs/rollout/src/policy.rs and codex-rs/protocol/src of openai/codex. An event
// mcp_tool_call_end has the whole result of the server, and its name as configured. Older
// versions write only the output that the model sees.
type codexLine struct {
	Type    string `json:"type"`
	Payload struct {
		Type      string          `json:"type"`
		Role      string          `json:"role"`
		Content   content         `json:"content"`
		Namespace string          `json:"namespace"`
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Input     json.RawMessage `json:"input"`
		CallID    string          `json:"call_id"`
		Output    content         `json:"output"`
		// Of mcp_tool_call_end.
		Invocation struct {
			Server    string          `json:"server"`
			Tool      string          `json:"tool"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"invocation"`
		Result struct {
			OK  json.RawMessage `json:"Ok"`
			Err string          `json:"Err"`
		} `json:"result"`
	} `json:"payload"`
}

var codexCuts = []string{" tokens truncated…", " chars truncated…", "[... omitted "}

func codexPlaces() []string {
	home := state.InFolder("CODEX_HOME", state.InHome(".codex"))
	return []string{filepath.Join(home, "sessions"), filepath.Join(home, "archived_sessions")}
}

func isRollout(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, "rollout-") && (strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".jsonl.zst"))
}

func (r *reader) codex(path string) error {
	t := r.talk("")
	return eachLine(r, path, mostRead, func(l *codexLine) bool {
		switch p := &l.Payload; l.Type + " " + p.Type {
		case "response_item message":
			if p.Role == "user" || p.Role == "assistant" {
				t.text(kindOf(p.Role), p.Content.text())
			}
		case "response_item function_call", "response_item custom_tool_call":
			name := p.Name
			if p.Namespace != "" {
				name = strings.TrimRight(p.Namespace, "_") + "__" + strings.TrimLeft(p.Name, "_")
			}
			server, tool, isServer := split(name, "mcp__", "__")
			if !isServer && p.Namespace == "" {
				server, tool, isServer = split(name, "", "__")
			}
			args := arguments(p.Arguments)
			if args == nil {
				args = p.Input
			}
			t.call(p.CallID, recordings.Call{Server: server, Tool: tool, Arguments: args}, !isServer)
		case "response_item function_call_output", "response_item custom_tool_call_output":
			t.result(p.CallID, codexOutput(p.Output))
		case "event_msg mcp_tool_call_end":
			t.codexEnd(l)
		default:
			return l.Type == "session_meta" || l.Type == "turn_context" || l.Type == "compacted" ||
				(l.Type == "response_item" || l.Type == "event_msg") && p.Type != ""
		}
		return true
	})
}

// codexEnd adds the whole result of a call, under the names of the server.
func (t *talk) codexEnd(l *codexLine) {
	p := &l.Payload
	call, isAsked := t.asked[p.CallID]
	if !isAsked {
		return // it is in a newer transcript
	}
	c := &t.Events[call.at].Call
	c.Server, c.Tool = p.Invocation.Server, p.Invocation.Tool
	t.asked[p.CallID] = asked{call.at, false}
	body := []byte(p.Result.OK)
	if body == nil {
		body = content{{Type: "text", Text: p.Result.Err}}.result(true)
	}
	t.result(p.CallID, withoutData(body))
}

var codexHead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^Wall time: [^\n]*\nOutput:\n`) })

// codexOutput returns the result in an output: a text, blocks, or a text with blocks as JSON.
func codexOutput(c content) []byte {
	if len(c) > 0 {
		c[0].Text = codexHead().ReplaceAllString(c[0].Text, "")
		if len(c) > 1 && c[0].Text == "" {
			c = c[1:]
		}
	}
	if len(c) != 1 || !strings.HasPrefix(c[0].Text, "[{") {
		return c.result(false)
	}
	var inner content
	if json.Unmarshal([]byte(c[0].Text), &inner) != nil || inner[0].Type != "text" && inner[0].Type != "image" {
		return c.result(false)
	}
	return inner.result(false)
}

// withoutData returns the result of a tool without the data of images and sounds.
func withoutData(body []byte) []byte {
	var result map[string]json.RawMessage
	var blocks []map[string]any
	if json.Unmarshal(body, &result) != nil || json.Unmarshal(result["content"], &blocks) != nil {
		return body
	}
	isChanged := false
	for _, b := range blocks {
		_, hasData := b["data"]
		isChanged = isChanged || hasData
		delete(b, "data")
	}
	if isChanged {
		result["content"] = marshal(blocks)
	}
	return marshal(result)
}
