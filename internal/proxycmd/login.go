package proxycmd

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/oauth"
	"github.com/seed-7aa78ce4/shape/internal/oauth/keyring"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/bridge"
)

// login holds the flags of a login at a server.
type login struct {
	kept   string // keyring or file; "" is keyring
	id     string
	secret string
	port   int
}

func (l *login) add(flags *pflag.FlagSet, lookup func(string) (string, bool)) {
	flags.Func("token-store", "keep logins in `keyring|file`; a file is in the folder of state, for you alone (default keyring)", func(text string) error {
		if l.kept = text; text != "file" && text != "keyring" {
			return errors.New("this is neither keyring nor file")
		}
		return nil
	})
	flags.StringVar(&l.id, "client-id", "", "log in as the client `ID` that the authorization server knows; by default it registers a new one")
	flags.Func("client-secret", "the secret of --client-id is the value of the variable `$NAME`", func(text string) (err error) {
		l.secret, err = Secret(text, lookup)
		return err
	})
	flags.Var(app.Number{To: &l.port, Least: 1, Most: 65535}, "redirect-port", "let the browser return from the login to `PORT` of 127.0.0.1; by default to any")
}

// isAsked reports whether a flag was given.
func (l *login) isAsked() bool {
	return l.kept != "" || l.id != "" || l.secret != "" || l.port != 0
}

// store returns the store of logins.
func (l *login) store() (oauth.Store, error) {
	if l.kept != "file" {
		return keyring.Store{}, nil
	}
	dir := config.StateDir(config.Options{}, "logins")
	if dir == "" {
		return nil, errors.New("--token-store file: there is no folder of state, since no home directory is known")
	}
	return oauth.Folder(dir), nil
}

// client returns the OAuth client for a server.
func (l *login) client(a *app.App, server *url.URL) (*oauth.Client, error) {
	store, err := l.store()
	if err != nil {
		return nil, err
	}
	say := func(text string) { a.Stderr.Tell(notice.Notice{Level: notice.Plain, Kind: "login", Message: text}) }
	return &oauth.Client{
		Server: server, Next: bridge.Transport(), Store: store, ID: l.id, Secret: l.secret, Port: l.port, Note: say,
		Show: func(page string) {
			say("log in at " + page)
			OpenPage(page, a.Lookup)
		},
	}, nil
}

// transport returns the way to a server: with logins, unless the operator sends credentials.
func (f *front) transport(a *app.App) (http.RoundTripper, error) {
	if f.header.Get("Authorization") != "" {
		return nil, nil
	}
	return f.login.client(a, f.upstream)
}

// OpenPage opens a page in the browser of a desktop, if there is one. The page has the scheme
// https or http.
func OpenPage(page string, lookup func(string) (string, bool)) {
	has := func(name string) bool { value, _ := lookup(name); return value != "" }
	switch runtime.GOOS {
	case "darwin":
		start("open", page)
	case "windows":
		start("rundll32", "url.dll,FileProtocolHandler", page)
	default:
		if has("DISPLAY") || has("WAYLAND_DISPLAY") {
			start("xdg-open", page)
		}
	}
}

// start starts a program, if it is there, and does not wait for it.
func start(name string, args ...string) {
	cmd := exec.Command(name, args...)
	if cmd.Start() == nil {
		go cmd.Wait()
	}
}

// loginCommands returns the commands for logins beforehand.
func loginCommands(a *app.App) []*cobra.Command {
	return []*cobra.Command{
		loginCommand(a, "login", "log in to a server with a browser, for later use by --stdio", func(ctx context.Context, c *oauth.Client) error {
			return c.Login(ctx)
		}),
		loginCommand(a, "logout", "forget the login to a server", func(_ context.Context, c *oauth.Client) error {
			return c.Store.Delete(c.Server.String())
		}),
	}
}

func loginCommand(a *app.App, name, short string, do func(context.Context, *oauth.Client) error) *cobra.Command {
	var l login
	cmd := &cobra.Command{Use: name + " [flags] URL", Short: short, Args: app.ArgCount(1, 1)}
	l.add(cmd.Flags(), a.Lookup)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		var f front
		if err := f.setUpstream(args[0]); err != nil {
			return err
		}
		c, err := l.client(a, f.upstream)
		if err != nil {
			return err
		}
		isKept := true
		note := c.Note
		c.Note = func(text string) { note(text); isKept = false }
		ctx, done := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer done()
		if err := do(ctx, c); err != nil || !isKept {
			return &app.Failure{Status: 1, Err: err}
		}
		return nil
	}
	return cmd
}
