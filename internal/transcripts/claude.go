package transcripts

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// The transcripts of Claude Code, to 2.1: a file of lines for each session, and since 2.0 one
// for each subagent. Its writer is not public. The form is known from public readers:
// simonw/claude-code-transcripts and ticpu/claude-conversation-search-mcp.
type claudeLine struct {
	Type        string `json:"type"`
	IsSidechain bool   `json:"isSidechain"`
	AgentID     string `json:"agentId"`
	Message     struct {
		Content content `json:"content"`
	} `json:"message"`
}

var (
	claudeCuts = []string{"exceeds maximum allowed tokens", "<persisted-output>", "[OUTPUT TRUNCATED - exceeded"}
	// claudeOthers are the types of lines without a message.
	claudeOthers = []string{"summary", "system", "file-history-snapshot", "queue-operation", "progress", "attachment",
		"custom-title", "ai-title", "agent-name", "last-prompt", "permission-mode", "mode", "pr-link", "result"}
)

func claudePlaces() []string {
	return []string{state.InFolder("CLAUDE_CONFIG_DIR", state.InHome(".claude"), "projects")}
}

func isClaude(path string) bool { return filepath.Ext(path) == ".jsonl" }

func (r *reader) claude(path string) error {
	return eachLine(r, path, mostRead, func(l *claudeLine) bool {
		if l.Type != "user" && l.Type != "assistant" {
			return slices.Contains(claudeOthers, l.Type)
		}
		name := l.AgentID
		if l.IsSidechain && name == "" {
			name = "sidechain"
		}
		t := r.talk(name)
		for _, b := range l.Message.Content {
			switch b.Type {
			case "text":
				t.text(kindOf(l.Type), b.Text)
			case "tool_use":
				server, tool, isServer := split(b.Name, "mcp__", "__")
				t.call(b.ID, recordings.Call{Server: server, Tool: tool, Arguments: b.Input}, !isServer)
			case "tool_result":
				t.result(b.ToolUseID, b.inner().result(b.IsError))
			}
		}
		return true
	})
}

// kindOf returns the kind of a text by the role of its message.
func kindOf(role string) recordings.Kind {
	if role == "user" {
		return recordings.User
	}
	return recordings.Model
}

// serverLetters match letters in names of servers. opencode and Gemini CLI write "_" for them.
var serverLetters = sync.OnceValue(func() [2]*regexp.Regexp {
	return [2]*regexp.Regexp{regexp.MustCompile(`[^\w-]`), regexp.MustCompile(`[^\w.:-]`)}
})

// know notes the name of a server in the forms that clients write.
func (r *reader) know(server string) {
	for _, letters := range serverLetters() {
		if len(r.servers) < mostServers {
			r.servers[letters.ReplaceAllString(server, "_")] = server
		}
	}
}

// splitKnown splits a name as split does. A known server wins, the longest first.
func (r *reader) splitKnown(name, prefix, between string) (server, tool string, isServer bool) {
	for end := strings.LastIndex(name, between); end > 0; end = strings.LastIndex(name[:end], between) {
		form, hasPrefix := strings.CutPrefix(name[:end], prefix)
		known := cmp.Or(r.servers[name[:end]], r.servers[form]) // Gemini CLI writes no prefix twice
		if tool := name[end+len(between):]; hasPrefix && known != "" && tool != "" {
			return known, tool, true
		}
	}
	return split(name, prefix, between)
}

// split returns the server and the tool of a name such as mcp__server__tool. It reports false
// for the name of a tool without a server.
func split(name, prefix, between string) (server, tool string, isServer bool) {
	rest, hasPrefix := strings.CutPrefix(name, prefix)
	server, tool, isServer = strings.Cut(rest, between)
	if !hasPrefix || !isServer || server == "" || tool == "" {
		return "", name, false
	}
	return server, tool, true
}
