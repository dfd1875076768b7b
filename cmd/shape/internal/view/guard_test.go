package view

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A request by hand is refused without the token, from another origin or for another host, and
// the refusal holds nothing private.
func TestGuard(t *testing.T) {
	p := newPage(t, `{"global": {"max_items": 77}}`)
	r := p.try(asked{Text: `{"private_name": 1}`})
	for name, c := range map[string]struct {
		path   string
		change func(r *http.Request)
		want   int
	}{
		"about":                 {"about", func(*http.Request) {}, http.StatusOK},
		"no token":              {"about", func(r *http.Request) { r.Header.Del("Authorization") }, http.StatusUnauthorized},
		"wrong token":           {"about", func(r *http.Request) { r.Header.Set("Authorization", "Bearer 0123456789abcdee") }, http.StatusUnauthorized},
		"longer token":          {"about", func(r *http.Request) { r.Header.Add("Authorization", "Bearer "+p.token+"x") }, http.StatusOK}, // the first counts
		"token in the address":  {"about?token=" + p.token, func(r *http.Request) { r.Header.Del("Authorization") }, http.StatusUnauthorized},
		"another origin":        {"about", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, http.StatusForbidden},
		"no origin":             {"about", func(r *http.Request) { r.Header.Set("Origin", "null") }, http.StatusForbidden},
		"another host":          {"about", func(r *http.Request) { r.Host = "evil.example" }, http.StatusForbidden},
		"result without token":  {"try/" + r.ID + "/result", func(r *http.Request) { r.Header.Del("Authorization") }, http.StatusUnauthorized},
		"dots":                  {"file?name=../../../../etc/passwd", func(*http.Request) {}, http.StatusNotFound},
		"dots of a sample":      {"sample?name=../view.go", func(*http.Request) {}, http.StatusNotFound},
		"dots in the way":       {"../api/about", func(r *http.Request) { r.Header.Del("Authorization") }, http.StatusTemporaryRedirect},
		"dots for a try":        {"try/../result", func(*http.Request) {}, http.StatusTemporaryRedirect},
		"an unknown try":        {"try/x/result", func(*http.Request) {}, http.StatusGone},
		"a get of a write":      {"save", func(*http.Request) {}, http.StatusMethodNotAllowed},
		"a form":                {"save", func(r *http.Request) { post(r, "a=b").Header.Set("Content-Type", "application/x-www-form-urlencoded") }, http.StatusUnsupportedMediaType},
		"text":                  {"save", func(r *http.Request) { post(r, "{}").Header.Set("Content-Type", "text/plain") }, http.StatusUnsupportedMediaType},
		"no JSON":               {"save", func(r *http.Request) { post(r, "{") }, http.StatusBadRequest},
		"another form of JSON":  {"save", func(r *http.Request) { post(r, `{"config": [1]}`) }, http.StatusBadRequest},
		"deep":                  {"save", func(r *http.Request) { post(r, strings.Repeat("[", 1<<20)) }, http.StatusBadRequest},
		"a save without reason": {"save", func(r *http.Request) { post(r, `{"config": "{}", "hash": ""}`) }, http.StatusConflict},
	} {
		req, err := http.NewRequest(http.MethodGet, p.url+"/api/"+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+p.token)
		req.Header.Set("Content-Type", "application/json")
		c.change(req)
		answer, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(name, err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode != c.want {
			t.Errorf("%s: %d, want %d: %.300s", name, answer.StatusCode, c.want, text)
		}
		isRefused := answer.StatusCode == http.StatusUnauthorized || answer.StatusCode == http.StatusForbidden
		if isRefused && (bytes.Contains(text, []byte("77")) || bytes.Contains(text, []byte("private_name"))) || bytes.Contains(text, []byte(p.token)) {
			t.Errorf("%s: the refusal has %s", name, text)
		}
		for _, header := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cache-Control", "Cross-Origin-Resource-Policy"} {
			if answer.Header.Get(header) == "" {
				t.Errorf("%s: no %s", name, header)
			}
		}
		if answer.Header.Get("Set-Cookie") != "" || answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %v", name, answer.Header)
		}
	}
}

// post makes a request one with a body.
func post(r *http.Request, body string) *http.Request {
	r.Method, r.Body = http.MethodPost, io.NopCloser(strings.NewReader(body))
	return r
}

