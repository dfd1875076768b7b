package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// Behind a broken document the next one is answered at once. The command waits neither for the
// end of the input nor for another document if a line has ended.
func TestSkipsAtOnce(t *testing.T) {
	alone(t)
	for _, framing := range [][]string{nil, {"--lines"}, {"--seq"}} {
		c := converse(t, append(framing, "--skip-invalid")...)
		for _, turn := range []struct{ text, answer string }{
			{"{\"a\":1}\n", `{"a":1}`},
			{"{\"a\":tru}\n\x1e{\"a\":2}\n", `{"a":2}`},
			{"plain text\n{\"a\":3}\n", `{"a":3}`},
			{"\x1e[,]\n", ""},
			{"\x1e{\"a\":4}\n", `{"a":4}`},
		} {
			if framing == nil {
				turn.text = strings.ReplaceAll(turn.text, "\x1e", "")
			}
			if framing != nil && framing[0] == "--seq" {
				turn.answer = strings.Replace(turn.answer, "{", "\x1e{", 1)
				turn.text = strings.Replace(turn.text, "\n{", "\n\x1e{", 1)
			}
			if turn.answer == "" {
				c.tell(turn.text)
			} else if got := c.ask(turn.text); got != turn.answer {
				t.Errorf("%q, %q: got %q, want %q", framing, turn.text, got, turn.answer)
			}
		}
		rest, status := c.end()
		if told := strings.Count(c.stderr.String(), "\n"); len(rest) > 0 || status != app.ExitJSON || told != 4 {
			t.Errorf("%q: exit status %d, %q and\n%s", framing, status, rest, &c.stderr)
		}
	}
}

// Unreadable text is printed only while no rule hides anything. An edit of the configuration
// can end that.
func TestPassingEndsWhereRulesHide(t *testing.T) {
	dir := alone(t)
	c := converse(t, "--on-invalid", "pass", "--lines")
	if got := c.ask("{broken\n"); got != "{broken" {
		t.Fatalf("got %q", got)
	}
	writeFile(t, filepath.Join(dir, ".code-scalpel", "response_config.json"), `{"privacy":{"drop":["secret"]}}`)
	for deadline := time.Now().Add(2 * time.Minute); c.ask("{\"secret\":1}\n") != "{}"; {
		if time.Now().After(deadline) {
			t.Fatal("the rule is not in force")
		}
	}
	c.tell("{broken\n")
	if got := c.ask("[]\n"); got != "[]" {
		t.Errorf("got %q", got)
	}
	if rest, status := c.end(); len(rest) > 0 || status != app.ExitJSON {
		t.Errorf("exit status %d, %q", status, rest)
	}
	told := strings.Split(c.stderr.String(), "\n")
	for _, want := range []string{"shape: 1 document skipped", "shape: 1 document printed unshaped"} {
		if !slices.Contains(told, want) {
			t.Errorf("not told: %s, but %q", want, told)
		}
	}
}
