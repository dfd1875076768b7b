package proxycmd

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/spf13/pflag"
)

// exposure holds the flags that limit the clients over HTTP.
type exposure struct {
	wide  bool // other machines may connect
	token string
}

func (e *exposure) add(flags *pflag.FlagSet, lookup func(string) (string, bool)) {
	flags.BoolVar(&e.wide, "expose", false, "let --listen and --metrics answer other machines; needs --client-token of 16 characters or more")
	flags.Func("client-token", "answer clients that send the value of the variable `$NAME` in X-Shape-Token", func(text string) (err error) {
		e.token, err = Secret(text, lookup)
		return err
	})
}

// isAsked reports whether a flag was given.
func (e *exposure) isAsked() bool { return e.wide || e.token != "" }

// ShortestToken is the least size in bytes of a secret for other machines. A shorter one can be
// guessed.
const ShortestToken = 16

// check returns an error if --expose lacks a good secret.
func (e *exposure) check() error {
	if e.wide && e.token == "" {
		return errors.New("--expose needs --client-token, the variable with the secret that clients send, such as '$SHAPE_TOKEN'")
	}
	if n := len(e.token); e.wide && n < ShortestToken {
		return fmt.Errorf("--expose needs a secret of %d characters or more in the variable of --client-token, which has %d (openssl rand -hex 16 makes one)", ShortestToken, n)
	}
	return nil
}

// listen listens at the address of a flag. Without a host it is on this machine only, unless it
// is exposed.
func (e *exposure) listen(flag, text string) (net.Listener, error) {
	if !e.wide {
		text = OnLoopback(text)
	}
	return Listen(flag, text, e.wide, "--expose and --client-token allow it")
}

// Listen listens at the address of a flag. Unless it isOpen, an address that other machines reach
// is an error, and hint tells how to allow it.
func Listen(flag, text string, isOpen bool, hint string) (net.Listener, error) {
	at, err := net.ResolveTCPAddr("tcp", text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	if !isOpen && !at.IP.IsLoopback() {
		return nil, fmt.Errorf("%s: other machines can reach %s; %s", flag, at, hint)
	}
	l, err := net.ListenTCP("tcp", at)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return l, nil
}

// hosts returns the names that clients may use for a listener: the names of --host, and the
// address itself if it is specific.
func hosts(named []string, l net.Listener) []string {
	if at, ok := l.Addr().(*net.TCPAddr); ok && !at.IP.IsUnspecified() {
		return append([]string{at.IP.String()}, named...)
	}
	return named
}

// tokenFor returns the secret that clients of a listener send, or "" if it is on this machine
// only. A page such as /metrics is then for local programs.
func (e *exposure) tokenFor(l net.Listener) string {
	if at, ok := l.Addr().(*net.TCPAddr); ok && at.IP.IsLoopback() {
		return ""
	}
	return e.token
}

// OnLoopback adds the loopback host to an address without a host.
func OnLoopback(address string) string {
	if host, port, err := net.SplitHostPort(address); err == nil && host == "" {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return address
}

// Secret returns the value of the variable of the environment that text names, such as $TOKEN. A
// secret is no argument itself, since other users see those. The error does not repeat text.
func Secret(text string, lookup func(string) (string, bool)) (string, error) {
	name := strings.TrimPrefix(text, "$")
	if inner, ok := strings.CutPrefix(name, "{"); ok {
		name = strings.TrimSuffix(inner, "}")
	}
	value, _ := lookup(name)
	if value == "" {
		return "", errors.New("this names no variable of the environment that is set, such as '$SHAPE_TOKEN'")
	}
	if strings.TrimSpace(value) != value || strings.ContainsAny(value, "\r\n\x00") {
		return "", errors.New("the value of the variable cannot stand in a header")
	}
	return value, nil
}
