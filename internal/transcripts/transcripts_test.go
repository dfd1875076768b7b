package transcripts

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
)

// read returns the sessions of transcripts, one event a line.
func read(t *testing.T, o Options) (string, Skipped) {
	t.Helper()
	var b strings.Builder
	skipped, err := Sessions(o, func(s *recordings.Session) error {
		_, part, _ := strings.Cut(s.Name, "#")
		fmt.Fprintf(&b, "session %s\n", part)
		for _, e := range s.Events {
			fmt.Fprintf(&b, "%d %s%s.%s %s %s\n", e.Kind, e.Text, e.Server, e.Tool, e.Arguments, e.Body)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), skipped
}

// aged copies a folder, and gives its files times in the order of their names: the first is
// the newest.
func aged(t *testing.T, folder string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	hours := 0
	err := filepath.WalkDir(to, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		hours++
		when := time.Date(2026, 1, 9, 0, 0, 0, 0, time.UTC).Add(-time.Duration(hours) * time.Hour)
		return os.Chtimes(path, when, when)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// Each client's transcripts become sessions with the names of servers and tools, and texts in
// order. No session has data of images, or results of the client's own tools. Cut results are
// left out.
func TestClients(t *testing.T) {
	for client, skipped := range map[string]Skipped{
		"claude-code": {Cut: 1, Unknown: 2, Repeated: 1, Short: 1, Own: 1},
		"codex":       {Unknown: 1, Short: 1, Own: 1},
		"gemini":      {Unknown: 1, Short: 1, Own: 1},
		"vscode":      {Unknown: 1},
		"opencode":    {Cut: 1, Short: 1, Own: 1},
		"cline":       {Own: 1},
	} {
		got, left := read(t, Options{Client: client, Paths: []string{aged(t, filepath.Join("testdata", client))}})
		golden := filepath.Join("testdata", client+".golden")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, _ := os.ReadFile(golden)
		if got != string(want) {
			t.Errorf("%s:\n%s", client, got)
		}
		if left != skipped {
			t.Errorf("%s: %+v, want %+v", client, left, skipped)
		}
	}
}

// The folders of a client are found by its own variable, and an age and a number of bytes
// leave out the older files.
func TestNewest(t *testing.T) {
	folder := aged(t, filepath.Join("testdata", "claude-code"))
	t.Setenv("CLAUDE_CONFIG_DIR", filepath.Dir(folder))
	if err := os.Rename(folder, filepath.Join(filepath.Dir(folder), "projects")); err != nil {
		t.Fatal(err)
	}
	newest := time.Date(2026, 1, 8, 22, 30, 0, 0, time.UTC)
	got, left := read(t, Options{Client: "claude-code", Since: newest})
	if strings.Contains(got, "close_issue") || !strings.Contains(got, "get_issue") || left.Beyond != 0 {
		t.Errorf("since: %+v\n%s", left, got)
	}
	info, err := os.Stat(filepath.Join(filepath.Dir(folder), "projects", "p", "a.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	got, left = read(t, Options{Client: "claude-code", Most: info.Size() + 1})
	if strings.Contains(got, "close_issue") || left.Beyond != 1 {
		t.Errorf("bytes: %+v\n%s", left, got)
	}
}

// A compressed rollout is read. One that is cut is read in part.
func TestCompressed(t *testing.T) {
	plain, err := os.ReadFile("testdata/codex/2026/rollout-1.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	packed := w.EncodeAll(plain, nil)
	name := filepath.Join(t.TempDir(), "rollout-1.jsonl.zst")
	for cut, want := range map[int]int{0: 0, 20: 1} {
		if err := os.WriteFile(name, packed[:len(packed)-cut], 0o666); err != nil {
			t.Fatal(err)
		}
		got, left := read(t, Options{Client: "codex", Paths: []string{filepath.Dir(name)}})
		if left.Cut != want || cut == 0 && !strings.Contains(got, "list-issues") {
			t.Errorf("%d: %+v %s", cut, left, got)
		}
	}
}

// An unknown client and a missing folder are errors, and so is the error of visit.
func TestFaults(t *testing.T) {
	stop := errors.New("stop")
	for _, c := range []struct{ client, path, want string }{
		{"cursor", ".", "cursor: its transcripts have no known form (known are claude-code, "},
		{"codex", filepath.Join(t.TempDir(), "none"), "none"},
		{"cline", "testdata/cline", "stop"},
	} {
		_, err := Sessions(Options{Client: c.client, Paths: []string{c.path}}, func(*recordings.Session) error { return stop })
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.client, err)
		}
	}
	t.Setenv("CODEX_HOME", t.TempDir())
	if _, err := Sessions(Options{Client: "codex"}, nil); err == nil || !strings.HasPrefix(err.Error(), "codex: no transcript is in ") {
		t.Errorf("%v", err)
	}
}

// Any bytes are read without a panic, in the form of each client.
func FuzzAnyBytes(f *testing.F) {
	for _, pattern := range []string{"testdata/*/*/*.json*", "testdata/*/*/*/*.json*"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	for _, seed := range []string{"null", "[]", `[null]`, `{"kind":1,"k":[0],"v":1}`, `{"$rewindTo":"x"}`, `[{"content":{"content":{"content":"x"}}}]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, ext := range []string{".json", ".jsonl"} {
			name := filepath.Join(t.TempDir(), "x"+ext)
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
			for _, client := range Clients() {
				if _, err := Sessions(Options{Client: client, Paths: []string{name}}, func(*recordings.Session) error { return nil }); err != nil {
					t.Errorf("%s: %v", client, err)
				}
			}
		}
	})
}

// The events of a file that do not fit are left out, and the rest of it is not read.
func TestRoom(t *testing.T) {
	r := reader{path: "x", bytes: mostBytes - 50, seen: map[uint64]bool{}}
	name := filepath.Join(t.TempDir(), "x.jsonl")
	line := `{"type":"user","message":{"content":"` + strings.Repeat("x", 40) + `"}}` + "\n"
	if err := os.WriteFile(name, []byte(strings.Repeat(line, 5)+"no JSON\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := r.claude(name); err != nil || len(r.talks[0].Events) != 1 || r.skipped != (Skipped{Beyond: 1}) {
		t.Errorf("%v %+v", err, r.skipped)
	}
}

// A result has the name that its client gives to servers. It tells the half that the client shows.
func TestClientOfResult(t *testing.T) {
	for client, want := range map[string]string{
		"claude-code": "claude-code", "codex": "codex-mcp-client", "gemini": "", "vscode": "Visual Studio Code", "opencode": "opencode", "cline": "",
	} {
		n := 0
		_, err := Sessions(Options{Client: client, Paths: []string{filepath.Join("testdata", client)}}, func(s *recordings.Session) error {
			for _, e := range s.Events {
				if e.Kind == recordings.Result {
					n++
					if e.Client.Name != want || s.Client.Name != want {
						t.Errorf("%s: %q, %q", client, e.Client.Name, s.Client.Name)
					}
				}
			}
			return nil
		})
		if err != nil || n == 0 {
			t.Errorf("%s: %d results, %v", client, n, err)
		}
	}
}

// opencode and Gemini CLI join the names of server and tool by "_". The client's configuration
// tells the longest server with it, and so do shown names of the transcripts of Gemini CLI.
func TestNamesWithUnderscores(t *testing.T) {
	opencode := `{"messages":[{"info":{"role":"assistant"},"parts":[{"type":"tool","callID":"1","tool":"%s","state":{"status":"completed","input":{},"output":"1"}}]}]}`
	gemini := `{"sessionId":"s","messages":[{"id":"1","type":"gemini","content":"","toolCalls":[{"id":"1","name":"%s","args":{},"result":[{"functionResponse":{"response":{"output":"1"}}}]}]}]}`
	shown := strings.Replace(gemini, `"toolCalls":[`, `"toolCalls":[{"id":"2","name":"mcp_my_db_ask","displayName":"ask (my_db MCP Server)"},`, 1)
	for _, c := range []struct{ client, form, name, want string }{
		{"opencode", opencode, "my_tracker_list_issues", "my_tracker.list_issues"},
		{"opencode", opencode, "my_list_issues", "my.list_issues"},
		{"opencode", opencode, "web_mail_send", "web.mail.send"},
		{"opencode", opencode, "other_tool_x", "other.tool_x"},
		{"gemini", gemini, "mcp_my_tracker_list_issues", "my_tracker.list_issues"},
		{"gemini", gemini, "mcp_web.mail_send", "web.mail.send"},
		{"gemini", gemini, "mcp_notes_add_one", "mcp_notes.add_one"},
		{"gemini", gemini, "mcp_mail_send", "mcp_mail.send"},
		{"gemini", gemini, "mcp_my_db_list_rows", "my.db_list_rows"},
		{"gemini", shown, "mcp_my_db_list_rows", "my_db.list_rows"},
	} {
		name := filepath.Join(t.TempDir(), "x.json")
		if err := os.WriteFile(name, fmt.Appendf(nil, c.form, c.name), 0o666); err != nil {
			t.Fatal(err)
		}
		got, left := read(t, Options{Client: c.client, Paths: []string{name}, Servers: []string{"my", "my_tracker", "web.mail", "mcp_notes", "mail", "mcp_mail"}})
		if !strings.Contains(got, "0 "+c.want+" ") {
			t.Errorf("%s %s: not %s: %+v\n%s", c.client, c.name, c.want, left, got)
		}
	}
}
