package stats

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// suggest --from proposes by the transcripts of a client. It counts the parts that it
// leaves out, and prints no text of the user, the model, or a tool.
func TestSuggestFrom(t *testing.T) {
	folder := t.TempDir()
	for session := range 6 {
		var b strings.Builder
		line := func(role, content string) {
			fmt.Fprintf(&b, `{"type":%q,"message":{"role":%[1]q,"content":%s}}`+"\n", role, content)
		}
		line("user", `"SECRET prompt"`)
		for call := range 2 {
			id, n := fmt.Sprintf("t%d-%d", session, call), 1000*session+500*call
			line("assistant", fmt.Sprintf(`[{"type":"tool_use","id":%q,"name":"mcp__tracker__list_issues","input":{"page":%d}}]`, id, n))
			var rows []string
			for i := range 20 {
				rows = append(rows, fmt.Sprintf(`{\"id\":%d,\"title\":\"issue number %[1]d\",\"node_id\":\"SECRET%[1]d\",\"avatar_url\":\"https://example.org/SECRET/%[1]d\"}`, n+i))
			}
			line("user", fmt.Sprintf(`[{"type":"tool_result","tool_use_id":%q,"content":"[%s]"}]`, id, strings.Join(rows, ",")))
			line("assistant", fmt.Sprintf(`[{"type":"text","text":"SECRET: issue number %d"}]`, n+3))
		}
		line("assistant", fmt.Sprintf(`[{"type":"tool_use","id":"b%d","name":"Bash","input":{}}]`, session))
		line("user", fmt.Sprintf(`[{"type":"tool_result","tool_use_id":"b%d","content":"SECRET"}]`, session))
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.jsonl", session)), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want, fault string }{
		{"--from claude-code " + folder, `"list_issues"`, ""},
		{"--from claude-code --since 1h " + folder, "6 results were left out: a tool of the client answered, no server", ""},
		{"--from cursor " + folder, "", "is not one of claude-code, cline, codex"},
		{"--since 1h " + folder, "", "--since goes with --from only"},
		{"--from codex --since 30 " + folder, "", "an age is a number with h, d or w behind it"},
		{"--from codex " + folder, "", "no result of a tool was found"},
	} {
		var stdout, stderr bytes.Buffer
		a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, LookupEnv: os.LookupEnv}, nil)
		cmd := SuggestCommand(a)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetArgs(strings.Fields(c.args))
		err := errors.Join(cmd.Execute(), a.Stdout.Commit())
		out := stdout.String() + stderr.String()
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%s", c.args, err, out)
		}
		if strings.Contains(out+fmt.Sprint(err), "SECRET") {
			t.Errorf("%s: a text goes out\n%s", c.args, out)
		}
	}
}
