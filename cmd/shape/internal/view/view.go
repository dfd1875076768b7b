// Package view is the command view. Its local page shows the effect of a configuration on a
// response, on recorded sessions and on the proxies that run.
package view

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/proxycmd"
)

// viewer is the command view.
type viewer struct {
	*app.App
	config    config.Options
	tool      string
	address   string
	tokenFile string
	cert, key string
	hosts     []string
	isOpening bool

	token string
	paths []string // FILE or DIR of the command line
}

const viewLong = `view serves one page until SIGINT, and prints its address. The page shows the result of a
response with the rule behind each value, recorded sessions call by call, the lines that
shape tune proposes, and the proxies that run. It can write to the configuration in force.

Other machines cannot reach the page. Another address than one of the loopback needs
--token-file, --tls-cert and --tls-key. Every request for data needs the token, the part
of the address after #. shape help view describes the page.`

const viewExample = `  shape view
  shape view --open --tool list_issues issues.json
  shape view --config .code-scalpel/response_config.json recordings`

// Command returns the command view.
func Command(a *app.App) *cobra.Command {
	v := &viewer{App: a, address: "127.0.0.1:0"}
	cmd := &cobra.Command{
		Use: "view [flags] [FILE|DIR…]", Short: "show on a local page which values go, why, and what that saves",
		Long: viewLong, Example: viewExample, Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, paths []string) error {
			v.paths = paths
			return v.run()
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&v.address, "listen", v.address, "serve at `ADDRESS`, a host and a port")
	flags.Var((*app.FileName)(&v.config.Path), "config", "show and write `FILE`, which need not be there yet")
	flags.StringVar(&v.tool, "tool", "", "`NAME` of the tool that the page begins with")
	flags.Var((*app.FileName)(&v.tokenFile), "token-file", "take the token from `FILE`, at least 16 characters")
	flags.Var((*app.FileName)(&v.cert), "tls-cert", "certificate in `FILE`, for HTTPS")
	flags.Var((*app.FileName)(&v.key), "tls-key", "its key in `FILE`")
	flags.StringArrayVar(&v.hosts, "host", nil, "`NAME` by which browsers reach the page; repeatable")
	flags.BoolVar(&v.isOpening, "open", false, "open the page in the browser of the desktop")
	return cmd
}

func (v *viewer) run() error {
	v.config.Getenv = v.Lookup
	if err := v.readToken(); err != nil {
		return &app.Failure{Status: app.ExitUsage, Err: err}
	}
	for _, path := range v.paths {
		if _, err := os.Stat(path); err != nil {
			return app.InputError(err)
		}
	}
	isSafe := v.tokenFile != "" && v.cert != "" && v.key != ""
	l, err := proxycmd.Listen("--listen", proxycmd.OnLoopback(v.address), isSafe, "give --token-file, --tls-cert and --tls-key")
	if err != nil {
		return &app.Failure{Status: app.ExitUsage, Err: err}
	}
	defer l.Close()
	s, err := v.server()
	if err != nil {
		return err
	}
	defer s.close()
	page := fmt.Sprintf("%s://%s/#%s", map[bool]string{true: "https", false: "http"}[v.cert != ""], v.host(l.Addr()), v.token)
	if err := terminal.Say(v.Stdout, "%s", page); err != nil {
		return err
	}
	if v.isOpening {
		proxycmd.OpenPage(page, v.Lookup)
	}
	web := httpServer(s.handler(l.Addr()))
	if v.cert != "" {
		return app.InputError(web.ServeTLS(l, v.cert, v.key))
	}
	return app.InputError(web.Serve(l))
}

// host returns the host of the page's address: the first name of --host, else that of the listener.
func (v *viewer) host(at net.Addr) string {
	name, port, _ := net.SplitHostPort(at.String())
	if len(v.hosts) > 0 {
		name = v.hosts[0]
	} else if net.ParseIP(name).IsUnspecified() {
		name = "localhost"
	}
	if _, _, err := net.SplitHostPort(name); err == nil {
		return name
	}
	return net.JoinHostPort(name, port)
}

// httpServer bounds the time of requests and the size of their heads.
func httpServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: log.New(io.Discard, "", 0), // strangers begin connections, too
	}
}

// leastToken is the least length of a token from a file.
const leastToken = 16

// readToken reads the token, or makes one.
func (v *viewer) readToken() error {
	if (v.cert == "") != (v.key == "") {
		return errors.New("--tls-cert and --tls-key go together")
	}
	if v.tokenFile == "" {
		v.token = rand.Text()
		return nil
	}
	text, err := os.ReadFile(v.tokenFile)
	if err != nil {
		return fmt.Errorf("--token-file: %w", err)
	}
	v.token = string(bytes.TrimSpace(text))
	for _, c := range v.token {
		if c <= ' ' || c > '~' {
			return errors.New("--token-file: a token has visible characters of ASCII alone")
		}
	}
	if len(v.token) < leastToken {
		return fmt.Errorf("--token-file: a token has at least %d characters", leastToken)
	}
	return nil
}
