package transcripts

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// The tasks of Cline, to 3.x of the extension: a list of messages in the form of Anthropic's
// API. Source: src/core/prompts, src/core/task and src/shared/mcp.ts of cline/cline. A call
// is a block use_mcp_tool or SERVER0mcp0TOOL, or XML in a text of the model. SERVER is a key
// of the client, no name.
const clineBetween = "0mcp0"

func clinePlaces() []string {
	editors := []string{"Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"}
	return append(settings(editors, "globalStorage", "saoudrizwan.claude-dev", "tasks"), state.InFolder("CLINE_DIR", state.InHome(".cline"), "data", "tasks"))
}

func isCline(path string) bool { return filepath.Base(path) == "api_conversation_history.json" }

type clineCall struct {
	Server    string          `json:"server_name"`
	Tool      string          `json:"tool_name"`
	Arguments json.RawMessage `json:"arguments"`
}

var clineXML = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)<use_mcp_tool>\s*<server_name>(.*?)</server_name>\s*<tool_name>(.*?)</tool_name>\s*(?:<arguments>(.*?)</arguments>\s*)?(?:</use_mcp_tool>)?`)
})

var clineResult = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\[use_mcp_tool for '[^'\n]*'\] Result:\s*`)
})

func (r *reader) cline(path string) error {
	var messages []struct {
		Role    string  `json:"role"`
		Content content `json:"content"`
	}
	if isKnown, err := r.document(path, &messages); !isKnown {
		return err
	}
	t, last := r.talk(""), ""
	for i, m := range messages {
		for at := 0; at < len(m.Content); at++ {
			b := m.Content[at]
			switch {
			case b.Type == "tool_use":
				t.clineUse(b)
			case b.Type == "tool_result":
				t.result(b.ToolUseID, b.inner().result(b.IsError))
			case m.Role == "assistant":
				t.text(recordings.Model, clineXML().ReplaceAllString(b.Text, ""))
				if xml := clineXML().FindStringSubmatch(b.Text); xml != nil {
					last = path + " " + strconv.Itoa(i)
					args := json.RawMessage(strings.TrimSpace(xml[3]))
					if !json.Valid(args) {
						args = nil
					}
					t.call(last, recordings.Call{Server: xml[1], Tool: xml[2], Arguments: args}, false)
				}
			case last != "" && clineResult().MatchString(b.Text):
				text := clineResult().ReplaceAllString(b.Text, "")
				if text == "" && at+1 < len(m.Content) {
					at++
					text = m.Content[at].Text
				}
				t.result(last, content{{Type: "text", Text: text}}.result(false))
				last = ""
			case !strings.HasPrefix(b.Text, "<environment_details>"):
				t.text(recordings.User, b.Text)
			}
		}
	}
	return nil
}

// clineUse adds a call in a block.
func (t *talk) clineUse(b block) {
	var c clineCall
	if b.Name == "use_mcp_tool" && json.Unmarshal(b.Input, &c) == nil && c.Tool != "" {
		t.call(b.ID, recordings.Call{Server: c.Server, Tool: c.Tool, Arguments: arguments(c.Arguments)}, false)
		return
	}
	_, tool, isServer := split(b.Name, "", clineBetween)
	t.call(b.ID, recordings.Call{Tool: tool, Arguments: b.Input}, !isServer)
}
