package proxycmd

import (
	"context"
	"net"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// Health is 503 as long as the configuration is broken from the start, and 200 after the
// mend, also while a later save is refused. It names no folder and no fault.
func TestHealthOfConfigurations(t *testing.T) {
	w, _, save := watchBroken(t)
	tells := func(status int, want string) {
		t.Helper()
		w.Reload(context.Background())
		rec := httptest.NewRecorder()
		health{w}.ServeHTTP(rec, httptest.NewRequest("GET", "/healthz", nil))
		if got := rec.Body.String(); rec.Code != status || got != want+"\n" {
			t.Errorf("%d %s, want %d %s", rec.Code, got, status, want)
		}
	}
	tells(503, `{"status":"broken","generation":1,"configuration":"broken","file":"c.json"}`)
	save("{}")
	tells(200, `{"status":"ok","generation":2,"configuration":"in force","file":"c.json"}`)
	save("[]")
	tells(200, `{"status":"ok","generation":2,"configuration":"refused","file":"c.json"}`)
	if got := conditionOf(config.Status{Generation: 1}); got != (condition{"ok", 1, "none", ""}) {
		t.Errorf("%+v", got)
	}
}

// A dead server writes a bounded number of lines, and no failure is lost from the count.
func TestFailuresAreBounded(t *testing.T) {
	var stderr strings.Builder
	now := time.Unix(0, 0)
	f := (&proxy{App: &app.App{Stderr: notice.New(&stderr, false), Now: func() time.Time { return now }}}).failures()
	for range 1000 {
		f.failed(web.Failure{Method: "tools/call", Tool: "t\n", Reason: "the server cannot be reached"})
	}
	if want := strings.Repeat("shape: \"tools/call\" of \"t\\n\" failed: the server cannot be reached\n", notice.MostLines); stderr.String() != want {
		t.Errorf("got %s", stderr.String())
	}
	stderr.Reset()
	now = now.Add(notice.Window)
	f.failed(web.Failure{Method: strings.Repeat("x", 10_000), Reason: "a reason"})
	if want := "shape: 990 more calls of the server failed\nshape: \"" + strings.Repeat("x", longestName) + "\" failed: a reason\n"; stderr.String() != want {
		t.Errorf("got %s", stderr.String())
	}
	f.to.End()
	for range notice.MostLines {
		f.failed(web.Failure{Reason: "a reason"})
	}
	stderr.Reset()
	if f.to.End(); stderr.String() != "shape: 1 more call of the server failed\n" {
		t.Errorf("at the end: %s", stderr.String())
	}
}

// The address that is told is the one that clients need.
func TestAddressOf(t *testing.T) {
	l := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8090}
	for upstream, want := range map[string]string{
		"http://h/a/mcp?key=1": "http://127.0.0.1:8090/a/mcp", "http://h": "http://127.0.0.1:8090/mcp", "http://h/": "http://127.0.0.1:8090/mcp",
	} {
		to, _ := url.Parse(upstream)
		if got := addressOf(l, to); got != want {
			t.Errorf("%s: %s, want %s", upstream, got, want)
		}
	}
}
