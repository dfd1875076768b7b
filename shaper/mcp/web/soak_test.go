package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestSoakCrossing lets many clients with equal ids call tools through the proxy. Meanwhile
// the server is killed and started again. Each call gets its own answer, shaped by the rules
// of its tool, or its own error. In the end the proxy holds no resources. It is 20 clients
// with 50 calls, and with SHAPE_SOAK=1 100 with 1,000:
//
//	SHAPE_SOAK=1 go test -run TestSoakCrossing -timeout 1h -v ./shaper/mcp/web
func TestSoakCrossing(t *testing.T) {
	clients, calls, every := 20, 50, 100
	if os.Getenv("SHAPE_SOAK") != "" {
		clients, calls, every = 100, 1000, 2000
	}
	up := newMortal(t, every)
	s := standAt(t, briefly, "http://"+up.at)
	before := runtime.NumGoroutine()
	var answered, failed atomic.Int64
	var work sync.WaitGroup
	for c := range clients {
		work.Go(func() {
			for i := range calls {
				if s.cross(t, c, i) {
					answered.Add(1)
				} else {
					failed.Add(1)
				}
			}
		})
	}
	work.Wait()
	up.kill()
	t.Logf("%d calls were answered and %d failed; the server was killed %d times", answered.Load(), failed.Load(), up.deaths.Load())
	if answered.Load() == 0 || up.deaths.Load() < 2 {
		t.Error("nothing was tried")
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	for range 1000 {
		if runtime.NumGoroutine() <= before+clients {
			return
		}
		runtime.Gosched()
		s.says(t, `{"method":"notifications/x"}`)
	}
	t.Errorf("%d goroutines, and %d before", runtime.NumGoroutine(), before)
}

// cross makes a call, and reports whether it was answered; else it failed as it should.
func (s *standing) cross(t *testing.T, client, call int) bool {
	tool, token := []string{"t", "u"}[client%2], fmt.Sprintf("%d-%d", client, call)
	msg := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"token":%q}}}`, call, tool, token)
	header := fmt.Sprintf("Mcp-Session-Id: %d", client)
	if client%4 > 1 {
		header = fmt.Sprintf("User-Agent: c/%d", client%3) // several are one
	}
	text := s.says(t, msg, header)
	for line := range strings.Lines(text) {
		if data, ok := strings.CutPrefix(line, "data: "); ok && !strings.Contains(data, "progress") {
			text = data
		}
	}
	var got struct {
		ID     int
		Error  *struct{ Message string }
		Result struct{ StructuredContent map[string]string }
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil || got.ID != call {
		t.Errorf("call %s: %q, %v", token, text, err)
		return false
	}
	if got.Error != nil {
		if !strings.HasPrefix(got.Error.Message, "the server ") {
			t.Errorf("call %s: %s", token, text)
		}
		return false
	}
	want := map[string]string{"token": token, "b": tool}
	if tool == "t" {
		delete(want, "b")
	}
	if fmt.Sprint(got.Result.StructuredContent) != fmt.Sprint(want) {
		t.Errorf("call %s: %s", token, text)
	}
	return true
}

// mortal is a server that is killed every so many calls, and started again at once.
type mortal struct {
	at     string
	every  int64
	calls  atomic.Int64
	deaths atomic.Int64

	mu      sync.Mutex
	server  *http.Server
	stopped bool
}

func newMortal(t *testing.T, every int) *mortal {
	t.Helper()
	m := &mortal{at: "127.0.0.1:0", every: int64(every)}
	m.start(t)
	return m
}

// start starts the server where it was.
func (m *mortal) start(t *testing.T) {
	l, err := net.Listen("tcp", m.at)
	if err != nil {
		t.Error(err)
		return
	}
	m.at = l.Addr().String()
	m.server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { m.answer(t, w, r) })}
	go m.server.Serve(l)
}

// kill ends the server with all its connections, for good.
func (m *mortal) kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stopped = true
	m.server.Close()
}

// dies ends the server and starts it again.
func (m *mortal) dies(t *testing.T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stopped {
		return
	}
	m.deaths.Add(1)
	m.server.Close()
	m.start(t)
}

// answer answers in one of three ways, or dies over it, before or halfway.
func (m *mortal) answer(t *testing.T, w http.ResponseWriter, r *http.Request) {
	var msg struct {
		ID     json.RawMessage
		Params struct {
			Name      string
			Arguments struct{ Token string }
		}
	}
	body, _ := io.ReadAll(r.Body)
	json.Unmarshal(body, &msg)
	if msg.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	n := m.calls.Add(1)
	result := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[],"structuredContent":{"token":%q,"b":%q}}}`, msg.ID, msg.Params.Arguments.Token, msg.Params.Name)
	if n%3 == 0 {
		if n%m.every == 0 {
			m.dies(t)
		}
		answers(asJSON, result)(w, r)
		return
	}
	answers(asEvents, "data: {\"method\":\"notifications/progress\"}\n\n")(w, r)
	w.(http.Flusher).Flush()
	if n%m.every == 0 {
		m.dies(t)
	}
	io.WriteString(w, "data: "+result+"\n\n")
}
