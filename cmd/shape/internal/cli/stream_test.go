package cli

import (
	"bufio"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// conversation is a run of the command over pipes.
type conversation struct {
	t      *testing.T
	stdin  *io.PipeWriter
	lines  chan string
	status chan int
	stderr strings.Builder
}

// converse starts the command; its standard input stays open until end.
func converse(t *testing.T, args ...string) *conversation {
	t.Helper()
	in, stdin := io.Pipe()
	stdout, out := io.Pipe()
	c := &conversation{t: t, stdin: stdin, lines: make(chan string), status: make(chan int, 1)}
	go func() {
		c.status <- run(args, in, out, &c.stderr)
		in.Close() // errors go to no reader from here on
		out.Close()
	}()
	go func() {
		defer close(c.lines)
		for answers := bufio.NewScanner(stdout); answers.Scan(); {
			c.lines <- answers.Text()
		}
	}()
	return c
}

// tell sends a text.
func (c *conversation) tell(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.stdin, text); err != nil {
		c.t.Fatal(err)
	}
}

// ask sends a text and returns the line that comes back.
func (c *conversation) ask(text string) string {
	c.t.Helper()
	c.tell(text)
	select {
	case line := <-c.lines:
		return line
	case <-time.After(2 * time.Minute):
		c.t.Fatalf("no answer to %q", text)
		return ""
	}
}

// end closes standard input and returns the last output and the exit status.
func (c *conversation) end() (rest []string, status int) {
	c.stdin.Close()
	for line := range c.lines {
		rest = append(rest, line)
	}
	return rest, <-c.status
}

func TestAnswersAtOnce(t *testing.T) {
	alone(t)
	c := converse(t, "-x", "secret")
	for _, turn := range []struct{ text, answer string }{
		{"{\"a\":1,\"secret\":2}\n", `{"a":1}`},
		{`{"a":[2]}`, `{"a":[2]}`}, // neither the end of a line nor of the input
		{`"text"`, `"text"`},
		{"null", "null"},
		{"12 ", "12"},                // a number might go on
		{"\x1e{\"secret\":1}", "{}"}, // RFC 7464
		{"\n\x1e [ ]", "[]"},
	} {
		if got := c.ask(turn.text); got != turn.answer {
			t.Errorf("%q: got %q, want %q", turn.text, got, turn.answer)
		}
	}
	if rest, status := c.end(); len(rest) > 0 || status != 0 {
		t.Errorf("exit status %d, and %q", status, rest)
	}
}

func TestReloadsBetweenDocuments(t *testing.T) {
	dir := alone(t)
	name := filepath.Join(dir, ".code-scalpel", "response_config.json")
	hide := func(field string) {
		writeFile(t, name, `{"tool_overrides":{"*":{"exclude_fields":["`+field+`"]}}}`)
	}
	hide("a")
	c := converse(t)
	const document = `{"a":1,"b":2}`
	if got := c.ask(document); got != `{"b":2}` {
		t.Fatalf("got %s", got)
	}
	until := func(want string) {
		t.Helper()
		for deadline := time.Now().Add(2 * time.Minute); ; {
			got := c.ask(document)
			if got == want {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("still %s, want %s", got, want)
			}
		}
	}
	hide("b")
	until(`{"a":1}`)
	writeFile(t, name, `{"global": `)
	c.ask(document)
	hide("a")
	until(`{"b":2}`)
	if rest, status := c.end(); len(rest) > 0 || status != 0 {
		t.Errorf("exit status %d, and %q", status, rest)
	}
}
