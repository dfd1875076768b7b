package retrieve

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/internal/proxycmd"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// Options are the flags of the server.
type Options struct {
	listen, tool, token string
}

// Add adds the flags. lookup reads the variable with the secret.
func (o *Options) Add(flags *pflag.FlagSet, lookup func(string) (string, bool)) {
	flags.StringVar(&o.listen, "retrieve-listen", "", "agentgateway: serve "+mcp.RetrieveTool+" by MCP at `HOST:PORT`, path /mcp; list it as a target of the gateway")
	flags.StringVar(&o.tool, "retrieve-tool", mcp.RetrieveTool, "agentgateway: `NAME` of that tool; a gateway with several targets puts TARGET_ before it")
	flags.Func("retrieve-token", "agentgateway: answer requests with the value of the variable `$NAME` in "+web.TokenHeader+"; other machines need it", func(text string) (err error) {
		o.token, err = proxycmd.Secret(text, lookup)
		return err
	})
}

// IsAsked reports whether a flag asks for the server.
func (o *Options) IsAsked() bool { return o.listen != "" }

// Start starts the server, and returns its address and a function that ends it.
func (o *Options) Start(all *tenants.Table, version string) (at net.Addr, end func(), err error) {
	l, err := proxycmd.Listen("--retrieve-listen", o.listen, len(o.token) >= proxycmd.ShortestToken,
		fmt.Sprintf("--retrieve-token with a secret of %d characters or more allows it", proxycmd.ShortestToken))
	if err != nil {
		return nil, nil, err
	}
	address := l.Addr().(*net.TCPAddr)
	paths := http.NewServeMux()
	paths.Handle("/mcp", Handler(all, cmp.Or(o.tool, mcp.RetrieveTool), version))
	var handler http.Handler = paths
	if address.IP.IsLoopback() {
		handler = web.Guard(paths, []string{address.IP.String()}, o.token)
	} else {
		handler = guard(paths, o.token)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	go server.Serve(l)
	return address, func() { server.Close() }, nil
}

// guard answers requests with a secret, under any name of the host: a gateway knows the machine
// by one that its operator chose.
func guard(next http.Handler, token string) http.Handler {
	want := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := sha256.Sum256([]byte(r.Header.Get(web.TokenHeader)))
		if subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			http.Error(w, "the header "+web.TokenHeader+" is missing or wrong", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
