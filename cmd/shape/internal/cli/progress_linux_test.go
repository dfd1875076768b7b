package cli

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// ticking is a clock that advances at each look.
func ticking(step time.Duration) func() time.Time {
	at := time.Unix(0, 0)
	return func() time.Time {
		at = at.Add(step)
		return at
	}
}

// writeLong writes inputs that are read in many pieces.
func writeLong(t *testing.T) {
	t.Helper()
	text := strings.Repeat(`{"a":"`+strings.Repeat("x", 90_000)+`"}`, 3)
	writeFile(t, "long.json", text)
	writeFile(t, "broken.json", text+"x")
}

const (
	lineBegins = "\rshape: "
	lineGoes   = "\r\x1b[K"
)

// Over a second of work a line on the terminal tells how far it is. It is gone
// before anything else is said, and at the end.
func TestProgressOnATerminal(t *testing.T) {
	alone(t)
	t.Setenv("TERM", "xterm")
	writeLong(t)
	for file, after := range map[string]string{
		"long.json":   "",
		"broken.json": "broken.json:1:270025: invalid character at start of value (offset 270024)\n    x\n    ^\n",
	} {
		tty, other := openTerminal(t)
		a := appOf([]string{"--color=never", file}, strings.NewReader(""), io.Discard, tty)
		a.Now = ticking(300 * time.Millisecond)
		a.Run(execute)
		lines := strings.Split(seen(tty, other), lineBegins)
		if len(lines) < 4 || lines[0] != "" || !strings.HasSuffix(lines[len(lines)-1], "\x1b[K"+lineGoes+after) {
			t.Fatalf("%s: %q", file, lines)
		}
		for _, line := range lines[1 : len(lines)-1] {
			if !strings.HasSuffix(line, "\x1b[K") || strings.Contains(line, lineGoes) || !strings.Contains(line, " of 270.0 kB (") {
				t.Errorf("%s: %q", file, line)
			}
		}
		if last := lines[len(lines)-1]; !strings.Contains(last, "270.0 kB (100 %), ") {
			t.Errorf("%s: ends with %q", file, last)
		}
	}
}

// Without a wait, or without a terminal, there is no line.
func TestNoProgress(t *testing.T) {
	alone(t)
	writeLong(t)
	for _, c := range []struct {
		why, term string
		step      time.Duration
		args      string
		typed     bool
	}{
		{why: "it takes no second", term: "xterm", step: time.Millisecond, args: "long.json"},
		{why: "a line cannot be written over", term: "dumb", step: time.Second, args: "long.json"},
		{why: "a program reads", term: "xterm", step: time.Second, args: "--error-format json long.json"},
		{why: "the input is typed", term: "xterm", step: time.Second, args: "-e -", typed: true},
	} {
		t.Setenv("TERM", c.term)
		tty, other := openTerminal(t)
		var stdin io.Reader = strings.NewReader("")
		if c.typed {
			typing, keys := openTerminal(t)
			keys.WriteString("[1]\n[2]\n[3]\n\x04")
			stdin = typing
		}
		a := appOf(strings.Fields(c.args), stdin, io.Discard, tty)
		a.Now = ticking(c.step)
		a.Run(execute)
		if got := seen(tty, other); got != "" {
			t.Errorf("%s: %q", c.why, got)
		}
	}
	var stderr bytes.Buffer
	a := appOf([]string{"long.json"}, strings.NewReader(""), io.Discard, &stderr)
	a.Now = ticking(time.Second)
	if a.Run(execute); stderr.Len() > 0 {
		t.Errorf("no terminal: %q", stderr.String())
	}
}

// If documents go to the same terminal, the line is gone before each. It is not wider than the
// terminal.
func TestProgressBesideDocuments(t *testing.T) {
	alone(t)
	t.Setenv("TERM", "xterm")
	writeLong(t)
	writeFile(t, "long.json", strings.Repeat("[1]", 100_000))
	tty, other := openTerminal(t)
	unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 25, Col: 20})
	twin, err := os.OpenFile(tty.Name(), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	shown := make(chan string)
	go func() {
		text, _ := io.ReadAll(other) // the end of a terminal is an error
		shown <- strings.ReplaceAll(string(text), "\r\n", "\n")
	}()
	a := appOf([]string{"--color=never", "long.json"}, strings.NewReader(""), twin, tty)
	a.Now = ticking(time.Second)
	a.Run(execute)
	tty.Close()
	text := <-shown
	if documents := strings.Count(text, "[1]\n"); documents != 100_000 {
		t.Errorf("%d documents", documents)
	}
	parts := strings.Split(text, lineBegins)
	for _, part := range parts[1:] {
		line, rest, _ := strings.Cut(part, "\x1b[K")
		if len("shape: "+line) != 19 || rest != "" && !strings.HasPrefix(rest, lineGoes) {
			t.Fatalf("%q, then %.20q", line, rest)
		}
	}
	if len(parts) < 100 {
		t.Errorf("the line was written %d times", len(parts))
	}
}
