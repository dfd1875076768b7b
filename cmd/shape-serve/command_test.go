package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/spf13/pflag"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/gateway"
	"github.com/seed-7aa78ce4/shape/internal/app"
)

// told collects standard error, and sends each address that the program tells.
type told struct {
	mu   sync.Mutex
	text bytes.Buffer
	at   chan string
}

var listening = regexp.MustCompile(`listening at (\S+)`)

func (w *told) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if found := listening.FindSubmatch(p); found != nil {
		w.at <- string(found[1])
	}
	return w.text.Write(p)
}

func (w *told) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// run runs the command to its end.
func run(t *testing.T, args ...string) (status int, stderr string) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	w := &told{at: make(chan string, 1)}
	return app.New(app.Env{Stdin: strings.NewReader(""), Stdout: w, Stderr: w, LookupEnv: os.LookupEnv}, args).Run(execute), w.String()
}

// Wrong flags and broken files refuse the start, and name the place.
func TestRefusedStart(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	good := write("good.json", "{}")
	serve := []string{"--listen", "127.0.0.1:0", "--tool-metadata", "call"}
	for want, args := range map[string][]string{
		"--tool-metadata is missing":              {"--config", good},
		"--services: \"x\" is none of":            {"--services", "x"},
		"--retrieve-target and --retrieve-listen": {"--tool-metadata", "call", "--retrieve-target", "x"},
		"bad.json:1:":                         append(serve, "--config", write("bad.json", `{"privacy":`)),
		"missing.json":                        append(serve, "--config", filepath.Join(dir, "missing.json")),
		"it names no tenant":                  append(serve, "--tenants", write("none.json", `{}`)),
		"--tenants: " + dir:                   append(serve, "--tenants", write("broken.json", `{"tenants":7}`)),
		"two.json: 1:":                        append(serve, "--tenants", write("two.json", `{"tenants":{"a":"good.json","a":"good.json"}}`)),
		"unknown field \"tenant\"":            append(serve, "--tenants", write("more.json", `{"tenants":{"a":"good.json"},"tenant":{}}`)),
		"lost/a.json":                         append(serve, "--tenants", write("lost.json", `{"tenants":{"a":"lost/a.json"}}`)),
		"a tenant lacks its name or its file": append(serve, "--tenants", write("empty.json", `{"tenants":{"a":""}}`)),
		"archive:":                            append(serve, "--config", write("redis.json", `{"global":{"archive":{"store":"redis","url":"redis://u:secret@127.0.0.1:1","key_file":"k"}}}`)),
		"usage: shape-serve":                  {"nothing"},
	} {
		status, stderr := run(t, args...)
		if status != app.ExitUsage && status != app.ExitInput || !strings.Contains(stderr, want) || strings.Contains(stderr, "secret") {
			t.Errorf("%v: status %d, %s, want %s", args, status, stderr, want)
		}
	}
}

// check has status 1 with warnings, and 3 for a file that cannot be read.
func TestCheckCommand(t *testing.T) {
	open := filepath.Join(t.TempDir(), "open.yaml")
	os.WriteFile(open, []byte("mcpGuardrails: {processors: []}\nfailureMode: failOpen\n"), 0o600)
	for _, c := range []struct {
		file   string
		status int
		want   string
	}{
		{"examples/agentgateway.yaml", 0, ""}, {open, 1, "open.yaml:2:14: failOpen"}, {open + "x", 3, "open.yamlx"},
	} {
		if status, stderr := run(t, "check", c.file); status != c.status || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %s", c.file, status, stderr)
		}
	}
}

// health over HTTP sends the token and reads the status alone.
func TestHealthCommand(t *testing.T) {
	t.Setenv("TOKEN", "secret")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Shape-Token") != "secret" {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer s.Close()
	if status, stderr := run(t, "health", "--client-token", "$TOKEN", s.URL+"/healthz"); status != 0 {
		t.Errorf("status %d, %s", status, stderr)
	}
	if status, stderr := run(t, "health", s.URL+"/healthz"); status != app.ExitNothing || !strings.Contains(stderr, "the status is 403") {
		t.Errorf("without the token: status %d, %s", status, stderr)
	}
}

// The example of the page works as it says: the tenant's rules act, the collector knows the bound
// of memory, and a signal ends it. SIGHUP drains, too: it comes from a terminal that closes.
func TestExampleServes(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("GOMEMLIMIT", "")
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	w := &told{at: make(chan string, 1)}
	a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: w, Stderr: w, LookupEnv: os.LookupEnv}, []string{
		"--tenants", "examples/tenants.json", "--tool-metadata", "call", "--listen", "127.0.0.1:0",
		"--retrieve-listen", "127.0.0.1:0", "--retrieve-target", "shape", "--retrieve-tool", "retrieve",
	})
	ctx, end := context.WithCancel(t.Context())
	defer end()
	ended := make(chan int, 1)
	go func() {
		ended <- a.Run(func(a *app.App) error {
			root := command(a)
			root.SetArgs(a.Args)
			return root.ExecuteContext(ctx)
		})
	}()
	var at string
	select {
	case at = <-w.at:
	case status := <-ended:
		t.Fatalf("status %d: %s", status, w)
	}
	c, err := grpc.NewClient("passthrough:"+at, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if status, stderr := run(t, "health", at); status != 0 {
		t.Errorf("health: status %d, %s", status, stderr)
	}
	for tenant, want := range map[string]string{"acme": `{"token":"t"}`, "umbrella": `{"password":"p"}`} {
		g := gateway.Gateway{Client: extmcppb.NewExtMcpClient(c), Metadata: map[string]string{"call": "mcpGuardrails.shape_call", "tenant": tenant}}
		reply, err := g.Do(t.Context(), gateway.Request{Services: []string{"s"}, Method: "tools/call", Params: []byte(`{"name":"x"}`)},
			func([]byte) []byte { return []byte(`{"content":[],"structuredContent":{"password":"p","token":"t"}}`) })
		if err != nil || !strings.Contains(string(reply.Result), want) {
			t.Errorf("%s: %+v, %v", tenant, reply, err)
		}
	}
	if limit := debug.SetMemoryLimit(-1); limit != 512<<20 {
		t.Errorf("the limit of memory is %d", limit)
	}
	if own, err := os.FindProcess(os.Getpid()); runtime.GOOS == "windows" || errors.Join(err, own.Signal(syscall.SIGHUP)) != nil {
		end()
	}
	if status := <-ended; status != 0 {
		t.Errorf("status %d: %s", status, w)
	}
	if status, stderr := run(t, "health", at); status != app.ExitNothing || !strings.Contains(stderr, at) {
		t.Errorf("health after the end: status %d, %s", status, stderr)
	}
}

// The page names each flag, and its examples are the files of the folder.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	command(app.New(app.Process(), nil)).Flags().VisitAll(func(f *pflag.Flag) {
		if !bytes.Contains(page, []byte("--"+f.Name)) {
			t.Errorf("the page does not name --%s", f.Name)
		}
	})
	example, err := os.ReadFile("examples/agentgateway.yaml")
	if err != nil || !bytes.Contains(page, append([]byte("```yaml\n"), example...)) {
		t.Error("the page has another agentgateway.yaml:", err)
	}
}
