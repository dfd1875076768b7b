package proxycmd

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
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

// longestName bounds the characters of a method or a tool in a line.
const longestName = 64

// failures writes a line for each failed call of the server, within the bound of
// [notice.Limited].
type failures struct{ to notice.Limited }

func (p *proxy) failures() *failures {
	return &failures{notice.Limited{Voice: p.Stderr, Now: p.Now, More: func(n int) string {
		return terminal.Counted(n, "more call") + " of the server failed"
	}}}
}

func (f *failures) failed(of web.Failure) {
	call := "a request"
	if of.Method != "" {
		call = fmt.Sprintf("%.*q", longestName, of.Method)
	}
	if of.Tool != "" {
		call += fmt.Sprintf(" of %.*q", longestName, of.Tool)
	}
	f.to.Tell(notice.Notice{Level: notice.Plain, Kind: "upstream", Message: call + " failed: " + of.Reason})
}
