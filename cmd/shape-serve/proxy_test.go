package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tidwall/gjson"
	"go.yaml.in/yaml/v3"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
)

// TestMain is the program itself if the test starts itself so.
func TestMain(m *testing.M) {
	if os.Getenv("SHAPE_SERVE_TEST") != "" {
		main()
	}
	os.Exit(m.Run())
}

// replica is a process of shape-serve proxy.
type replica struct {
	run *exec.Cmd
	to  atomic.Pointer[httputil.ReverseProxy]
}

// start starts the process, and returns when it listens.
func (r *replica) start(t *testing.T, args ...string) {
	t.Helper()
	r.run = exec.Command(os.Args[0], append([]string{"proxy", "--listen", "127.0.0.1:0"}, args...)...)
	r.run.Env = append(os.Environ(), "SHAPE_SERVE_TEST=1", "HOME="+t.TempDir())
	out, err := r.run.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.run.Start(); err != nil {
		t.Fatal(err)
	}
	var told []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		told = append(told, lines.Text())
		if found := listening.FindStringSubmatch(lines.Text()); found != nil {
			at, err := url.Parse(found[1])
			if err != nil {
				t.Fatal(err)
			}
			go io.Copy(io.Discard, out)
			r.to.Store(&httputil.ReverseProxy{
				Rewrite: func(p *httputil.ProxyRequest) {
					p.Out.URL.Scheme, p.Out.URL.Host, p.Out.Host = at.Scheme, at.Host, at.Host
				},
				ErrorLog:     log.New(io.Discard, "", 0),
				ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
			})
			return
		}
	}
	t.Fatalf("a replica does not start: %s", strings.Join(told, "\n"))
}

func (r *replica) kill() {
	r.run.Process.Kill()
	r.run.Wait()
}

// redisServer starts a redis-server that writes each change to the disk, and returns its URL.
func redisServer(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("no redis-server here: apt-get install redis-server")
	}
	dir, err := os.MkdirTemp("", "redis") // short, since a socket's name is bounded
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "s")
	server := exec.Command("redis-server", "--port", "0", "--unixsocket", socket, "--dir", dir, "--save", "")
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
		os.RemoveAll(dir)
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.Contains(lines.Text(), "eady to accept connections") {
			go io.Copy(io.Discard, out)
			return "unix://" + socket
		}
	}
	t.Fatal("redis-server does not start")
	return ""
}

// searches answers a call with a text for its token that is longer than the budget, a secret and
// an address.
func searches(w http.ResponseWriter, r *http.Request) {
	var msg struct {
		ID     json.RawMessage
		Params struct {
			Name      string
			Arguments struct{ Token string }
		}
	}
	body, _ := io.ReadAll(r.Body)
	json.Unmarshal(body, &msg)
	result := ""
	switch {
	case strings.Contains(string(body), "tools/list"):
		result = `{"tools":[{"name":"search"},{"name":"rows"}]}`
	case msg.Params.Name == "rows":
		result = `{"content":[{"type":"text","text":"Rows:\n[{\"id\":1,\"name\":\"a\"},{\"id\":2,\"name\":\"b\"},{\"id\":3,\"name\":\"c\"}]\nDone."},{"type":"text","text":"by ann@example.org"}]}`
	default:
		result = `{"content":[],"structuredContent":{"token":"` + msg.Params.Arguments.Token + `","password":"s3cret","text":"` + strings.Repeat(msg.Params.Arguments.Token+" ", 500) + `"}}`
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, msg.ID, result)
}

// TestReplicas runs three processes behind a balancer that sends each request to any of them.
// Meanwhile one after the other is killed and started again. Each handle that a client was told
// redeems at the end, at a replica of its own choice and for this client alone. It is 150 handles
// for each store, and more with SHAPE_HANDLES:
//
//	SHAPE_HANDLES=10000 go test -run TestReplicas -v .
func TestReplicas(t *testing.T) {
	handles := 150
	if n, err := strconv.Atoi(os.Getenv("SHAPE_HANDLES")); err == nil {
		handles = n
	}
	for name, open := range map[string]func(t *testing.T) string{
		"blob":  func(t *testing.T) string { return "file://" + filepath.ToSlash(t.TempDir()) },
		"redis": redisServer,
	} {
		t.Run(name, func(t *testing.T) { killReplicas(t, name, open(t), handles) })
	}
}

