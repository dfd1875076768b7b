package server

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/pflag"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// Options are the flags of the server. The zero Options are not usable: see [Options.Add].
type Options struct {
	Limit int // of the body in a message, in bytes

	listen              string
	expose              bool
	cert, key, clientCA string
	reflection, traces  bool
	metrics             string
	drain               time.Duration
}

// Add adds the flags.
func (o *Options) Add(flags *pflag.FlagSet) {
	flags.StringVar(&o.listen, "listen", "127.0.0.1:4445", "answer gateways at `ADDRESS`: HOST:PORT, or unix:PATH; without a host, on this machine alone")
	flags.BoolVar(&o.expose, "expose", false, "let machines without a certificate connect")
	flags.Var((*app.FileName)(&o.cert), "tls-cert", "serve TLS with the certificate in `FILE` (PEM)")
	flags.Var((*app.FileName)(&o.key), "tls-key", "with its key in `FILE` (PEM)")
	flags.Var((*app.FileName)(&o.clientCA), "tls-client-ca", "answer clients with a certificate of an authority in `FILE` (PEM)")
	flags.BoolVar(&o.reflection, "reflection", false, "describe the services to clients (gRPC reflection)")
	flags.StringVar(&o.metrics, "metrics", "", "tell metrics to Prometheus at `HOST:PORT`, path /metrics; without a host, on this machine alone")
	flags.BoolVar(&o.traces, "traces", false, "send traces by OTLP to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names")
	flags.DurationVar(&o.drain, "drain", 30*time.Second, "`TIME` for open streams after a signal")
}

// credentials returns the transport security that the flags ask for. The files are read again
// for each connection, so that a renewed certificate takes effect.
func (o *Options) credentials() (credentials.TransportCredentials, error) {
	if o.cert == "" && o.key == "" && o.clientCA == "" {
		return insecure.NewCredentials(), nil
	}
	if o.cert == "" || o.key == "" {
		return nil, errors.New("--tls-cert and --tls-key need each other, and --tls-client-ca needs both")
	}
	if _, err := o.tls(); err != nil {
		return nil, err
	}
	return credentials.NewTLS(&tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2"},
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return o.tls() },
	}), nil
}

// tls reads the files.
func (o *Options) tls() (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(o.cert, o.key)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert, --tls-key: %w", err)
	}
	c := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2"}}
	if o.clientCA == "" {
		return c, nil
	}
	text, err := os.ReadFile(o.clientCA)
	if err != nil {
		return nil, fmt.Errorf("--tls-client-ca: %w", err)
	}
	if c.ClientCAs = x509.NewCertPool(); !c.ClientCAs.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("--tls-client-ca: %s holds no certificate", o.clientCA)
	}
	c.ClientAuth = tls.RequireAndVerifyClientCert
	return c, nil
}
