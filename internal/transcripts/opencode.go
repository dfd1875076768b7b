package transcripts

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// The storage of opencode before 1.2: files for sessions, messages and parts; later versions
// have a database. `opencode export` of each version prints one document with the same
// parts. Source: packages/opencode/src/session and src/mcp of sst/opencode. Tools of
// servers are named SERVER_TOOL, with "_" for letters other than A-Za-z0-9_- (src/mcp).
type opencodePart struct {
	ID    string `json:"id"`
	Type  string `json:"type"`
	Text  string `json:"text"`
	Call  string `json:"callID"`
	Tool  string `json:"tool"`
	State struct {
		Status string          `json:"status"`
		Input  json.RawMessage `json:"input"`
		Output string          `json:"output"`
		Error  string          `json:"error"`
		Meta   struct {
			Truncated bool `json:"truncated"`
		} `json:"metadata"`
	} `json:"state"`
}

var (
	opencodeCuts = []string{"The tool call succeeded but the output was truncated"}
	opencodeOwn  = []string{"apply_patch", "plan_enter", "plan_exit", "web_search", "todo_write", "todo_read"}
)

func opencodePlaces() []string {
	return []string{state.InFolder("XDG_DATA_HOME", state.InHome(".local", "share"), "opencode", "storage", "session")}
}

func isOpencode(path string) bool {
	return filepath.Ext(path) == ".json" && strings.HasPrefix(filepath.Base(path), "ses_")
}

func (r *reader) opencode(path string) error {
	var session struct {
		ID       string `json:"id"`
		Messages []struct {
			Info struct {
				Role string `json:"role"`
			} `json:"info"`
			Parts []opencodePart `json:"parts"`
		} `json:"messages"`
	}
	if isKnown, err := r.document(path, &session); !isKnown {
		return err
	}
	t := r.talk("")
	for _, m := range session.Messages {
		for i := range m.Parts {
			t.opencodePart(m.Info.Role, &m.Parts[i])
		}
	}
	switch {
	case session.Messages != nil:
		return nil
	case session.ID == "" || session.ID != filepath.Base(session.ID):
		r.skipped.Unknown++
		return nil
	}
	storage := filepath.Dir(filepath.Dir(filepath.Dir(path)))
	return eachFile(filepath.Join(storage, "message", session.ID), func(file string) error {
		var message struct {
			Role string `json:"role"`
		}
		if isKnown, err := r.document(file, &message); !isKnown {
			return err
		}
		parts := filepath.Join(storage, "part", strings.TrimSuffix(filepath.Base(file), ".json"))
		return eachFile(parts, func(file string) error {
			var part opencodePart
			isKnown, err := r.document(file, &part)
			if isKnown {
				t.opencodePart(message.Role, &part)
			}
			return err
		})
	})
}

// eachFile calls take with the .json files of a folder, by name. A missing folder has none.
func eachFile(folder string, take func(file string) error) error {
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() && filepath.Ext(entry.Name()) == ".json" {
			if err := take(filepath.Join(folder, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *talk) opencodePart(role string, p *opencodePart) {
	switch p.Type {
	case "text":
		t.text(kindOf(role), p.Text)
	case "tool":
		server, tool, isServer := t.r.splitKnown(p.Tool, "", "_")
		if slices.Contains(opencodeOwn, p.Tool) {
			tool, isServer = p.Tool, false
		}
		t.call(p.Call, recordings.Call{Server: server, Tool: tool, Arguments: p.State.Input}, !isServer)
		switch _, isAsked := t.asked[p.Call]; {
		case !isAsked:
		case p.State.Meta.Truncated && isServer:
			delete(t.asked, p.Call)
			t.r.skipped.Short++
		case p.State.Status == "completed":
			t.result(p.Call, content{{Type: "text", Text: p.State.Output}}.result(false))
		case p.State.Status == "error":
			t.result(p.Call, content{{Type: "text", Text: p.State.Error}}.result(true))
		}
	}
}
