package server

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/proxycmd"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
	"github.com/seed-7aa78ce4/shape/shaper/observe/prom"
)

// Notes take the counts and the faults of a service.
type Notes interface {
	// Add counts one request. All three words are from a fixed list, so that clients make no
	// labels.
	Add(service, method, outcome string)
	// Fault logs one sentence without content of a message. The kind names the service.
	Fault(kind, sentence string)
}

// Counts counts requests by service, method and outcome, and logs faults. It implements [Notes].
// It is safe for concurrent use.
type Counts struct {
	*Log
	streams atomic.Int64

	mu sync.Mutex
	by map[[3]string]uint64
}

func newCounts(log *Log) *Counts { return &Counts{Log: log, by: map[[3]string]uint64{}} }

// Add counts one request.
func (c *Counts) Add(service, method, outcome string) {
	c.mu.Lock()
	c.by[[3]string{service, method, outcome}]++
	c.mu.Unlock()
}

// Print writes the counts in the text format of Prometheus.
func (c *Counts) Print(w io.Writer) {
	fmt.Fprintf(w, "# HELP shape_serve_streams Open gRPC calls and streams.\n# TYPE shape_serve_streams gauge\nshape_serve_streams %d\n", c.streams.Load())
	fmt.Fprint(w, "# HELP shape_serve_requests_total Requests of gateways.\n# TYPE shape_serve_requests_total counter\n")
	c.mu.Lock()
	defer c.mu.Unlock()
	less := func(a, b [3]string) int { return slices.Compare(a[:], b[:]) }
	for _, k := range slices.SortedFunc(maps.Keys(c.by), less) {
		fmt.Fprintf(w, "shape_serve_requests_total{service=%q,method=%q,outcome=%q} %d\n", k[0], k[1], k[2], c.by[k])
	}
}

// HandleRPC counts open calls, and messages that are too long to be read. A gateway that fails
// open passes those.
func (c *Counts) HandleRPC(_ context.Context, s stats.RPCStats) {
	switch s := s.(type) {
	case *stats.Begin:
		c.streams.Add(1)
	case *stats.End:
		c.streams.Add(-1)
		if status.Code(s.Error) == codes.ResourceExhausted {
			c.Add("grpc", "other", "too_large")
			c.Fault("grpc", "a message is over --limit: the gateway's failure mode decides about it")
		}
	}
}

// TagRPC returns ctx.
func (c *Counts) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

// TagConn returns ctx.
func (c *Counts) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

// HandleConn does nothing.
func (c *Counts) HandleConn(context.Context, stats.ConnStats) {}

// gauges serves metrics at an address of its own. A nil *gauges serves nothing.
type gauges struct {
	*prom.Metrics
	server http.Server
}

// openGauges starts the server of metrics if a flag asks for it.
func (s *Server) openGauges() (*gauges, error) {
	if s.options.metrics == "" {
		return nil, nil
	}
	l, err := proxycmd.Listen("--metrics", proxycmd.OnLoopback(s.options.metrics), s.options.expose, "--expose allows it")
	if err != nil {
		return nil, err
	}
	at := l.Addr().(*net.TCPAddr)
	g := &gauges{Metrics: prom.New()}
	paths := http.NewServeMux()
	paths.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		g.ServeHTTP(w, r)
		s.counts.Print(w)
	})
	var handler http.Handler = paths
	if at.IP.IsLoopback() {
		handler = web.Guard(paths, []string{at.IP.String()}, "")
	}
	g.server = http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute, MaxHeaderBytes: 64 << 10}
	go g.server.Serve(l)
	s.Tell("metrics at http://" + at.String() + "/metrics")
	return g, nil
}

func (g *gauges) close() {
	if g != nil {
		g.server.Close()
	}
}

// errPanic is the status of a call that panicked. It holds the place and no content.
func errPanic() error { return status.Error(codes.Internal, app.PanicError().Error()) }

// recoverUnary turns a panic into an error, so that the gateway's failure mode decides.
func recoverUnary(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (res any, err error) {
	defer func() {
		if recover() != nil {
			res, err = nil, errPanic()
		}
	}()
	return handle(ctx, req)
}

// recoverStream is recoverUnary for streams.
func recoverStream(server any, s grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) (err error) {
	defer func() {
		if recover() != nil {
			err = errPanic()
		}
	}()
	return handle(server, s)
}
