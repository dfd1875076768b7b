package cli

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// dialogue runs tune on a terminal. It gives each answer after a question, and calls asked
// before the first one.
func dialogue(t *testing.T, asked func(), answers []string, args ...string) (text, stderr string, status int) {
	t.Helper()
	tty, other := openTerminal(t)
	var faults strings.Builder
	done := make(chan int)
	go func() {
		status := run(append([]string{"tune"}, args...), tty, tty, &faults)
		tty.Close()
		done <- status
	}()
	var said strings.Builder
	for buffer := make([]byte, 4096); ; {
		n, err := other.Read(buffer)
		said.Write(buffer[:n])
		if err != nil { // the end of a terminal
			status = <-done
			return strings.ReplaceAll(said.String(), "\r\n", "\n"), faults.String(), status
		}
		if strings.HasSuffix(said.String(), "[q]uit: ") && len(answers) > 0 {
			asked()
			asked = func() {}
			io.WriteString(other, answers[0]+"\n")
			answers = answers[1:]
		}
	}
}

func sessionsDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../../testdata/sessions")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTuneAsks(t *testing.T) {
	sessions := sessionsDir(t)
	for _, c := range []struct {
		answers string
		want    []string // in the file; nil for no file
		not     []string
		said    string
	}{
		{"d y n y", []string{"avatar_url", "get_issue"}, []string{"list_issues"}, `  |         "avatar_url",  // 256 tokens a result`},
		{"n a", []string{"list_issues", "get_issue"}, []string{`"*"`, "node_id"}, "[a]ll"},
		{"n n n", nil, nil, "[n]o"},
		{"y q", nil, nil, "[q]uit"},
	} {
		alone(t)
		said, stderr, status := dialogue(t, func() {}, strings.Fields(c.answers), sessions, "--config", "c.json")
		text, err := os.ReadFile("c.json")
		if status != 0 || (err == nil) != (c.want != nil) || !strings.Contains(said, c.said) {
			t.Errorf("%s: exit status %d, %v, %s\n%s", c.answers, status, err, stderr, said)
		}
		if c.want == nil && stderr != "shape: nothing was written\n" && !strings.HasPrefix(stderr, "shape: there is nothing to change") {
			t.Errorf("%s: %s", c.answers, stderr)
		}
		for _, want := range c.want {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: no %s in\n%s", c.answers, want, text)
			}
		}
		for _, not := range c.not {
			if strings.Contains(string(text), not) {
				t.Errorf("%s: %s in\n%s", c.answers, not, text)
			}
		}
	}
}

// The answer n also leaves out the lines of the list of tools.
func TestTuneAsksAboutTheList(t *testing.T) {
	alone(t)
	long := strings.Repeat(" It tells more about this tool.", 20)
	writeFile(t, "s/1.jsonl", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"ping","description":"Pings.`+long+`","inputSchema":{"type":"object"}},{"name":"list_berths","description":"Lists.`+long+`","inputSchema":{"type":"object"}}]}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_berths","arguments":{}}}
{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"[{\"name\":\"a\",\"crane\":null},{\"name\":\"b\",\"crane\":null}]"}]}}
`)
	for answer, want := range map[string]bool{"y": true, "n": false} {
		said, stderr, status := dialogue(t, func() {}, []string{"y", answer}, "s", "--config", answer+".json")
		if text := content(t, answer+".json"); status != 0 || !strings.Contains(text, "tool_overrides") || strings.Contains(text, "first_sentence") != want {
			t.Errorf("%s: exit status %d, %s\n%s\n%s", answer, status, stderr, said, text)
		}
	}
}

// A file that another program changes during the dialogue stays, and the error shows the change.
func TestTuneRefusesAChangedFile(t *testing.T) {
	sessions := sessionsDir(t)
	alone(t)
	writeFile(t, "c.json", `{"global": {"max_items": 5}}`)
	const now = `{"global": {"max_items": 6}}`
	_, stderr, status := dialogue(t, func() { writeFile(t, "c.json", now) }, []string{"a"}, sessions, "--config", "c.json")
	if status != app.ExitInput || content(t, "c.json") != now || !strings.Contains(stderr, "another program changed it meanwhile") || !strings.Contains(stderr, `+    "max_items": 6`) {
		t.Errorf("exit status %d\n%s\n%s", status, stderr, content(t, "c.json"))
	}
	if _, err := os.Stat("c.json.before-tune"); err == nil {
		t.Error("a copy is left")
	}
	if got := shape(nil, "untune", "--config", "c.json", "--yes"); got.status != app.ExitInput {
		t.Errorf("a record is left: %+v", got)
	}
}

// While one tune runs, another one says so.
func TestOneTuneRuns(t *testing.T) {
	sessions := sessionsDir(t)
	dir := alone(t)
	folder, err := state.OpenFolder(dir + "/.local/state/code-scalpel/tune")
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	lock, err := state.TryLock(folder, "lock")
	if err != nil {
		t.Fatal(err)
	}
	got := shape(strings.NewReader(""), "tune", sessions, "--config", "c.json", "--yes")
	if got.status != app.ExitInput || got.stderr != "shape: another shape tune is at work; nothing was changed\n" {
		t.Errorf("%+v", got)
	}
	lock.Close()
	if got := shape(strings.NewReader(""), "tune", sessions, "--config", "c.json", "--yes"); got.status != 0 {
		t.Errorf("%+v", got)
	}
}

// A running proxy takes the lines up without a restart.
func TestProxyFollowsTune(t *testing.T) {
	sessions := sessionsDir(t)
	alone(t)
	writeFile(t, "c.json", "{}")
	writeFile(t, "server.sh", `while read -r line; do
  printf '%s\n' '{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"[{\"number\":1,\"avatar_url\":\"u\"}]"}]}}'
done`)
	cmd := exec.Command("shape", "proxy", "--config", "c.json", "--", "sh", "server.sh")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	call := func() string {
		io.WriteString(stdin, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_issues","arguments":{}}}`+"\n")
		return until(stdout, "\n")
	}
	if got := call(); !strings.Contains(got, "avatar_url") {
		t.Errorf("before: %s", got)
	}
	if got := shape(strings.NewReader(""), "tune", sessions, "--config", "c.json", "--yes"); got.status != 0 {
		t.Fatalf("%+v", got)
	}
	got := call()
	for strings.Contains(got, "avatar_url") { // until the watcher sees the file
		got = call()
	}
	if !strings.Contains(got, "number") {
		t.Errorf("after: %s", got)
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// until reads up to a text, or to the end.
func until(from io.Reader, text string) string {
	var b strings.Builder
	for one := make([]byte, 1); !strings.HasSuffix(b.String(), text); {
		n, err := from.Read(one)
		if b.Write(one[:n]); err != nil {
			break
		}
	}
	return b.String()
}
