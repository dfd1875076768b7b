package server

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/pflag"
	tracepb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
)

// slow answers a request when it is released, or with the error of its context.
type slow struct {
	extmcppb.UnimplementedExtMcpServer
	began, released chan struct{}
}

func (s *slow) CheckRequest(ctx context.Context, r *extmcppb.McpRequest) (*extmcppb.McpRequestResult, error) {
	if r.Method == "panic" {
		panic("secret")
	}
	close(s.began)
	select {
	case <-s.released:
		return &extmcppb.McpRequestResult{}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// fixture is a server that runs.
type fixture struct {
	*Server
	*slow
	errors buffer
	end    context.CancelFunc
	ended  chan error
}

// buffer is a bytes.Buffer for several goroutines.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// start starts a server with flags.
func start(t *testing.T, flags ...string) *fixture {
	t.Helper()
	f := &fixture{slow: &slow{began: make(chan struct{}), released: make(chan struct{})}, ended: make(chan error, 1)}
	a := app.New(app.Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &f.errors, LookupEnv: os.LookupEnv}, nil)
	var err error
	if f.Server, err = New(t.Context(), a, parsed(t, flags...)); err != nil {
		t.Fatal(err)
	}
	extmcppb.RegisterExtMcpServer(f.Server, f.slow)
	ctx, end := context.WithCancel(t.Context())
	f.end = end
	go func() { f.ended <- f.Serve(ctx) }()
	t.Cleanup(func() { end(); f.Close() })
	return f
}

func parsed(t *testing.T, flags ...string) Options {
	t.Helper()
	o := Options{Limit: 1 << 20}
	set := pflag.NewFlagSet("x", pflag.ContinueOnError)
	o.Add(set)
	if err := set.Parse(append([]string{"--listen=127.0.0.1:0"}, flags...)); err != nil {
		t.Fatal(err)
	}
	return o
}

// dial connects to an address.
func dial(t *testing.T, address string, secure credentials.TransportCredentials) *grpc.ClientConn {
	t.Helper()
	c, err := grpc.NewClient(address, grpc.WithTransportCredentials(secure))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func (f *fixture) dial(t *testing.T) *grpc.ClientConn {
	t.Helper()
	return dial(t, addressOf(f.Address()), insecure.NewCredentials())
}

// After the signal health is NOT_SERVING, an open request gets its answer, and the server ends.
func TestDrain(t *testing.T) {
	f := start(t)
	c := f.dial(t)
	watched, cancel := context.WithCancel(t.Context())
	defer cancel()
	watch, err := grpc_health_v1.NewHealthClient(c).Watch(watched, &grpc_health_v1.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	until := func(want grpc_health_v1.HealthCheckResponse_ServingStatus) {
		for {
			got, err := watch.Recv()
			if err != nil {
				t.Fatal(err)
			}
			if got.Status == want {
				return
			}
		}
	}
	until(grpc_health_v1.HealthCheckResponse_SERVING)
	answered := make(chan error, 1)
	go func() {
		_, err := extmcppb.NewExtMcpClient(c).CheckRequest(t.Context(), &extmcppb.McpRequest{})
		answered <- err
	}()
	<-f.began
	f.end()
	until(grpc_health_v1.HealthCheckResponse_NOT_SERVING)
	cancel()
	close(f.released)
	if err := <-answered; err != nil {
		t.Error(err)
	}
	if err := <-f.ended; err != nil {
		t.Error(err)
	}
}

// A request that does not end is cut after --drain.
func TestDrainEnds(t *testing.T) {
	f := start(t, "--drain=1ms")
	answered := make(chan error, 1)
	go func() {
		_, err := extmcppb.NewExtMcpClient(f.dial(t)).CheckRequest(t.Context(), &extmcppb.McpRequest{})
		answered <- err
	}()
	<-f.began
	f.end()
	if err := <-answered; err == nil {
		t.Error("the request was answered")
	}
	if err := <-f.ended; err != nil {
		t.Error(err)
	}
}

// A panic is an error with a place and no content. A message over the limit is counted and told.
func TestFaults(t *testing.T) {
	f := start(t)
	client := extmcppb.NewExtMcpClient(f.dial(t))
	if _, err := client.CheckRequest(t.Context(), &extmcppb.McpRequest{Method: "panic"}); status.Code(err) != codes.Internal || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
	if _, err := client.CheckRequest(t.Context(), &extmcppb.McpRequest{McpRequest: make([]byte, 3<<20)}); status.Code(err) != codes.ResourceExhausted {
		t.Error(err)
	}
	f.end()
	<-f.ended
	var text strings.Builder
	f.counts.Print(&text)
	if want := `shape_serve_requests_total{service="grpc",method="other",outcome="too_large"} 1`; !strings.Contains(text.String(), want) {
		t.Error(text.String())
	}
	if !strings.Contains(f.errors.String(), "over --limit") {
		t.Error(f.errors.String())
	}
}

// The log writes ten faults a minute, and then their count.
func TestLog(t *testing.T) {
	var errors bytes.Buffer
	a := app.New(app.Env{Stderr: &errors, LookupEnv: os.LookupEnv}, nil)
	now := time.Unix(0, 0)
	a.Now = func() time.Time { return now }
	l := NewLog(a)
	for range 15 {
		l.Fault("k", "a fault")
	}
	now = now.Add(notice.Window)
	l.Fault("k", "another")
	if got := errors.String(); strings.Count(got, "a fault") != 10 || !strings.Contains(got, "5 more faults had no line") {
		t.Error(got)
	}
}

// The end of the server writes the count of the last minute.
func TestLogEnds(t *testing.T) {
	f := start(t)
	for range 11 {
		f.Notes().Fault("k", "a fault")
	}
	f.Close()
	if got := f.errors.String(); !strings.Contains(got, "1 more fault had no line") {
		t.Error(got)
	}
}

// A socket that a dead process left is replaced. That of a live one is not, and neither is a
// file.
func TestSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		t.Skip("no sockets here: ", err)
	}
	left.SetUnlinkOnClose(false)
	left.Close()
	f := start(t, "--listen=unix:"+path)
	if _, err := grpc_health_v1.NewHealthClient(f.dial(t)).Check(t.Context(), &grpc_health_v1.HealthCheckRequest{}); err != nil {
		t.Error(err)
	}
	o := parsed(t, "--listen=unix:"+path)
	if _, err := o.open(); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Error(err)
	}
	unused := filepath.Join(t.TempDir(), "s")
	never, err := New(t.Context(), app.New(app.Env{Stderr: io.Discard, LookupEnv: os.LookupEnv}, nil), parsed(t, "--listen=unix:"+unused))
	if err != nil {
		t.Fatal(err)
	}
	never.Close()
	if _, err := os.Lstat(unused); err == nil {
		t.Error("the socket of a server that never served is left")
	}
	file := filepath.Join(t.TempDir(), "f")
	os.WriteFile(file, []byte("x"), 0o600)
	o = parsed(t, "--listen=unix:"+file)
	if _, err := o.open(); err == nil {
		t.Error("a file was replaced")
	}
}

