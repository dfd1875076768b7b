package proxycmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/oauth"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// front holds the flags of a server that speaks HTTP.
type front struct {
	listen   string
	stdio    bool
	upstream *url.URL
	header   http.Header
	hosts    []string
	metrics  string
	exposure exposure
	login    login
	passes   bool     // the clients' Authorization
	logins   []string // hosts of authorization servers
	memory   int      // MiB
}

// usualMemory is the default of --max-memory, in MiB.
const usualMemory = 512

func (f *front) add(flags *pflag.FlagSet, lookup func(string) (string, bool)) {
	f.header = http.Header{}
	flags.StringVar(&f.listen, "listen", "", "answer clients at `HOST:PORT`, of a server at --upstream; without a host, on this machine alone")
	flags.BoolVar(&f.stdio, "stdio", false, "be the server of a client that starts programs, and ask the one at --upstream")
	flags.Func("upstream", "`URL` of the server, for --listen and --stdio", f.setUpstream)
	flags.Func("upstream-header", "send `HEADER` to it, such as 'Authorization: Bearer $TOKEN'; repeatable", func(text string) error {
		return addHeader(f.header, text, lookup)
	})
	flags.StringArrayVar(&f.hosts, "host", nil, "let clients call the proxy `NAME`, beside localhost; pages of NAME:PORT may ask, too; repeatable")
	flags.StringVar(&f.metrics, "metrics", "", "tell metrics to Prometheus at `HOST:PORT`, path /metrics; without a host, on this machine alone")
	f.exposure.add(flags, lookup)
	f.login.add(flags, lookup)
	flags.BoolVar(&f.passes, "pass-authorization", false, "hand on what clients send in Authorization, and let them log in to the server; for this machine alone")
	flags.StringArrayVar(&f.logins, "auth-host", nil, "with --pass-authorization, let the server's logins be at `HOST`; repeatable")
	f.memory = usualMemory
	flags.Var(app.Number{To: &f.memory, Least: 16, Most: 1 << 20}, "max-memory", "hold messages of all clients in `MIB` at most; beyond, status 503")
}

// isAsked reports whether the server speaks HTTP. It returns the error of contradicting flags.
func (f *front) isAsked(program []string) (bool, error) {
	asks := "--listen"
	if f.stdio {
		if asks = "--stdio"; f.listen != "" {
			return false, errors.New("--listen and --stdio: the one answers many clients by HTTP, the other one client on standard input and output")
		}
	}
	isAsked := f.listen != "" || f.stdio
	switch {
	case isAsked && len(program) > 0:
		return false, errors.New(asks + " and a PROGRAM: the one asks a server by HTTP, the other starts one")
	case isAsked && f.upstream == nil:
		return false, errors.New(asks + " needs --upstream, the URL of the server")
	}
	return isAsked, cmp.Or(f.checkNeeds(isAsked), f.checkPassing(), f.exposure.check())
}

// checkNeeds returns an error if a flag lacks the one that it belongs to.
func (f *front) checkNeeds(isAsked bool) error {
	isListener := len(f.hosts) > 0 || f.passes || len(f.logins) > 0 || f.metrics != "" || f.exposure.isAsked() || f.memory != usualMemory
	switch {
	case f.listen == "" && isListener:
		return errors.New("--host, --metrics, --expose, --client-token, --max-memory, --pass-authorization and --auth-host need --listen, where clients are answered")
	case !isAsked && (f.upstream != nil || len(f.header) > 0):
		return errors.New("--upstream and --upstream-header need --listen, where clients are answered, or --stdio")
	case !f.stdio && f.login.isAsked():
		return errors.New("--token-store, --client-id, --client-secret and --redirect-port need --stdio, that logs in to a server")
	}
	return nil
}

// checkPassing returns an error if credentials of clients and others contradict each other.
func (f *front) checkPassing() error {
	switch {
	case !f.passes && len(f.logins) > 0:
		return errors.New("--auth-host needs --pass-authorization")
	case f.passes && f.header.Get("Authorization") != "":
		return errors.New("--pass-authorization and an Authorization of --upstream-header: the server gets one of them")
	case f.passes && f.exposure.isAsked():
		return errors.New("--pass-authorization is for clients on this machine, and --expose and --client-token are for others")
	}
	return nil
}

// LimitMemory has the collector work harder near a size of the heap in MiB, unless GOMEMLIMIT
// says otherwise.
func LimitMemory(size int) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(size) << 20)
	}
}

// serve answers clients until a signal, and then the requests in progress.
func (p *proxy) serve(server *mcp.Server, source *config.Watcher) error {
	changes := ChangesOf(source, server)
	p.IgnoreSignals()
	ctx, done := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer done()
	l, err := p.front.exposure.listen("--listen", p.front.listen)
	if err != nil {
		return err
	}
	LimitMemory(p.front.memory)
	failures := p.failures()
	defer failures.to.End()
	options := []web.Option{web.WithHeader(p.front.header), web.WithHosts(hosts(p.front.hosts, l)...),
		web.WithMemory(int64(p.front.memory) << 20), web.WithClientToken(p.front.exposure.token), web.WithHealth(health{source}), web.WithFailures(failures.failed)}
	if p.front.passes {
		options = append(options, web.WithAuthorization(oauth.NewFront(p.front.upstream, p.front.logins)))
	}
	stands := web.New(server, p.front.upstream, options...)
	go func() {
		for range changes {
			stands.ListChanged()
		}
	}()
	p.Stderr.Tell(notice.Notice{Level: notice.Plain, Kind: "listening", Message: "listening at " + addressOf(l.Addr(), p.front.upstream)})
	return stands.Serve(ctx, l, 0)
}

// addressOf returns the URL for clients: the address of the proxy with the path of the server.
func addressOf(l net.Addr, upstream *url.URL) string {
	path := upstream.Path
	if path == "" || path == "/" {
		path = "/mcp"
	}
	return (&url.URL{Scheme: "http", Host: l.String(), Path: path}).String()
}

func (f *front) setUpstream(text string) error {
	to, err := url.Parse(text)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" || to.Host == "" {
		return errors.New("this is not the URL of a server, such as https://example.com/mcp")
	}
	f.upstream = to
	return nil
}

// addHeader adds NAME: VALUE. The value can name variables of the environment, since other users
// see the arguments of a process.
func addHeader(to http.Header, text string, lookup func(string) (string, bool)) error {
	name, value, ok := strings.Cut(text, ":")
	if name = strings.TrimSpace(name); !ok || name == "" || strings.ContainsAny(name, " \t\r\n") {
		return errors.New("this is not NAME: VALUE")
	}
	missing := ""
	value = os.Expand(strings.TrimSpace(value), func(variable string) string {
		set, ok := lookup(variable)
		if !ok {
			missing = variable
		}
		return set
	})
	if missing != "" {
		return fmt.Errorf("the environment has no variable %s", missing)
	}
	if strings.ContainsAny(value, "\r\n") {
		return errors.New("the value has several lines")
	}
	to.Add(name, value)
	return nil
}
