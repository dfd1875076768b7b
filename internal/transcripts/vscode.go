package transcripts

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
)

// The chat sessions of VS Code, to 1.11x: a document for each session, or since 1.109 a log
// of changes to it. Source: src/vs/workbench/contrib/chat/common of microsoft/vscode
// (chatService.ts, languageModelToolsService.ts, model/objectMutationLog.ts).
type codeSession struct {
	Requests []struct {
		Message struct {
			Text string `json:"text"`
		} `json:"message"`
		Response []json.RawMessage `json:"response"`
	} `json:"requests"`
}

type codePart struct {
	Kind   string          `json:"kind"`
	Value  json.RawMessage `json:"value"`
	Call   string          `json:"toolCallId"`
	Tool   string          `json:"toolId"`
	Source struct {
		Type  string `json:"type"`
		Label string `json:"label"`
	} `json:"source"`
	Details struct {
		Input  json.RawMessage `json:"input"`
		Output []struct {
			Value  string `json:"value"`
			IsText bool   `json:"isText"`
		} `json:"output"`
		IsError bool            `json:"isError"`
		Whole   json.RawMessage `json:"mcpOutput"`
	} `json:"resultDetails"`
}

var codeCuts = []string{"value truncated for persistence"}

func codePlaces() []string {
	editors := []string{"Code", "Code - Insiders", "VSCodium"}
	return append(settings(editors, "workspaceStorage"), settings(editors, "globalStorage", "emptyWindowChatSessions")...)
}

func isCode(path string) bool {
	folder, ext := filepath.Base(filepath.Dir(path)), filepath.Ext(path)
	return (folder == "chatSessions" || folder == "emptyWindowChatSessions") && (ext == ".json" || ext == ".jsonl")
}

func (r *reader) code(path string) error {
	var session codeSession
	if filepath.Ext(path) == ".json" {
		if isKnown, err := r.document(path, &session); !isKnown {
			return err
		}
	} else {
		state, err := r.codeLog(path)
		if err != nil {
			return err
		}
		if json.Unmarshal(marshal(state), &session) != nil {
			r.skipped.Unknown++
		}
	}
	t := r.talk("")
	for _, request := range session.Requests {
		t.text(recordings.User, request.Message.Text)
		for _, raw := range request.Response {
			var p codePart
			json.Unmarshal(raw, &p) // a member of another type is no such member
			t.codePart(&p)
		}
	}
	return nil
}

func (t *talk) codePart(p *codePart) {
	if p.Kind == "" || p.Kind == "markdownContent" {
		var text string
		json.Unmarshal(p.Value, &text) // another value is no text of the model
		t.text(recordings.Model, text)
	}
	if p.Kind != "toolInvocationSerialized" {
		return
	}
	isServer := p.Source.Type == "mcp"
	call := recordings.Call{Tool: p.Tool, Arguments: arguments(p.Details.Input)}
	if isServer {
		call.Server, call.Tool = p.Source.Label, codeTool(p.Tool, p.Source.Label)
	}
	t.call(p.Call, call, !isServer)
	var result content
	for _, o := range p.Details.Output {
		if o.IsText {
			result = append(result, block{Type: "text", Text: o.Value})
		} else {
			result = append(result, block{})
		}
	}
	switch {
	case strings.HasPrefix(string(p.Details.Whole), `{`):
		t.result(p.Call, withoutData(p.Details.Whole))
	case result != nil:
		t.result(p.Call, result.result(p.Details.IsError))
	}
}

var codeLabel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^a-z0-9_.-]+`) })

// codeTool returns the name of a tool without mcp_ and the label of its server. The editor
// writes 13 characters of a label at most, and a number behind one that another server has.
func codeTool(id, label string) string {
	rest := strings.TrimPrefix(id, "mcp_")
	label = codeLabel().ReplaceAllString(strings.ToLower(label), "_")
	for n := min(len(label), 13); n > 0; n-- {
		if after, isPrefix := strings.CutPrefix(rest, label[:n]); isPrefix {
			if tool, isTool := strings.CutPrefix(strings.TrimLeft(after, "0123456789"), "_"); isTool && tool != "" {
				return tool
			}
		}
	}
	_, tool, _ := split(rest, "", "_")
	return tool
}

// The kinds of changes in a log.
const (
	codeInitial = iota
	codeSet
	codePush
	codeDelete
)

// codeLog applies the changes of a log.
func (r *reader) codeLog(path string) (state any, err error) {
	err = eachLine(r, path, mostBytes, func(e *struct {
		Kind *int  `json:"kind"`
		Keys []any `json:"k"`
		V    any   `json:"v"`
		I    *int  `json:"i"`
	}) bool {
		switch {
		case e.Kind == nil || *e.Kind < codeInitial || *e.Kind > codeDelete:
			return false
		case *e.Kind == codeInitial:
			state = e.V
			return true
		}
		var isKnown bool
		state, isKnown = change(state, e.Keys, func(old any) any {
			if *e.Kind != codePush {
				return e.V
			}
			list, _ := old.([]any)
			if e.I != nil && *e.I >= 0 && *e.I < len(list) {
				list = list[:*e.I]
			}
			more, _ := e.V.([]any)
			return append(list, more...)
		})
		return isKnown
	})
	return state, err
}

// change changes the value at a path. It reports false for a path that is not there.
func change(state any, path []any, to func(any) any) (any, bool) {
	if len(path) == 0 {
		return to(state), true
	}
	switch in := state.(type) {
	case map[string]any:
		if name, isName := path[0].(string); isName {
			value, isKnown := change(in[name], path[1:], to)
			in[name] = value
			return in, isKnown
		}
	case []any:
		at, isNumber := path[0].(float64)
		if i := int(at); isNumber && i >= 0 && i <= len(in) {
			if i == len(in) {
				in = append(in, nil)
			}
			value, isKnown := change(in[i], path[1:], to)
			in[i] = value
			return in, isKnown
		}
	}
	return state, false
}