// Other machines connect with a certificate, or by --expose.
func TestExposure(t *testing.T) {
	o := parsed(t, "--listen=0.0.0.0:0")
	if _, err := o.open(); err == nil || !strings.Contains(err.Error(), "--expose") {
		t.Error(err)
	}
	o = parsed(t, "--listen=0.0.0.0:0", "--expose")
	if l, err := o.open(); err != nil {
		t.Error(err)
	} else {
		l.Close()
	}
	a := app.New(app.Env{Stderr: io.Discard, LookupEnv: os.LookupEnv}, nil)
	if _, err := New(t.Context(), a, parsed(t, "--metrics=0.0.0.0:0")); err == nil || !strings.Contains(err.Error(), "--metrics") {
		t.Error(err)
	}
	for _, flags := range [][]string{{"--tls-cert=x"}, {"--tls-client-ca=x"}, {"--tls-cert=x", "--tls-key=x"}} {
		if _, err := New(t.Context(), a, parsed(t, flags...)); err == nil || !strings.Contains(err.Error(), "--tls-cert") {
			t.Errorf("%v: %v", flags, err)
		}
	}
}

// authority makes certificates.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	number      int64
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{}
	_, a.certificate, a.key = a.issue(t)
	return a
}

// issue makes a certificate, the authority's own at first.
func (a *authority) issue(t *testing.T) (text []byte, c *x509.Certificate, key *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a.number++
	form := &x509.Certificate{
		SerialNumber: big.NewInt(a.number), Subject: pkix.Name{CommonName: "x"}, IsCA: a.key == nil, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	by, with := form, key
	if a.key != nil {
		by, with = a.certificate, a.key
	}
	raw, err := x509.CreateCertificate(rand.Reader, form, by, &key.PublicKey, with)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = x509.ParseCertificate(raw); err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), c, key
}

// write writes a certificate and its key.
func (a *authority) write(t *testing.T, cert, key string) *x509.Certificate {
	t.Helper()
	text, c, of := a.issue(t)
	raw, err := x509.MarshalECPrivateKey(of)
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(cert, text, 0o600)
	os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: raw}), 0o600)
	return c
}

