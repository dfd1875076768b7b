package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// openTerminal opens a pseudo-terminal. The other end yields the written text after a close.
func openTerminal(t *testing.T) (tty, other *os.File) {
	t.Helper()
	other, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	t.Cleanup(func() { other.Close() })
	fd := int(other.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	return tty, other
}

// seen is the text on a terminal.
func seen(tty, other *os.File) string {
	tty.Close()
	text, _ := io.ReadAll(other) // the end of a terminal is an error
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

func TestCaretOnATerminal(t *testing.T) {
	dir := alone(t)
	writeFile(t, dir+"/bad.json", "{\n  \"globl\": {\"profile\": \"minimal\"}\n}\n")
	for _, tt := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{"{\"a\":1}\n{\"b\":\x1b[2J\"é\", tru}", nil,
			"<stdin>:2:6: invalid character at start of value (at /b, offset 13)\n    {\"b\":·[2J\"é\", tru}\n         ^\n"},
		{"[\"é\", " + strings.Repeat("1,", 100) + "x" + strings.Repeat("y", 100), nil,
			"<stdin>:1:208: invalid character at start of value (at /101, offset 207)\n    " +
				strings.Repeat("1,", 30) + "x" + strings.Repeat("y", 19) + "\n    " + strings.Repeat(" ", 60) + "^\n"},
		{"", []string{"--config", "bad.json"},
			"shape: configuration: bad.json:2:3: /globl: unknown key \"globl\" (did you mean \"global\"?)\n      \"globl\": {\"profile\":\n      ^\n"},
	} {
		tty, other := openTerminal(t)
		run(tt.args, strings.NewReader(tt.stdin), io.Discard, tty)
		if got := seen(tty, other); got != tt.want {
			t.Errorf("got\n%q, want\n%q", got, tt.want)
		}
	}
}

func TestConfigCheckOnATerminal(t *testing.T) {
	dir := alone(t)
	writeFile(t, dir+"/bad.json", `{"global": {"profil": 1}}`)
	tty, other := openTerminal(t)
	status := run([]string{"config", "check", "bad.json"}, strings.NewReader(""), tty, io.Discard)
	want := "bad.json:1:13: /global/profil: warning: unknown key \"profil\"; it has no effect (did you mean \"profile\"?)\n    {\"global\": {\"profil\": 1}}\n                ^\n"
	if got := seen(tty, other); status != app.ExitUsage || got != want {
		t.Errorf("exit status %d, got\n%q, want\n%q", status, got, want)
	}
}

func TestNothingToReadFromATerminal(t *testing.T) {
	alone(t)
	tty, _ := openTerminal(t)
	defer tty.Close()
	for _, args := range [][]string{nil, {"explain"}, {"validate"}, {"cursor", "encode"}} {
		var stdout bytes.Buffer
		if status := run(args, tty, &stdout, io.Discard); status != 0 || !strings.Contains(stdout.String(), "Examples:") {
			t.Errorf("%q: exit status %d, %q", args, status, stdout.String())
		}
		if n := strings.Count(stdout.String(), "\n"); args == nil && n > 25 {
			t.Errorf("the command alone prints %d lines", n)
		}
	}
}

// On a terminal documents and carets have colours. Other streams and files have none.
func TestColoursOnATerminal(t *testing.T) {
	alone(t)
	t.Setenv("TERM", "xterm")
	writeFile(t, "bad.json", "{")
	caret := "shape: --exclude: a name is missing at offset 2 (did you mean \"a.b\"?)\n    a..b\n      "
	for args, want := range map[string]string{
		"":                                 "[\x1b[36m1\x1b[0m]\n",
		"--color=never":                    "[1]\n",
		"-x a..b":                          caret + "\x1b[1;31m^\x1b[0m\n",
		"-x a..b --color=never":            caret + "^\n",
		"-o out.json --report report.json": "",
		"config check bad.json":            "bad.json:1:2: the file ends too early\n    {\n     \x1b[1;31m^\x1b[0m\n",
	} {
		tty, other := openTerminal(t)
		var stdout, stderr io.Writer = tty, io.Discard
		if strings.HasPrefix(args, "-x") {
			stdout, stderr = io.Discard, tty
		}
		run(strings.Fields(args), strings.NewReader("[1]"), stdout, stderr)
		if got := seen(tty, other); got != want {
			t.Errorf("%s: got\n%q, want\n%q", args, got, want)
		}
	}
	for _, name := range []string{"out.json", "report.json"} {
		if text, err := os.ReadFile(name); err != nil || bytes.ContainsRune(text, '\x1b') {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// The variables of the environment also hold on a terminal.
func TestEnvironmentOfColours(t *testing.T) {
	alone(t)
	for _, c := range []struct{ name, value, want string }{
		{"TERM", "dumb", "1\n"},
		{"CLICOLOR_FORCE", "1", "\x1b[36m1\x1b[0m\n"},
		{"NO_COLOR", "1", "1\n"},
	} {
		t.Setenv(c.name, c.value)
		tty, other := openTerminal(t)
		run(nil, strings.NewReader("1"), tty, io.Discard)
		if got := seen(tty, other); got != c.want {
			t.Errorf("%s=%s: %q", c.name, c.value, got)
		}
	}
}
