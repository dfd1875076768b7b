// Command loop goes the way of a user: shape install, sixty calls, shape tune, and sixty
// other calls. Five clients have a server of npm each. It prints the tokens of the
// results. It fails if a result misses the schema of its tool, or if shape status has other
// sums. It fails too if a session that stays open does not follow the tuned file. After
// shape uninstall the files of all clients must be the former ones. It needs npm, git and a
// Chromium.
//
//	go run ./loop  # run it in bench/lab
package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// packages are those of npm.
var packages = []string{
	"@modelcontextprotocol/server-filesystem@2026.8.31",
	"@modelcontextprotocol/server-memory@2026.8.31",
	"@modelcontextprotocol/server-everything@2026.8.31",
	"@cyanheads/git-mcp-server@2.15.3",
	"@playwright/mcp@0.0.83",
}

// sessions.jsonl holds the calls of each session. $R and $F are folders, $P is a server of pages.
//
//go:embed sessions.jsonl
var scripts string

type script struct {
	Half  int
	Calls [][3]json.RawMessage // server, tool, arguments
}

func main() {
	keep := flag.Bool("keep", false, "leave the folder of the run, and print its path")
	flag.Parse()
	if err := loop(*keep); err != nil {
		fmt.Fprintln(os.Stderr, "loop:", err)
		os.Exit(1)
	}
}

func loop(keep bool) error {
	base, err := os.MkdirTemp("", "loop")
	if err != nil {
		return err
	}
	if keep {
		fmt.Println(base)
	} else {
		defer os.RemoveAll(base)
	}
	browser, err := chromium()
	if err != nil {
		return err
	}
	bin, shape, err := programs(base)
	if err != nil {
		return err
	}
	// Each program from here on has a home and a state of its own.
	for name, folder := range map[string]string{"HOME": "home", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "home/.config"} {
		if err := os.Setenv(name, filepath.Join(base, folder)); err != nil {
			return err
		}
	}
	u := &user{base: base, bin: bin, shape: shape, clients: clients(base, bin, browser)}
	for _, c := range u.clients {
		if err := c.write(base); err != nil {
			return err
		}
	}
	if err := work(base); err != nil {
		return err
	}
	former, err := u.files()
	if err != nil {
		return err
	}
	if err := u.say("install", "--all", "--yes", "--record"); err != nil {
		return err
	}
	if err := u.halves(); err != nil {
		return err
	}
	for _, undo := range [][]string{{"untune", "--yes"}, {"uninstall", "--all", "--yes"}} {
		if err := u.say(undo...); err != nil {
			return err
		}
	}
	if now, err := u.files(); err != nil || now != former {
		return fmt.Errorf("the files after uninstall are not the former ones: %w\n%s", err, now)
	}
	fmt.Println("the files of all clients are the former ones, byte for byte")
	return nil
}

// chromium returns the program of a browser.
func chromium() (path string, err error) {
	for _, name := range []string{"chromium", "chromium-headless-shell", "google-chrome"} {
		if path, err = exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", err
}

// programs installs the servers once, and builds the command.
func programs(base string) (bin, shape string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	folder := filepath.Join(cache, "shape-loop")
	bin, shape = filepath.Join(folder, "node_modules", ".bin"), filepath.Join(base, "shape")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", "", err
	}
	install := append([]string{"install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefix", folder}, packages...)
	if _, err := run(folder, "npm", install...); err != nil {
		return "", "", err
	}
	_, err = run("../..", "go", "build", "-o", shape, "./cmd/shape")
	return bin, shape, err
}

func run(folder, program string, args ...string) ([]byte, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = folder
	var faults bytes.Buffer
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s%s", program, err, out, faults.Bytes())
	}
	return out, err
}

// say runs the command, and prints it with all that it says.
func (u *user) say(args ...string) error {
	cmd := exec.Command(u.shape, args...)
	cmd.Dir = filepath.Join(u.base, "project")
	out, err := cmd.CombinedOutput()
	fmt.Println(strings.NewReplacer(u.base, "", u.bin, "/bin").Replace("$ shape " + strings.Join(args, " ") + "\n" + string(out)))
	return err
}

// halves makes the calls before and after tune. The last session before it makes the first
// calls after it.
func (u *user) halves() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	pages := httptest.NewServer(http.HandlerFunc(page))
	defer pages.Close()
	places := strings.NewReplacer("$R", filepath.Join(u.base, "repository"), "$F", filepath.Join(u.base, "files"), "$P", pages.URL)
	lines := strings.Split(strings.TrimSpace(places.Replace(scripts)), "\n")
	var halves [2]count
	for i, line := range lines {
		var s script
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			return err
		}
		half := &halves[s.Half-1]
		if err := u.start(ctx); err != nil {
			return err
		}
		if err := u.play(ctx, &s, half); err != nil {
			return fmt.Errorf("session %d: %w", i+1, err)
		}
		if i+1 == len(lines)/2 {
			if err := u.tune(); err != nil {
				return err
			}
			continue
		}
		u.end()
	}
	fmt.Printf("before tune: %v\nafter tune:  %v\n\n", halves[0], halves[1])
	if err := u.say("status"); err != nil {
		return err
	}
	now, err := u.status()
	if err != nil {
		return err
	}
	before, after := now.minus(u.before), halves[1]
	fmt.Printf("status before tune: %v\nstatus after tune:  %v\n", u.before, before)
	for _, one := range before.Today {
		fmt.Printf("  %s: %v\n", one.Server, status{Today: []sums{one}})
	}
	switch {
	case len(now.Proxies) > 0:
		return fmt.Errorf("%d proxies stand in status after their end", len(now.Proxies))
	case u.before.out() != halves[0].tokens || before.out() != after.tokens:
		return fmt.Errorf("status counts %d and %d tokens, the client %d and %d", u.before.out(), before.out(), halves[0].tokens, after.tokens)
	case halves[0].faults+after.faults > 0:
		return fmt.Errorf("%d results miss their schema", halves[0].faults+after.faults)
	}
	return nil
}