// A client needs a certificate of the authority. A renewed certificate of the server takes
// effect at the next connection.
func TestCertificates(t *testing.T) {
	in := func(name string) string { return filepath.Join(t.TempDir(), name) }
	ca, cert, key, own, ownKey := in("ca"), in("cert"), in("key"), in("own"), in("ownkey")
	a := newAuthority(t)
	os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.certificate.Raw}), 0o600)
	a.write(t, cert, key)
	a.write(t, own, ownKey)
	f := start(t, "--tls-cert="+cert, "--tls-key="+key, "--tls-client-ca="+ca)
	roots := x509.NewCertPool()
	roots.AddCert(a.certificate)
	ask := func(own []tls.Certificate) (serial int64, err error) {
		c := dial(t, f.Address().String(), credentials.NewTLS(&tls.Config{RootCAs: roots, Certificates: own, VerifyConnection: func(s tls.ConnectionState) error {
			serial = s.PeerCertificates[0].SerialNumber.Int64()
			return nil
		}}))
		_, err = grpc_health_v1.NewHealthClient(c).Check(t.Context(), &grpc_health_v1.HealthCheckRequest{})
		return serial, err
	}
	if _, err := ask(nil); err == nil {
		t.Error("a client without a certificate connected")
	}
	pair, err := tls.LoadX509KeyPair(own, ownKey)
	if err != nil {
		t.Fatal(err)
	}
	first, err := ask([]tls.Certificate{pair})
	if err != nil {
		t.Fatal(err)
	}
	a.write(t, cert, key)
	if second, err := ask([]tls.Certificate{pair}); err != nil || second == first {
		t.Errorf("certificate %d after %d, %v", second, first, err)
	}
}

// Services are described with --reflection alone.
func TestReflection(t *testing.T) {
	for _, on := range []bool{false, true} {
		flags := []string{}
		if on {
			flags = append(flags, "--reflection")
		}
		s, err := grpc_reflection_v1.NewServerReflectionClient(start(t, flags...).dial(t)).ServerReflectionInfo(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s.Send(&grpc_reflection_v1.ServerReflectionRequest{MessageRequest: &grpc_reflection_v1.ServerReflectionRequest_ListServices{}})
		got, err := s.Recv()
		if is := err == nil && strings.Contains(got.String(), "agentgateway.dev.ext_mcp.ExtMcp"); is != on {
			t.Errorf("%v: %v, %v", on, got, err)
		}
	}
}

func TestMetrics(t *testing.T) {
	f := start(t, "--metrics=127.0.0.1:0")
	f.Notes().Add("ext_mcp.request", "ping", "pass")
	_, at, _ := strings.Cut(f.errors.String(), "metrics at ")
	at, _, _ = strings.Cut(at, "\n")
	res, err := http.Get(at)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	for _, want := range []string{"shape_serve_streams 0\n", `shape_serve_requests_total{service="ext_mcp.request",method="ping",outcome="pass"} 1`, "# TYPE shape_"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// collector is an OTLP collector.
type collector struct {
	tracepb.UnimplementedTraceServiceServer
	got chan *tracepb.ExportTraceServiceRequest
}

func (c *collector) Export(_ context.Context, r *tracepb.ExportTraceServiceRequest) (*tracepb.ExportTraceServiceResponse, error) {
	c.got <- r
	return &tracepb.ExportTraceServiceResponse{}, nil
}

// A request is a span in the trace of the gateway.
func TestTraces(t *testing.T) {
	to := &collector{got: make(chan *tracepb.ExportTraceServiceRequest, 10)}
	server := grpc.NewServer()
	tracepb.RegisterTraceServiceServer(server, to)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	t.Cleanup(server.Stop)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://"+l.Addr().String())
	f := start(t, "--traces")
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	ctx := metadata.AppendToOutgoingContext(t.Context(), "traceparent", "00-"+trace+"-00f067aa0ba902b7-01")
	close(f.released)
	if _, err := extmcppb.NewExtMcpClient(f.dial(t)).CheckRequest(ctx, &extmcppb.McpRequest{}); err != nil {
		t.Fatal(err)
	}
	f.end()
	<-f.ended
	f.Close() // sends the spans
	span := (<-to.got).ResourceSpans[0].ScopeSpans[0].Spans[0]
	if got := hex.EncodeToString(span.TraceId); got != trace || !strings.Contains(span.Name, "CheckRequest") {
		t.Errorf("span %s of trace %s", span.Name, got)
	}
}
