package transcripts

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// The chats of Gemini CLI, to 0.61: a document for each session, or lines of messages and
// changes. Source: packages/core/src/services/chatRecordingTypes.ts of
// google-gemini/gemini-cli, and the bundle of @google/gemini-cli 0.61.0.
type geminiMessage struct {
	ID        string  `json:"id"`
	Type      string  `json:"type"`
	Content   content `json:"content"`
	ToolCalls []struct {
		ID          string          `json:"id"`
		Name        string          `json:"name"`
		DisplayName string          `json:"displayName"`
		Args        json.RawMessage `json:"args"`
		Result      json.RawMessage `json:"result"`
		Status      string          `json:"status"`
	} `json:"toolCalls"`
}

type geminiLine struct {
	geminiMessage
	SessionID string          `json:"sessionId"`
	Messages  []geminiMessage `json:"messages"`
	RewindTo  string          `json:"$rewindTo"`
	Set       *struct {
		Messages []geminiMessage `json:"messages"`
	} `json:"$set"`
}

var geminiCuts = []string{"Output too large. Showing first ", "<tool_output_masked>", "... [truncated]", "...[TRUNCATED"}

func geminiPlaces() []string {
	return []string{state.InFolder("GEMINI_CLI_HOME", state.InHome(), ".gemini", "tmp")}
}

func isChat(path string) bool {
	ext := filepath.Ext(path)
	return slices.Contains(strings.Split(filepath.ToSlash(path), "/"), "chats") && (ext == ".json" || ext == ".jsonl")
}

func (r *reader) gemini(path string) error {
	var all []geminiMessage
	if filepath.Ext(path) == ".json" {
		var chat geminiLine
		if isKnown, err := r.document(path, &chat); !isKnown {
			return err
		}
		all = chat.Messages
		if chat.SessionID == "" {
			r.skipped.Unknown++
		}
	} else if err := r.geminiLines(path, &all); err != nil {
		return err
	}
	t := r.talk("")
	for _, m := range all {
		if m.Type == "user" || m.Type == "gemini" {
			t.text(kindOf(m.Type), m.Content.text())
		}
		for _, c := range m.ToolCalls {
			server, tool, isServer := r.geminiName(c.Name, c.DisplayName)
			t.call(c.ID, recordings.Call{Server: server, Tool: tool, Arguments: c.Args}, !isServer)
			t.result(c.ID, geminiResult(c.Result))
		}
	}
	return nil
}

// geminiLines reads messages. A message with the id of an earlier one replaces it, and a
// rewind takes back a message and the ones after it.
func (r *reader) geminiLines(path string, all *[]geminiMessage) error {
	places := map[string]int{} // by id; wrong for a message that a rewind took back
	at := func(id string) int {
		if i, isKnown := places[id]; isKnown && i < len(*all) && (*all)[i].ID == id {
			return i
		}
		return -1
	}
	add := func(m geminiMessage) {
		if at(m.ID) < 0 {
			places[m.ID] = len(*all)
		}
		*all = append(*all, m)
	}
	return eachLine(r, path, mostBytes, func(l *geminiLine) bool {
		switch {
		case l.RewindTo != "":
			*all = (*all)[:max(at(l.RewindTo), 0)]
		case l.ID != "":
			if i := at(l.ID); i >= 0 {
				(*all)[i] = l.geminiMessage
			} else {
				add(l.geminiMessage)
			}
		case l.Set != nil:
			if l.Set.Messages != nil {
				*all = nil
				for _, m := range l.Set.Messages {
					add(m)
				}
			}
		default:
			return l.SessionID != ""
		}
		return true
	})
}

var geminiShown = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+) \((.+) MCP Server\)$`) })

// geminiName returns server and tool by the shown name, or by the name mcp_server_tool
// (packages/core/src/tools/mcp-tool.ts).
func (r *reader) geminiName(name, shown string) (server, tool string, isServer bool) {
	if m := geminiShown().FindStringSubmatch(shown); m != nil {
		r.know(m[2]) // for calls without a shown name
		return m[2], m[1], true
	}
	return r.splitKnown(name, "mcp_", "_")
}

// geminiResult returns the result in the parts that the model gets, or nil without one.
func geminiResult(raw json.RawMessage) []byte {
	var parts []struct {
		Text             string `json:"text"`
		FunctionResponse *struct {
			Response struct {
				Output  string  `json:"output"`
				Error   string  `json:"error"`
				Content content `json:"content"`
			} `json:"response"`
		} `json:"functionResponse"`
	}
	if json.Unmarshal(raw, &parts) != nil || len(parts) == 0 {
		return nil
	}
	var all content
	isError := false
	for _, p := range parts {
		switch f := p.FunctionResponse; {
		case f == nil:
			all = append(all, block{Text: p.Text})
		case f.Response.Error != "":
			isError = true
			all = append(all, block{Text: f.Response.Error})
		case f.Response.Content != nil:
			all = append(all, f.Response.Content...)
		default:
			all = append(all, block{Type: "text", Text: f.Response.Output})
		}
	}
	return all.result(isError)
}
