package view

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/view/tree"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// testPage is a browser beside a server of the page.
type testPage struct {
	server  *server
	t       *testing.T
	url     string
	token   string
	config  string // the path of the configuration
	home    string
	replies bytes.Buffer // all texts of replies
}

// newPage serves the page with a home of its own. config is the text of the home file, "" for
// none.
func newPage(t *testing.T, text string, paths ...string) *testPage {
	t.Helper()
	home := t.TempDir()
	path := filepath.Join(home, config.FolderName, config.FileName)
	if text != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	env := func(name string) (string, bool) {
		value, ok := map[string]string{"HOME": home, "XDG_STATE_HOME": filepath.Join(home, "state")}[name]
		return value, ok
	}
	a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, LookupEnv: env}, nil)
	v := &viewer{App: a, token: "0123456789abcdef", paths: paths}
	v.config = config.Options{Dir: home, Home: home, Etc: filepath.Join(home, "etc"), Getenv: env}
	server, err := v.server()
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(server.handler(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}))
	t.Cleanup(func() {
		s.Close()
		server.close()
	})
	return &testPage{server: server, t: t, url: s.URL, token: v.token, config: path, home: home}
}

// ask sends a request and returns the status and the body of its answer. A body that is not nil
// is sent by POST.
func (p *testPage) ask(path string, body any) (int, []byte) {
	p.t.Helper()
	method, reader := http.MethodGet, io.Reader(nil)
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			p.t.Fatal(err)
		}
		method, reader = http.MethodPost, bytes.NewReader(text)
	}
	r, err := http.NewRequest(method, p.url+"/api/"+path, reader)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	p.replies.Write(text)
	return answer.StatusCode, text
}

// get asks, and decodes the answer.
func get[T any](p *testPage, path string, body any) (out T) {
	p.t.Helper()
	status, text := p.ask(path, body)
	if status != http.StatusOK {
		p.t.Fatalf("%s: %d %s", path, status, text)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		p.t.Fatalf("%s: %v in %.300s", path, err, text)
	}
	return out
}

// try shapes a text.
func (p *testPage) try(a asked) tried {
	p.t.Helper()
	return get[tried](p, "try", a)
}

// nodes returns all nodes of a try below a pointer, in order.
func (p *testPage) nodes(id, pointer string) (all []tree.Node) {
	p.t.Helper()
	for from := 0; ; from += tree.MostNodes {
		got := get[tree.Page](p, "try/"+id+"/tree", asksTree{pointer, from, tree.MostNodes})
		for _, n := range got.Nodes {
			all = append(all, n)
			if n.Count > 0 && n.Reason != tree.IsAdded {
				all = append(all, p.nodes(id, n.Pointer)...)
			}
		}
		if from+tree.MostNodes >= got.Total {
			return all
		}
	}
}

// quote returns a text as a string of JSON.
func quote(text string) string { return string(scan.AppendQuote(nil, []byte(text))) }
