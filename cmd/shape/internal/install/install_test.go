package install

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

var update = flag.Bool("update", false, "write the installed files into testdata")

// alone gives the test a home and a working directory of its own, and returns the latter.
func alone(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"HOME", "USERPROFILE"} {
		t.Setenv(name, filepath.Join(dir, "home"))
	}
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "AppData", "LocalAppData", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "COPILOT_HOME", "CODE_SCALPEL_RESPONSE_CONFIG"} {
		t.Setenv(name, "")
	}
	if err := os.MkdirAll(filepath.Join(dir, "home"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	return dir
}

// start runs a command and returns its outputs.
func start(t *testing.T, command func(*app.App) *cobra.Command, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, notes bytes.Buffer
	a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &notes, LookupEnv: os.LookupEnv}, args)
	cmd := command(a)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(args)
	err = cmd.Execute()
	if fault := a.Stdout.Commit(); err == nil {
		err = fault
	}
	return out.String(), notes.String(), err
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Three files of each client get proxies and lose them again, byte for byte. The archives hold
// each file, the installed file and the messages. A file with "crlf" in its name has such line
// ends, and one with "bom" begins with a byte order mark.
func TestFilesOfClients(t *testing.T) {
	for _, c := range clients() {
		t.Run(c.name, func(t *testing.T) {
			archive := filepath.Join("testdata", c.name+".txtar")
			golden, err := filepath.Abs(archive)
			if err != nil {
				t.Fatal(err)
			}
			all, err := txtar.ParseFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(alone(t), "home", config.FolderName, config.FileName), "{}")
			now := &txtar.Archive{Comment: all.Comment}
			for _, f := range all.Files {
				if strings.Contains(f.Name, " ") {
					continue
				}
				installed, notes := throughClient(t, c.name, f.Name, string(f.Data))
				now.Files = append(now.Files, f, txtar.File{Name: f.Name + " installed", Data: []byte(installed)}, txtar.File{Name: f.Name + " messages", Data: []byte(notes)})
			}
			if len(now.Files) != 9 {
				t.Errorf("%d files of three kinds", len(now.Files))
			}
			text := txtar.Format(now)
			if *update {
				if err := os.WriteFile(golden, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := content(t, golden); want != string(text) {
				t.Errorf("%s\nis not\n%s", text, want)
			}
		})
	}
}

// throughClient installs and uninstalls one file, and returns the installed text and the
// messages.
func throughClient(t *testing.T, client, name, text string) (installed, notes string) {
	t.Helper()
	if strings.Contains(name, ".crlf.") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if strings.Contains(name, ".bom.") {
		text = "\ufeff" + text
	}
	write(t, name, text)
	_, notes, err := start(t, Command, "--client", client, "--file", name, "--program", "/usr/bin/shape", "--yes")
	if err != nil {
		t.Fatal(name, err)
	}
	wrapped := content(t, name)
	if content(t, name+keptAs) == wrapped {
		t.Errorf("%s: the copy is the installed file", name)
	}
	if out, _, err := start(t, Command, "--client", client, "--file", name, "--yes"); out != "" || err != nil {
		t.Errorf("%s: a second install changes %s, %v", name, out, err)
	}
	const later = "\n \n"
	write(t, name, wrapped+later)
	if _, _, err := start(t, UninstallCommand, "--client", client, "--file", name, "--yes"); err != nil {
		t.Fatal(name, err)
	}
	if now := content(t, name); now != former(t, client, text)+later {
		t.Errorf("%s after a later edit:\n%q\n%q", name, now, former(t, client, text))
	}
	if content(t, name+keptAs) != former(t, client, text) {
		t.Errorf("%s: the copy is not the file without a proxy", name)
	}
	write(t, name, wrapped)
	if _, _, err := start(t, UninstallCommand, "--client", client, "--file", name, "--yes"); err != nil {
		t.Fatal(name, err)
	}
	if now := content(t, name); now != former(t, client, text) {
		t.Errorf("%s after uninstall:\n%q\n%q", name, now, text)
	}
	if _, err := os.Stat(name + keptAs); err == nil {
		t.Errorf("%s: the copy remains", name)
	}
	updated(t, client, name, text)
	return strings.ReplaceAll(strings.TrimPrefix(wrapped, "\ufeff"), "\r\n", "\n"), notes
}

// updated installs a file, gives its entries a flag and another program, once each, and uninstalls
// it.
func updated(t *testing.T, client, name, text string) {
	t.Helper()
	write(t, name, text)
	if _, _, err := start(t, Command, "--client", client, "--file", name, "--program", "/usr/bin/shape", "--yes"); err != nil {
		t.Fatal(name, err)
	}
	for _, flag := range []string{"--record", "--program=/other/shape"} {
		for _, want := range []int{1, 0} {
			out, _, err := start(t, Command, "--client", client, "--file", name, flag, "--yes")
			if n := min(strings.Count(out, "@@ -"), 1); err != nil || n != want {
				t.Errorf("%s %s: %v\n%s", name, flag, err, out)
			}
		}
	}
	now := content(t, name)
	if n := strings.Count(now, "/other/shape"); n == 0 || n != strings.Count(now, "--record") || strings.Contains(now, "/usr/bin/shape") {
		t.Errorf("%s: %s", name, now)
	}
	if _, _, err := start(t, UninstallCommand, "--client", client, "--file", name, "--yes"); err != nil || content(t, name) != former(t, client, text) {
		t.Errorf("%s after flags and uninstall: %v\n%s", name, err, content(t, name))
	}
}

// former returns a file without the proxies that it had before install.
func former(t *testing.T, client, text string) string {
	t.Helper()
	const name = "former"
	defer os.Remove(name)
	write(t, name, text)
	if _, _, err := start(t, UninstallCommand, "--client", client, "--file", name, "--yes"); err != nil {
		t.Fatal(err)
	}
	return content(t, name)
}

// A file that changed between reading and writing stays, and both texts are shown.
func TestChangedMeanwhile(t *testing.T) {
	dir := alone(t)
	name := filepath.Join(dir, "mcp.json")
	write(t, name, "{\"mcpServers\": {\n\"w\": {\"command\": \"w\"}\n}}\n")
	var out bytes.Buffer
	a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, LookupEnv: os.LookupEnv}, nil)
	i := &installation{App: a, client: "cursor", file: name, program: "shape", isSure: true}
	targets, err := i.targets()
	if err != nil || choose(targets, nil) != nil {
		t.Fatal(err)
	}
	changed := i.plan(targets)
	const now = "{\"mcpServers\": {\n\"w\": {\"command\": \"x\"}\n}}\n"
	write(t, name, now)
	err = i.writeAll(changed)
	if err == nil || err.Error() != name+" changed meanwhile, and stays; start again" || app.ExitStatus(err) != 4 {
		t.Error(err)
	}
	a.Stdout.Commit()
	if want := "--- " + name + " as read\n+++ " + name + " now\n@@ -2,1 +2,1 @@\n-\"w\": {\"command\": \"w\"}\n+\"w\": {\"command\": \"x\"}\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("%s\ndoes not end with\n%s", out.String(), want)
	}
	if content(t, name) != now {
		t.Error("the file was replaced")
	}
	const secret = "{\"mcpServers\": {\n\"w\": {\"command\": \"x\", \"env\": {\"KEY\": \"hidden\"}}\n}}\n"
	for _, text := range []string{secret, strings.TrimSuffix(secret, "}\n")} { // the second is no JSON
		write(t, name, text)
		if err := i.writeAll(changed); err == nil {
			t.Error("no error")
		}
	}
	a.Stdout.Commit()
	if strings.Contains(out.String(), "hidden") || !strings.Contains(out.String(), `"env": {"KEY": "…"}`) {
		t.Errorf("the difference shows a variable: %s", out.String())
	}
	if all, _ := filepath.Glob(name + "?*"); all != nil {
		t.Error(all)
	}
}

