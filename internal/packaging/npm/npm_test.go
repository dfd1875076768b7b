package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

const root = "../../.."

// packed returns the tarballs of dist/npm by package, and skips the test without them.
func packed(t *testing.T) map[string][]byte {
	t.Helper()
	files, _ := filepath.Glob(root + "/dist/npm/*.tgz")
	if os.Getenv("SHAPE_PACKAGES") == "" {
		t.Skip("make packages-check sets SHAPE_PACKAGES")
	}
	if len(files) != len(platforms)+1 {
		t.Fatalf("dist/npm holds %d tarballs, not %d", len(files), len(platforms)+1)
	}
	tarballs := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tarballs[manifestOf(t, text)["name"].(string)] = text
		t.Logf("%s: %.1f MB", filepath.Base(file), float64(len(text))/1e6)
	}
	return tarballs
}

func manifestOf(t *testing.T, tarball []byte) (m manifest) {
	t.Helper()
	if err := json.Unmarshal(fileOf(t, tarball, "package.json"), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// fileOf returns a file of a package.
func fileOf(t *testing.T, tarball []byte, name string) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(tarball))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if h.Name == "package/"+name {
			text, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
	}
}

// registry serves the tarballs as a registry of npm does.
func registry(t *testing.T, tarballs map[string][]byte) string {
	mux := http.NewServeMux()
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	mux.HandleFunc("GET /{name}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name") // npm asks for @scope%2fname
		text, ok := tarballs[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		sum := sha512.Sum512(text)
		m := manifestOf(t, text)
		m["dist"] = manifest{"tarball": s.URL + "/tarball/" + name, "integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:])}
		version := m["version"].(string)
		json.NewEncoder(w).Encode(manifest{"name": name, "dist-tags": manifest{"latest": version}, "versions": manifest{version: m}})
	})
	mux.HandleFunc("GET /tarball/{scope}/{name}", func(w http.ResponseWriter, r *http.Request) {
		w.Write(tarballs[r.PathValue("scope")+"/"+r.PathValue("name")])
	})
	return s.URL
}

// install installs the package into an empty folder and returns the folder.
func install(t *testing.T, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("npm_config_registry", registry(t, packed(t)))
	t.Setenv("npm_config_cache", filepath.Join(dir, "cache"))
	t.Setenv("npm_config_update_notifier", "false")
	t.Setenv("HOME", dir)
	os.WriteFile(filepath.Join(dir, "package.json"), []byte("{}"), 0o644)
	run := exec.Command("npm", append([]string{"install", "--ignore-scripts", "--no-audit", "--no-fund", "@seed-7aa78ce4/shape"}, flags...)...)
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// nodes are the programs of Node to try: those of SHAPE_NODES, a list of paths, and the one
// on PATH.
func nodes() []string {
	return append(filepath.SplitList(os.Getenv("SHAPE_NODES")), "node")
}

func TestInstalls(t *testing.T) {
	dir := install(t)
	found, _ := filepath.Glob(dir + "/node_modules/@seed-7aa78ce4/*")
	if len(found) != 2 {
		t.Errorf("installed: %q; want the script and one program", found)
	}
	run := exec.Command("npx", "shape", "--version")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "shape ") {
		t.Errorf("npx shape --version: %v, %s", err, out)
	}
	run = exec.Command("npx", "-y", "@seed-7aa78ce4/shape", "--version") // as clients start it
	run.Dir = t.TempDir()
	if out, err := run.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "shape ") {
		t.Errorf("npx -y @seed-7aa78ce4/shape --version: %v, %s", err, out)
	}
}

func TestRuns(t *testing.T) {
	dir := install(t)
	for _, node := range nodes() {
		version, err := exec.Command(node, "--version").Output()
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSpace(string(version)), func(t *testing.T) {
			shape := func(args ...string) *exec.Cmd {
				run := exec.Command(node, append([]string{dir + "/node_modules/.bin/shape"}, args...)...)
				run.Dir = root
				return run
			}
			demonstrate(t, shape)
			statuses(t, shape)
			proxies(t, shape)
		})
	}
}

