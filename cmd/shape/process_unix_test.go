//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/casetest"
)

// process prepares the command as a process of its own: TestMain put it on the
// path.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	alone(t)
	cmd := exec.Command("shape", args...)
	cmd.Stderr = new(bytes.Buffer)
	return cmd
}

func TestEndsByTheSignalOfAClosedPipe(t *testing.T) {
	cmd := process(t)
	cmd.Stdin = io.LimitReader(repeated(`{"a":1} `), 1<<26)
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	bufio.NewReader(stdout).ReadString('\n')
	stdout.Close()
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
	if got := run(nil, strings.NewReader("{}"), writer, &stderr); got != exitPipe || stderr.Len() > 0 {
		t.Errorf("exit status %d, %q", got, stderr.String())
	}
}

func TestSIGTERMLeavesWholeDocuments(t *testing.T) {
	document := `{"a":"` + strings.Repeat("x", 100_000) + `"}`
	cmd := process(t)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(stdin, repeated(document)) // ends with the process
	answers := bufio.NewReaderSize(stdout, 1<<20)
	if _, err := answers.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	rest, err := io.ReadAll(answers)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(rest)) {
		if line != document+"\n" {
			t.Fatalf("a document of %d bytes, want %d", len(line), len(document)+1)
		}
	}
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 143 {
		t.Errorf("exit status %d, want 143", got)
	}
}

func TestSIGTERMLeavesFilesAlone(t *testing.T) {
	dir := alone(t)
	text := strings.Repeat(`{"a": 1}`+strings.Repeat(" ", 1000)+"\n", 20_000)
	writeFile(t, "in.json", text)
	cmd := exec.Command("shape", "--in-place", "--report", "/dev/stdout", "in.json")
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	report := bufio.NewReader(stdout)
	if _, err := report.ReadString('\n'); err != nil { // it is at work, and the pipe too small for it to end
		t.Fatal(err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	io.Copy(io.Discard, report)
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 143 {
		t.Errorf("exit status %d, want 143", got)
	}
	after, err := os.ReadFile("in.json")
	if err != nil || string(after) != text {
		t.Errorf("the file has changed: %d bytes, %v", len(after), err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".shape-*")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// TestBounds holds hostile inputs to two seconds and to 64 MB beyond their size,
// and a stream to 64 MB however long it is. The best of three runs counts: the
// other two may have shared the machine.
func TestBounds(t *testing.T) {
	const megabyte = 1 << 20
	record := `{"a":1,"b":[1,2,3]}` + strings.Repeat(" ", 180) + "\n"
	for _, tt := range []struct {
		name      string
		head      string
		unit      string
		count     int
		megabytes int // of memory, at the most
		within    time.Duration
		status    int
	}{
		{"a million brackets", "", "[", 1_000_000, 1 + 64, 2 * time.Second, exitJSON},
		{"a string of 200 MB", `"`, "x", 200 * megabyte, 200 + 64, 2 * time.Second, exitJSON},
		{"a long stream", "", record, 200_000, 64, time.Hour, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			alone(t)
			var got measurement
			for range 3 {
				units := io.LimitReader(repeated(tt.unit), int64(tt.count*len(tt.unit)))
				got = measured(t, io.MultiReader(strings.NewReader(tt.head), units))
				if got.Status != tt.status {
					t.Fatalf("exit status %d, want %d", got.Status, tt.status)
				}
				if casetest.Slowness > 1 || got.Took <= tt.within && got.Megabytes <= tt.megabytes { // the race detector takes several times of both
					return
				}
			}
			t.Errorf("took %v and %d MB, want at most %v and %d MB", got.Took, got.Megabytes, tt.within, tt.megabytes)
		})
	}
}

func measured(t *testing.T, stdin io.Reader) (m measurement) {
	t.Helper()
	cmd := exec.Command("measured-shape", "-x", "b")
	cmd.Stdin = stdin
	report, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(report, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v, %d MB", m.Took, m.Megabytes)
	return m
}

func init() { programs["measured-shape"] = measure }

// measurement is what a run of the command took.
type measurement struct {
	Status    int
	Took      time.Duration // of processor time, which no other process adds to
	Megabytes int           // of memory, at the most
}

// measure runs the command and prints what it took. It is a process of its own
// because a process counts the memory of the one that started it as its own.
func measure() {
	cmd := exec.Command("shape", os.Args[1:]...)
	cmd.Stdin = os.Stdin
	cmd.Run()
	kilobytes := int(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "darwin" {
		kilobytes /= 1024 // it counts bytes
	}
	took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	json.NewEncoder(os.Stdout).Encode(measurement{cmd.ProcessState.ExitCode(), took, kilobytes / 1024})
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
	cmd := exec.Command("shape", "config", "watch")
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	for _, turn := range []struct{ content, want string }{
		{"", `^generation 1: .*response_config.json, hash [0-9a-f]{12}\n$`},
		{`{"global": {"profile": "debug"}}`, `^generation 2: .*response_config.json, hash [0-9a-f]{12}\n$`},
		{`{"global": {"profile": 1}}`, `^generation 2 stays: .*response_config.json:1:24: /global/profile: [^\n]*\n$`},
		{`{}`, `^generation 3: `},
	} {
		if turn.content != "" {
			writeFile(t, name, turn.content)
		}
		line, err := lines.ReadString('\n')
		if err != nil || !regexp.MustCompile(turn.want).MatchString(line) {
			t.Errorf("got %q, %v, want %s", line, err, turn.want)
		}
	}
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 130 {
		t.Errorf("exit status %d, want 130", got)
	}
}

func TestInPlaceKeepsOwnerAndMode(t *testing.T) {
	alone(t)
	writeFile(t, "in.json", `{"a": 1}`)
	owner := os.Getuid()
	if owner == 0 {
		owner = 4242 // only root may give a file away
	}
	err := os.Chown("in.json", owner, -1)
	if err == nil {
		err = os.Chmod("in.json", 0o640)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := shape(strings.NewReader(""), "--in-place=.bak", "in.json"); got.status != 0 {
		t.Fatalf("exit status %d: %s", got.status, got.stderr)
	}
	for _, name := range []string{"in.json", "in.json.bak"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != 0o640 || int(info.Sys().(*syscall.Stat_t).Uid) != owner {
			t.Errorf("%s: mode %v, owner %d", name, info.Mode(), info.Sys().(*syscall.Stat_t).Uid)
		}
	}
}
