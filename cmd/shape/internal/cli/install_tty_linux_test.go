package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// On a terminal, install asks about a first configuration, recordings and the files. Without a
// yes to the last question it writes nothing.
func TestInstallAsks(t *testing.T) {
	for answers, want := range map[string][]string{
		"y\ny\ny\n": {".code-scalpel/response_config.json written", `"proxy","--record","--server"`},
		"n\nn\ny\n": {`"proxy","--server"`},
		"y\nn\nn\n": {"nothing was written"},
		"":          {"nothing was written"},
	} {
		dir := alone(t)
		t.Setenv("HOME", dir)
		t.Setenv("XDG_STATE_HOME", dir+"/state")
		t.Setenv("CODE_SCALPEL_RESPONSE_CONFIG", "")
		const text = `{"mcpServers": {"w": {"command": "w"}}}`
		writeFile(t, dir+"/.mcp.json", text)
		tty, other := openTerminal(t)
		if _, err := other.WriteString(answers + "\x04\x04\x04"); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		status := Run(app.Env{Stdin: tty, Stdout: &out, Stderr: &out, LookupEnv: os.LookupEnv}, []string{"install"})
		now, err := os.ReadFile(dir + "/.mcp.json")
		if err != nil || status != 0 {
			t.Fatal(status, err)
		}
		for _, part := range append(want, "claude-code, copilot  .mcp.json  w  not wrapped\n", "write .code-scalpel/response_config.json with", "write .mcp.json? [y/N]") {
			if !strings.Contains(out.String(), part) && !strings.Contains(string(now), part) {
				t.Errorf("%q: no %s in\n%s%s", answers, part, out.String(), now)
			}
		}
		_, err = os.Stat(dir + "/.code-scalpel")
		if wrote := strings.HasSuffix(answers, "y\n"); wrote == (string(now) == text) || (err == nil) != (answers == "y\ny\ny\n") {
			t.Errorf("%q: %s, %v", answers, now, err)
		}
	}
}