// demonstrate runs the first example of the README, with the result as a file and as a stream.
func demonstrate(t *testing.T, shape func(...string) *exec.Cmd) {
	readme, err := os.ReadFile(root + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(readme), "&& ./shape ")
	command, want, _ := strings.Cut(example, "\n")
	want, _, _ = strings.Cut(want, "```")
	for _, isPiped := range []bool{false, true} {
		args := strings.Fields(command)
		run := shape(args...)
		if isPiped {
			file, err := os.Open(filepath.Join(root, args[len(args)-1]))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			run = shape(args[:len(args)-1]...)
			run.Stdin = file
		}
		out, err := run.CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("%v\n%s\nwant\n%s", err, out, want)
		}
	}
}

// statuses expects the program's own statuses, and a death by a signal.
func statuses(t *testing.T, shape func(...string) *exec.Cmd) {
	run := shape("--no-such-flag")
	run.Run()
	if run.ProcessState.ExitCode() != 2 {
		t.Errorf("an unknown flag: %v", run.ProcessState)
	}
	want := afterSignal(exec.Command(filepath.Join(root, ".build/bin/linux_amd64/shape"), "--no-config"))
	if got := afterSignal(shape("--no-config")); got != want {
		t.Errorf("after SIGTERM: %s, the program itself: %s", got, want)
	}
}

// afterSignal tells how a filter ends by SIGTERM after its first answer.
func afterSignal(run *exec.Cmd) string {
	in, _ := run.StdinPipe()
	out, _ := run.StdoutPipe()
	if err := run.Start(); err != nil {
		return err.Error()
	}
	io.WriteString(in, "{\"a\":1}\n")
	bufio.NewReader(out).ReadString('\n')
	run.Process.Signal(syscall.SIGTERM)
	run.Wait()
	return run.ProcessState.String()
}

// proxies sends a message through the proxy to a server and back. SIGTERM then ends all.
func proxies(t *testing.T, shape func(...string) *exec.Cmd) {
	run := shape("proxy", "--config", "testdata/samples/weather/response_config.json", "--", "sh", "testdata/samples/weather/server.sh")
	run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, _ := run.StdinPipe()
	out, _ := run.StdoutPipe()
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	messages, err := os.ReadFile(root + "/testdata/samples/weather/client.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for message := range strings.Lines(string(messages)) {
		io.WriteString(in, message)
		if !strings.Contains(message, `"id":2`) {
			continue
		}
		for lines.Scan() && !strings.Contains(lines.Text(), `"id":2`) {
		}
		if !strings.Contains(lines.Text(), `{"wind":4.5}`) {
			t.Errorf("the answer is %s", lines.Text())
		}
	}
	run.Process.Signal(syscall.SIGTERM)
	run.Wait()
	t.Log("after SIGTERM:", run.ProcessState)
	if err := syscall.Kill(-run.Process.Pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("processes live on: %v", err)
	}
}

func TestMissingProgram(t *testing.T) {
	dir := install(t, "--omit=optional")
	run := exec.Command("node", dir+"/node_modules/.bin/shape", "--version")
	out, _ := run.CombinedOutput()
	if run.ProcessState.ExitCode() != 127 || !strings.Contains(string(out), "is missing") {
		t.Errorf("%v: %s", run.ProcessState, out)
	}
}

// No package runs a program when it is installed. Each names its licence, and holds the notices of
// third parties.
func TestManifests(t *testing.T) {
	for name, tarball := range packed(t) {
		m := manifestOf(t, tarball)
		if m["scripts"] != nil || m["license"] != "MIT" {
			t.Errorf("%s: %v", name, m)
		}
		if !strings.Contains(string(fileOf(t, tarball, "THIRD_PARTY_NOTICES")), "Third parties") {
			t.Errorf("%s has no notices", name)
		}
		if name == "@seed-7aa78ce4/shape" && len(m["optionalDependencies"].(manifest)) != len(platforms) {
			t.Errorf("%v of %v", m["optionalDependencies"], slices.Collect(maps.Keys(platforms)))
		}
	}
}

// A package is not made without the notices of third parties.
func TestNeedsNotices(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"LICENSE", "internal/packaging/version.txt", "internal/packaging/npm/package.json",
		".build/bin/darwin_arm64/shape"} {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		os.WriteFile(filepath.Join(dir, name), []byte(`{"name":"shape"}`), 0o644)
	}
	if err := run(dir); err == nil || !strings.Contains(err.Error(), "THIRD_PARTY_NOTICES") {
		t.Error(err)
	}
}