// The page's own files need no token, and nothing else lies beside them.
func TestPageFiles(t *testing.T) {
	p := newPage(t, "")
	for path, want := range map[string]int{"/": 200, "/app.js": 200, "/style.css": 200, "/view.go": 404, "/..%2fview.go": 404, "/static/app.js": 404, "/api": 404} {
		answer, err := http.Get(p.url + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
}

// dial sends the head of a request by hand.
func (p *testPage) dial(head string) net.Conn {
	p.t.Helper()
	address := strings.TrimPrefix(p.url, "http://")
	conn, err := net.Dial("tcp", address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "POST /api/try HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n%s\r\n", address, p.token, head)
	return conn
}

// statusOf reads the status of an answer.
func statusOf(t *testing.T, conn net.Conn) int {
	t.Helper()
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode
}

// A body of 1 GB is refused by its length before it is sent, and in chunks once it is too long.
func TestLargeBody(t *testing.T) {
	p := newPage(t, "")
	if status := statusOf(t, p.dial("Content-Length: 1000000000\r\n")); status != http.StatusRequestEntityTooLarge {
		t.Error(status)
	}
	conn := p.dial("Transfer-Encoding: chunked\r\n")
	sent := make(chan int, 1)
	go func() {
		chunk := append(append([]byte("100000\r\n"), bytes.Repeat([]byte(" "), 1<<20)...), "\r\n"...)
		n := 0
		for ; n < 1000; n++ {
			if _, err := conn.Write(chunk); err != nil {
				break
			}
		}
		sent <- n
	}()
	if status := statusOf(t, conn); status != http.StatusRequestEntityTooLarge {
		t.Error(status)
	}
	conn.Close()
	if n := <-sent; n > mostBody>>20+64 { // with the buffers of the system
		t.Errorf("%d MiB were read", n)
	}
}

// A body that does not come ends by its time, and meanwhile holds up no request without a body.
// A request with a body is answered after it.
func TestSlowBody(t *testing.T) {
	p := newPage(t, "")
	s := httpServer(p.server.handler(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}))
	if s.ReadHeaderTimeout == 0 || s.ReadTimeout == 0 || s.IdleTimeout == 0 {
		t.Error("a client may take any time")
	}
	s.ReadTimeout = 300 * time.Millisecond
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	p.url = "http://" + l.Addr().String()
	for range mostAtOnce {
		conn := p.dial("Content-Length: 10\r\n")
		fmt.Fprint(conn, "{")
		defer statusIsError(t, conn)
	}
	if status, _ := p.ask("about", nil); status != http.StatusOK {
		t.Error(status)
	}
	if status, text := p.ask("try", asked{Text: "1"}); status != http.StatusOK {
		t.Errorf("%d %s", status, text)
	}
}

// statusIsError waits for the end of a request.
func statusIsError(t *testing.T, conn net.Conn) {
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err == nil && answer.StatusCode < 400 {
		t.Error(answer.Status)
	}
}

// Requests beyond the bound wait for their turn, and all are answered. One that its client gave
// up goes. A page that gives a request up and asks again is never refused.
func TestManyBodies(t *testing.T) {
	var running, answered, most atomic.Int32
	full := make(chan struct{})
	h := bounded(make(chan struct{}, mostAtOnce), http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		n := running.Add(1)
		defer running.Add(-1)
		if most.Store(max(most.Load(), n)); answered.Add(1) == mostAtOnce {
			close(full)
		}
		<-full // the first ones run at the same time
	}))
	var all sync.WaitGroup
	for range 5 * mostAtOnce {
		all.Go(func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/", nil)) })
	}
	all.Wait()
	if answered.Load() != 5*mostAtOnce || most.Load() != mostAtOnce {
		t.Errorf("%d answers, %d at once", answered.Load(), most.Load())
	}
	gone, stop := context.WithCancel(t.Context())
	stop()
	bounded(nil, nil).ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(gone, http.MethodPost, "/", nil))
}

// Files of the command line are read, and nothing beside them.
func TestGivenFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one, folder := write("one.json", "1"), filepath.Join(dir, "all")
	write("all/two.json", "2")
	write("all/deep/three.json", "3")
	write("all/readme.txt", "4")
	write("secret.json", "private")
	if err := os.Symlink(filepath.Join(dir, "secret.json"), filepath.Join(folder, "link.json")); err != nil {
		t.Log(err) // not every system lets a test make one
	}
	p := newPage(t, "", one, folder)
	a := get[about](p, "about", nil)
	if len(a.Files) != 2 || a.Files[0].Name != one || a.Files[1].Bytes != 1 {
		t.Errorf("%+v", a.Files)
	}
	for _, f := range a.Files {
		if got := get[document](p, "file?name="+f.Name, nil); got.Text != "1" && got.Text != "2" {
			t.Errorf("%+v", got)
		}
	}
	slash := filepath.ToSlash(folder)
	for _, name := range []string{"", "two.json", slash, slash + "/", slash + "/deep/three.json", slash + "/../secret.json", slash + "/deep/../../secret.json", filepath.ToSlash(dir) + "/secret.json", slash + "/link.json", slash + `/..\secret.json`, slash + "/nul\x00"} {
		if status, text := p.ask("file?"+url.Values{"name": {name}}.Encode(), nil); status < 400 || strings.Contains(string(text), "private") {
			t.Errorf("%q: %d %s", name, status, text)
		}
	}
}

// Each sample shapes under the built-in rules.
func TestSamples(t *testing.T) {
	p := newPage(t, "")
	a := get[about](p, "about", nil)
	if len(a.Samples) != 3 || len(a.Profiles) == 0 || len(a.Clients) == 0 || len(a.Transcripts) == 0 || !a.Config.CanWrite || a.Config.IsThere {
		t.Errorf("%+v", a)
	}
	for _, s := range a.Samples {
		got := get[document](p, "sample?name="+strings.ReplaceAll(s.Name, " ", "%20"), nil)
		if r := p.try(asked{Text: got.Text, Request: request{Tool: got.Tool, Server: got.Server}}); r.Result == nil || got.Tool != s.Tool {
			t.Errorf("%s: %+v", s.Name, r)
		}
	}
}
