package web

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A connection beyond the bound is told to come back, and one that ends leaves its place.
func TestConnectionsAreBounded(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &bounded{Listener: inner, most: 2}
	defer l.Close()
	accepted := make(chan net.Conn, 3)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				close(accepted)
				return
			}
			accepted <- c
		}
	}()
	dial := func() net.Conn {
		t.Helper()
		c, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	dial()
	first := <-accepted
	dial()
	<-accepted
	text, _ := io.ReadAll(dial())
	if !strings.HasPrefix(string(text), "HTTP/1.1 503 ") || !strings.Contains(string(text), "\r\nRetry-After: 1\r\n") {
		t.Errorf("a connection too many hears %q", text)
	}
	first.Close()
	first.Close() // counts once
	dial()
	if c := <-accepted; c == nil {
		t.Error("a place that was left stays taken")
	}
	text, _ = io.ReadAll(dial())
	if !strings.HasPrefix(string(text), "HTTP/1.1 503 ") {
		t.Errorf("a connection too many hears %q", text)
	}
}

// dated notes the time limits of a response.
type dated struct {
	*httptest.ResponseRecorder
	limits []time.Time
}

func (d *dated) SetWriteDeadline(at time.Time) error {
	d.limits = append(d.limits, at)
	return nil
}

// A client has a time limit to read a large answer. It has none for a small one and for the
// answers that follow on its connection.
func TestSlowReadersHaveALimit(t *testing.T) {
	for bytes, want := range map[int]time.Duration{100: 0, freeWrite: 0, freeWrite + 1: writeTime, 64 << 20: writeTime + 256*time.Second} {
		d := &dated{ResponseRecorder: httptest.NewRecorder()}
		answered := &turn{client: http.NewResponseController(d)}
		before := time.Now()
		answered.limit(bytes)
		after := time.Now()
		answered.unlimit()
		switch {
		case want == 0 && len(d.limits) == 0:
		case want > 0 && len(d.limits) == 2 && !d.limits[0].Before(before.Add(want)) && !d.limits[0].After(after.Add(want)) && d.limits[1].IsZero():
		default:
			t.Errorf("%d bytes: %v", bytes, d.limits)
		}
	}
}
