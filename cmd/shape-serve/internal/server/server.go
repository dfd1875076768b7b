// Package server is the gRPC server of shape-serve: its listener, health, metrics, traces and
// end.
package server

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"runtime"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/proxycmd"
	"github.com/seed-7aa78ce4/shape/shaper/observe/prom"
)

// Server is the gRPC server. Register services before [Server.Serve].
type Server struct {
	*grpc.Server
	app      *app.App
	options  Options
	listener net.Listener
	health   *health.Server
	counts   *Counts
	gauges   *gauges
	traces   *sdktrace.TracerProvider // nil without --traces
}

// aroundMessage is the size of a gRPC message beside the body in it.
const aroundMessage = 1 << 20

// New returns a server that listens. The error names the flag at fault.
func New(ctx context.Context, a *app.App, o Options) (*Server, error) {
	secure, err := o.credentials()
	if err != nil {
		return nil, err
	}
	s := &Server{app: a, options: o, health: health.NewServer(), counts: newCounts(NewLog(a))}
	s.health.SetServingStatus("", grpc_health_v1.HealthCheckResponse_NOT_SERVING)
	size := min(o.Limit, math.MaxInt32-aroundMessage) + aroundMessage
	options := []grpc.ServerOption{
		grpc.NumStreamWorkers(uint32(4 * runtime.GOMAXPROCS(0))), // a new goroutine would grow its stack for each call
		grpc.Creds(secure), grpc.MaxRecvMsgSize(size), grpc.MaxSendMsgSize(math.MaxInt32),
		grpc.StatsHandler(s.counts), grpc.ChainUnaryInterceptor(recoverUnary), grpc.ChainStreamInterceptor(recoverStream),
	}
	if o.traces {
		if s.traces, err = newTraces(ctx); err != nil {
			return nil, fmt.Errorf("--traces: %w", err)
		}
		options = append(options, grpc.StatsHandler(otelgrpc.NewServerHandler(otelgrpc.WithTracerProvider(s.traces), otelgrpc.WithPropagators(propagator))))
	}
	s.Server = grpc.NewServer(options...)
	grpc_health_v1.RegisterHealthServer(s.Server, s.health)
	if o.reflection {
		reflection.Register(s.Server)
	}
	if s.listener, err = o.open(); err != nil {
		return nil, err
	}
	if s.gauges, err = s.openGauges(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Notes returns the counters of requests with the log of faults.
func (s *Server) Notes() Notes { return s.counts }

// Metrics returns the metrics of responses, nil without --metrics.
func (s *Server) Metrics() *prom.Metrics {
	if s.gauges == nil {
		return nil
	}
	return s.gauges.Metrics
}

// Address returns the address of the listener.
func (s *Server) Address() net.Addr { return s.listener.Addr() }

// Serve answers requests until ctx ends. Open streams then get the time of --drain.
func (s *Server) Serve(ctx context.Context) error {
	s.health.SetServingStatus("", grpc_health_v1.HealthCheckResponse_SERVING)
	s.Tell("listening at " + addressOf(s.listener.Addr()))
	ended := make(chan error, 1)
	go func() { ended <- s.Server.Serve(s.listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.health.Shutdown()
	hard := time.AfterFunc(s.options.drain, s.Stop)
	defer hard.Stop()
	s.GracefulStop()
	return <-ended
}

// Tell writes one line to the log.
func (s *Server) Tell(message string) {
	s.app.Stderr.Tell(notice.Notice{Level: notice.Plain, Kind: "listening", Message: message})
}

// Close ends the server at once.
func (s *Server) Close() {
	s.Stop()
	s.listener.Close() // Stop closes it only after Serve
	s.counts.Log.to.End()
	s.gauges.close()
	if s.traces != nil {
		ctx, done := context.WithTimeout(context.Background(), 5*time.Second)
		defer done()
		s.traces.Shutdown(ctx)
	}
}

// open returns the listener of --listen.
func (o *Options) open() (net.Listener, error) {
	if path, ok := strings.CutPrefix(o.listen, "unix:"); ok {
		return listenUnix(path)
	}
	return proxycmd.Listen("--listen", proxycmd.OnLoopback(o.listen), o.expose || o.clientCA != "",
		"--tls-client-ca asks for their certificates, --expose lets all connect")
}

// listenUnix listens at a socket. It removes a socket that an earlier process left, and no
// other file.
func listenUnix(path string) (net.Listener, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode().Type() == os.ModeSocket {
		if c, err := net.Dial("unix", path); err == nil {
			c.Close()
			return nil, fmt.Errorf("--listen: %s: another process listens there", path)
		}
		os.Remove(path)
	}
	l, err := net.Listen("unix", path)
	if err == nil {
		err = os.Chmod(path, 0o660) // the account and its group
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--listen: %w", err), closeIf(l))
	}
	return l, nil
}

func closeIf(l net.Listener) error {
	if l == nil {
		return nil
	}
	return l.Close()
}

// addressOf writes an address as --listen takes it.
func addressOf(at net.Addr) string {
	if at.Network() == "unix" {
		return "unix:" + at.String()
	}
	return at.String()
}
