// Package extproc answers the external processing filter of Envoy and of the gateways built on
// it (envoy.service.ext_proc.v3). One gRPC stream carries one HTTP exchange. Package web handles
// messages and headers; this package holds the order of the frames and the modes of bodies.
//
// A stream never ends without an error before the gateway ends it. Envoy takes such an end as
// consent, and would pass the rest of the exchange.
package extproc

import (
	"context"
	"io"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"

	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/spf13/pflag"
	"google.golang.org/grpc/metadata"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/server"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/proxycmd"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// Options are the flags of the service. The zero Options are not usable: see [Options.Add].
type Options struct {
	Limit  int // of a message, in bytes
	Memory int // for messages, in MiB

	serverKey    string
	trustHeaders bool
}

// Add adds the flags.
func (o *Options) Add(flags *pflag.FlagSet) {
	o.Memory = 512
	flags.StringVar(&o.serverKey, "server-metadata", "mcp-server", "Envoy: gRPC metadata `KEY` with the name of the MCP server, as in tool_overrides")
	flags.BoolVar(&o.trustHeaders, "trust-headers", false, "Envoy: choose rules by Mcp-Name without the body (MCP 2026-07-28); the server must refuse headers that differ from the body")
	flags.Var(app.Number{To: &o.Memory, Least: 16, Most: 1 << 20}, "max-memory", "Envoy: hold messages of all exchanges in `MIB` at most; beyond, status 503")
}

// Service is the external processor. It is safe for concurrent use.
type Service struct {
	extproc.UnimplementedExternalProcessorServer
	all     *tenants.Table
	options Options
	notes   server.Notes

	waiting atomic.Int64 // bytes of requests whose last part is due

	mu      sync.Mutex
	first   *web.Proxy // has the bound of memory for all
	proxies map[*mcp.Server]*web.Proxy
}

// New returns the service for tenants.
func New(all *tenants.Table, o Options, notes server.Notes) *Service {
	return &Service{all: all, options: o, notes: notes, proxies: map[*mcp.Server]*web.Proxy{}}
}

// Process handles one HTTP exchange.
func (s *Service) Process(stream extproc.ExternalProcessor_ProcessServer) error {
	x := &exchange{service: s, ctx: stream.Context(), send: stream.Send}
	defer x.close()
	for {
		msg, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = x.take(msg)
		}
		if err != nil {
			return err
		}
	}
}

// proxyFor returns the MCP server that the metadata of a stream names, with its proxy.
func (s *Service) proxyFor(ctx context.Context) (*mcp.Server, *web.Proxy, error) {
	given, _ := metadata.FromIncomingContext(ctx)
	value := func(key string) string { return slices.Concat(given.Get(key), []string{""})[0] }
	tenant, err := s.all.Of(value(s.all.Key))
	if err != nil {
		return nil, nil, err
	}
	server, err := tenant.Server(value(s.options.serverKey))
	if err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	proxy := s.proxies[server]
	if proxy == nil {
		options := []web.Option{web.WithMemory(int64(s.options.Memory) << 20)}
		if s.first != nil {
			options = []web.Option{web.WithMemoryOf(s.first)}
		}
		if s.options.trustHeaders {
			options = append(options, web.WithoutClientNames())
		}
		place := &url.URL{Scheme: "envoy", Host: tenant.Name, Path: "/" + value(s.options.serverKey)} // for replicas
		proxy = web.New(server, place, options...)
		s.proxies[server] = proxy
		changes := proxycmd.ChangesOf(tenant.Source, server) // until the tenants are closed
		go func() {
			for range changes {
				proxy.ListChanged()
			}
		}()
		if s.first == nil {
			s.first = proxy
		}
	}
	return server, proxy, nil
}
