package view

import (
	"net/http"
	"runtime/debug"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
)

// server answers the requests of the page.
type server struct {
	*viewer
	source *config.Watcher // the configuration in force
}

func (v *viewer) server() (*server, error) {
	return &server{viewer: v}, nil
}

func (s *server) close() {}

// routes adds the requests for data.
func (s *server) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/about", call(s.about))
}

// about is what the page shows before any other request.
type about struct {
	Version string `json:"version"`
	Tool    string `json:"tool,omitempty"`
}

func (s *server) about(*http.Request, *struct{}) (any, error) {
	return about{Version: app.BuiltFrom(debug.ReadBuildInfo()).Version, Tool: s.tool}, nil
}
