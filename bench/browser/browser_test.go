// Package browser tests the page of shape view in a real browser.
package browser

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// chromium has the names of the browsers that the tests can drive.
var chromium = []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// shots is the folder for the screenshots of a run.
const shots = "shots"

var (
	shape   string          // the built command
	browser context.Context // of chromedp; it holds the process that the first test starts
)

// TestMain is also the MCP server of the tests with a proxy, if its variable is set.
func TestMain(m *testing.M) {
	if os.Getenv(toolServer) != "" {
		serveTools(os.Stdin, os.Stdout)
		return
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "shape-browser-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	shape = filepath.Join(dir, "shape")
	build := exec.Command("go", "build", "-C", filepath.Join("..", ".."), "-o", shape, "./cmd/shape")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return 1
	}
	os.MkdirAll(shots, 0o777)
	defer func() { stopBrowser() }()
	return m.Run()
}

var stopBrowser = func() {}

// startBrowser starts the browser, once. No name of a host resolves in it.
var startBrowser = sync.OnceValue(func() error {
	for _, name := range chromium {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
			chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
		ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, stopTabs := chromedp.NewContext(ctx)
		stopBrowser = func() { stopTabs(); stop() }
		browser = ctx
		return chromedp.Do(ctx)
	}
	return errors.New("there is no browser: install chromium-headless-shell")
})

// need fails the test in CI, and skips it elsewhere, if a part of the machine is missing.
func need(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	t.Skip(err)
}

// long skips a test that only the nightly run has.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("left out by -short")
	}
}
