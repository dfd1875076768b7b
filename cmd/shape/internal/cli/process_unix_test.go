//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// process is the command as a process of its own: TestMain put it on the path.
type process struct {
	*exec.Cmd
	t      *testing.T
	stdout io.ReadCloser
	lines  *bufio.Reader // of stdout
}

// start starts the command and reads its output line by line.
func start(t *testing.T, stdin io.Reader, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command("shape", args...), t: t}
	p.Stdin, p.Stderr = stdin, new(bytes.Buffer)
	var err error
	if p.stdout, err = p.StdoutPipe(); err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() }) // where the test ended before it did
	p.lines = bufio.NewReader(p.stdout)
	return p
}

// line waits for one line of standard output.
func (p *process) line() string {
	p.t.Helper()
	line, err := p.lines.ReadString('\n')
	if err != nil {
		p.t.Fatal(err)
	}
	return line
}

// end sends a signal, checks the exit status of a shell for it, and returns the last output.
func (p *process) end(signal syscall.Signal) string {
	p.t.Helper()
	p.Process.Signal(signal)
	rest, err := io.ReadAll(p.lines)
	if err != nil {
		p.t.Fatal(err)
	}
	p.Wait()
	if got := p.ProcessState.ExitCode(); got != 128+int(signal) {
		p.t.Errorf("exit status %d, want %d", got, 128+int(signal))
	}
	return string(rest)
}

func TestEndsByTheSignalOfAClosedPipe(t *testing.T) {
	alone(t)
	cmd := start(t, io.LimitReader(repeated(`{"a":1} `), 1<<26))
	cmd.line()
	cmd.stdout.Close()
	cmd.Wait()
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != syscall.SIGPIPE {
		t.Errorf("ended with %v, want SIGPIPE", cmd.ProcessState)
	}
	if text := cmd.Stderr.(*bytes.Buffer).String(); text != "" {
		t.Errorf("said %q", text)
	}
}

func TestClosedPipeIsNoFaultToSpeakOf(t *testing.T) {
	alone(t)
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	reader.Close()
	var stderr bytes.Buffer
	if got := run(nil, strings.NewReader("{}"), writer, &stderr); got != app.ExitPipe || stderr.Len() > 0 {
		t.Errorf("exit status %d, %q", got, stderr.String())
	}
}

func TestSIGTERMLeavesWholeDocuments(t *testing.T) {
	alone(t)
	row := `{"a":"` + strings.Repeat("x", 1_000) + `"}`
	for _, document := range []string{
		`{"a":"` + strings.Repeat("x", 100_000) + `"}`,
		"[" + strings.Repeat(row+",", 3_000) + row + "]", // written in pieces
	} {
		cmd := start(t, repeated(strings.ReplaceAll(document, `"}`, `","b":1}`)), "-x", "b")
		cmd.line()
		for line := range strings.Lines(cmd.end(syscall.SIGTERM)) {
			if line != document+"\n" {
				t.Fatalf("a document of %d bytes, want %d", len(line), len(document)+1)
			}
		}
	}
}

func TestSIGTERMLeavesFilesAlone(t *testing.T) {
	dir := alone(t)
	text := strings.Repeat(`{"a": 1}`+strings.Repeat(" ", 1000)+"\n", 20_000)
	writeFile(t, "in.json", text)
	cmd := start(t, nil, "--in-place", "--report", "/dev/stdout", "in.json")
	cmd.line() // it is at work, and the pipe too small for it to end
	cmd.end(syscall.SIGTERM)
	after, err := os.ReadFile("in.json")
	if err != nil || string(after) != text {
		t.Errorf("the file has changed: %d bytes, %v", len(after), err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".shape-*")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// repeated reads as a text without end.
func repeated(text string) io.Reader {
	return &repeater{text: []byte(strings.Repeat(text, 1+65536/len(text)))}
}

type repeater struct {
	text []byte
	at   int
}

func (r *repeater) Read(p []byte) (n int, err error) {
	for n < len(p) {
		copied := copy(p[n:], r.text[r.at:])
		n += copied
		r.at = (r.at + copied) % len(r.text)
	}
	return n, nil
}

func TestConfigWatchFollowsReloads(t *testing.T) {
	alone(t)
	const name = ".code-scalpel/response_config.json"
	writeFile(t, name, `{}`)
	cmd := start(t, nil, "config", "watch")
	for _, turn := range []struct{ content, want string }{
		{"", `^generation 1: .*response_config.json, hash [0-9a-f]{12}\n$`},
		{`{"global": {"profile": "debug", "colour": 1}}`, `^generation 2: .*response_config.json, hash [0-9a-f]{12}\n$`},
		{`{"global": {"profile": 1}}`, `^generation 2 stays: .*response_config.json:1:24: /global/profile: [^\n]*\n$`},
		{`{"global": {"profile": "debug", "colour": 1}}`, `^generation 2: .*response_config.json, hash [0-9a-f]{12}; nothing is refused any more\n$`},
		{`{}`, `^generation 3: .*response_config.json, hash [0-9a-f]{12}\n$`},
	} {
		if turn.content != "" {
			writeFile(t, name, turn.content)
		}
		if line := cmd.line(); !regexp.MustCompile(turn.want).MatchString(line) {
			t.Errorf("got %q, want %s", line, turn.want)
		}
	}
	cmd.end(syscall.SIGINT)
	const want = `^shape: configuration: .*response_config.json:1:33: /global/colour: warning: unknown key "colour"; it has no effect\n$`
	if got := cmd.Stderr.(*bytes.Buffer).String(); !regexp.MustCompile(want).MatchString(got) {
		t.Errorf("got %q on standard error, want %s", got, want)
	}
}

// A file that another account owns is refused, unless the edit is forced.
func TestInPlaceRefusesOtherOwners(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give a file away")
	}
	alone(t)
	writeFile(t, "in.json", `{"a": 1}`)
	if err := errors.Join(os.Chown("in.json", 4242, -1), os.Chmod("in.json", 0o640)); err != nil {
		t.Fatal(err)
	}
	got := shape(strings.NewReader(""), "--in-place=.bak", "in.json")
	const want = "shape: cannot keep what in.json has: the owner: a replacement does not keep it (--force writes it)\n"
	if got.status != app.ExitWrite || got.stderr != want || content(t, "in.json") != `{"a": 1}` {
		t.Errorf("exit status %d: %s", got.status, got.stderr)
	}
	if got := shape(strings.NewReader(""), "--in-place=.bak", "--force", "in.json"); got.status != 0 {
		t.Fatalf("exit status %d: %s", got.status, got.stderr)
	}
	for _, name := range []string{"in.json", "in.json.bak"} {
		if info, err := os.Stat(name); err != nil || info.Mode() != 0o640 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}
