package proxycmd

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// health answers /healthz: 503 while the configuration is closed, else 200. The answer holds
// the file name of the configuration without its folder.
type health struct{ source *config.Watcher }

type condition struct {
	Status        string `json:"status"` // ok, broken
	Generation    uint64 `json:"generation"`
	Configuration string `json:"configuration"` // none, in force, refused, broken
	File          string `json:"file,omitempty"`
}

func (h health) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	c := conditionOf(h.source.Status())
	body, _ := json.Marshal(c)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if c.Status != "ok" {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	w.Write(append(body, '\n'))
}

func conditionOf(s config.Status) condition {
	c := condition{Status: "ok", Generation: s.Generation, Configuration: "in force"}
	switch {
	case s.Closed:
		c.Status, c.Configuration = "broken", "broken"
	case s.Err != nil:
		c.Configuration = "refused"
	case s.Path == "":
		c.Configuration = "none"
	}
	if s.Path != "" {
		c.File = filepath.Base(s.Path)
	}
	return c
}

// failures writes a line for each failed call of the server, at most mostFailures in
// failureWindow. It counts further calls and writes the count as one line.
type failures struct {
	proxy *proxy

	mu     sync.Mutex
	began  time.Time // of the window
	told   int       // lines in it
	untold int       // calls in it without a line
}

const (
	mostFailures  = 10
	failureWindow = time.Minute
	longestName   = 64 // characters of a method or a tool in a line
)

func (f *failures) failed(of web.Failure) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.proxy.Now(); now.Sub(f.began) >= failureWindow {
		f.count()
		f.began, f.told = now, 0
	}
	if f.told == mostFailures {
		f.untold++
		return
	}
	f.told++
	call := "a request"
	if of.Method != "" {
		call = fmt.Sprintf("%.*q", longestName, of.Method)
	}
	if of.Tool != "" {
		call += fmt.Sprintf(" of %.*q", longestName, of.Tool)
	}
	f.proxy.note("upstream", call+" failed: "+of.Reason)
}

// count writes the number of calls without a line.
func (f *failures) count() {
	if f.untold > 0 {
		f.proxy.note("upstream", terminal.Counted(f.untold, "more call")+" of the server failed")
		f.untold = 0
	}
}

// end writes the last count.
func (f *failures) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count()
}