// While one install writes, another one writes nothing and says so.
func TestTwoAtOnce(t *testing.T) {
	if !state.CanLock {
		t.Skip("locks do not show here")
	}
	alone(t)
	const text = `{"mcpServers": {"w": {"command": "w"}}}`
	write(t, "mcp.json", text)
	release, err := lock(os.LookupEnv)
	if err != nil {
		t.Fatal(err)
	}
	install := func() error {
		_, _, err := start(t, Command, "--client", "cursor", "--file", "mcp.json", "--program", "shape", "--yes")
		return err
	}
	if err := install(); err == nil || !strings.Contains(err.Error(), "another shape install or uninstall writes now; nothing was written") {
		t.Error(err)
	}
	if content(t, "mcp.json") != text {
		t.Error("the second one wrote")
	}
	release()
	if err := install(); err != nil || content(t, "mcp.json") == text {
		t.Error(err)
	}
}

// A symbolic link stays one, and the file and its copies keep their mode.
func TestModesAndLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are made up there")
	}
	alone(t)
	write(t, "real.json", `{"mcpServers": {"w": {"command": "w"}}}`)
	if err := errors.Join(os.Chmod("real.json", 0o600), os.Symlink("real.json", "mcp.json")); err != nil {
		t.Fatal(err)
	}
	install := func() {
		t.Helper()
		if _, _, err := start(t, Command, "--client", "cursor", "--file", "mcp.json", "--program", "shape", "--yes"); err != nil {
			t.Fatal(err)
		}
	}
	install()
	if err := os.Remove("mcp.json" + keptAs); err != nil {
		t.Fatal(err)
	}
	write(t, "real.json", strings.Replace(content(t, "real.json"), `}}}`, `}, "v": {"command": "v"}}}`, 1))
	install()
	for name, want := range map[string]os.FileMode{"mcp.json": os.ModeSymlink, "real.json": 0o600, "mcp.json" + keptAs: 0o600} {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&^0o777 != want&^0o777 || want != os.ModeSymlink && info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if got, want := content(t, "mcp.json"+keptAs), `{"mcpServers": {"w": {"command": "w"}, "v": {"command": "v"}}}`; got != want {
		t.Errorf("the copy is %s", got)
	}
}

