package view

import (
	"context"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/transcripts"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// server answers the requests of the page.
type server struct {
	*viewer
	source *config.Watcher // the files; it tells the path of the one in force

	mu    sync.Mutex
	tries []*attempt // the newest last
}

func (v *viewer) server() (*server, error) {
	v.config.Counters = app.CounterNames()
	o := v.config
	o.StartBroken = true // the page mends it
	w, err := config.Watch(context.Background(), o)
	if err != nil {
		return nil, err
	}
	return &server{viewer: v, source: w}, nil
}

func (s *server) close() { s.source.Close() }

// engine returns an engine with the configuration in force as it is on disk. A named file that
// is missing counts as empty.
func (s *server) engine() (*shaper.Engine, *config.Snapshot, error) {
	snapshot, err := config.LoadText(s.config, []byte(s.file().Text))
	if err != nil {
		return nil, nil, err
	}
	eng, err := app.EngineOver(snapshot, shaper.FailClosed())
	return eng, snapshot, err
}

// routes adds the requests for data.
func (s *server) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/about", call(s.about))
	mux.HandleFunc("GET /api/sample", call(s.sample))
	mux.HandleFunc("GET /api/file", call(s.given))
	mux.HandleFunc("POST /api/try", call(s.try))
	mux.HandleFunc("GET /api/try/{id}/before", s.part(func(a *attempt) []byte { return a.Before }))
	mux.HandleFunc("GET /api/try/{id}/result", s.part(func(a *attempt) []byte { return a.result }))
	mux.HandleFunc("POST /api/try/{id}/tree", call(s.tree))
	mux.HandleFunc("POST /api/edit", call(s.edit))
	mux.HandleFunc("POST /api/check", call(s.check))
	mux.HandleFunc("POST /api/complete", call(s.complete))
	mux.HandleFunc("POST /api/save", call(s.save))
	mux.HandleFunc("POST /api/share/report", call(s.shared))
	s.runs().routes(mux)
}

// about is the facts that the page shows before any other request. The lists are names that a
// request of [server.try] may have.
type about struct {
	Version  string      `json:"version"`
	Tool     string      `json:"tool,omitempty"`
	Config   file        `json:"config"`
	Samples  []sample    `json:"samples"`
	Files    []givenFile `json:"files"`
	Tools    []string    `json:"tools"`
	Profiles []string    `json:"profiles"`
	Modes    []string    `json:"modes"`
	Tiers    []string    `json:"tiers"`
	Dialects []string    `json:"dialects"`
	Clients  []client    `json:"clients"`
	// Transcripts are the clients whose transcripts Tune can read.
	Transcripts []string `json:"transcripts"`
}

type tool struct {
	Server string `json:"server"`
	Tool   string `json:"tool"`
}

type client struct {
	Name  string `json:"name"`
	Reads string `json:"reads"` // text, structured, both
}

// latest is a version of a client that no fact about a version excludes.
const latest = "999999"

func (s *server) about(*http.Request, *struct{}) (any, error) {
	a := about{
		Version: app.BuiltFrom(debug.ReadBuildInfo()).Version, Tool: s.tool, Config: s.file(), Samples: samples, Files: s.givenFiles(),
		Tiers: app.Tiers, Dialects: app.AnyDialect(), Clients: []client{}, Transcripts: transcripts.Clients(),
	}
	set := s.source.Profiles()
	if _, snapshot, err := s.engine(); err == nil {
		set = snapshot.Profiles()
	}
	a.Profiles, a.Tools, a.Modes = set.ProfileNames(), set.ToolNames(), modesOf(set)
	for _, name := range set.ClientNames() {
		if name == "" || strings.Contains(name, "*") {
			continue
		}
		a.Clients = append(a.Clients, client{name, set.Client(name, latest).Reads.String()})
	}
	return a, nil
}