func killReplicas(t *testing.T, store, at string, handles int) {
	dir := t.TempDir()
	up := httptest.NewServer(http.HandlerFunc(searches))
	t.Cleanup(up.Close)
	keys, rules := filepath.Join(dir, "keys"), filepath.Join(dir, "shape.json")
	text := fmt.Sprintf(`{"global": {"archive": {"store": %q, "url": %q, "key_file": %q}}, "privacy": {"drop": ["password"], "detect": ["pii"]},
		"tool_overrides": {"search": {"budget": {"max_bytes": 1000}}, "rows": {"text_as": "json", "columns": true}}}`, store, at, keys)
	if err := errors.Join(os.WriteFile(keys, []byte(strings.Repeat("7", 64)), 0o600), os.WriteFile(rules, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
	args := []string{"--config", rules, "--server", "s", "--upstream", up.URL + "/mcp"}
	var replicas [3]replica
	for i := range replicas {
		replicas[i].start(t, args...)
	}
	t.Cleanup(func() {
		for i := range replicas {
			replicas[i].kill()
		}
	})
	var lost atomic.Int64
	ask := func(i, client int, tool, arguments string) (result gjson.Result, ok bool) {
		w := httptest.NewRecorder()
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(body))
		r.Header.Set("Authorization", fmt.Sprint("Bearer ", client))
		replicas[i].to.Load().ServeHTTP(w, r)
		if strings.Contains(w.Body.String(), "s3cret") || strings.Contains(w.Body.String(), "ann@") {
			t.Errorf("client %d sees %s", client, w.Body)
		}
		if w.Code != http.StatusOK || !gjson.Valid(w.Body.String()) { // an answer was cut off by a kill
			lost.Add(1)
			return result, false
		}
		return gjson.Get(w.Body.String(), "result"), true
	}
	if got, _ := ask(0, 0, "rows", `{}`); !strings.Contains(got.Raw, "$columns") || !strings.Contains(got.Raw, "by [email]") {
		t.Errorf("text_as or detect does not act: %s", got)
	}

	told := make([]string, handles) // by client
	next := make(chan int)
	var work sync.WaitGroup
	for range 8 {
		work.Go(func() {
			for n := range next {
				for told[n] == "" {
					result, ok := ask(rand.IntN(3), n, "search", fmt.Sprintf(`{"token":"token-%d"}`, n))
					if told[n] = result.Get(`_meta.io\.github\.seed-7aa78ce4/shape.archive.handle`).Str; ok && told[n] == "" {
						t.Errorf("client %d gets no handle: %.200s", n, result)
						break
					}
				}
			}
		})
	}
	kills := 0
	for n := range handles {
		if next <- n; n%25 == 12 { // calls are in progress
			one := &replicas[kills%3]
			kills++
			one.kill()
			one.start(t, args...)
		}
	}
	close(next)
	work.Wait()
	interrupted := lost.Swap(0)
	for n, handle := range told {
		ask := func(client int) string {
			result, _ := ask(rand.IntN(3), client, "shape_retrieve", `{"handle":"`+handle+`"}`)
			return result.Get("content.0.text").Str
		}
		if got, want := ask(n), strings.Repeat(fmt.Sprint("token-", n, " "), 500); !strings.Contains(got, want) {
			t.Errorf("client %d: a handle that it was told is lost: %.200s", n, got)
		}
		if got := ask(n + 1); strings.Contains(got, fmt.Sprint("token-", n)) {
			t.Errorf("client %d redeems the handle of another one", n+1)
		}
	}
	if lost.Load() > 0 {
		t.Errorf("%d requests at the end have no answer", lost.Load())
	}
	t.Logf("%s: %d handles told and redeemed, %d kills with %d interrupted requests", store, handles, kills, interrupted)
}

// The flags of the Deployment are those of the command.
func TestDeployment(t *testing.T) {
	text, err := os.ReadFile("examples/replicas.yaml")
	var deployment struct {
		Spec struct {
			Template struct {
				Spec struct {
					Containers []struct{ Args []string }
				}
			}
		}
	}
	if err := errors.Join(err, yaml.Unmarshal(text, &deployment)); err != nil {
		t.Fatal(err)
	}
	args := deployment.Spec.Template.Spec.Containers[0].Args
	t.Setenv("SHAPE_TOKEN", strings.Repeat("t", 16))
	cmd := proxyCommand(app.New(app.Process(), nil))
	if err := cmd.ParseFlags(args[1:]); err != nil || args[0] != cmd.Name() {
		t.Error(args, err)
	}
	if err := cmd.ValidateArgs(nil); err != nil {
		t.Error(err)
	}
	if !strings.Contains(cmd.Long, "Replicas behind a balancer") { // the text of shape proxy may have changed
		t.Error(cmd.Long)
	}
}

// The example of the page is a configuration, and a replica needs the name of its server.
func TestReplicasExample(t *testing.T) {
	if _, err := config.Load(config.Options{Path: "examples/replicas.json"}); err != nil {
		t.Error(err)
	}
	page, err := os.ReadFile("../../docs/scale.md")
	example, lost := os.ReadFile("examples/replicas.json")
	if err := errors.Join(err, lost); err != nil || !strings.Contains(string(page), "```json\n"+string(example)) {
		t.Error("the page has another replicas.json:", err)
	}
	status, stderr := run(t, "proxy", "--listen", "127.0.0.1:0", "--upstream", "http://127.0.0.1:1/mcp", "--config", "examples/replicas.json")
	if status != app.ExitUsage || !strings.Contains(stderr, "--server") {
		t.Errorf("status %d: %s", status, stderr)
	}
}