// The places of files follow the system and the variables of clients.
func TestPlacesOfFiles(t *testing.T) {
	dir := alone(t)
	home := filepath.Join(dir, "home")
	t.Setenv("CODEX_HOME", filepath.Join(dir, "codex"))
	t.Setenv("COPILOT_HOME", filepath.Join(dir, "pilot"))
	settings, err := os.UserConfigDir()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		".mcp.json", ".continue/mcpServers/a.yaml", ".continue/mcpServers/[b].yaml", "codex/config.toml", "pilot/mcp-config.json",
		filepath.Join(home, ".claude.json"), filepath.Join(settings, "Claude", "claude_desktop_config.json"), filepath.Join(settings, "Code", "User", "mcp.json"),
	} {
		write(t, name, "")
	}
	found := map[string]string{}
	for _, c := range clients() {
		for _, p := range c.places() {
			found[c.name] += " " + filepath.ToSlash(p.path)
			if p.isProject != filepath.IsLocal(p.path) {
				t.Errorf("%s: is in the project: %t", p.path, p.isProject)
			}
		}
	}
	for name, want := range map[string]string{
		"claude-code": " .mcp.json " + filepath.Join(home, ".claude.json"), "copilot": " .mcp.json " + filepath.Join(dir, "pilot/mcp-config.json"),
		"codex": " " + filepath.Join(dir, "codex/config.toml"), "continue": " .continue/mcpServers/[b].yaml .continue/mcpServers/a.yaml",
		"claude-desktop": " " + filepath.Join(settings, "Claude", "claude_desktop_config.json"), "vscode": " " + filepath.Join(settings, "Code", "User", "mcp.json"),
	} {
		if found[name] != filepath.ToSlash(want) {
			t.Errorf("%s: %s, want %s", name, found[name], want)
		}
		delete(found, name)
	}
	if len(found) > 0 {
		t.Error(found)
	}
}
