package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// holding is a server that holds each large request until it is told to answer. It reads
// them without keeping them.
type holding struct {
	held   chan struct{} // a request is held
	answer chan struct{} // closed: all are answered
	result string
}

func (h *holding) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, _ := io.Copy(io.Discard, r.Body)
	if n > 100<<10 {
		h.held <- struct{}{}
		<-h.answer
	}
	answers(asJSON, h.result)(w, r)
}

// callOf is a call with an argument of that many bytes, generated on the fly.
func callOf(bytes int64) (body io.Reader, size int64) {
	const head, tail = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"x":"`, `"}}}`
	x := io.LimitReader(letters{}, bytes)
	return io.MultiReader(strings.NewReader(head), x, strings.NewReader(tail)), int64(len(head)) + bytes + int64(len(tail))
}

type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// post sends a large call, and returns the status and the answer.
func (s *standing) post(t testing.TB, bytes int64) (res *http.Response, text string) {
	t.Helper()
	body, size := callOf(bytes)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/mcp", body)
	if err != nil {
		t.Error(err)
		return nil, ""
	}
	req.ContentLength = size
	if res, err = http.DefaultTransport.RoundTrip(req); err != nil {
		return nil, "" // refused before all of it was sent
	}
	return res, all(t, res)
}

// TestSoakMemory holds large requests of many clients at once. Those beyond the bound
// get status 503 with Retry-After, small calls are answered meanwhile, and the memory of
// the process stays within the bound. It is 40 clients with 1 MiB, and with SHAPE_SOAK=1
// 1,000 with 60 MiB:
//
//	SHAPE_SOAK=1 go test -run TestSoakMemory -timeout 1h -v ./shaper/mcp/web
func TestSoakMemory(t *testing.T) {
	clients, size, most := 40, int64(1<<20), int64(16<<20)
	if os.Getenv("SHAPE_SOAK") != "" {
		clients, size, most = 1000, 60<<20, 512<<20
	}
	fit := int(most * 3 / 4 / (2*size + 4<<10)) // a request counts twice
	up := &holding{held: make(chan struct{}, clients), answer: make(chan struct{}), result: resultT}
	s := &standing{url: standLarge(t, up, most)}
	before := heap()
	var held, refused atomic.Int64
	var work, tried sync.WaitGroup
	post := func() {
		switch res, text := s.post(t, size); {
		case res == nil, res.StatusCode == http.StatusServiceUnavailable && res.Header.Get("Retry-After") == "1":
			refused.Add(1)
		case res.StatusCode == http.StatusOK && text == resultT:
			held.Add(1)
		default:
			t.Errorf("%s: %s", res.Status, text)
		}
	}
	for range fit {
		work.Go(post)
	}
	for range fit { // beside others they could take room from each other
		<-up.held
	}
	for range clients - fit {
		tried.Go(post)
	}
	tried.Wait()
	used := heap() - before
	for range 100 {
		if got := s.says(t, callT); got != resultT {
			t.Errorf("a small call: %s", got)
		}
	}
	close(up.answer)
	work.Wait()
	t.Logf("%d clients with %d bytes: %d held, %d refused, %d bytes of memory of %d", clients, size, held.Load(), refused.Load(), used, most)
	if used > most || held.Load() != int64(fit) {
		t.Errorf("%d bytes are used of %d; %d requests are held, want %d", used, most, held.Load(), fit)
	}
	if res, text := s.post(t, size); res == nil || res.StatusCode != http.StatusOK {
		t.Errorf("afterwards: %v %s", res, text)
	}
}

// standLarge is a proxy with the usual limit of messages.
func standLarge(t *testing.T, up http.Handler, most int64) string {
	t.Helper()
	upstream := newUp(t, up)
	_, eng := mcptest.NewChanging(t, mcptest.Secretive)
	return newUp(t, web.New(mcp.New(eng), upstream, web.WithMemory(most))).String()
}

// heap is the memory in use after a collection, in bytes.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// An answer too large for the bound is an error of the call, in a body and in a stream.
func TestAnswersBeyondMemory(t *testing.T) {
	large := `{"jsonrpc":"2.0","id":1,"result":{"x":"` + strings.Repeat("x", 2<<20) + `"}}`
	const lost = `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the answer needs more memory than the proxy may hold (--max-memory), so that it is lost; the server may have done what was asked"}}`
	for kind, text := range map[string]string{asJSON: large, asEvents: "data: " + large + "\n\n"} {
		at := standLarge(t, answers(kind, text), 4<<20)
		res := askAt(t, at, http.MethodPost, callAlone)
		want, status := lost, 502
		if kind == asEvents {
			want, status = "data: "+lost+"\n\n", 200
		}
		if got := all(t, res); got != want || res.StatusCode != status {
			t.Errorf("%s: %d %.300s", kind, res.StatusCode, got)
		}
		for range 3 { // nothing is left of it in the bound
			body, _ := callOf(1 << 20)
			req, _ := io.ReadAll(body)
			if got := all(t, askAt(t, at, http.MethodPost, string(req))); strings.Contains(got, "try again later") || !strings.Contains(got, "may have done") {
				t.Errorf("%s: %.300s", kind, got)
			}
		}
	}
}

// A request that could never fit is no matter of time: status 413, announced or not.
func TestRequestsBeyondMemory(t *testing.T) {
	at := standLarge(t, answers(asJSON, resultT), 4<<20)
	for _, announced := range []bool{true, false} {
		body, size := callOf(2 << 20)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at+"/mcp", body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", asJSON)
		req.Header.Set("Expect", "100-continue")
		if req.ContentLength = -1; announced {
			req.ContentLength = size
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Logf("announced %v: refused before all of it was sent: %v", announced, err)
			continue
		}
		if got := all(t, res); res.StatusCode != 413 || !strings.Contains(got, "more memory than the proxy may hold (--max-memory)") || res.Header.Get("Retry-After") != "" {
			t.Errorf("announced %v: %d %s", announced, res.StatusCode, got)
		}
	}
}

// newUp serves a handler, and returns its URL.
func newUp(t testing.TB, h http.Handler) *url.URL {
	t.Helper()
	up := httptest.NewServer(h)
	t.Cleanup(up.Close)
	at, err := url.Parse(up.URL)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
