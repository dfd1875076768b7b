package proxycmd

import (
	"net/http"
	"time"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
	"github.com/seed-7aa78ce4/shape/shaper/observe/prom"
)

// gauges serves metrics of responses and of the configuration at an address of its own. A nil
// *gauges serves nothing.
type gauges struct {
	*prom.Metrics
	server http.Server
}

// gauges starts the server of metrics if a flag asks for it.
func (p *proxy) gauges(w *config.Watcher) (*gauges, error) {
	if p.front.metrics == "" {
		return nil, nil
	}
	l, err := p.front.exposure.listen("--metrics", OnLoopback(p.front.metrics))
	if err != nil {
		return nil, err
	}
	g := &gauges{Metrics: prom.New()}
	paths := http.NewServeMux()
	paths.Handle("GET /metrics", g)
	g.server = http.Server{Handler: web.Guard(paths, hosts(p.front.hosts, l), p.front.exposure.tokenFor(l)), ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute, MaxHeaderBytes: 64 << 10}
	g.follow(w)
	go g.server.Serve(l)
	p.Stderr.Tell(notice.Notice{Level: notice.Plain, Kind: "listening", Message: "metrics at http://" + l.Addr().String() + "/metrics"})
	return g, nil
}

func (g *gauges) end() {
	if g != nil {
		g.server.Close()
	}
}

// follow counts the reloads of the configuration.
func (g *gauges) follow(w *config.Watcher) {
	changes, _ := w.Subscribe() // until it is closed
	now := w.Status()
	g.Loaded(now.LoadedAt)
	g.changed(config.Status{Generation: now.Generation}, now)
	go func() {
		for c := range changes {
			g.changed(now, c.Status)
			now = c.Status
		}
	}()
}

// changed counts a change that is a reload.
func (g *gauges) changed(before, now config.Status) {
	g.Watches(string(now.Mode))
	if before.Generation != now.Generation || before.Refused != now.Refused || (before.Err == nil) != (now.Err == nil) {
		g.Reloaded(now.Err != nil, now.LoadedAt)
	}
}
